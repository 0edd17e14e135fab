import type {Timers} from '../flow/index.js';
import type {SessionAnswer} from '../protocol/index.js';

/** A token is renewed when it has less than this left, in milliseconds. */
const margin = 60_000;

/** One session with its time-based token, and the one renewal of it that may be under way. */
export class HeldSession {
  readonly #timers: Timers;
  #answer: SessionAnswer;
  #renewAt: number;
  #renewal: Promise<void> | undefined;

  /** @param at when the answer came, by the page's clock. */
  constructor(answer: SessionAnswer, at: number, timers: Timers) {
    this.#timers = timers;
    this.#answer = answer;
    this.#renewAt = whenDue(answer, at);
  }

  get answer(): SessionAnswer {
    return this.#answer;
  }

  get due(): boolean {
    return this.#timers.now() >= this.#renewAt;
  }

  /**
   * Everybody who asks while a renewal is under way waits for that one. `ask` gets a fresh answer for this
   * tracker.
   */
  renew(ask: () => Promise<SessionAnswer>): Promise<void> {
    this.#renewal ??= ask()
      .then((answer) => {
        this.#answer = answer;
        this.#renewAt = whenDue(answer, this.#timers.now());
      })
      .finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }
}

/**
 * A token that seems to end at once was judged by a wrong clock: then only the service can say that it has
 * ended.
 */
function whenDue({session}: SessionAnswer, now: number): number {
  const due = Date.parse(session.expiresAt) - margin;
  return due > now ? due : Number.POSITIVE_INFINITY;
}
