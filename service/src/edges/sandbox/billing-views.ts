import type {ChargeState, IntervalUnit, SubscriptionState} from '../../../../src/protocol/billing-words.js';
import {isoOrNull} from '../../platform/openapi/answers.js';
import type {Queries} from '../../platform/storage/database.js';
import type {ViewRequest} from './views.js';

/** A plan as the sandbox API shows it. Amounts are decimal strings, times ISO strings. */
export interface PlanView {
  readonly token: string;
  readonly name: string | null;
  readonly product: string;
  readonly amount: string;
  readonly currency: string;
  readonly interval: IntervalUnit;
  readonly interval_count: number;
  readonly trial_period_days: number;
  readonly number_of_billing_cycles: number | null;
  readonly time_zone: string;
  readonly active: boolean;
  /** Number of all subscriptions to the plan, and of those that have not ended. */
  readonly subscriptions: number;
  readonly live_subscriptions: number;
  readonly created_at: string;
  readonly archived_at: string | null;
}

/** One attempt to charge a period. */
export interface AttemptView {
  readonly number: number;
  readonly state: string;
  readonly payment_method: string;
  /** The network's id of the attempt; null until it has answered. */
  readonly network_id: string | null;
  readonly failure: string | null;
  readonly sent_at: string;
  readonly settled_at: string | null;
}

/** The charge of one period of a subscription. */
export interface ChargeView {
  readonly token: string;
  readonly subscription: string;
  /** Index of the period; period 0 begins at the anchor. */
  readonly period: number;
  readonly product: string;
  readonly amount: string;
  readonly currency: string;
  readonly due_at: string;
  readonly state: ChargeState;
  readonly next_attempt_at: string | null;
  readonly failure: string | null;
  readonly settled_at: string | null;
  readonly created_at: string;
  readonly attempts: readonly AttemptView[];
}

/** A subscription with its latest charges, newest period first. */
export interface SubscriptionView {
  readonly token: string;
  readonly customer: string;
  readonly customer_name: string | null;
  readonly plan: string;
  readonly plan_name: string | null;
  readonly product: string;
  readonly reference: string | null;
  readonly payment_method: {readonly token: string; readonly brand: string; readonly last_four: string};
  readonly state: SubscriptionState;
  /** Whether a failed charge is still being retried. */
  readonly past_due: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly interval: IntervalUnit;
  readonly interval_count: number;
  readonly time_zone: string;
  readonly anchor: string;
  readonly trial_ends_at: string | null;
  readonly next_period: number;
  readonly next_charge_at: string | null;
  readonly pause_behavior: string | null;
  readonly cancel_at: string | null;
  readonly cancelled_at: string | null;
  readonly end_reason: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly charges: readonly ChargeView[];
}

/** Limit of charges for each subscription. */
const chargesPerSubscription = 18;

const iso = (date: Date): string => date.toISOString();

/** A view whose date fields are still `Date` objects, as the database returns them. */
type Dates<View, Names extends keyof View> = Omit<View, Names> & {
  readonly [Name in Names]: null extends View[Name] ? Date | null : Date;
};

/** Plans including archived ones, newest first. */
export async function planViews(queries: Queries, request: ViewRequest): Promise<readonly PlanView[]> {
  const rows = await queries.query<Dates<PlanView, 'created_at' | 'archived_at'>>(
    `SELECT p.token, p.name, p.product, p.amount, p.currency, p.interval_unit AS interval, p.interval_count,
       p.trial_period_days, p.number_of_billing_cycles, p.time_zone, p.active, p.created_at, p.archived_at,
       COALESCE(s.made, 0)::integer AS subscriptions, COALESCE(s.live, 0)::integer AS live_subscriptions
     FROM plans p LEFT JOIN LATERAL (
       SELECT COUNT(*) AS made, COUNT(*) FILTER (WHERE state <> 'cancelled') AS live
       FROM subscriptions WHERE plan = p.token) s ON true
     WHERE $1::text IS NULL OR p.merchant = $1 ORDER BY p.created_at DESC, p.token LIMIT $2`,
    [request.merchant ?? null, request.limit],
  );
  return rows.map((row) => ({
    ...row,
    created_at: iso(row.created_at),
    archived_at: isoOrNull(row.archived_at),
  }));
}

/** Which charges to list: those of one subscription, or of all. */
export interface ChargeRequest extends ViewRequest {
  readonly subscription?: string | undefined;
}

type ChargeRow = Omit<
  Dates<ChargeView, 'due_at' | 'next_attempt_at' | 'settled_at' | 'created_at'>,
  'attempts'
>;
const chargeColumns = `c.token, c.subscription, c.period, s.product, c.amount, c.currency, c.due_at, c.state,
  c.next_attempt_at, c.failure, c.settled_at, c.created_at`;

