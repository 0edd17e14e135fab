import {firstPeriodAfter, periodStart} from '../billing/schedule.js';
import {chargeToken} from '../billing/task.js';
import {ServiceError} from '../../platform/errors.js';
import type {Queries} from '../../platform/storage/database.js';
import {stateAfter} from './machine.js';
import type {SubscriptionMove} from './machine.js';
import {amountAt} from './subscription.js';
import type {ChargeState, PauseBehavior, Subscription, SubscriptionState} from './subscription.js';

/** What may change about a subscription once it runs; its anchor and its intervals never do (V19). */
export type SubscriptionChanges = Partial<
  Pick<
    Subscription,
    | 'state'
    | 'payment_method'
    | 'next_period'
    | 'next_charge_at'
    | 'open_charge'
    | 'pause_behavior'
    | 'paused_at'
    | 'resumed_at'
    | 'cancel_at_period_end'
    | 'cancel_at'
    | 'cancelled_at'
    | 'end_reason'
    | 'last_paid_at'
  >
>;

export const subscriptionNotFound = () =>
  new ServiceError(404, 'subscription.not_found', 'subscription not found');

/**
 * Reads a subscription and keeps everybody else from changing it until the transaction ends. Always the first lock of a
 * transaction that changes a subscription or its charges.
 */
export async function lockSubscription(tx: Queries, token: string): Promise<Subscription | undefined> {
  const [row] = await tx.query<Subscription>('SELECT * FROM subscriptions WHERE token = $1 FOR UPDATE', [
    token,
  ]);
  return row;
}

/** Writes changes down if the row is still as it was read. @throws {ServiceError} 409 `subscription.changed` otherwise. */
export async function changeSubscription(
  tx: Queries,
  {token, version}: Pick<Subscription, 'token' | 'version'>,
  changes: SubscriptionChanges,
  now: Date,
): Promise<Subscription> {
  const entries = Object.entries(changes);
  const sets = entries.map(([name], index) => `, ${name} = $${index + 4}`).join('');
  const [row] = await tx.query<Subscription>(
    `UPDATE subscriptions SET version = version + 1, updated_at = $3${sets} WHERE token = $1 AND version = $2 RETURNING *`,
    [token, version, now, ...entries.map(([, value]) => value)],
  );
  if (!row)
    throw new ServiceError(
      409,
      'subscription.changed',
      'The subscription was changed meanwhile. Read it again.',
    );
  return row;
}

const words: Readonly<Record<SubscriptionMove, string>> = {
  paid: 'paid',
  given_up: 'given up',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
  complete: 'completed',
};

/** @throws {ServiceError} 409 `subscription.move_not_allowed` where the machine has no such way. */
export function moved({state}: Pick<Subscription, 'state'>, move: SubscriptionMove): SubscriptionState {
  const next = stateAfter(move, state);
  if (next !== undefined) return next;
  throw new ServiceError(
    409,
    'subscription.move_not_allowed',
    `A subscription that is ${state} cannot be ${words[move]}.`,
  );
}

/** What becomes of a charge that is not collected. */
export const chargeStateOf: Readonly<Record<PauseBehavior, ChargeState>> = {
  KEEP_AS_READY: 'ready',
  MARK_UNCOLLECTIBLE: 'uncollectible',
  MARK_VOID: 'void',
};

/** Gives up the open charge, if there is one: it is never tried again. One that failed for good stays that. */
export async function closeOpenCharge(
  tx: Queries,
  {open_charge}: Pick<Subscription, 'open_charge'>,
  {state, now}: {readonly state: ChargeState; readonly now: Date},
): Promise<void> {
  if (open_charge === null) return;
  await tx.query(
    `UPDATE charges SET next_attempt_at = NULL, settled_at = COALESCE(settled_at, $3),
       state = CASE state WHEN 'open' THEN $2 ELSE state END WHERE token = $1`,
    [open_charge, state, now],
  );
}

/** Lets the open charge be tried again now. One that was given up, and the subscription with it, gets a last chance. */
export async function tryOpenCharge(
  tx: Queries,
  {open_charge}: Pick<Subscription, 'open_charge'>,
  now: Date,
): Promise<void> {
  if (open_charge === null) return;
  await tx.query('UPDATE charges SET next_attempt_at = $2 WHERE token = $1', [open_charge, now]);
}

/** Whether a try of one of its charges is on its way to the network: the outcome is not known yet. */
export async function isAtNetwork(queries: Queries, {token}: Pick<Subscription, 'token'>): Promise<boolean> {
  const rows = await queries.query(
    `SELECT 1 FROM charge_attempts WHERE settled_at IS NULL
       AND charge IN (SELECT token FROM charges WHERE subscription = $1)`,
    [token],
  );
  return rows.length > 0;
}

/**
 * Makes the charges of all periods that have begun by now, in a state in which nobody collects them. None where no further
 * period is charged anyway.
 *
 * @returns where the subscription stands then: its next period, and when that begins.
 */
export async function passOver(
  tx: Queries,
  subscription: Subscription,
  {state, now}: {readonly state: ChargeState; readonly now: Date},
): Promise<Pick<Subscription, 'next_period' | 'next_charge_at'>> {
  if (subscription.next_charge_at === null) return subscription;
  const last = subscription.number_of_billing_cycles ?? Number.POSITIVE_INFINITY;
  const next = Math.max(subscription.next_period, Math.min(firstPeriodAfter(subscription, now), last));
  const periods = Array.from({length: next - subscription.next_period}, (_, index) => {
    const period = subscription.next_period + index;
    const due = periodStart(subscription, period);
    return {period, due, ...amountAt(subscription, due)};
  });
  if (periods.length > 0) {
    await tx.query(
      `INSERT INTO charges (token, merchant, subscription, period, amount, amount_minor, currency, due_at, state, settled_at, created_at)
       SELECT given.token, $5, $6, given.period, given.amount, given.amount_minor, $7, given.due_at, $8, $9, $9
       FROM unnest($1::text[], $2::integer[], $3::text[], $4::bigint[], $10::timestamptz[])
         AS given (token, period, amount, amount_minor, due_at)
       ON CONFLICT (subscription, period) DO NOTHING`,
      [
        periods.map(({period}) => chargeToken(subscription.token, period)),
        periods.map(({period}) => period),
        periods.map(({amount}) => amount),
        periods.map(({amount_minor}) => amount_minor),
        subscription.merchant,
        subscription.token,
        subscription.currency,
        state,
        now,
        periods.map(({due}) => due.toISOString()),
      ],
    );
  }
  return {next_period: next, next_charge_at: periodStart(subscription, next)};
}
