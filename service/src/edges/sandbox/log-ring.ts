/** A log line, already redacted. */
export interface LogLine {
  /** Numbers all lines since the start, so that a reader can skip those that it has. */
  readonly number: number;
  readonly line: string;
}

/** Matches requests of the dashboard itself, which would displace all other lines. */
const dashboardRoute = /"route":"\/(sandbox\/v1\/[^"]*|dashboard\/[^"]*)?"/;

/** The latest log lines, kept in memory for the dashboard. The logger has already redacted them. */
export class LogRing {
  readonly #limit: number;
  #lines: LogLine[] = [];
  #lastNumber = 0;

  constructor(limit = 500) {
    this.#limit = limit;
  }

  add(line: string): void {
    if (dashboardRoute.test(line)) return;
    this.#lastNumber++;
    this.#lines.push({number: this.#lastNumber, line});
    if (this.#lines.length > this.#limit) this.#lines.shift();
  }

  /** Newest first. */
  lines(limit = this.#limit): readonly LogLine[] {
    return this.#lines.slice(-limit).reverse();
  }
}
