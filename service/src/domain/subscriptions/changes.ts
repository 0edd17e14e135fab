/** Locks subscriptions, writes their changes, and skips periods that are not charged. */
import type {ChargeState, PauseBehavior, SubscriptionState} from '../../../../src/protocol/billing-words.js';
import {chargeableFrom, firstPeriodAfter, periodStart} from './periods.js';
import {chargeToken} from './charges.js';
import {ServiceError} from '../../platform/errors.js';
import type {Plan} from '../plans/plan.js';
import type {Queries} from '../../platform/storage/database.js';
import {stateAfter, type SubscriptionMove} from './machine.js';
import {amountAt, type Subscription} from './subscription.js';

/** The columns that can change. The anchor and the interval never change (guarantee V19). */
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
 * Reads a subscription and locks it until the transaction ends. Transactions that change a subscription or
 * its charges take this lock first, so that they cannot deadlock.
 */
export async function lockSubscription(tx: Queries, token: string): Promise<Subscription | undefined> {
  const [row] = await tx.query<Subscription>('SELECT * FROM subscriptions WHERE token = $1 FOR UPDATE', [
    token,
  ]);
  return row;
}

/**
 * Locks subscriptions in the order of their tokens, so that concurrent transactions cannot deadlock.
 *
 * @param before - The rows as read earlier. Only those whose `version` has changed are read again.
 * @returns The current rows by token.
 */
export async function lockSubscriptions(
  tx: Queries,
  before: readonly Subscription[],
): Promise<Map<string, Subscription>> {
  const locked = await tx.query<Pick<Subscription, 'token' | 'version'>>(
    'SELECT token, version FROM subscriptions WHERE token = ANY($1::text[]) ORDER BY token FOR UPDATE',
    [before.map(({token}) => token)],
  );
  const current = new Map(before.map((row) => [row.token, row]));
  const changed = locked.filter(({token, version}) => current.get(token)!.version !== version);
  if (changed.length === 0) return current;
  const rows = await tx.query<Subscription>('SELECT * FROM subscriptions WHERE token = ANY($1::text[])', [
    changed.map(({token}) => token),
  ]);
  for (const row of rows) current.set(row.token, row);
  return current;
}

export const readSubscriptions = (queries: Queries, tokens: readonly string[]): Promise<Subscription[]> =>
  queries.query<Subscription>('SELECT * FROM subscriptions WHERE token = ANY($1::text[])', [tokens]);

/**
 * Changes a subscription.
 *
 * @throws {ServiceError} 409 `subscription.changed` if it has changed since it was read.
 */
export async function changeSubscription(
  tx: Queries,
  {token, version}: Pick<Subscription, 'token' | 'version'>,
  changes: SubscriptionChanges,
  now: Date,
): Promise<Subscription> {
  const entries = Object.entries(changes);
  const assignments = entries.map(([name], index) => `, ${name} = $${index + 4}`).join('');
  const [row] = await tx.query<Subscription>(
    `UPDATE subscriptions SET version = version + 1, updated_at = $3${assignments}
     WHERE token = $1 AND version = $2 RETURNING *`,
    [token, version, now, ...entries.map(([, value]) => value)],
  );
  if (!row)
    throw new ServiceError(
      409,
      'subscription.changed',
      'The subscription was changed by another request. Read it again and repeat your change.',
    );
  return row;
}

/**
 * Writes the columns that billing changes, for many locked subscriptions in one statement.
 *
 * @returns The changed rows, in the same order.
 */
export async function saveSubscriptions(
  tx: Queries,
  rows: readonly Subscription[],
  now: Date,
): Promise<readonly Subscription[]> {
  if (rows.length === 0) return [];
  await tx.query(
    `UPDATE subscriptions s SET state = g.state, next_period = g.next_period, next_charge_at = g.next_charge_at,
       open_charge = g.open_charge, cancelled_at = g.cancelled_at, end_reason = g.end_reason,
       last_paid_at = g.last_paid_at, version = version + 1, updated_at = $1
     FROM unnest($2::text[], $3::text[], $4::integer[], $5::timestamptz[], $6::text[], $7::timestamptz[], $8::text[],
       $9::timestamptz[]) AS g (token, state, next_period, next_charge_at, open_charge, cancelled_at, end_reason, last_paid_at)
     WHERE s.token = g.token`,
    [
      now,
      rows.map(({token}) => token),
      rows.map(({state}) => state),
      rows.map(({next_period}) => next_period),
      rows.map(({next_charge_at}) => next_charge_at),
      rows.map(({open_charge}) => open_charge),
      rows.map(({cancelled_at}) => cancelled_at),
      rows.map(({end_reason}) => end_reason),
      rows.map(({last_paid_at}) => last_paid_at),
    ],
  );
  return rows.map((row) => ({...row, version: row.version + 1, updated_at: now}));
}

