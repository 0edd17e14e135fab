import {setTimeout as pause} from 'node:timers/promises';
import type {Logger} from '../logger.js';
import type {Database} from './database.js';

/** A database whose engine can crash while the service runs. */
export interface CrashableDatabase extends Database {
  /** Resolves once the engine has ended and released its files. All calls after that reject. */
  readonly ended: Promise<void>;
}

/** Delay after the first failed attempt to reopen; it doubles with every further one. */
const firstDelayMs = 100;
const longestDelayMs = 10_000;

/**
 * Opens a database and reopens it whenever its engine ends. Until it is open again all calls reject as
 * unavailable. Committed data survives; transactions that were open are lost.
 */
export async function openWithReopening(
  open: () => Promise<CrashableDatabase>,
  logger: Logger,
): Promise<Database> {
  let current = await open();
  let closing = false;

  async function reopen(): Promise<void> {
    for (let delay = firstDelayMs; !closing; delay = Math.min(2 * delay, longestDelayMs)) {
      try {
        current = await open();
        if (closing) return await current.close();
        return logger.info('storage.thread_reopened');
      } catch (error) {
        logger.error('storage.thread_not_reopened', {error: (error as Error).name});
        await pause(delay, undefined, {ref: false});
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      await current.ended;
      if (closing) return;
      await reopen();
    }
  }
  const watching = watch();

  return {
    query: (sql, parameters) => current.query(sql, parameters),
    transaction: (work) => current.transaction(work),
    leases: current.leases,
    async close() {
      closing = true;
      await current.close();
      await watching;
    },
  };
}
