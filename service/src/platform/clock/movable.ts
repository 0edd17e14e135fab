import type {Clock} from './clock.js';

/** A clock that development may set forward. It runs at the speed of the clock it is based on. */
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

  /** Milliseconds by which this clock is ahead of its base. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /**
   * Sets the time forward and starts the listeners; `listenersDone` waits for them.
   *
   * @throws {RangeError} for a time in the clock's past.
   */
  advanceTo(instant: Date): void {
    const ahead = instant.getTime() - this.now().getTime();
    if (Number.isNaN(ahead) || ahead < 0) throw new RangeError('The clock only moves forward.');
    this.#offsetMs += ahead;
    for (const listener of this.#listeners) this.#listenersDone = this.#listenersDone.then(listener);
  }

  /**
   * Adopts an offset that was stored before a restart or by another process. A smaller one is ignored,
   * because time never goes back. Starts no listeners.
   */
  adoptOffset(offsetMs: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, offsetMs);
  }

  /**
   * Registers a listener that runs after every `advanceTo`. Listeners run one after another and handle
   * their own errors.
   */
  onAdvance(listener: () => Promise<void>): void {
    this.#listeners.push(listener);
  }

  /** Resolves when the listeners of every move so far have run. */
  listenersDone(): Promise<void> {
    return this.#listenersDone;
  }
}
