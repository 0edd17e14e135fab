import {chargeableFrom, type ScheduleColumns} from '../../domain/subscriptions/periods.js';
import type {Queries} from '../../platform/storage/database.js';
import type {ViewRequest} from './views.js';

/** A future charge, if nothing changes until then. */
export interface ComingCharge {
  /** ISO instant. */
  readonly at: string;
  /** `skipped`: the period begins while the subscription is paused, so it is not charged. */
  readonly kind: 'charge' | 'retry' | 'skipped';
  readonly subscription: string;
  readonly period: number;
  readonly product: string;
  readonly amount: string;
  readonly currency: string;
}

/** Which coming charges to list: the earliest `limit` up to `until`. */
export interface ComingRequest extends ViewRequest {
  readonly until: Date;
}

/** A subscription with the columns that its next charges depend on. */
interface ScheduleRow extends ScheduleColumns {
  readonly subscription: string;
  readonly state: string;
  readonly next_period: number;
  readonly next_charge_at: Date;
  readonly number_of_billing_cycles: number | null;
  readonly cancel_at: Date | null;
  readonly product: string;
  readonly amount: string;
  readonly currency: string;
}

/**
 * The next charges up to `until`, the earliest first: attempts for charges that are open, and the coming
 * periods of all subscriptions.
 */
export async function comingCharges(
  queries: Queries,
  request: ComingRequest,
): Promise<readonly ComingCharge[]> {
  const {merchant = null, until, limit} = request;
  const [openCharges, subscriptions] = await Promise.all([
    queries.query<Omit<ComingCharge, 'at' | 'kind'> & {next_attempt_at: Date; attempts: number}>(
      `SELECT c.subscription, c.period, s.product, c.amount, c.currency, c.next_attempt_at, c.attempts
       FROM charges c JOIN subscriptions s ON s.token = c.subscription
       WHERE c.next_attempt_at <= $2 AND ($1::text IS NULL OR c.merchant = $1)
       ORDER BY c.next_attempt_at, c.token LIMIT $3`,
      [merchant, until, limit],
    ),
    queries.query<ScheduleRow>(
      `SELECT token AS subscription, state, product, amount, currency, anchor, interval_unit, interval_count, time_zone,
         next_period, next_charge_at, number_of_billing_cycles, cancel_at
       FROM subscriptions WHERE next_charge_at <= $2 AND ($1::text IS NULL OR merchant = $1)
       ORDER BY next_charge_at, token LIMIT $3`,
      [merchant, until, limit],
    ),
  ]);
  const attempts = openCharges.map(
    ({next_attempt_at: at, attempts: earlierAttempts, ...charge}): ComingCharge => ({
      at: at.toISOString(),
      kind: earlierAttempts > 0 ? 'retry' : 'charge',
      ...charge,
    }),
  );
  return [...attempts, ...earliestPeriods(subscriptions, until, limit)]
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, limit);
}

/**
 * Repeatedly takes the earliest next period of all subscriptions, so that only the periods within the limit
 * are computed.
 */
function earliestPeriods(rows: readonly ScheduleRow[], until: Date, limit: number): readonly ComingCharge[] {
  const cursors = rows.map((row): Cursor => ({row, period: row.next_period, at: row.next_charge_at}));
  const charges: ComingCharge[] = [];
  while (charges.length < limit) {
    const next = earliestOf(cursors.filter((cursor) => cursor.at <= until && isReached(cursor)));
    if (!next) break;
    charges.push(comingCharge(next));
    next.period++;
    next.at = chargeableFrom({...next.row, last_paid_at: next.at}, next.period);
  }
  return charges;
}

/** The next period of a subscription that is not yet in the list. */
interface Cursor {
  readonly row: ScheduleRow;
  period: number;
  at: Date;
}

function earliestOf(cursors: readonly Cursor[]): Cursor | undefined {
  let earliest: Cursor | undefined;
  for (const cursor of cursors) {
    if (earliest === undefined || cursor.at < earliest.at) earliest = cursor;
  }
  return earliest;
}

/** Whether the subscription has not ended before the period. */
function isReached({row: {number_of_billing_cycles: cycles, cancel_at}, period, at}: Cursor): boolean {
  return (cycles === null || period < cycles) && (cancel_at === null || at < cancel_at);
}

const comingCharge = ({row, period, at}: Cursor): ComingCharge => ({
  at: at.toISOString(),
  kind: row.state === 'paused' ? 'skipped' : 'charge',
  subscription: row.subscription,
  period,
  product: row.product,
  amount: row.amount,
  currency: row.currency,
});
