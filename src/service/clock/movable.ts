import type {Clock} from './clock.js';

/** A clock that development may move. It runs on at the speed of the clock beneath it. */
export class MovableClock implements Clock {
  readonly #base: Clock;
  #offsetMs = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): Date {
    return new Date(this.#base.now().getTime() + this.#offsetMs);
  }

  /** Milliseconds that this clock is ahead of the one beneath it. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /**
   * Sets the time.
   *
   * @throws {RangeError} when that would be in the clock's past: time never goes back.
   */
  advanceTo(instant: Date): void {
    const ahead = instant.getTime() - this.now().getTime();
    if (Number.isNaN(ahead) || ahead < 0) throw new RangeError('The clock only moves forward.');
    this.#offsetMs += ahead;
  }
}
