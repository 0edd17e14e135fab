import type {ClockStore} from '../clock/persisted.js';
import type {MovableClock} from '../clock/movable.js';
import {Travel} from '../clock/travel.js';
import type {EventLog} from '../clock/travel.js';
import type {Logger} from '../logger.js';
import type {Database} from '../storage/database.js';
import {databaseKind} from '../storage/open.js';
import type {DueWork} from './due-work.js';
import {tableStatistics} from './statistics.js';
import {Worker} from './worker.js';

/**
 * Creates the worker, and the clock travel that stops for each piece of due work. After each movement the
 * clock's offset is stored and the work that became due is finished. Processes that share a PostgreSQL server
 * adopt the largest offset.
 */
export function composeWorker(
  deps: {
    readonly database: Database;
    readonly clock: MovableClock;
    readonly clockStore: ClockStore;
    readonly logger: Logger;
    readonly eventLog: EventLog;
    readonly options: {
      /** `api` processes do no due work. */
      readonly role: 'all' | 'api' | 'worker';
      readonly database: string;
      readonly production: boolean;
    };
  },
  work: readonly DueWork[],
): {readonly worker: Worker; readonly travel: Travel} {
  const {database, clock, clockStore, logger, options} = deps;
  const clockMoves = !options.production;
  const isShared = databaseKind(options.database) === 'postgres';
  const adoptSharedClock = async () => {
    if (clockMoves && isShared) await clockStore.load();
    if (clockMoves) await travel.resume();
  };
  const worker = new Worker({
    work: [...work, tableStatistics(deps)],
    doesWork: options.role !== 'api',
    beforePass: adoptSharedClock,
    sleep: database.onWrite && {clock, onWrite: database.onWrite},
    logger,
  });
  const travel = new Travel({...deps, worker});
  clock.onAdvance(() =>
    clockStore.save().then(
      () => worker.finishDueWork(),
      () => logger.warn('clock.not_kept'),
    ),
  );
  return {worker, travel};
}
