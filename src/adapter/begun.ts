import {freshId} from '../protocol/fresh-id.js';
import {sessionRequest} from '../protocol/session-request.js';

/**
 * A session request that has begun, perhaps before the element was there; its answer is taken once (decision
 * 0053).
 */
export interface BegunRequest {
  /** As in the element's `session-url`. */
  readonly url: string;
  /**
   * Its `Idempotency-Key`: sent again under it, it opens the same session. A page that an older kit wrote
   * names none.
   */
  readonly key?: string | undefined;
  readonly answer: Promise<Response>;
  abort(): void;
}

/**
 * As it was when this script ran: what a later script of the page puts in its place is not used (guarantees
 * 2.8).
 */
export const {fetch: pageFetch} = globalThis;

/** Begins a session request; the adapter that takes its answer may still be on its way. */
export function beginSession(
  url: string,
  key: string = freshId(),
  send: typeof fetch = pageFetch,
): BegunRequest {
  const end = new AbortController();
  // In a microtask, for the reason that `send.ts` gives.
  const answer = Promise.resolve().then(() =>
    send(url, {
      ...sessionRequest(key),
      cache: 'no-store',
      // The shop knows its shopper by a cookie; another origin gets none.
      credentials: 'same-origin',
      signal: end.signal,
    }),
  );
  // The adapter hears of a failure when it takes the answer.
  answer.catch(() => undefined);
  return {url, key, answer, abort: () => end.abort()};
}
