import type {Clock} from '../../platform/clock/clock.js';
import type {Database} from '../../platform/storage/database.js';
import type {DueWork} from '../../platform/worker/due-work.js';

interface Dependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Interval between deletions, in milliseconds of the service's clock. */
const deletionIntervalMs = 10 * 60_000;

/** The worker's task that deletes counts of windows that have ended. */
export function endedCounts({database, clock}: Dependencies): DueWork {
  let next = 0;
  return {
    name: 'ended-counts',
    async run() {
      const now = clock.now();
      if (now.getTime() < next) return 0;
      await database.query('DELETE FROM velocity_counts WHERE ends_at <= $1', [now]);
      next = now.getTime() + deletionIntervalMs;
      return 0;
    },
    isDue: () => Promise.resolve(false),
    // Counts of ended windows have no effect, so the clock need not stop for their deletion.
    nextDue: () => Promise.resolve(undefined),
    release: () => Promise.resolve(),
  };
}
