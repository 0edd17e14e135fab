import {CardVaultError, readServiceError, type AnswerSide} from '../protocol/index.js';
import type {Reply} from './reply.js';

/** The error behind an HTTP status. */
export function refusalOf({status, body}: Reply, side: AnswerSide): CardVaultError {
  return readServiceError(status, body, side);
}

/** Why there is no session. A developer reads which address was asked, and where it comes from. */
export function sessionRefused(reply: Reply, asked: string): CardVaultError {
  const {code, message} = refusalOf(reply, 'shop');
  const where = `It was asked for a session at ${asked}, the address in session-url.`;
  return new CardVaultError(code, `${message} ${where}`, {status: reply.status});
}

/** The reply on a route of one tracker: a shop that no longer knows the tracker has ended the session. */
export function requireSession(reply: Reply): Reply {
  if (reply.status < 400) return reply;
  const refusal = refusalOf(reply, 'shop');
  if (![403, 404, 410].includes(reply.status)) throw refusal;
  const message = `The session is over. ${refusal.message}`;
  throw new CardVaultError('session-expired', message, {status: reply.status});
}
