interface Entry<Value> {
  readonly value: Value;
  readonly expiresAtMs: number;
}

/** Keeps a limited number of values in memory, each for a limited time. */
export class Cache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #maxEntries: number;
  readonly #maxAgeMs: number;
  readonly #nowMs: () => number;

  /**
   * @param options.maxEntries The limit of values. A new value beyond it replaces the oldest.
   * @param options.maxAgeMs How long a value may be used; for values that another process may change.
   *   Default: no limit.
   * @param options.nowMs Real time in milliseconds, because a value's age does not depend on the service's
   *   clock.
   */
  constructor({
    maxEntries,
    maxAgeMs = Infinity,
    nowMs = () => performance.now(),
  }: {
    readonly maxEntries: number;
    readonly maxAgeMs?: number;
    readonly nowMs?: () => number;
  }) {
    this.#maxEntries = maxEntries;
    this.#maxAgeMs = maxAgeMs;
    this.#nowMs = nowMs;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAtMs > this.#nowMs() ? entry.value : undefined;
  }

  /** Stores a value, and returns it. */
  set(key: string, value: Value): Value {
    // A `Map` iterates in the order of insertion: deleting first moves a replaced value to the end, so the
    // first entry is always the oldest.
    this.#entries.delete(key);
    this.#entries.set(key, {value, expiresAtMs: this.#nowMs() + this.#maxAgeMs});
    if (this.#entries.size > this.#maxEntries) {
      const [oldest = ''] = this.#entries.keys();
      this.#entries.delete(oldest);
    }
    return value;
  }

  clear(): void {
    this.#entries.clear();
  }
}
