/** One line of the log, as it was written: redacted already. */
export interface LogLine {
  /** Counts up, so that a reader can skip the lines it has. */
  readonly number: number;
  readonly line: string;
}

/** Requests of the dashboard about itself would push everything else out. */
const own = /"route":"\/(sandbox\/v1\/[^"]*|dashboard\/[^"]*)?"/;

/**
 * The last lines of the log in memory, for the dashboard. Only what the logger wrote gets here, after its
 * last filter.
 */
export class LogRing {
  readonly #limit: number;
  #lines: LogLine[] = [];
  #count = 0;

  constructor(limit = 500) {
    this.#limit = limit;
  }

  add(line: string): void {
    if (own.test(line)) return;
    this.#lines.push({number: ++this.#count, line});
    if (this.#lines.length > this.#limit) this.#lines.shift();
  }

  /** Newest first. */
  lines(limit = this.#limit): readonly LogLine[] {
    return this.#lines.slice(-limit).reverse();
  }
}
