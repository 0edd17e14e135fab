import {periodStart} from '../../domain/subscriptions/periods.js';
import type {ScheduleColumns} from '../../domain/subscriptions/periods.js';
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

export interface ComingRequest extends ViewRequest {
  readonly until: Date;
}

interface Row extends ScheduleColumns {
  readonly subscription: string;
  readonly state: string;
  readonly next_period: number;
  readonly number_of_billing_cycles: number | null;
  readonly cancel_at: Date | null;
  readonly product: string;
  readonly amount: string;
  readonly currency: string;
}

/**
 * The next charges up to `until`, the earliest first: retries that are due, and the coming periods of all
 * subscriptions.
 */
export async function comingCharges(
  queries: Queries,
  request: ComingRequest,
): Promise<readonly ComingCharge[]> {
  const {merchant = null, until, limit} = request;
  const [retries, rows] = await Promise.all([
    queries.query<Omit<ComingCharge, 'at' | 'kind'> & {next_attempt_at: Date; attempts: number}>(
      `SELECT c.subscription, c.period, s.product, c.amount, c.currency, c.next_attempt_at, c.attempts
       FROM charges c JOIN subscriptions s ON s.token = c.subscription
       WHERE c.next_attempt_at <= $2 AND ($1::text IS NULL OR c.merchant = $1)
       ORDER BY c.next_attempt_at, c.token LIMIT $3`,
      [merchant, until, limit],
    ),
    queries.query<Row & {next_charge_at: Date}>(
      `SELECT token AS subscription, state, product, amount, currency, anchor, interval_unit, interval_count, time_zone,
         next_period, next_charge_at, number_of_billing_cycles, cancel_at
       FROM subscriptions WHERE next_charge_at <= $2 AND ($1::text IS NULL OR merchant = $1)
       ORDER BY next_charge_at, token LIMIT $3`,
      [merchant, until, limit],
    ),
  ]);
  const retryCharges = retries.map(({next_attempt_at: at, attempts, ...charge}): ComingCharge => ({
    at: at.toISOString(),
    kind: attempts > 0 ? 'retry' : 'charge',
    ...charge,
  }));
  return [...retryCharges, ...earliestPeriods(rows, until, limit)]
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, limit);
}

/**
 * Repeatedly takes the earliest next period of all subscriptions, so that only the periods within the limit
 * are computed.
 */
function earliestPeriods(
  rows: readonly (Row & {next_charge_at: Date})[],
  until: Date,
  limit: number,
): readonly ComingCharge[] {
  const cursors = rows.map((row) => ({row, period: row.next_period, at: row.next_charge_at}));
  const charges: ComingCharge[] = [];
  while (charges.length < limit) {
    const remaining = cursors.filter(({row, period, at}) => at <= until && isCharged(row, period, at));
    const next = remaining.reduce<(typeof remaining)[number] | undefined>(
      (earliest, cursor) => (earliest === undefined || cursor.at < earliest.at ? cursor : earliest),
      undefined,
    );
    if (!next) break;
    const {row, period, at} = next;
    const {subscription, product, amount, currency} = row;
    charges.push({
      ...{at: at.toISOString(), kind: row.state === 'paused' ? 'skipped' : 'charge'},
      ...{subscription, period, product, amount, currency},
    });
    next.period++;
    next.at = periodStart(row, next.period);
  }
  return charges;
}

const isCharged = ({number_of_billing_cycles: cycles, cancel_at}: Row, period: number, at: Date): boolean =>
  (cycles === null || period < cycles) && (cancel_at === null || at < cancel_at);
