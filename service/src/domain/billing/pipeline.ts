/** Charges due subscriptions in small slices, so that requests can use the database in between. */
import type {Database, Transaction} from '../../platform/storage/database.js';
import type {ChargeTask, Slice} from './task.js';

/**
 * Subscriptions or charges per slice. PGlite has one connection, so a long transaction delays all requests.
 */
export const sliceRows = 16;
/** Slices in progress at a time. While one waits for the network, another uses the database. */
const maxSlicesInProgress = 4;
/** Slices per run. The worker can stop between runs. */
const maxSlicesPerRun = 32;

/** Takes the next due rows for this worker; an empty slice if none is due. */
export type TakeSlice = (tx: Transaction) => Promise<Slice>;

export interface Pipeline {
  /**
   * Charges due rows until none is left or `maxSlicesPerRun` is reached.
   *
   * @returns The number of charged rows.
   */
  run(takeSlice: TakeSlice): Promise<number>;
}

/**
 * While the network authorizes one slice, the pipeline takes the next one and records the previous one. Its
 * transactions run one after another, so that requests can use the database between them.
 *
 * @param chargeTasks Sends tasks to the network, and records the outcomes through `transactions`.
 */
export function createPipeline(
  database: Database,
  chargeTasks: (
    tasks: readonly ChargeTask[],
    transactions: Pick<Database, 'transaction'>,
  ) => Promise<unknown>,
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
    async run(takeSlice) {
      const inProgress = new Set<Promise<unknown>>();
      const failures: unknown[] = [];
      let totalRows = 0;
      for (let slices = 0; slices < maxSlicesPerRun && failures.length === 0; slices++) {
        const {rowCount, tasks} = await oneAtATime.transaction(takeSlice);
        if (rowCount === 0) break;
        totalRows += rowCount;
        const charging = chargeTasks(tasks, oneAtATime)
          .catch((error: unknown) => failures.push(error))
          .finally(() => inProgress.delete(charging));
        inProgress.add(charging);
        if (inProgress.size >= maxSlicesInProgress) await Promise.race(inProgress);
      }
      await Promise.all(inProgress);
      if (failures.length > 0) throw failures[0];
      return totalRows;
    },
  };
}
