/**
 * Security codes between tokenization and the one authorization they may serve. Memory only: PCI DSS 3.3.1 forbids keeping
 * them after authorization, and guarantees 4.8 forbids writing them down at all. Another process of the same service does
 * not know them; the authorization then goes without.
 */
export class SecurityCodes {
  readonly #limitMs: number;
  readonly #codes = new Map<string, {readonly code: string; readonly timer: NodeJS.Timeout}>();

  /** @param limitMs How long a code is kept at most; a step-up may take ten minutes. */
  constructor(limitMs = 15 * 60_000) {
    this.#limitMs = limitMs;
  }

  get size(): number {
    return this.#codes.size;
  }

  keep(tracker: string, code: string | undefined): void {
    this.forget(tracker);
    if (code === undefined) return;
    const timer = setTimeout(() => this.#codes.delete(tracker), this.#limitMs).unref();
    this.#codes.set(tracker, {code, timer});
  }

  /** Hands the code out once. */
  take(tracker: string): string | undefined {
    const code = this.#codes.get(tracker)?.code;
    this.forget(tracker);
    return code;
  }

  forget(tracker: string): void {
    const kept = this.#codes.get(tracker);
    if (!kept) return;
    clearTimeout(kept.timer);
    this.#codes.delete(tracker);
  }
}
