import {RetryError} from '../errors.js';
import type {ServiceMiddleware} from './env.js';

const windowMs = 60_000;
/**
 * Calls a minute of a token that belongs to one tracker or one shopper (guarantees 3): a save takes about
 * ten.
 */
export const callsOfScopedToken = 50;
/** A token without a scope may serve all the shoppers of a server. */
export const callsOfUnscopedToken = 1200;
/** Requests under way at a time; beyond it answers would only come late. */
const mostUnderWay = 512;

/**
 * Counts the calls of tokens, minute by minute, in this process: of n processes each lets a token have its
 * calls, and the death of one that had too many is known to all of them within seconds
 * (`identity/revoked-tokens.ts`).
 */
export class CallLimits {
  readonly #nowMs: () => number;
  #counts = new Map<string, number>();
  #windowEnds = 0;

  /**
   * @param nowMs Real time, in milliseconds: it is about the load now, wherever the service's clock stands.
   */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** @throws {ServiceError} 429 `request.too_many`, which says when the next minute begins. */
  count(token: {readonly id: string; readonly scoped: boolean}): void {
    const now = this.#nowMs();
    if (now >= this.#windowEnds) {
      this.#counts = new Map();
      this.#windowEnds = now + windowMs;
    }
    const calls = (this.#counts.get(token.id) ?? 0) + 1;
    this.#counts.set(token.id, calls);
    if (calls <= (token.scoped ? callsOfScopedToken : callsOfUnscopedToken)) return;
    throw new RetryError(
      429,
      'request.too_many',
      token.scoped
        ? 'This token has been used too often, and opens nothing any more. Ask the shop’s server for a fresh one.'
        : 'This token has been used too often. Wait a moment.',
      Math.max(1, Math.ceil((this.#windowEnds - now) / 1000)),
    );
  }
}

/**
 * Refuses what comes while too much is under way, so that what was begun is answered in time. Health is
 * always answered.
 */
export function shedLoad(most = mostUnderWay): ServiceMiddleware {
  let underWay = 0;
  return async (c, next) => {
    if (underWay >= most && c.req.path !== '/healthz') {
      throw new RetryError(
        503,
        'service.overloaded',
        'Too much is under way here. Come back in a moment.',
        1,
      );
    }
    underWay++;
    try {
      await next();
    } finally {
      underWay--;
    }
  };
}
