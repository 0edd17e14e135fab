/** Finds the subscriptions and charges that are due, in the order of their indexes. */
import type {Queries} from '../../platform/storage/database.js';
import type {Leases} from '../../platform/storage/leases.js';
import {dueInstant} from './migrations.js';
import type {Charge, Subscription} from './subscription.js';

/**
 * When a subscription is due. This must be exactly the expression of the index of migration 0160: then the
 * database reads due rows from the start of that index. Further conditions on these columns would mislead the
 * planner's estimates.
 */
const dueAt = `(${dueInstant})`;

/** Due, and without an unanswered attempt. Only the last attempt of the open charge can be unanswered. */
const isDue = `${dueAt} <= $1 AND (SELECT a.state FROM charge_attempts a WHERE a.charge = open_charge
  ORDER BY a.number DESC LIMIT 1) IS DISTINCT FROM 'sent'`;

/** Locks subscriptions that are due, oldest first. Skips those that another worker has locked. */
export const lockDueSubscriptions = (tx: Queries, now: Date, limit: number): Promise<Subscription[]> =>
  tx.query<Subscription>(
    `SELECT * FROM subscriptions WHERE ${isDue} ORDER BY ${dueAt} LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
    [now],
  );

/** Whether billing must act on any subscription: begin its next period, or end it. */
export async function periodsAreDue(queries: Queries, now: Date): Promise<boolean> {
  const rows = await queries.query(`SELECT 1 FROM subscriptions WHERE ${isDue} ORDER BY ${dueAt} LIMIT 1`, [
    now,
  ]);
  return rows.length > 0;
}

/** When the next subscription becomes due. */
export async function nextPeriodAt(queries: Queries, now: Date): Promise<Date | undefined> {
  const [row] = await queries.query<{at: Date}>(
    `SELECT ${dueAt} AS at FROM subscriptions WHERE ${dueAt} > $1 ORDER BY ${dueAt} LIMIT 1`,
    [now],
  );
  return row?.at;
}

/** A charge and its unanswered attempt; `sent_key` and `sent_method` are null if there is none. */
export interface OpenCharge extends Pick<Charge, 'period' | 'amount' | 'amount_minor' | 'currency'> {
  readonly charge: string;
  readonly subscription: string;
  readonly attempts: number;
  readonly first_failed_at: Date | null;
  readonly sent_key: string | null;
  readonly sent_method: string | null;
}

const selectOpenCharge = `
  SELECT c.token AS charge, c.subscription, c.period, c.amount, c.amount_minor, c.currency, c.attempts, c.first_failed_at,
    a.attempt AS sent_key, a.payment_method AS sent_method
  FROM charges c JOIN subscriptions s ON s.token = c.subscription
  LEFT JOIN charge_attempts a ON a.charge = c.token AND a.number = c.attempts AND a.state = 'sent'`;

/** Due, and taken by no living worker. */
const chargeIsDue = (leases: Leases) => `c.next_attempt_at <= $1
  AND (c.claim IS NULL OR c.claim_until <= clock_timestamp() OR ${leases.hasDied('c.claim')})`;

/**
 * Locks charges that are due for a retry, or whose worker crashed during an attempt. The query picks them
 * from the start of their index before the join, so that the cost does not grow with the backlog.
 */
export const lockDueCharges = (
  tx: Queries,
  leases: Leases,
  now: Date,
  limit: number,
): Promise<OpenCharge[]> =>
  // Skipping locked rows lets several workers run without waiting for each other.
  tx.query<OpenCharge>(
    `WITH picked AS (
       SELECT c.token FROM charges c WHERE ${chargeIsDue(leases)} ORDER BY c.next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
     ${selectOpenCharge} JOIN picked ON picked.token = c.token ORDER BY c.next_attempt_at FOR UPDATE OF s SKIP LOCKED`,
    [now],
  );

/** The open charge of a locked subscription: a list of one, or empty. */
export const readOpenCharge = (tx: Queries, {open_charge}: Pick<Subscription, 'open_charge'>) =>
  tx.query<OpenCharge>(`${selectOpenCharge} WHERE c.token = $1`, [open_charge]);

/** Whether any retry is due, including retries that another worker has leased. */
export async function chargesAreDue(queries: Queries, now: Date): Promise<boolean> {
  // Without ORDER BY, a planner without statistics scans all charges.
  const rows = await queries.query(
    'SELECT 1 FROM charges WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT 1',
    [now],
  );
  return rows.length > 0;
}

/** When the next retry becomes due. */
export async function nextRetryAt(queries: Queries, now: Date): Promise<Date | undefined> {
  const [row] = await queries.query<{next_attempt_at: Date}>(
    'SELECT next_attempt_at FROM charges WHERE next_attempt_at > $1 ORDER BY next_attempt_at LIMIT 1',
    [now],
  );
  return row?.next_attempt_at;
}
