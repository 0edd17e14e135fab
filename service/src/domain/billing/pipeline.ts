/** Charges due subscriptions in small slices, so that requests can use the database in between. */
import type {Database, Transaction} from '../../platform/storage/database.js';
import type {Task} from './task.js';

/** Rows per slice. PGlite has one connection, so a long transaction makes every request wait. */
export const sliceRows = 16;
/** Slices in progress at a time. While one waits for the network, another uses the database. */
const maxSlicesInProgress = 4;
/** Slices per run. The worker can stop between runs. */
const maxSlicesPerRun = 32;

/** Leases due rows. Returns their number and the tasks for the network. */
export type Take = (tx: Transaction) => Promise<{readonly taken: number; readonly tasks: readonly Task[]}>;

export interface Pipeline {
  /** Charges due rows until none is left or the limit is reached. @returns The number of finished rows. */
  run(take: Take): Promise<number>;
}

/**
 * While the network authorizes one slice, the pipeline leases the next one and records the previous one. Its
 * transactions run one after another, so that requests can use the database between them.
 *
 * @param chargeTasks Sends tasks to the network and records the outcomes in a transaction of `transactions`.
 */
export function createPipeline(
  database: Database,
  chargeTasks: (tasks: readonly Task[], transactions: Pick<Database, 'transaction'>) => Promise<unknown>,
): Pipeline {
  let lastTransaction: Promise<unknown> = Promise.resolve();
  const oneAtATime: Pick<Database, 'transaction'> = {
    transaction(work) {
      const next = lastTransaction.then(() => database.transaction(work));
      lastTransaction = next.catch(() => undefined);
      return next;
    },
  };
  return {
    async run(take) {
      const underWay = new Set<Promise<unknown>>();
      const failures: unknown[] = [];
      let total = 0;
      for (let slice = 0; slice < maxSlicesPerRun && failures.length === 0; slice++) {
        const {taken, tasks} = await oneAtATime.transaction(take);
        if (taken === 0) break;
        total += taken;
        const chargedSlice = chargeTasks(tasks, oneAtATime)
          .catch((error: unknown) => failures.push(error))
          .finally(() => underWay.delete(chargedSlice));
        underWay.add(chargedSlice);
        if (underWay.size >= maxSlicesInProgress) await Promise.race(underWay);
      }
      await Promise.all(underWay);
      if (failures.length > 0) throw failures[0];
      return total;
    },
  };
}
