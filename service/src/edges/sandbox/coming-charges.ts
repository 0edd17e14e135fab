import {periodStart} from '../../domain/subscriptions/periods.js';
import type {ScheduleColumns} from '../../domain/subscriptions/periods.js';
import type {Queries} from '../../platform/storage/database.js';
import type {ViewRequest} from './views.js';

/** Future charges if nothing changes. */
export interface ComingCharge {
  /** ISO instant. */
  readonly at: string;
  /** `skipped`: the period begins while the subscription is paused, and is not charged. */
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
 * The soonest first: tries that are due again, and the periods of every subscription by its own schedule, up
 * to `until`.
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
  const again = retries.map(({next_attempt_at: at, attempts, ...charge}): ComingCharge => ({
    at: at.toISOString(),
    kind: attempts > 0 ? 'retry' : 'charge',
    ...charge,
  }));
  return [...again, ...soonest(rows, until, limit)].sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, limit);
}

/** Takes the earliest period of all again and again: what is not shown is not reckoned. */
function soonest(
  rows: readonly (Row & {next_charge_at: Date})[],
  until: Date,
  limit: number,
): readonly ComingCharge[] {
  const cursors = rows.map((row) => ({row, period: row.next_period, at: row.next_charge_at}));
  const found: ComingCharge[] = [];
  while (found.length < limit) {
    const open = cursors.filter(({row, period, at}) => at <= until && goesOn(row, period, at));
    const next = open.reduce<(typeof open)[number] | undefined>(
      (least, one) => (least === undefined || one.at < least.at ? one : least),
      undefined,
    );
    if (!next) break;
    const {row, period, at} = next;
    const {subscription, product, amount, currency} = row;
    found.push({
      ...{at: at.toISOString(), kind: row.state === 'paused' ? 'skipped' : 'charge'},
      ...{subscription, period, product, amount, currency},
    });
    next.period++;
    next.at = periodStart(row, next.period);
  }
  return found;
}

const goesOn = ({number_of_billing_cycles: cycles, cancel_at}: Row, period: number, at: Date): boolean =>
  (cycles === null || period < cycles) && (cancel_at === null || at < cancel_at);
