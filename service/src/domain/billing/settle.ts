/** Records the outcomes of charges that were sent to the card network. */
import type {Clock} from '../../platform/clock/clock.js';
import type {Events, NewEvent} from '../events/events.js';
import type {Transaction} from '../../platform/storage/database.js';
import {subscriptionEventData} from '../subscriptions/event-data.js';
import {stateAfter} from '../subscriptions/machine.js';
import type {Subscription} from '../subscriptions/subscription.js';
import type {MethodsByToken} from './authorize-charges.js';
import {nextRetry, repeatDelayMs} from './dunning.js';
import {endAttempts, postponeAttempts, saveCharges, type ChargeChange} from '../subscriptions/charges.js';
import {lockSubscriptions, saveSubscriptions} from '../subscriptions/changes.js';
import {countUses} from '../payment-methods/rows.js';
import {chargeableFrom, firstPeriodAfter} from '../subscriptions/periods.js';
import type {ChargeResult, ChargeTask, Outcome} from './task.js';

export interface SettleDependencies {
  readonly clock: Clock;
  readonly events: Events;
}

type KnownOutcome = Exclude<Outcome, {readonly kind: 'unknown'}>;

/**
 * Records the network's answers in one transaction: it updates attempts, charges and subscriptions, and
 * appends events. Attempts that another worker has recorded meanwhile are skipped, so that nothing is changed
 * twice.
 */
export async function settle(
  deps: SettleDependencies,
  tx: Transaction,
  results: readonly ChargeResult[],
  methods: MethodsByToken,
): Promise<void> {
  const now = deps.clock.now();
  // Statements that do not need each other's results are sent together, which shortens the transaction.
  // `repeatLater` has no result.
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
  // A subscription may have several results: each one starts from the values that the last one left.
  for (const {task, outcome} of settled) {
    const before = subscriptions.get(task.subscription.token)!;
    const updates =
      outcome.kind === 'paid' ? applyPayment(before, task, now) : applyFailure(before, task, {outcome, now});
    subscriptions.set(before.token, updates.subscription);
    changes.push(updates.change);
    events.push(eventOf(updates, {task, outcome, methods}));
  }
  const touched = new Set(settled.map(({task}) => task.subscription.token));
  await Promise.all([
    saveCharges(tx, changes),
    saveSubscriptions(
      tx,
      [...subscriptions.values()].filter(({token}) => touched.has(token)),
      now,
    ),
    countUses(tx, methodsOfPaid(settled)),
  ]);
  deps.events.append(tx, ...events);
}

/** An attempt and the outcome that this transaction records for it. */
interface Settlement {
  readonly task: ChargeTask;
  readonly outcome: KnownOutcome;
}

/** Ends the attempts whose outcome is known, and returns those that had not ended before. */
async function settleAttempts(
  tx: Transaction,
  results: readonly ChargeResult[],
  now: Date,
): Promise<readonly Settlement[]> {
  const known = results.filter((result): result is Settlement => result.outcome.kind !== 'unknown');
  if (known.length === 0) return [];
  const ended = await endAttempts(
    tx,
    known.map(({task, outcome}) => ({
      key: task.key,
      state: outcome.kind,
      networkId: outcome.networkId ?? null,
      failure: outcome.kind === 'failed' ? outcome.failure : null,
    })),
    now,
  );
  return known.filter(({task}) => ended.has(task.key));
}

/** Schedules unanswered attempts to be repeated, with a growing delay. */
async function repeatLater(tx: Transaction, results: readonly ChargeResult[], now: Date): Promise<void> {
  const unknown = results.filter(({outcome}) => outcome.kind === 'unknown');
  if (unknown.length === 0) return;
  const keys = unknown.map(({task}) => task.key);
  await postponeAttempts(tx, keys, (sending) => new Date(now.getTime() + repeatDelayMs(sending)));
}

/** The payment methods of paid charges. A failed charge does not count as a use (wire 1.4: `usage_count`). */
const methodsOfPaid = (settled: readonly Settlement[]) =>
  settled.filter(({outcome}) => outcome.kind === 'paid').map(({task}) => task.payment_method);

/** The new values of a settled charge and its subscription. */
interface Updates {
  readonly subscription: Subscription;
  readonly change: ChargeChange;
}

