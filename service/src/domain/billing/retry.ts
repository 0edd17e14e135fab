/** Records the next attempts of open charges, which are then sent to the network. */
import type {Clock} from '../../platform/clock/clock.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import {readSubscriptions} from '../subscriptions/changes.js';
import {lockDueCharges, readOpenCharge, type OpenCharge} from '../subscriptions/due.js';
import type {Subscription} from '../subscriptions/subscription.js';
import {attemptKey, recordNextAttempts, saveCharges} from '../subscriptions/charges.js';
import type {ChargeTask, Slice} from './task.js';

export interface RetryDependencies {
  /** Its leases show which workers are alive. */
  readonly database: Pick<Database, 'leases'>;
  readonly clock: Clock;
  /** Marks the charges that this worker has taken, so that other workers skip them. */
  readonly lease: string;
}

/** Records attempts of charges that are due for a retry, or whose worker crashed during an attempt. */
export async function takeDueCharges(deps: RetryDependencies, tx: Queries, limit: number): Promise<Slice> {
  const rows = await lockDueCharges(tx, deps.database.leases, deps.clock.now(), limit);
  if (rows.length === 0) return {rowCount: 0, tasks: []};
  const subscriptions = await readSubscriptions(
    tx,
    rows.map(({subscription}) => subscription),
  );
  const tasks = await recordAttempts(deps, tx, rows, subscriptions);
  return {rowCount: rows.length, tasks};
}

/** Whether the network has not answered the last attempt of a locked subscription's open charge. */
export async function isUnanswered(tx: Queries, subscription: Subscription): Promise<boolean> {
  return (await readOpenCharge(tx, subscription)).some(hasUnansweredAttempt);
}

/** Records an attempt of a locked subscription's open charge, even if no retry is due yet. */
export async function takeOpenCharge(
  deps: RetryDependencies,
  tx: Queries,
  subscription: Subscription,
): Promise<readonly ChargeTask[]> {
  const charges = await readOpenCharge(tx, subscription);
  return recordAttempts(deps, tx, charges, [subscription]);
}

/** Records the next attempt of each charge; voids charges that need none. */
async function recordAttempts(
  {clock, lease}: RetryDependencies,
  tx: Queries,
  rows: readonly OpenCharge[],
  subscriptions: readonly Subscription[],
): Promise<readonly ChargeTask[]> {
  const subscriptionByToken = new Map(subscriptions.map((row) => [row.token, row]));
  const tasks: ChargeTask[] = [];
  const voided: OpenCharge[] = [];
  for (const row of rows) {
    const subscription = subscriptionByToken.get(row.subscription)!;
    // A subscription that was paused or has ended no longer waits for this charge, so it
    // gets no new attempt. But an unanswered attempt is repeated even then, because the network may
    // have charged the card.
    const isStillOwed = subscription.open_charge === row.charge;
    if (isStillOwed || hasUnansweredAttempt(row)) tasks.push(taskOf(row, subscription));
    else voided.push(row);
  }
  const now = clock.now();
  await recordNextAttempts(tx, tasks, {lease, now});
  await saveCharges(
    tx,
    voided.map(({charge, first_failed_at}) => ({
      charge,
      state: 'void',
      nextAttemptAt: null,
      failure: null,
      settledAt: now,
      firstFailedAt: first_failed_at,
    })),
  );
  return tasks;
}

const hasUnansweredAttempt = (row: OpenCharge) => row.sent_key !== null;

/** Repeats an unanswered attempt unchanged, or makes the next one if there is none (guarantees 4.2). */
function taskOf(row: OpenCharge, subscription: Subscription): ChargeTask {
  const isRepeat = hasUnansweredAttempt(row);
  const number = isRepeat ? row.attempts : row.attempts + 1;
  return {
    subscription,
    charge: row.charge,
    period: row.period,
    amount: row.amount,
    amount_minor: row.amount_minor,
    currency: row.currency,
    number,
    isRepeat,
    key: row.sent_key ?? attemptKey(row.charge, number),
    payment_method: row.sent_method ?? subscription.payment_method,
    firstFailedAt: row.first_failed_at,
  };
}
