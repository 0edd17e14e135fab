/** Begins the periods of subscriptions that are due. */
import type {Clock} from '../../platform/clock/clock.js';
import type {Events} from '../events/events.js';
import type {Transaction} from '../../platform/storage/database.js';
import {chargeStateOf, skipPeriods, saveSubscriptions} from '../subscriptions/changes.js';
import {endSubscription} from '../subscriptions/end.js';
import {stateAfter} from '../subscriptions/machine.js';
import {amountAt} from '../subscriptions/subscription.js';
import type {Subscription} from '../subscriptions/subscription.js';
import {takePeriods} from '../subscriptions/due.js';
import {attemptKey, chargeToken, insertCharges} from '../subscriptions/charges.js';
import type {NewCharge} from '../subscriptions/charges.js';
import {periodStart} from '../subscriptions/periods.js';
import type {Task} from './task.js';

export interface BeginDependencies {
  readonly clock: Clock;
  readonly events: Events;
  /** Names this worker's leases. */
  readonly lease: string;
}

/** Locks subscriptions whose next period is due, oldest first, and begins that period. */
export async function beginPeriods(
  deps: BeginDependencies,
  tx: Transaction,
  limit: number,
): Promise<{readonly taken: number; readonly tasks: readonly Task[]}> {
  const rows = await takePeriods(tx, deps.clock.now(), limit);
  return {taken: rows.length, tasks: await begin(deps, tx, rows)};
}

/**
 * Begins the next period of locked subscriptions that are due: ends those that are over, skips the period of
 * paused ones, and makes the charge of the others.
 *
 * @returns the first attempts of the new charges, to be sent to the network.
 */
export async function begin(
  deps: BeginDependencies,
  tx: Transaction,
  rows: readonly Subscription[],
): Promise<readonly Task[]> {
  if (rows.length === 0) return [];
  const now = deps.clock.now();
  for (const row of rows.filter(isOver)) await end(deps, tx, row);
  const running = rows.filter((row) => !isOver(row));
  const paused = running.filter(({state}) => state === 'paused');
  const skipped: Subscription[] = [];
  for (const row of paused) {
    const state = chargeStateOf[row.pause_behavior ?? 'MARK_VOID'];
    skipped.push({...row, ...(await skipPeriods(tx, row, {state, now}))});
  }
  const charges = running.filter(({state}) => state !== 'paused').map(chargeOf);
  const inserted = await insertCharges(tx, charges, {lease: deps.lease, now});
  const charged = charges.map(({token, subscription, period}) => ({
    ...subscription,
    next_period: period + 1,
    next_charge_at: periodStart(subscription, period + 1),
    open_charge: inserted.has(token) ? token : null,
  }));
  const saved = await saveSubscriptions(tx, [...skipped, ...charged], now);
  const savedCharged = saved.slice(skipped.length);
  // A period that already had a charge gets no second one, and so no attempt.
  return charges.flatMap((charge, index) =>
    inserted.has(charge.token) ? [taskOf(charge, savedCharged[index]!)] : [],
  );
}

/** Whether a subscription ends instead of beginning another period. */
const isOver = ({cancel_at, next_charge_at, next_period, number_of_billing_cycles: cycles}: Subscription) =>
  (cancel_at !== null && cancel_at <= next_charge_at!) || (cycles !== null && next_period >= cycles);

/** Ends a subscription whose cancellation is due or whose last billing cycle is over. */
async function end(deps: BeginDependencies, tx: Transaction, row: Subscription): Promise<void> {
  const requested = row.cancel_at !== null && row.cancel_at <= row.next_charge_at!;
  const reason = requested ? 'requested' : 'cycles_completed';
  const move = !requested && stateAfter('complete', row.state) ? 'complete' : 'cancel';
  await endSubscription(deps, tx, {...row, next_charge_at: null}, {reason, move});
}

/** The charge of the next period. Its amount is that of the period's start, even if it is made later (V3). */
function chargeOf(subscription: Subscription): NewCharge {
  const {token, next_period: period, next_charge_at: dueAt} = subscription;
  return {
    ...{token: chargeToken(token, period), subscription, period, dueAt: dueAt!},
    ...amountAt(subscription, dueAt!),
  };
}

function taskOf({token, period, amount, amount_minor}: NewCharge, subscription: Subscription): Task {
  const {currency, payment_method} = subscription;
  return {
    ...{subscription, charge: token, period, amount, amount_minor, currency, payment_method},
    ...{number: 1, key: attemptKey(token, 1), again: false, firstFailedAt: null},
  };
}
