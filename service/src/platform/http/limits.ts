import {RetryError} from '../errors.js';

const windowMs = 60_000;
/**
 * Calls per minute for a token that belongs to one tracker or one shopper (guarantees 3). Saving a card
 * takes about ten.
 */
export const callsOfScopedToken = 50;
/** Calls per minute for a token without a scope, which may serve all shoppers of a server. */
export const callsOfUnscopedToken = 1200;

/**
 * Counts the calls of each token per minute, in this process only: with n processes a token gets n times
 * its limit. A scoped token that exceeds it is revoked, and all processes learn that within seconds
 * (`identity/revoked-tokens.ts`).
 */
export class CallLimits {
  readonly #nowMs: () => number;
  #counts = new Map<string, number>();
  #windowEnds = 0;

  /** @param nowMs Real time in milliseconds, because load does not depend on the service's clock. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** @throws {ServiceError} 429 `request.too_many`; `Retry-After` says when the next minute begins. */
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
        ? 'This token was used too often and has been revoked. Ask the shop’s server for a new one.'
        : 'This token was used too often. Retry after the time in Retry-After.',
      Math.max(1, Math.ceil((this.#windowEnds - now) / 1000)),
    );
  }
}
