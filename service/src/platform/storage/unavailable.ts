import {setTimeout as pause} from 'node:timers/promises';
import {RetryError} from '../errors.js';

const retrySeconds = 1;

/** The answer while the database cannot be reached: come back, nothing is lost (A13). */
export class DatabaseUnavailableError extends RetryError {
  constructor() {
    super(
      503,
      'service.database_unavailable',
      'The database does not answer. Try again shortly.',
      retrySeconds,
    );
  }
}

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
/** The driver has no codes for these. The first is a connection that knows a table as it was before another process changed it. */
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

const retryMs = 100;
/** Longer than any lease: what is not let go by then has let go by itself. */
const retryLimitMs = 60_000;

const givenUp = new Set<string>();

/**
 * Notes a claim whose request was cut off: it may be written only after we tried to take it back, and whoever asks again need
 * not wait for its lease.
 */
export function abandonClaim(claim: string): void {
  givenUp.add(claim);
  setTimeout(() => givenUp.delete(claim), 2 * retryLimitMs).unref();
}

/** Claims of this process that nobody works under any more. */
export const abandonedClaims = (): readonly string[] => [...givenUp];

let outstanding = 0;

/**
 * Whether something of an outage has still to be put right. What looks busy then may be a lease of a request that was told to
 * come back: its repetition is told so again, not that somebody else is at work.
 */
export const isRecovering = () => outstanding > 0;

/**
 * Does something that must happen and may happen late, such as giving back a lease: while the database is out of reach it is
 * tried again in the background, so that nobody waits a whole lease when the database is back.
 */
export async function eventually(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
    outstanding++;
    void retry(run).finally(() => outstanding--);
  }
}

async function retry(run: () => Promise<unknown>): Promise<void> {
  const giveUp = performance.now() + retryLimitMs;
  while (performance.now() < giveUp) {
    await pause(retryMs, undefined, {ref: false});
    try {
      return void (await run());
    } catch (error) {
      if (!isConnectionLoss(error)) return;
    }
  }
}
