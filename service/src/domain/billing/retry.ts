/** Reserves the next attempts of open charges. */
import type {Clock} from '../../platform/clock/clock.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import {readSubscriptions} from '../subscriptions/changes.js';
import {readOpenCharge, takeOpenCharges} from '../subscriptions/due.js';
import type {OpenCharge} from '../subscriptions/due.js';
import type {Subscription} from '../subscriptions/subscription.js';
import {attemptKey, reserveAttempts, saveCharges} from '../subscriptions/charges.js';
import type {Task} from './task.js';

export interface RetryDependencies {
  readonly database: Pick<Database, 'leases'>;
  readonly clock: Clock;
  /** Names this worker's leases. */
  readonly lease: string;
}

/** Reserves attempts of charges that are due for a retry, or whose worker crashed during an attempt. */
export async function takeCharges(
  deps: RetryDependencies,
  tx: Queries,
  limit: number,
): Promise<{readonly taken: number; readonly tasks: readonly Task[]}> {
  const rows = await takeOpenCharges(tx, deps.database.leases, deps.clock.now(), limit);
  if (rows.length === 0) return {taken: 0, tasks: []};
  const subscriptions = await readSubscriptions(
    tx,
    rows.map(({subscription}) => subscription),
  );
  const tasks = await reserveRetries(deps, tx, rows, subscriptions);
  return {taken: rows.length, tasks};
}

/** Reserves an attempt of a locked subscription's open charge, even if no retry is due yet. */
export async function takeOpenCharge(
  deps: RetryDependencies,
  tx: Queries,
  subscription: Subscription,
): Promise<readonly Task[]> {
  const rows = await readOpenCharge(tx, subscription);
  return reserveRetries(deps, tx, rows, [subscription]);
}

/** Reserves the next attempt of each charge; voids charges that need none. */
async function reserveRetries(
  {clock, lease}: RetryDependencies,
  tx: Queries,
  rows: readonly OpenCharge[],
  subscriptions: readonly Subscription[],
): Promise<readonly Task[]> {
  const byToken = new Map(subscriptions.map((row) => [row.token, row]));
  const tasks: Task[] = [];
  const voided: OpenCharge[] = [];
  for (const row of rows) {
    const subscription = byToken.get(row.subscription)!;
    // A subscription that has ended has no open charge, so it gets no new attempt. An attempt that was sent
    // is repeated even then, because the network may have charged the card.
    const isOpen = subscription.open_charge === row.charge;
    if (row.sent_key === null && !isOpen) voided.push(row);
    else tasks.push(taskOf(row, subscription));
  }
  const now = clock.now();
  await reserveAttempts(tx, tasks, {lease, now});
  await saveCharges(
    tx,
    voided.map(({charge, first_failed_at: firstFailedAt}) => ({
      ...{charge, state: 'void', firstFailedAt},
      ...{nextAttemptAt: null, failure: null, settledAt: now},
    })),
  );
  return tasks;
}

/** Repeats an unanswered attempt unchanged, or makes the next one if there is none (guarantees 4.2). */
function taskOf(row: OpenCharge, subscription: Subscription): Task {
  const {charge, period, amount, amount_minor, currency, attempts, sent_key: key, sent_method: method} = row;
  const again = key !== null;
  const number = again ? attempts : attempts + 1;
  return {
    ...{subscription, charge, period, amount, amount_minor, currency, number, again},
    key: key ?? attemptKey(charge, number),
    payment_method: method ?? subscription.payment_method,
    firstFailedAt: row.first_failed_at,
  };
}
