import type {Database, Transaction} from '../../platform/storage/database.js';
import type {Task} from './task.js';

/** Rows per transaction: PGlite has one connection, so a long transaction makes every request wait. */
export const sliceRows = 16;
/** Slices in flight: while one waits for the network, others use the database. */
const lanes = 4;
/** Slices per run; between runs the worker can stop. */
const most = 32;

/** Takes some due rows; returns how many, and the tasks for the network. */
export type Take = (tx: Transaction) => Promise<{readonly taken: number; readonly tasks: readonly Task[]}>;

/** Charges what is due, slice by slice. */
export interface Pipeline {
  /** @returns the number of rows taken, 0 when nothing is due. All of them are finished when it resolves. */
  run(take: Take): Promise<number>;
}

/**
 * While the network authorizes one slice, the next is taken and the previous one recorded. The transactions
 * run one after another, so that requests get the database between any two of them.
 */
export function createPipeline(
  database: Database,
  carryOut: (tasks: readonly Task[], through: Pick<Database, 'transaction'>) => Promise<unknown>,
): Pipeline {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: Pick<Database, 'transaction'> = {
    transaction(work) {
      const next = last.then(() => database.transaction(work));
      last = next.catch(() => undefined);
      return next;
    },
  };
  return {
    async run(take) {
      const underWay = new Set<Promise<unknown>>();
      const failures: unknown[] = [];
      let all = 0;
      for (let slice = 0; slice < most && failures.length === 0; slice++) {
        const {taken, tasks} = await inTurn.transaction(take);
        if (taken === 0) break;
        all += taken;
        const carried = carryOut(tasks, inTurn)
          .catch((error: unknown) => failures.push(error))
          .finally(() => underWay.delete(carried));
        underWay.add(carried);
        if (underWay.size >= lanes) await Promise.race(underWay);
      }
      await Promise.all(underWay);
      if (failures.length > 0) throw failures[0];
      return all;
    },
  };
}
