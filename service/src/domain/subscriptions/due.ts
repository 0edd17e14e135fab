import type {Queries} from '../../platform/storage/database.js';
import type {Leases} from '../../platform/storage/leases.js';
import {dueInstant} from './migrations.js';
import type {Charge, Subscription} from './subscription.js';

/**
 * When there is something to do about a subscription: its next period begins. One charge is open at a time:
 * who owes one waits, unless the subscription is to end meanwhile. As the index of 0160 has it, word for
 * word: what is due is read from its front, however much is stored, and no condition beside it makes a
 * planner think that next to nothing is found that way.
 */
const dueAt = `(${dueInstant})`;

/** A subscription does not end during an attempt. Only the last attempt can be without an answer. */
const periodDue = `${dueAt} <= $1 AND (SELECT a.state FROM charge_attempts a WHERE a.charge = open_charge
  ORDER BY a.number DESC LIMIT 1) IS DISTINCT FROM 'sent'`;

/** Locks subscriptions whose next period begins, oldest first; skips those that another worker has locked. */
export const takePeriods = (tx: Queries, now: Date, limit: number): Promise<Subscription[]> =>
  tx.query<Subscription>(
    `SELECT * FROM subscriptions WHERE ${periodDue} ORDER BY ${dueAt} LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
    [now],
  );

/** Whether any period is due to begin. */
export async function periodsAreDue(queries: Queries, now: Date): Promise<boolean> {
  return (
    (await queries.query(`SELECT 1 FROM subscriptions WHERE ${periodDue} ORDER BY ${dueAt} LIMIT 1`, [now]))
      .length > 0
  );
}

/** When the next period begins. */
export async function nextPeriodAt(queries: Queries, now: Date): Promise<Date | undefined> {
  const [row] = await queries.query<{at: Date}>(
    `SELECT ${dueAt} AS at FROM subscriptions WHERE ${dueAt} > $1 ORDER BY ${dueAt} LIMIT 1`,
    [now],
  );
  return row?.at;
}

/** A charge, and its unanswered attempt if there is one. */
export interface OpenCharge extends Pick<Charge, 'period' | 'amount' | 'amount_minor' | 'currency'> {
  readonly charge: string;
  readonly subscription: string;
  readonly attempts: number;
  readonly first_failed_at: Date | null;
  readonly sent_key: string | null;
  readonly sent_method: string | null;
}

const open = `
  SELECT c.token AS charge, c.subscription, c.period, c.amount, c.amount_minor, c.currency, c.attempts, c.first_failed_at,
    a.attempt AS sent_key, a.payment_method AS sent_method
  FROM charges c JOIN subscriptions s ON s.token = c.subscription
  LEFT JOIN charge_attempts a ON a.charge = c.token AND a.number = c.attempts AND a.state = 'sent'`;

const chargeDue = (leases: Leases) => `c.next_attempt_at <= $1
  AND (c.claim IS NULL OR c.claim_until <= clock_timestamp() OR ${leases.hasDied('c.claim')})`;

/**
 * Charges that are due for a retry, and those whose worker crashed during an attempt. They are picked from
 * the front of their index before any join, so that the cost does not grow with the backlog.
 */
export const takeOpenCharges = (
  tx: Queries,
  leases: Leases,
  now: Date,
  limit: number,
): Promise<OpenCharge[]> =>
  // Locked rows are skipped, so that no two workers wait for each other.
  tx.query<OpenCharge>(
    `WITH picked AS (
       SELECT c.token FROM charges c WHERE ${chargeDue(leases)} ORDER BY c.next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
     ${open} JOIN picked ON picked.token = c.token ORDER BY c.next_attempt_at FOR UPDATE OF s SKIP LOCKED`,
    [now],
  );

/** The open charge of a locked subscription. */
export const readOpenCharge = (tx: Queries, {open_charge}: Pick<Subscription, 'open_charge'>) =>
  tx.query<OpenCharge>(`${open} WHERE c.token = $1`, [open_charge]);

/** Whether any retry is due, also one that another worker has leased. */
export async function chargesAreDue(queries: Queries, now: Date): Promise<boolean> {
  // Ordered, because a planner without statistics would otherwise scan all charges for a due one.
  const rows = await queries.query(
    'SELECT 1 FROM charges WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT 1',
    [now],
  );
  return rows.length > 0;
}

/** When the next retry is due. */
export async function nextRetryAt(queries: Queries, now: Date): Promise<Date | undefined> {
  const [row] = await queries.query<{next_attempt_at: Date}>(
    'SELECT next_attempt_at FROM charges WHERE next_attempt_at > $1 ORDER BY next_attempt_at LIMIT 1',
    [now],
  );
  return row?.next_attempt_at;
}
