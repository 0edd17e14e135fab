/** Takes back a timer. */
export type Cancel = () => void;
/** Calls back once after `ms`. */
export type After = (ms: number, callback: () => void) => Cancel;

const realAfter: After = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

/**
 * Security codes on their way to the one authorization they may serve. Memory only: PCI DSS 3.3.1 forbids
 * keeping them after authorization, and guarantees 4.8 forbids writing them down at all. Another process of
 * the same service does not know them; the authorization then goes without. Each is forgotten when taken, and
 * after its time in any case.
 */
export class SecurityCodes {
  readonly #codes = new Map<string, {readonly code: string; readonly cancel: Cancel}>();
  readonly #lifeMs: number;
  readonly #after: After;

  /** `lifeMs`: how long a code is kept at most; a step-up may take ten minutes. */
  constructor({
    lifeMs = 15 * 60_000,
    after = realAfter,
  }: {readonly lifeMs?: number; readonly after?: After} = {}) {
    this.#lifeMs = lifeMs;
    this.#after = after;
  }

  get size(): number {
    return this.#codes.size;
  }

  /** Replaces what was kept under the id; nothing is kept without a code. */
  keep(id: string, code: string | undefined): void {
    this.forget(id);
    if (code === undefined) return;
    this.#codes.set(id, {code, cancel: this.#after(this.#lifeMs, () => this.#codes.delete(id))});
  }

  /** The code, which stays: `forget` it once it has served. */
  of(id: string): string | undefined {
    return this.#codes.get(id)?.code;
  }

  /** The code, once. */
  take(id: string): string | undefined {
    const code = this.of(id);
    this.forget(id);
    return code;
  }

  forget(id: string): void {
    this.#codes.get(id)?.cancel();
    this.#codes.delete(id);
  }
}
