interface Entry<Value> {
  readonly value: Value;
  readonly until: number;
}

/** What this process remembers by name: so many values at most, each no longer than its life. */
export class Cache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #most: number;
  readonly #lifeMs: number;
  readonly #nowMs: () => number;

  /**
   * @param options.most When there are more, the one that has been here longest makes room.
   * @param options.lifeMs For what another process may change meanwhile; without it a value stays until it
   *   makes room.
   * @param options.nowMs Real time, in milliseconds, wherever the service's clock stands.
   */
  constructor({
    most,
    lifeMs = Infinity,
    nowMs = () => performance.now(),
  }: {
    readonly most: number;
    readonly lifeMs?: number;
    readonly nowMs?: () => number;
  }) {
    this.#most = most;
    this.#lifeMs = lifeMs;
    this.#nowMs = nowMs;
  }

  get(name: string): Value | undefined {
    const entry = this.#entries.get(name);
    return entry && entry.until > this.#nowMs() ? entry.value : undefined;
  }

  set(name: string, value: Value): Value {
    // A map keeps its order: what is set anew goes to the end, and the first has been here longest.
    this.#entries.delete(name);
    this.#entries.set(name, {value, until: this.#nowMs() + this.#lifeMs});
    if (this.#entries.size > this.#most) {
      const [oldest = ''] = this.#entries.keys();
      this.#entries.delete(oldest);
    }
    return value;
  }

  clear(): void {
    this.#entries.clear();
  }
}
