import type {Clock} from '../clock/clock.js';
import type {IdempotencyStore} from '../idempotency/store.js';
import type {DueWork} from './due-work.js';

/** Interval between deletions, in milliseconds of the service's clock. */
const intervalMs = 10 * 60_000;

/** Deletes idempotency keys after their 48 hours (guarantees 4.1). Several processes may run it at once. */
export function forgottenKeys(deps: {readonly store: IdempotencyStore; readonly clock: Clock}): DueWork {
  let next = 0;
  return {
    name: 'forgotten-keys',
    async run() {
      const now = deps.clock.now().getTime();
      if (now < next) return 0;
      await deps.store.sweep({isOnlyProcess: false});
      next = now + intervalMs;
      return 0;
    },
    isDue: () => Promise.resolve(false),
    // Nothing depends on when old keys are deleted, so the clock need not stop for it.
    nextDue: () => Promise.resolve(undefined),
    release: () => Promise.resolve(),
  };
}
