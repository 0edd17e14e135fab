/** Cancels a timer. */
export type Cancel = () => void;
/** Calls back once, `ms` milliseconds from now. */
export type StartTimer = (ms: number, callback: () => void) => Cancel;

const startRealTimer: StartTimer = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

/**
 * Security codes, kept in memory until the one authorization that uses them. PCI DSS 3.3.1 forbids keeping
 * them after authorization, and guarantees 4.8 forbids storing them. Other processes do not know them, so
 * an authorization there goes without. A code is forgotten when it is used, or after `maxAgeMs`.
 */
export class SecurityCodes {
  readonly #codes = new Map<string, {readonly code: string; readonly cancel: Cancel}>();
  readonly #maxAgeMs: number;
  readonly #startTimer: StartTimer;

  /** @param options.maxAgeMs Default 15 minutes, because a step-up may take ten. */
  constructor({
    maxAgeMs = 15 * 60_000,
    startTimer = startRealTimer,
  }: {readonly maxAgeMs?: number; readonly startTimer?: StartTimer} = {}) {
    this.#maxAgeMs = maxAgeMs;
    this.#startTimer = startTimer;
  }

  get size(): number {
    return this.#codes.size;
  }

  /** Keeps a code under an id, such as a tracker's, and forgets the one before. */
  keep(id: string, code: string | undefined): void {
    this.forget(id);
    if (code === undefined) return;
    this.#codes.set(id, {code, cancel: this.#startTimer(this.#maxAgeMs, () => this.#codes.delete(id))});
  }

  /** Returns the code and keeps it, for an authorization that may be repeated; call `forget` after it. */
  read(id: string): string | undefined {
    return this.#codes.get(id)?.code;
  }

  /** Returns the code and forgets it. */
  take(id: string): string | undefined {
    const code = this.read(id);
    this.forget(id);
    return code;
  }

  forget(id: string): void {
    this.#codes.get(id)?.cancel();
    this.#codes.delete(id);
  }
}
