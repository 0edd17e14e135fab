import type {CallOptions} from '../flow/index.js';
import {CardVaultError, readSession} from '../protocol/index.js';
import type {AnswerSide, SessionAnswer} from '../protocol/index.js';
import type {HeldSession} from './held-session.js';
import {exchange, type HttpOptions, type Reply} from './http.js';

/** What the two parts of the adapter share: the way to both servers, and the sessions that are open. */
export interface Connection {
  /** Address of the session route, after redirects once it has answered. */
  sessionUrl: string;
  readonly http: HttpOptions;
  readonly createKey: () => string;
  readonly sessions: Map<string, HeldSession>;
}

export function toShop(
  {http}: Connection,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  options: CallOptions,
  key?: string,
): Promise<Reply> {
  const headers: Record<string, string> = key === undefined ? {} : {'Idempotency-Key': key};
  const body = method === 'POST' ? {} : undefined;
  return exchange({side: 'shop', url, method, headers, body, repeatable: true}, options, http);
}

/** A new session. */
export async function open(connection: Connection, options: CallOptions): Promise<SessionAnswer> {
  const {sessionUrl: url, createKey} = connection;
  const reply = await accepted(await toShop(connection, 'POST', url, options, createKey()), 'shop');
  const {status, body} = reply;
  const sessionUrl = (connection.sessionUrl = reply.url || url);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return readSession(body, sessionUrl);
  // A login page, mostly, or an address that is not the route.
  throw new CardVaultError(
    'session-refused',
    `${sessionUrl} answered ${status} with something that is no session. Does session-url name the session ` +
      `route of the shop's server, and is the shopper logged in?`,
    {status},
  );
}

/** The reply, unless it is an HTTP error, which is thrown with its code. The words for it are loaded when there is one. */
export async function accepted(reply: Reply, side: AnswerSide): Promise<Reply> {
  if (reply.status < 400) return reply;
  const {refusalOf} = await import('./refusal.js');
  throw refusalOf(reply, side);
}
