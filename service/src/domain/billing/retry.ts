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

/** Takes charges that are due for a retry, and those whose worker crashed during an attempt. */
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
  const tasks = await take(deps, tx, rows, subscriptions);
  return {taken: rows.length, tasks};
}

/** The open charge of a locked subscription, to be retried at once. */
export async function takeOpenCharge(
  deps: RetryDependencies,
  tx: Queries,
  subscription: Subscription,
): Promise<readonly Task[]> {
  const rows = await readOpenCharge(tx, subscription);
  return take(deps, tx, rows, [subscription]);
}

async function take(
  {clock, lease}: RetryDependencies,
  tx: Queries,
  rows: readonly OpenCharge[],
  subscriptions: readonly Subscription[],
): Promise<readonly Task[]> {
  const byToken = new Map(subscriptions.map((row) => [row.token, row]));
  const tasks: Task[] = [];
  const dropped: OpenCharge[] = [];
  for (const row of rows) {
    const subscription = byToken.get(row.subscription)!;
    // An attempt that was sent is finished even if the subscription has ended; new ones are only made for
    // running subscriptions.
    const runs = subscription.open_charge === row.charge;
    if (row.sent_key === null && !runs) dropped.push(row);
    else tasks.push(taskOf(row, subscription));
  }
  const now = clock.now();
  await reserveAttempts(tx, tasks, {lease, now});
  await saveCharges(
    tx,
    dropped.map(({charge, first_failed_at: firstFailedAt}) => {
      const nothingMore = {nextAttemptAt: null, failure: null, settledAt: now};
      return {charge, state: 'void', firstFailedAt, ...nothingMore};
    }),
  );
  return tasks;
}

/** An unanswered attempt is repeated unchanged; only then comes the next number (guarantees 4.2). */
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
