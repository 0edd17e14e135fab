import {DatabaseUnavailableError} from '../errors.js';

/** SQLSTATE: connection exceptions, a server that ends or starts, and one that has no connection left. */
const states = /^(08...|57P0[1-5]|53300)$/;
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
 * The driver has no codes for these. The first is a connection that knows a table as it was before another
 * process changed it.
 */
const sentences =
  /^(cached plan must not change result type|Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** Whether an error of the driver says that the server is out of reach, not that a statement is wrong. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  const {code} = error as {code?: unknown};
  if (typeof code === 'string' && (states.test(code) || systemCodes.has(code))) return true;
  return sentences.test(error.message);
}
