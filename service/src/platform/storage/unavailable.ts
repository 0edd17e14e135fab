import {DatabaseUnavailableError} from '../errors.js';

/** SQLSTATEs: connection exceptions, a server that shuts down or starts up, and too many connections. */
const sqlStates = /^(08...|57P0[1-5]|53300)$/;
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);
/**
 * Errors of the driver without a code. For the first one, the connection must be replaced: it still plans
 * for a table that another process has changed.
 */
const messages =
  /^(cached plan must not change result type|Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** Whether an error means that the database's machine has no room or memory left (SQLSTATE class 53). */
export function isOutOfSpace(error: unknown): boolean {
  const {code} = error as {code?: unknown};
  return typeof code === 'string' && (/^53...$/.test(code) || code === 'ENOSPC') && !isConnectionLoss(error);
}

/** Whether an error means that the database cannot be reached, rather than that a statement failed. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  const {code} = error as {code?: unknown};
  if (typeof code === 'string' && (sqlStates.test(code) || systemCodes.has(code))) return true;
  return messages.test(error.message);
}
