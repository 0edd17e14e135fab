import type {Timers} from '../flow/index.js';
import {readCaptureContextToken} from '../protocol/index.js';
import type {CaptureContext, SessionAnswer} from '../protocol/index.js';

/** A token or capture context is renewed when it has less than this left, in milliseconds. */
const margin = 60_000;

/** One session with its time-based token, and the one renewal of it that may be under way. */
export class HeldSession {
  readonly #timers: Timers;
  #answer: SessionAnswer;
  #renewAt: number;
  #context: string | undefined;
  #renewal: Promise<void> | undefined;

  constructor(answer: SessionAnswer, timers: Timers) {
    this.#timers = timers;
    this.#answer = answer;
    this.#context = answer.captureContext;
    this.#renewAt = this.#whenDue(answer);
  }

  /**
   * The capture context that came with the session: once, and only while the page's clock finds life in it. A clock that
   * is wrong costs one request for another.
   */
  takeContext(origin: string): CaptureContext | undefined {
    const token = this.#context;
    this.#context = undefined;
    if (token === undefined) return undefined;
    const context = readCaptureContextToken(token, origin, this.#answer.libraryWithoutHash);
    const now = this.#timers.now();
    // It may have waited for this page: its life is counted from now, and what has passed of it is gone.
    return context.expiresAt - now > margin
      ? {...context, issuedAt: Math.max(context.issuedAt, now)}
      : undefined;
  }

  get answer(): SessionAnswer {
    return this.#answer;
  }

  get due(): boolean {
    return this.#timers.now() >= this.#renewAt;
  }

  /** Everybody who asks while a renewal is under way waits for that one. `ask` gets a fresh answer for this tracker. */
  renew(ask: () => Promise<SessionAnswer>): Promise<void> {
    this.#renewal ??= ask()
      .then((answer) => {
        this.#answer = answer;
        this.#renewAt = this.#whenDue(answer);
      })
      .finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** A token that seems to end at once was judged by a wrong clock: then only the service can say that it has ended. */
  #whenDue(answer: SessionAnswer): number {
    const due = Date.parse(answer.session.expiresAt) - margin;
    return due > this.#timers.now() ? due : Number.POSITIVE_INFINITY;
  }
}
