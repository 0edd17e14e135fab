/** A log line, already redacted. */
export interface LogLine {
  /** Increases by one with each line, so that a reader can skip lines that it has. */
  readonly number: number;
  readonly line: string;
}

/** Matches requests of the dashboard itself, which would displace all other lines. */
const dashboardRoute = /"route":"\/(sandbox\/v1\/[^"]*|dashboard\/[^"]*)?"/;

/**
 * The latest log lines in memory, for the dashboard. They come from the logger, which has redacted them.
 */
export class LogRing {
  readonly #limit: number;
  #lines: LogLine[] = [];
  #count = 0;

  constructor(limit = 500) {
    this.#limit = limit;
  }

  add(line: string): void {
    if (dashboardRoute.test(line)) return;
    this.#lines.push({number: ++this.#count, line});
    if (this.#lines.length > this.#limit) this.#lines.shift();
  }

  /** Newest first. */
  lines(limit = this.#limit): readonly LogLine[] {
    return this.#lines.slice(-limit).reverse();
  }
}
