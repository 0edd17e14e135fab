/** Begins the periods of subscriptions that are due. */
import type {Clock} from '../../platform/clock/clock.js';
import type {Events} from '../events/events.js';
import type {Transaction} from '../../platform/storage/database.js';
import {saveSubscriptions, skippedChargeState, skipPeriods} from '../subscriptions/changes.js';
import {endSubscription} from '../subscriptions/end.js';
import {stateAfter} from '../subscriptions/machine.js';
import {amountAt, type Subscription} from '../subscriptions/subscription.js';
import {lockDueSubscriptions} from '../subscriptions/due.js';
import {attemptKey, chargeToken, insertCharges, type NewCharge} from '../subscriptions/charges.js';
import {periodStart} from '../subscriptions/periods.js';
import type {ChargeTask, Slice} from './task.js';

export interface BeginDependencies {
  readonly clock: Clock;
  readonly events: Events;
  /** Marks the charges that this worker has taken, so that other workers skip them. */
  readonly lease: string;
}

/** Locks subscriptions whose next period is due, oldest first, and begins that period. */
export async function beginDuePeriods(
  deps: BeginDependencies,
  tx: Transaction,
  limit: number,
): Promise<Slice> {
  const rows = await lockDueSubscriptions(tx, deps.clock.now(), limit);
  return {rowCount: rows.length, tasks: await beginNextPeriods(deps, tx, rows)};
}

/**
 * Begins the next period of locked subscriptions that are due: ends those that are over, skips the period of
 * paused ones, and makes the charge of the others.
 *
 * @returns The first attempts of the new charges, to be sent to the network.
 */
export async function beginNextPeriods(
  deps: BeginDependencies,
  tx: Transaction,
  rows: readonly Subscription[],
): Promise<readonly ChargeTask[]> {
  if (rows.length === 0) return [];
  const now = deps.clock.now();
  for (const row of rows.filter(isOver)) await endOver(deps, tx, row);
  const continuing = rows.filter((row) => !isOver(row));
  const skipped: Subscription[] = [];
  for (const row of continuing.filter(({state}) => state === 'paused')) {
    const state = skippedChargeState[row.pause_behavior ?? 'MARK_VOID'];
    skipped.push({...row, ...(await skipPeriods(tx, row, {state, now}))});
  }
  const charges = continuing.filter(({state}) => state !== 'paused').map(nextChargeOf);
  // A period that already has a charge gets no second one, and so no open charge and no attempt.
  const inserted = await insertCharges(tx, charges, {lease: deps.lease, now});
  const charged = charges.map(({token, subscription, period}) => ({
    ...subscription,
    next_period: period + 1,
    next_charge_at: periodStart(subscription, period + 1),
    open_charge: inserted.has(token) ? token : null,
  }));
  const saved = await saveSubscriptions(tx, [...skipped, ...charged], now);
  // `saveSubscriptions` returns the rows in the same order.
  const savedCharged = saved.slice(skipped.length);
  return charges.flatMap((charge, index) =>
    inserted.has(charge.token) ? [firstTaskOf(charge, savedCharged[index]!)] : [],
  );
}

/** Whether a subscription ends instead of beginning another period. */
const isOver = ({cancel_at, next_charge_at, next_period, number_of_billing_cycles: cycles}: Subscription) =>
  (cancel_at !== null && cancel_at <= next_charge_at!) || (cycles !== null && next_period >= cycles);

/** Ends a subscription that is over: its cancellation is due, or its last billing cycle has ended. */
async function endOver(deps: BeginDependencies, tx: Transaction, row: Subscription): Promise<void> {
  const isCancelled = row.cancel_at !== null && row.cancel_at <= row.next_charge_at!;
  const reason = isCancelled ? 'requested' : 'cycles_completed';
  // A pending or failed subscription cannot complete, so it is cancelled, with the same reason.
  const move = !isCancelled && stateAfter('complete', row.state) ? 'complete' : 'cancel';
  // `endSubscription` records the periods that are due as skipped; without `next_charge_at` it records none.
  await endSubscription(deps, tx, {...row, next_charge_at: null}, {reason, move});
}

/**
 * The charge of the next period. It costs what the period cost when it began, even if the charge is made
 * later (guarantee V3).
 */
function nextChargeOf(subscription: Subscription): NewCharge {
  const period = subscription.next_period;
  const dueAt = periodStart(subscription, period);
  return {
    token: chargeToken(subscription.token, period),
    subscription,
    period,
    dueAt,
    ...amountAt(subscription, dueAt),
  };
}

/** The first attempt of a new charge. */
function firstTaskOf(charge: NewCharge, subscription: Subscription): ChargeTask {
  return {
    subscription,
    charge: charge.token,
    period: charge.period,
    amount: charge.amount,
    amount_minor: charge.amount_minor,
    currency: subscription.currency,
    payment_method: subscription.payment_method,
    number: 1,
    key: attemptKey(charge.token, 1),
    isRepeat: false,
    firstFailedAt: null,
  };
}
