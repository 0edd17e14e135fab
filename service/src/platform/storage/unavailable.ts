import {
  DatabaseBusyError,
  DatabaseFullError,
  DatabaseReadOnlyError,
  DatabaseRefusesError,
  DatabaseUnavailableError,
  ServiceError,
} from '../errors.js';

/**
 * SQLSTATEs of a connection that is lost: connection exceptions, a server that shuts down or starts up, too many
 * connections, a COMMIT of unknown outcome, a session that was idle for too long.
 */
const lost = /^(08...|57P..|53300|40003|25P03)$/;
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

/** Whether an error means that the database cannot be reached, rather than that a statement failed. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  const {code} = error as {code?: unknown};
  if (typeof code === 'string' && (lost.test(code) || systemCodes.has(code))) return true;
  return messages.test(error.message);
}

/** SQLSTATEs of a prepared statement that the session does not know, or knows although it was not prepared in it. */
const otherSession = /^(26000|42P05)$/;
/** SQLSTATEs of a transaction that lost to another one, or ran into a time limit. */
const lostToOthers = /^(40...|55P03|57014)$/;

const codeOf = (error: unknown) => {
  const {code} = error as {code?: unknown};
  return typeof code === 'string' ? code : '';
};

/** Whether a pooler has changed the session between two statements, so that prepared statements mean nothing. */
export const isOtherSession = (error: unknown): boolean => otherSession.test(codeOf(error));

/** Whether a whole transaction may be run again: it has changed nothing, and the reason passes. */
export const mayRunAgain = (error: unknown): boolean =>
  isOtherSession(error) || /^40(001|P01)$/.test(codeOf(error));

/** How often a transaction that lost to another one is run, in all. */
const runs = 3;

/** Runs a whole transaction again that lost to another one. `run` must have no effect but that of its transaction. */
export async function runAgain<Result>(
  run: () => Promise<Result>,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<Result> {
  for (let left = runs - 1; ; left--) {
    try {
      return await run();
    } catch (error) {
      onFailure(error);
      if (left === 0 || !mayRunAgain(error)) throw error;
    }
  }
}

/**
 * What a caller is told of an error of the database, by classes of SQLSTATE: a state that this list does not name is
 * of a class that it names, or an error of our own. Undefined for all other errors.
 */
export function databaseErrorOf(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  if (isConnectionLoss(error)) return new DatabaseUnavailableError();
  const code = codeOf(error);
  if (isOtherSession(error) || lostToOthers.test(code)) return new DatabaseBusyError();
  if (/^53...$/.test(code) || code === 'ENOSPC') return new DatabaseFullError();
  if (code === '25006') return new DatabaseReadOnlyError();
  // Refused credentials and rights, a database that is gone, and errors of its machine or its files.
  if (/^(28...|3D...|42501|58...|F0...|XX00[12])$/.test(code)) return new DatabaseRefusesError();
  return undefined;
}
