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
 * Security codes on their way from a transient token to one authorization. They are in no table and no file: PCI DSS 3.3.1
 * forbids keeping them, also encrypted. Each is forgotten when taken, and after its time in any case.
 */
export class SecurityCodes {
  readonly #codes = new Map<string, {readonly code: string; readonly cancel: Cancel}>();
  readonly #lifeMs: number;
  readonly #after: After;

  constructor({lifeMs, after = realAfter}: {readonly lifeMs: number; readonly after?: After}) {
    this.#lifeMs = lifeMs;
    this.#after = after;
  }

  keep(id: string, code: string): void {
    this.#codes.get(id)?.cancel();
    this.#codes.set(id, {code, cancel: this.#after(this.#lifeMs, () => this.#codes.delete(id))});
  }

  /** The code, once. */
  take(id: string): string | undefined {
    const kept = this.#codes.get(id);
    kept?.cancel();
    this.#codes.delete(id);
    return kept?.code;
  }

  get size(): number {
    return this.#codes.size;
  }
}
