import {setTimeout as pause} from 'node:timers/promises';
import type {Logger} from '../logger.js';
import type {Database} from './database.js';

/** A database whose engine may end by itself. */
export interface EndingDatabase extends Database {
  /** Resolves when the engine has ended and released everything. From then on all calls are refused. */
  readonly ended: Promise<void>;
}

const firstRestMs = 100;
const longestRestMs = 10_000;

/**
 * Reopens the database whenever its engine ends. Until then all calls reject as unavailable. Afterwards
 * committed data is there; a transaction that was open is not.
 */
export async function openAgain(open: () => Promise<EndingDatabase>, logger: Logger): Promise<Database> {
  let current = await open();
  let closing = false;

  async function reopen(): Promise<void> {
    for (let rest = firstRestMs; !closing; rest = Math.min(2 * rest, longestRestMs)) {
      try {
        current = await open();
        if (closing) return await current.close();
        return logger.info('storage.thread_reopened');
      } catch (error) {
        logger.error('storage.thread_not_reopened', {error: (error as Error).name});
        await pause(rest, undefined, {ref: false});
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
