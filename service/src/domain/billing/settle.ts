import type {Clock} from '../../platform/clock/clock.js';
import type {Events, NewEvent} from '../events/events.js';
import type {Transaction} from '../../platform/storage/database.js';
import {subscriptionEventData} from '../subscriptions/event-data.js';
import {stateAfter} from '../subscriptions/machine.js';
import type {Subscription} from '../subscriptions/subscription.js';
import type {Methods} from './authorize-charges.js';
import {retryAfterMs, nextRetry} from './dunning.js';
import {endAttempts, postponeAttempts, saveCharges} from '../subscriptions/charges.js';
import {lockSubscriptions, saveSubscriptions} from '../subscriptions/changes.js';
import {countUses} from '../payment-methods/rows.js';
import type {ChargeChange} from '../subscriptions/charges.js';
import {firstPeriodAfter, periodStart} from '../subscriptions/periods.js';
import type {Outcome, Result, Task} from './task.js';

export interface SettleDependencies {
  readonly clock: Clock;
  readonly events: Events;
}

type Known = Exclude<Outcome, {readonly kind: 'unknown'}>;

/**
 * Records what the network answered: attempts, charges, subscriptions and events in one transaction. Attempts
 * that another worker has recorded meanwhile are left alone, so that nothing is changed twice.
 */
export async function settle(
  deps: SettleDependencies,
  tx: Transaction,
  results: readonly Result[],
  methods: Methods,
): Promise<void> {
  const now = deps.clock.now();
  // Statements that need no result of each other are sent together, which shortens the transaction.
  const [subscriptions, settled] = await Promise.all([
    lockSubscriptions(
      tx,
      results.map(({task}) => task.subscription),
    ),
    settleAttempts(tx, results, now),
    repeatLater(tx, results, now),
  ]);
  const changes: ChargeChange[] = [];
  const events: NewEvent[] = [];
  for (const {task, outcome} of settled) {
    const before = subscriptions.get(task.subscription.token)!;
    const after = outcome.kind === 'paid' ? paid(before, task, now) : failed(before, task, {outcome, now});
    subscriptions.set(before.token, after.subscription);
    changes.push(after.change);
    events.push(eventOf(after, {task, outcome, methods}));
  }
  const touched = new Set(settled.map(({task}) => task.subscription.token));
  await Promise.all([
    saveCharges(tx, changes),
    saveSubscriptions(
      tx,
      [...subscriptions.values()].filter(({token}) => touched.has(token)),
      now,
    ),
    countUses(tx, paidWith(settled)),
  ]);
  deps.events.append(tx, ...events);
}

interface Settlement {
  readonly task: Task;
  readonly outcome: Known;
}

/** Ends the attempts whose outcome is known and returns those that had not ended before. */
async function settleAttempts(
  tx: Transaction,
  results: readonly Result[],
  now: Date,
): Promise<readonly Settlement[]> {
  const known = results.filter((result): result is Settlement => result.outcome.kind !== 'unknown');
  if (known.length === 0) return [];
  const ended = await endAttempts(
    tx,
    known.map(({task, outcome}) => ({
      ...{key: task.key, state: outcome.kind, networkId: outcome.networkId ?? null},
      failure: outcome.kind === 'failed' ? outcome.failure : null,
    })),
    now,
  );
  return known.filter(({task}) => ended.has(task.key));
}

/** Schedules attempts without an answer for repetition, with a growing delay. */
async function repeatLater(tx: Transaction, results: readonly Result[], now: Date): Promise<void> {
  const unknown = results.filter(({outcome}) => outcome.kind === 'unknown');
  if (unknown.length === 0) return;
  const keys = unknown.map(({task}) => task.key);
  await postponeAttempts(tx, keys, (asks) => new Date(now.getTime() + retryAfterMs(asks - 1)));
}

/** Only paid charges count as a use (wire 1.4: `usage_count`). */
const paidWith = (settled: readonly Settlement[]) =>
  settled.filter(({outcome}) => outcome.kind === 'paid').map(({task}) => task.payment_method);

interface After {
  readonly subscription: Subscription;
  readonly change: ChargeChange;
}

function paid(before: Subscription, task: Task, now: Date): After {
  const isOpen = before.open_charge === task.charge;
  const state = stateAfter('paid', before.state) ?? before.state;
  const again = before.state === 'failed' && state === 'active';
  return {
    subscription: {
      ...before,
      state,
      last_paid_at: now,
      ...(isOpen && {open_charge: null}),
      ...(again && nextAfter(before, now)),
    },
    change: {...closed(task, now), state: 'paid', failure: null},
  };
}

/**
 * A past-due subscription that pays goes on with the next period by its anchor. Periods that began meanwhile
 * are not charged.
 */
function nextAfter(subscription: Subscription, now: Date) {
  const {next_period, number_of_billing_cycles: cycles} = subscription;
  const coming = Math.max(next_period, firstPeriodAfter(subscription, now));
  const period = Math.max(next_period, Math.min(coming, cycles ?? coming));
  return {next_period: period, next_charge_at: periodStart(subscription, period)};
}

function failed(
  before: Subscription,
  task: Task,
  {outcome, now}: {readonly outcome: Known & {readonly kind: 'failed'}; readonly now: Date},
): After {
  const firstFailedAt = task.firstFailedAt ?? now;
  const {failure} = outcome;
  const isOpen = before.open_charge === task.charge;
  const givenUp = isOpen ? stateAfter('given_up', before.state) : undefined;
  const retry = givenUp !== undefined && !outcome.hard ? nextRetry(firstFailedAt, now) : undefined;
  if (retry) {
    const change: ChargeChange = {
      ...{charge: task.charge, state: 'open', nextAttemptAt: retry},
      ...{failure, settledAt: null, firstFailedAt},
    };
    return {subscription: before, change};
  }
  // The charge stays open for the failed subscription: another card may still pay it.
  return {
    subscription: givenUp === undefined ? before : {...before, state: givenUp, next_charge_at: null},
    change: {...closed(task, now), state: 'failed', failure, firstFailedAt},
  };
}

const closed = ({charge, firstFailedAt}: Task, now: Date) => ({
  ...{charge, nextAttemptAt: null, settledAt: now, firstFailedAt},
});

function eventOf(
  {subscription, change}: After,
  {task, outcome, methods}: Settlement & {readonly methods: Methods},
): NewEvent {
  const {merchant, token, customer, currency} = subscription;
  const isPaid = outcome.kind === 'paid';
  return {
    ...{merchant, subject: token, subscription: token, customer},
    type: isPaid ? 'subscription.payment_succeeded' : 'subscription.payment_failed',
    occurrence: `${task.key}:settled`,
    data: subscriptionEventData(subscription, {
      method: methods.get(task.payment_method)!,
      charge: {token: task.charge, period: task.period, amount: task.amount, currency},
      attempt: task.number,
      ...(!isPaid && {failure: change.failure, nextAttemptAt: change.nextAttemptAt}),
    }),
  };
}