/**
 * Closes a paid charge, and activates its subscription if that was pending or failed. Periods that are owed besides are
 * charged later, one a day.
 */
function applyPayment(before: Subscription, task: ChargeTask, now: Date): Updates {
  const isOpenCharge = before.open_charge === task.charge;
  const state = stateAfter('paid', before.state) ?? before.state;
  const recovers = before.state === 'failed' && state === 'active';
  const paid = {...before, state, last_paid_at: now};
  const {next_charge_at: next, next_period: period} = before;
  return {
    subscription: {
      ...paid,
      ...(next !== null && {next_charge_at: chargeableFrom(paid, period)}),
      ...(isOpenCharge && {open_charge: null}),
      ...(recovers && {...nextPeriodFrom(paid, now), end_reason: null}),
    },
    change: {...closedCharge(task, now), state: 'paid', failure: null},
  };
}

/**
 * The next period of a failed subscription that is active again: the first one that begins after now. Periods
 * that began while it was failed are not charged, but count towards its billing cycles.
 */
function nextPeriodFrom(subscription: Subscription, now: Date) {
  const {next_period, number_of_billing_cycles: cycles} = subscription;
  const upcoming = firstPeriodAfter(subscription, now);
  // Not beyond the last billing cycle, and never back to an earlier period.
  const period = Math.max(next_period, Math.min(upcoming, cycles ?? upcoming));
  return {next_period: period, next_charge_at: chargeableFrom(subscription, period)};
}

/**
 * Schedules a retry of a failed charge. If none is left, gives it up and sets its subscription to `failed`. A
 * charge that is no longer open, or was given up before, only records the failure.
 */
function applyFailure(
  before: Subscription,
  task: ChargeTask,
  {outcome, now}: {readonly outcome: KnownOutcome & {readonly kind: 'failed'}; readonly now: Date},
): Updates {
  const firstFailedAt = task.firstFailedAt ?? now;
  const {failure} = outcome;
  // Only the open charge of a pending or active subscription is retried or given up. A subscription that was
  // paused or ended meanwhile has none, and that of a failed one was given up before.
  const isOpenCharge = before.open_charge === task.charge;
  const stateIfGivenUp = isOpenCharge ? stateAfter('given_up', before.state) : undefined;
  const mayRetry = stateIfGivenUp !== undefined && !outcome.hard;
  const retryAt = mayRetry ? nextRetry(firstFailedAt, now) : undefined;
  if (retryAt) {
    const change: ChargeChange = {
      charge: task.charge,
      state: 'open',
      nextAttemptAt: retryAt,
      failure,
      settledAt: null,
      firstFailedAt,
    };
    return {subscription: before, change};
  }
  // `open_charge` is kept, so that the customer can still pay the charge with another card.
  return {
    subscription:
      stateIfGivenUp === undefined
        ? before
        : {...before, state: stateIfGivenUp, next_charge_at: null, end_reason: 'payment_failed'},
    change: {...closedCharge(task, now), state: 'failed', failure, firstFailedAt},
  };
}

/** The values that a paid charge and a given-up one have in common. */
const closedCharge = ({charge, firstFailedAt}: ChargeTask, now: Date) => ({
  charge,
  nextAttemptAt: null,
  settledAt: now,
  firstFailedAt,
});

function eventOf(
  {subscription, change}: Updates,
  {task, outcome, methods}: Settlement & {readonly methods: MethodsByToken},
): NewEvent {
  const {merchant, token, customer, currency} = subscription;
  const isPaid = outcome.kind === 'paid';
  return {
    merchant,
    subject: token,
    subscription: token,
    customer,
    type: isPaid ? 'subscription.payment_succeeded' : 'subscription.payment_failed',
    occurrence: `${task.key}:settled`,
    data: subscriptionEventData(subscription, {
      method: methods.get(task.payment_method)!,
      charge: {token: task.charge, period: task.period, amount: task.amount, currency},
      attempt: task.number,
      ...(isPaid && {nextChargeAt: subscription.next_charge_at}),
      ...(!isPaid && {failure: change.failure, nextAttemptAt: change.nextAttemptAt}),
    }),
  };
}
