import {CardVaultError, readServiceError} from '../protocol/index.js';
import type {AnswerSide} from '../protocol/index.js';
import type {Reply} from './reply.js';

/** The error behind an HTTP status. */
export function refusalOf({status, body}: Reply, side: AnswerSide): CardVaultError {
  return readServiceError(status, body, side);
}

/** The reply on a route of one tracker: a shop that no longer knows the tracker has ended the session. */
export function ofSession(reply: Reply): Reply {
  if (reply.status < 400) return reply;
  const refusal = refusalOf(reply, 'shop');
  if (![403, 404, 410].includes(reply.status)) throw refusal;
  const message = `The session is over. ${refusal.message}`;
  throw new CardVaultError('session-expired', message, {status: reply.status});
}
