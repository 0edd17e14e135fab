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

/**
 * Locks subscriptions whose next period begins, oldest first, makes the charge of that period and moves each
 * one period on.
 */
export async function beginPeriods(
  deps: BeginDependencies,
  tx: Transaction,
  limit: number,
): Promise<{readonly taken: number; readonly tasks: readonly Task[]}> {
  const rows = await takePeriods(tx, deps.clock.now(), limit);
  return {taken: rows.length, tasks: await begin(deps, tx, rows)};
}

/** Begins the next period of locked subscriptions that are due. */
export async function begin(
  deps: BeginDependencies,
  tx: Transaction,
  rows: readonly Subscription[],
): Promise<readonly Task[]> {
  if (rows.length === 0) return [];
  const now = deps.clock.now();
  const over = rows.filter(isOver);
  for (const row of over) await end(deps, tx, row);
  const paused = rows.filter((row) => !isOver(row) && row.state === 'paused');
  const passed: Subscription[] = [];
  for (const row of paused) {
    const state = chargeStateOf[row.pause_behavior ?? 'MARK_VOID'];
    passed.push({...row, ...(await skipPeriods(tx, row, {state, now}))});
  }
  const charged = rows.filter((row) => !isOver(row) && row.state !== 'paused');
  const charges = charged.map(chargeOf);
  const made = await insertCharges(tx, charges, {lease: deps.lease, now});
  const further = charges.map(({token, subscription, period}) => ({
    ...subscription,
    next_period: period + 1,
    next_charge_at: periodStart(subscription, period + 1),
    open_charge: made.has(token) ? token : null,
  }));
  const saved = await saveSubscriptions(tx, [...passed, ...further], now);
  return charges.flatMap((charge, index) =>
    made.has(charge.token) ? [taskOf(charge, saved[passed.length + index]!)] : [],
  );
}

const isOver = ({cancel_at, next_charge_at, next_period, number_of_billing_cycles: cycles}: Subscription) =>
  (cancel_at !== null && cancel_at <= next_charge_at!) || (cycles !== null && next_period >= cycles);

/**
 * The next period does not begin: the subscription was cancelled by now, or its last agreed cycle is over.
 */
async function end(deps: BeginDependencies, tx: Transaction, row: Subscription): Promise<void> {
  const requested = row.cancel_at !== null && row.cancel_at <= row.next_charge_at!;
  const reason = requested ? 'requested' : 'cycles_completed';
  const move = !requested && stateAfter('complete', row.state) ? 'complete' : 'cancel';
  await endSubscription(deps, tx, {...row, next_charge_at: null}, {reason, move});
}

/** A period costs the amount of its beginning (V3), even if its charge is made later. */
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