/** Charges of one subscription or of all, the latest due first. */
export async function chargeViews(queries: Queries, request: ChargeRequest): Promise<readonly ChargeView[]> {
  const rows = await queries.query<ChargeRow>(
    `SELECT ${chargeColumns} FROM charges c JOIN subscriptions s ON s.token = c.subscription
     WHERE ($1::text IS NULL OR c.merchant = $1) AND ($2::text IS NULL OR c.subscription = $2)
     ORDER BY c.due_at DESC, c.token LIMIT $3`,
    [request.merchant ?? null, request.subscription ?? null, request.limit],
  );
  return withAttempts(queries, rows);
}

async function withAttempts(queries: Queries, charges: readonly ChargeRow[]): Promise<readonly ChargeView[]> {
  if (charges.length === 0) return [];
  type Row = Dates<AttemptView, 'sent_at' | 'settled_at'> & {readonly charge: string};
  const rows = await queries.query<Row>(
    `SELECT charge, number, state, payment_method, network_id, failure, sent_at, settled_at FROM charge_attempts
     WHERE charge = ANY($1::text[]) ORDER BY charge, number`,
    [charges.map(({token}) => token)],
  );
  const attempts = groupedBy(rows, ({charge}) => charge);
  return charges.map((row) => ({
    ...row,
    due_at: iso(row.due_at),
    next_attempt_at: isoOrNull(row.next_attempt_at),
    settled_at: isoOrNull(row.settled_at),
    created_at: iso(row.created_at),
    attempts: (attempts.get(row.token) ?? []).map(({charge: _charge, ...attempt}) => ({
      ...attempt,
      sent_at: iso(attempt.sent_at),
      settled_at: isoOrNull(attempt.settled_at),
    })),
  }));
}

type SubscriptionDates =
  'anchor' | 'trial_ends_at' | 'next_charge_at' | 'cancel_at' | 'cancelled_at' | 'created_at' | 'updated_at';
type SubscriptionRow = Omit<Dates<SubscriptionView, SubscriptionDates>, 'charges' | 'payment_method'> & {
  readonly method: string;
  readonly brand: string;
  readonly last_four: string;
};

/** Subscriptions with their latest charges, the latest change first. */
export async function subscriptionViews(
  queries: Queries,
  request: ViewRequest,
): Promise<readonly SubscriptionView[]> {
  const rows = await queries.query<SubscriptionRow>(
    `SELECT s.token, s.customer, NULLIF(TRIM(CONCAT_WS(' ', u.first_name, u.last_name)), '') AS customer_name,
       s.plan, p.name AS plan_name, s.product, s.reference, m.token AS method, m.brand, m.last_four, s.state,
       EXISTS (SELECT 1 FROM charges o WHERE o.token = s.open_charge AND o.failure IS NOT NULL) AS past_due,
       s.amount, s.currency, s.interval_unit AS interval, s.interval_count, s.time_zone, s.anchor, s.trial_ends_at,
       s.next_period, s.next_charge_at, s.pause_behavior, s.cancel_at, s.cancelled_at, s.end_reason, s.created_at,
       s.updated_at
     FROM subscriptions s JOIN customers u ON u.token = s.customer JOIN plans p ON p.token = s.plan
       JOIN payment_methods m ON m.token = s.payment_method
     WHERE $1::text IS NULL OR s.merchant = $1 ORDER BY s.updated_at DESC, s.token LIMIT $2`,
    [request.merchant ?? null, request.limit],
  );
  const charges = await lastCharges(
    queries,
    rows.map(({token}) => token),
  );
  return rows.map(({method, brand, last_four, ...row}) => ({
    ...row,
    payment_method: {token: method, brand, last_four},
    anchor: iso(row.anchor),
    trial_ends_at: isoOrNull(row.trial_ends_at),
    next_charge_at: isoOrNull(row.next_charge_at),
    cancel_at: isoOrNull(row.cancel_at),
    cancelled_at: isoOrNull(row.cancelled_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    charges: charges.get(row.token) ?? [],
  }));
}

/** The latest charges of each subscription, newest period first. */
async function lastCharges(
  queries: Queries,
  subscriptions: readonly string[],
): Promise<Map<string, readonly ChargeView[]>> {
  if (subscriptions.length === 0) return new Map();
  const rows = await queries.query<ChargeRow>(
    `SELECT ${chargeColumns} FROM subscriptions s JOIN LATERAL (
       SELECT * FROM charges WHERE subscription = s.token ORDER BY period DESC LIMIT $2) c ON true
     WHERE s.token = ANY($1::text[]) ORDER BY c.subscription, c.period DESC`,
    [subscriptions, chargesPerSubscription],
  );
  return groupedBy(await withAttempts(queries, rows), ({subscription}) => subscription);
}

function groupedBy<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}