/** Applies a plan's new amount to its subscriptions. Periods that have begun keep theirs (guarantee V3). */
export async function applyAmount(
  tx: Queries,
  {token, amount, amount_minor}: Pick<Plan, 'token' | 'amount' | 'amount_minor'>,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE subscriptions SET amount = $2, amount_minor = $3, version = version + 1, updated_at = $4,
       earlier_amounts = earlier_amounts ||
         jsonb_build_object('until', $5::text, 'amount', amount, 'amount_minor', amount_minor)
     WHERE plan = $1 AND state <> 'cancelled' AND amount <> $2`,
    [token, amount, amount_minor, now, now.toISOString()],
  );
}

/** Tokens of the subscriptions that are charged to a payment method and have not ended, oldest first. */
export async function subscriptionsChargedTo(queries: Queries, method: string): Promise<readonly string[]> {
  const rows = await queries.query<{token: string}>(
    `SELECT token FROM subscriptions WHERE payment_method = $1 AND state <> 'cancelled' ORDER BY created_at, token`,
    [method],
  );
  return rows.map(({token}) => token);
}

/**
 * Part of the SQL statement that inserts events: it numbers the events of each subscription (see
 * `NumberEvents`). It locks each subscription's row, so that the numbers have no gaps (guarantee V21).
 */
export const numberEvents = `
  UPDATE subscriptions SET sequence = sequence + counted.number FROM counted
  WHERE token = counted.subscription RETURNING token, sequence - counted.number AS before`;

const participleOfMove: Readonly<Record<SubscriptionMove, string>> = {
  paid: 'paid',
  given_up: 'given up',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
  complete: 'completed',
};

/**
 * The state after a move.
 *
 * @throws {ServiceError} 409 `subscription.move_not_allowed` if the state machine has no such move.
 */
export function stateAfterAllowed(
  {state}: Pick<Subscription, 'state'>,
  move: SubscriptionMove,
): SubscriptionState {
  const next = stateAfter(move, state);
  if (next !== undefined) return next;
  throw new ServiceError(
    409,
    'subscription.move_not_allowed',
    `A subscription that is ${state} cannot be ${participleOfMove[move]}.`,
  );
}

/** The state of a charge that falls due during a pause. */
export const skippedChargeState: Readonly<Record<PauseBehavior, ChargeState>> = {
  KEEP_AS_READY: 'ready',
  MARK_UNCOLLECTIBLE: 'uncollectible',
  MARK_VOID: 'void',
};

/**
 * Records a charge for each period that has begun since the last charged one. Charges in the given state are
 * never attempted.
 *
 * @returns The subscription's next period and when it may be charged.
 */
export async function skipPeriods(
  tx: Queries,
  subscription: Subscription,
  {state, now}: {readonly state: ChargeState; readonly now: Date},
): Promise<Pick<Subscription, 'next_period' | 'next_charge_at'>> {
  if (subscription.next_charge_at === null) return subscription;
  const cycles = subscription.number_of_billing_cycles ?? Number.POSITIVE_INFINITY;
  // Not beyond the last billing cycle, and never back to an earlier period.
  const next = Math.max(subscription.next_period, Math.min(firstPeriodAfter(subscription, now), cycles));
  const periods = Array.from({length: next - subscription.next_period}, (_, index) => {
    const period = subscription.next_period + index;
    const due = periodStart(subscription, period);
    return {period, due, ...amountAt(subscription, due)};
  });
  if (periods.length > 0) {
    await tx.query(
      // $1 to $5 are those of every charge; the arrays have one element for each charge.
      `INSERT INTO charges (merchant, subscription, currency, state, settled_at, created_at,
         token, period, amount, amount_minor, due_at)
       SELECT $1, $2, $3, $4, $5, $5, skipped.*
       FROM unnest($6::text[], $7::integer[], $8::text[], $9::bigint[], $10::timestamptz[])
         AS skipped (token, period, amount, amount_minor, due_at)
       ON CONFLICT (subscription, period) DO NOTHING`,
      [
        subscription.merchant,
        subscription.token,
        subscription.currency,
        state,
        now,
        periods.map(({period}) => chargeToken(subscription.token, period)),
        periods.map(({period}) => period),
        periods.map(({amount}) => amount),
        periods.map(({amount_minor}) => amount_minor),
        periods.map(({due}) => due.toISOString()),
      ],
    );
  }
  return {next_period: next, next_charge_at: chargeableFrom(subscription, next)};
}
