/** Reads subscriptions with their plan, card and open charge, as responses show them. */
import type {SubscriptionState} from '../../../../src/protocol/billing-words.js';
import {periodStart} from './periods.js';
import type {Clock} from '../../platform/clock/clock.js';
import {pageSql, type Page} from '../../platform/http/paging.js';
import {methodsByToken, type RecordedMethod} from '../payment-methods/rows.js';
import type {Plan} from '../plans/plan.js';
import {plansByToken} from '../plans/plans.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import {subscriptionNotFound} from './changes.js';
import type {Subscription} from './subscription.js';

/** Values of `status` (wire 1.9). Clients rely on this spelling. */
export const wireStatuses = [
  'INCOMPLETE',
  'TRAILING',
  'ACTIVE',
  'PAST_DUE',
  'UNPAID',
  'PAUSED',
  'CANCELED',
  'ENDED',
] as const;
export type WireStatus = (typeof wireStatuses)[number];

/** A subscription with its plan, its card and its open charge. */
export interface SubscriptionView extends Subscription {
  readonly plan_row: Plan;
  readonly wire_status: WireStatus;
  readonly brand: string;
  readonly last_four: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
  /** These columns belong to the open charge; they are null if there is none. */
  readonly open_amount: string | null;
  readonly open_attempts: number | null;
  readonly open_failure: string | null;
  readonly open_next_attempt_at: Date | null;
}

/** Filter; an omitted field matches everything. */
export interface SubscriptionFilter {
  readonly status?: WireStatus | undefined;
  readonly state?: SubscriptionState | undefined;
  readonly customer?: string | undefined;
  readonly plan?: string | undefined;
  readonly reference?: string | undefined;
}

export interface SubscriptionViews {
  /** @throws {ServiceError} 404 `subscription.not_found`. */
  read(merchant: string, token: string, queries?: Queries): Promise<SubscriptionView>;
  search(
    merchant: string,
    filter: SubscriptionFilter,
    page: Page,
  ): Promise<{readonly total: number; readonly list: readonly SubscriptionView[]}>;
}

/**
 * `$1` is the merchant, `$2` the service's time. A subscription whose charge has failed stays `active` while
 * the charge is retried; its status is then PAST_DUE.
 */
const fromSql = `
FROM (
  SELECT s.*, c.amount AS open_amount,
    c.attempts AS open_attempts, c.failure AS open_failure, c.next_attempt_at AS open_next_attempt_at,
    CASE s.state
      WHEN 'pending' THEN CASE WHEN s.trial_ends_at > $2 THEN 'TRAILING' ELSE 'INCOMPLETE' END
      WHEN 'active' THEN CASE WHEN c.failure IS NULL THEN 'ACTIVE' ELSE 'PAST_DUE' END
      WHEN 'failed' THEN 'UNPAID'
      WHEN 'paused' THEN 'PAUSED'
      ELSE CASE WHEN s.end_reason = 'cycles_completed' THEN 'ENDED' ELSE 'CANCELED' END
    END AS wire_status
  FROM subscriptions s LEFT JOIN charges c ON c.token = s.open_charge
  WHERE s.merchant = $1
) AS shown`;

type Row = Omit<SubscriptionView, 'plan_row' | keyof MethodColumns>;

type MethodColumns = Pick<RecordedMethod, 'brand' | 'last_four' | 'expiration_month' | 'expiration_year'>;

export function createSubscriptionViews({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): SubscriptionViews {
  async function withPlanAndCard(
    rows: readonly Row[],
    queries: Queries = database,
  ): Promise<readonly SubscriptionView[]> {
    const plans = await plansByToken(
      queries,
      rows.map(({plan}) => plan),
    );
    const methods = await methodsByToken(
      queries,
      rows.map(({payment_method}) => payment_method),
    );
    return rows.map((row) => {
      const {brand, last_four, expiration_month, expiration_year} = methods.get(row.payment_method)!;
      const card = {brand, last_four, expiration_month, expiration_year};
      return {...row, ...card, plan_row: plans.get(row.plan)!};
    });
  }
  return {
    async read(merchant, token, queries = database) {
      const rows = await queries.query<Row>(`SELECT * ${fromSql} WHERE token = $3`, [
        merchant,
        clock.now(),
        token,
      ]);
      const [view] = await withPlanAndCard(rows, queries);
      if (!view) throw subscriptionNotFound();
      return view;
    },
    async search(merchant, {status, state, customer, plan, reference}, page) {
      const matching = `${fromSql} WHERE ($3::text IS NULL OR wire_status = $3) AND ($4::text IS NULL OR state = $4)
        AND ($5::text IS NULL OR customer = $5) AND ($6::text IS NULL OR plan = $6) AND ($7::text IS NULL OR reference = $7)`;
      const filterValues = [status, state, customer, plan, reference].map((value) => value ?? null);
      const parameters = [merchant, clock.now(), ...filterValues];
      const [counted] = await database.query<{total: number}>(
        `SELECT count(*)::int AS total ${matching}`,
        parameters,
      );
      const rows = await database.query<Row>(`SELECT * ${matching} ${pageSql(page)}`, parameters);
      return {total: counted!.total, list: await withPlanAndCard(rows)};
    },
  };
}

/** The current period. During a trial it is the trial. */
export function currentPeriod(row: Subscription): {readonly start: Date; readonly end: Date} {
  if (row.next_period === 0 && row.trial_ends_at !== null) return {start: row.created_at, end: row.anchor};
  const period = Math.max(0, row.next_period - 1);
  return {start: periodStart(row, period), end: periodStart(row, period + 1)};
}

/** When the subscription has ended or will end; null if it has no end. */
export function endOf(row: Subscription): Date | null {
  if (row.cancelled_at !== null) return row.cancelled_at;
  if (row.cancel_at !== null) return row.cancel_at;
  const {number_of_billing_cycles: cycles} = row;
  return cycles === null ? null : periodStart(row, cycles);
}
