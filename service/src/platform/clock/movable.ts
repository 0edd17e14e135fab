import type {Clock} from './clock.js';

/** A clock that development may move. It runs on at the speed of the clock beneath it. */
export class MovableClock implements Clock {
  readonly #base: Clock;
  readonly #listeners: (() => Promise<void>)[] = [];
  #offsetMs = 0;
  #listenersDone: Promise<void> = Promise.resolve();

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
   * Sets the time. `settled` resolves when all work that became due is done.
   *
   * @throws {RangeError} for a time in the clock's past: time never goes back.
   */
  advanceTo(instant: Date): void {
    const ahead = instant.getTime() - this.now().getTime();
    if (Number.isNaN(ahead) || ahead < 0) throw new RangeError('The clock only moves forward.');
    this.#offsetMs += ahead;
    for (const listener of this.#listeners) this.#listenersDone = this.#listenersDone.then(listener);
  }

  /**
   * Takes over an offset that was set elsewhere: before a restart, or by another process. Never goes back.
   */
  follow(offsetMs: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, offsetMs);
  }

  /** Runs after every `advanceTo`, in the order of these calls. A listener handles its own errors. */
  onAdvance(listener: () => Promise<void>): void {
    this.#listeners.push(listener);
  }

  /** Resolves when the listeners of every move so far are done. */
  listenersDone(): Promise<void> {
    return this.#listenersDone;
  }
}
