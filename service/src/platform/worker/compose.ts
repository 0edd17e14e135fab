import type {KeptClock} from '../clock/persisted.js';
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
 * The worker, and the clock that stops at each piece of due work. A movement is stored and the work that
 * became due is done before the caller gets an answer. Processes that share a server follow the clock of the
 * one that moves it.
 */
export function composeWorker(
  deps: {
    readonly database: Database;
    readonly clock: MovableClock;
    readonly kept: KeptClock;
    readonly logger: Logger;
    readonly eventLog: EventLog;
    readonly options: {
      /** Which processes do due work, and which only answer requests. */
      readonly role: 'all' | 'api' | 'worker';
      readonly database: string;
      readonly production: boolean;
    };
  },
  work: readonly DueWork[],
): {readonly worker: Worker; readonly travel: Travel} {
  const {clock, kept, logger, options} = deps;
  const movable = !options.production;
  const shared = databaseKind(options.database) === 'postgres';
  const before = async () => {
    if (movable && shared) await kept.load();
    if (movable) await travel.resume();
  };
  const all = [...work, tableStatistics(deps)];
  const worker = new Worker({work: all, does: options.role !== 'api', before, logger});
  const travel = new Travel({...deps, traveller: worker});
  clock.onAdvance(() =>
    kept.save().then(
      () => worker.finishDueWork(),
      () => logger.warn('clock.not_kept'),
    ),
  );
  return {worker, travel};
}
