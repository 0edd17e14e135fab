import type {CallOptions, Timers} from '../flow/index.js';
import type {AnswerSide} from '../protocol/index.js';
import {readReply, type Reply} from './reply.js';

export interface Outgoing {
  readonly side: AnswerSide;
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The page is being left, and the request outlives it. */
  readonly keepalive?: boolean;
  /** Safe to send again: it only reads, or carries an idempotency key. */
  readonly repeatable: boolean;
}

export interface HttpOptions {
  readonly fetch: typeof fetch;
  readonly timers: Timers;
}

/** Sends a request once. An answer of any status is an answer; without one it rejects as `fetch` does. */
export async function send(
  {url, method, headers, body, keepalive}: Outgoing,
  {signal}: CallOptions,
  {fetch}: HttpOptions,
  redirect: RequestRedirect,
): Promise<Reply> {
  signal.throwIfAborted();
  // In a microtask: a browser records the code that starts a request, and would parse the running script a
  // second time to do so.
  const answer = await Promise.resolve().then(() =>
    fetch(url, {
      method,
      headers: body === undefined ? headers : {...headers, 'Content-Type': 'application/json'},
      ...(body !== undefined && {body: JSON.stringify(body)}),
      cache: 'no-store',
      // The shop knows its shopper by a cookie, at its relay too; another origin gets none.
      credentials: 'same-origin',
      redirect,
      signal,
      ...(keepalive && {keepalive}),
    }),
  );
  return readReply(answer);
}
