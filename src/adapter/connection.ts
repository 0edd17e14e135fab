import type {CallOptions} from '../flow/index.js';
import {CardVaultError, type AnswerSide} from '../protocol/index.js';
import {isRecord} from '../protocol/answer.js';
import type {SessionAnswer} from '../protocol/session.js';
import {askShop} from './ask-shop.js';
import type {BegunRequest} from './begun.js';
import {refusalOf, sessionRefused} from './refusal.js';
import type {Reply} from './reply.js';
import type {HttpOptions} from './send.js';

/** A session that this page has opened or taken up. */
export interface Opened {
  readonly answer: SessionAnswer;
  /** When the answer came, by the page's clock. */
  readonly at: number;
  /** The capture context that came with it, until it is used. */
  context: string | undefined;
}

/** Shared by the two parts of the adapter: the way to both servers, and the sessions that are open. */
export interface Connection {
  /** Address of the session route, after redirects once it has answered. */
  sessionUrl: string;
  readonly http: HttpOptions;
  readonly createKey: () => string;
  /** By tracker. */
  readonly opened: Map<string, Opened>;
}

/**
 * Repeats a session request that got no session, or no answer for long. Throws an error that says what came
 * instead. Aborts `first` if it still has no answer.
 */
export async function openAgain(
  {http, sessionUrl, createKey}: Connection,
  begun: BegunRequest,
  first: Promise<Reply>,
  options: CallOptions,
): Promise<Reply> {
  const key = begun.key ?? createKey();
  let isSilent = true;
  const heard = (): unknown => (isSilent = false);
  first.then(heard, heard);
  let reply: Reply;
  try {
    reply = await askShop({method: 'POST', url: sessionUrl, key}, options, http, first);
  } finally {
    // Otherwise the page's script would mount fields for a session that no run uses.
    if (isSilent) begun.abort();
  }
  if (reply.status >= 400) throw sessionRefused(reply, sessionUrl);
  if (isRecord(reply.body)) return reply;
  // A login page, mostly, or an address that is not the route.
  throw new CardVaultError(
    'session-refused',
    `${reply.url || sessionUrl} answered ${reply.status} with something that is no session. Does session-url name the ` +
      `session route of the shop's server, and is the shopper logged in?`,
    {status: reply.status},
  );
}

/** The reply, unless it is an HTTP error, which is thrown with its code. */
export function accepted(reply: Reply, side: AnswerSide): Reply {
  if (reply.status < 400) return reply;
  throw refusalOf(reply, side);
}
