import type {Clock} from '../../platform/clock/clock.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import type {Leases} from '../../platform/storage/leases.js';
import type {Subscription} from '../subscriptions/subscription.js';
import {reserveAttempts, saveCharges} from './rows.js';
import {attemptKey} from './task.js';
import type {Task} from './task.js';

export interface RetryDependencies {
  readonly database: Pick<Database, 'leases'>;
  readonly clock: Clock;
  /** Names this worker's leases. */
  readonly claim: string;
}

/** A charge, and its attempt that was sent and never answered, if there is one. */
interface OpenRow extends Pick<Task, 'charge' | 'period' | 'amount' | 'amount_minor' | 'currency'> {
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

const dueFor = (leases: Leases) => `c.next_attempt_at <= $1
  AND (c.claim IS NULL OR c.claim_until <= clock_timestamp() OR ${leases.isDead('c.claim')})`;

/**
 * Takes charges that are to be tried again, and those whose worker went away in the middle of it. They are picked from the front of
 * their index before anything is joined to them: of all that is due only these are looked at.
 */
export async function takeCharges(
  deps: RetryDependencies,
  tx: Queries,
  limit: number,
): Promise<{readonly taken: number; readonly tasks: readonly Task[]}> {
  // Nobody is waited for, so that no two workers can wait for each other.
  const rows = await tx.query<OpenRow>(
    `WITH picked AS (
       SELECT c.token FROM charges c WHERE ${dueFor(deps.database.leases)} ORDER BY c.next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
     ${open} JOIN picked ON picked.token = c.token ORDER BY c.next_attempt_at FOR UPDATE OF s SKIP LOCKED`,
    [deps.clock.now()],
  );
  if (rows.length === 0) return {taken: 0, tasks: []};
  const subscriptions = await tx.query<Subscription>(
    'SELECT * FROM subscriptions WHERE token = ANY($1::text[])',
    [rows.map(({subscription}) => subscription)],
  );
  const tasks = await take(deps, tx, rows, subscriptions);
  return {taken: rows.length, tasks};
}

/** The open charge of a locked subscription, to be tried at once. */
export async function takeOpenCharge(
  deps: RetryDependencies,
  tx: Queries,
  subscription: Subscription,
): Promise<readonly Task[]> {
  const rows = await tx.query<OpenRow>(`${open} WHERE c.token = $1`, [subscription.open_charge]);
  return take(deps, tx, rows, [subscription]);
}

/** Whether anything is to be tried again, also what another worker is at. */
export async function chargesAreDue(queries: Queries, now: Date): Promise<boolean> {
  // In order, or a planner without statistics finds it cheaper to read all charges until one is due.
  const rows = await queries.query(
    'SELECT 1 FROM charges WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT 1',
    [now],
  );
  return rows.length > 0;
}

export async function nextRetryAt(queries: Queries, now: Date): Promise<Date | undefined> {
  const [row] = await queries.query<{next_attempt_at: Date}>(
    'SELECT next_attempt_at FROM charges WHERE next_attempt_at > $1 ORDER BY next_attempt_at LIMIT 1',
    [now],
  );
  return row?.next_attempt_at;
}

async function take(
  {clock, claim}: RetryDependencies,
  tx: Queries,
  rows: readonly OpenRow[],
  subscriptions: readonly Subscription[],
): Promise<readonly Task[]> {
  const byToken = new Map(subscriptions.map((row) => [row.token, row]));
  const tasks: Task[] = [];
  const dropped: OpenRow[] = [];
  for (const row of rows) {
    const subscription = byToken.get(row.subscription)!;
    // What was sent is asked about, whatever became of the subscription; nothing new is begun for one that does not run.
    const runs = subscription.open_charge === row.charge;
    if (row.sent_key === null && !runs) dropped.push(row);
    else tasks.push(taskOf(row, subscription));
  }
  const now = clock.now();
  await reserveAttempts(tx, tasks, {claim, now});
  await saveCharges(
    tx,
    dropped.map(({charge, first_failed_at: firstFailedAt}) => {
      const nothingMore = {nextAttemptAt: null, failure: null, settledAt: now};
      return {charge, state: 'void', firstFailedAt, ...nothingMore};
    }),
  );
  return tasks;
}

/** An attempt without an answer is asked again as it was; only then comes the next number (guarantees 4.2). */
function taskOf(row: OpenRow, subscription: Subscription): Task {
  const {charge, period, amount, amount_minor, currency, attempts, sent_key: key, sent_method: method} = row;
  const again = key !== null;
  const number = again ? attempts : attempts + 1;
  return {
    ...{subscription, charge, period, amount, amount_minor, currency, number, again},
    key: key ?? attemptKey(charge, number),
    payment_method: method ?? subscription.payment_method,
    firstFailedAt: row.first_failed_at,
  };
}
