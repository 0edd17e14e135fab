import {pageSql} from '../../platform/http/paging.js';
import type {Page} from '../../platform/http/paging.js';
import {majorUnits} from '../plans/currencies.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import type {Charge, ChargeState} from '../subscriptions/subscription.js';
import {transactionNotFound} from './refund.js';
import type {RefundRow} from './refund.js';

/** A charge with whose it is, and the card of its last attempt. */
interface Row extends Charge {
  readonly customer: string;
  readonly plan: string;
  readonly product: string;
  readonly reference: string | null;
  readonly payment_method: string | null;
  readonly brand: string | null;
  readonly last_four: string | null;
}

export interface TransactionView extends Row {
  /** Those that came about, the oldest first. */
  readonly refunds: readonly RefundRow[];
}

/** Narrows a list. Missing: any. */
export interface TransactionFilter {
  readonly subscription?: string | undefined;
  readonly customer?: string | undefined;
  readonly plan?: string | undefined;
  readonly state?: ChargeState | undefined;
}

export interface TransactionViews {
  /** @throws {ServiceError} 404 `transaction.not_found`. */
  read(merchant: string, token: string, queries?: Queries): Promise<TransactionView>;
  search(
    merchant: string,
    filter: TransactionFilter,
    page: Page,
  ): Promise<{readonly total: number; readonly list: readonly TransactionView[]}>;
}

const from = `
FROM (
  SELECT c.*, COALESCE(c.settled_at, c.created_at) AS updated_at, s.customer, s.plan, s.product, s.reference,
    a.payment_method, m.brand, m.last_four
  FROM charges c JOIN subscriptions s ON s.token = c.subscription
    LEFT JOIN charge_attempts a ON a.charge = c.token AND a.number = c.attempts
    LEFT JOIN payment_methods m ON m.token = a.payment_method
  WHERE c.merchant = $1
) AS shown`;

export function createTransactionViews({database}: {readonly database: Database}): TransactionViews {
  async function withRefunds(
    rows: readonly Row[],
    queries: Queries = database,
  ): Promise<readonly TransactionView[]> {
    const refunds = await queries.query<RefundRow>(
      `SELECT * FROM charge_refunds WHERE charge = ANY ($1::text[]) AND state = 'done' ORDER BY number`,
      [rows.map(({token}) => token)],
    );
    return rows.map((row) => ({...row, refunds: refunds.filter(({charge}) => charge === row.token)}));
  }
  return {
    async read(merchant, token, queries = database) {
      const rows = await queries.query<Row>(`SELECT * ${from} WHERE token = $2`, [merchant, token]);
      const [view] = await withRefunds(rows, queries);
      if (!view) throw transactionNotFound();
      return view;
    },
    async search(merchant, {subscription, customer, plan, state}, page) {
      const found = `${from} WHERE ($2::text IS NULL OR subscription = $2) AND ($3::text IS NULL OR customer = $3)
        AND ($4::text IS NULL OR plan = $4) AND ($5::text IS NULL OR state = $5)`;
      const wanted = [subscription, customer, plan, state].map((value) => value ?? null);
      const parameters = [merchant, ...wanted];
      const [counted] = await database.query<{total: number}>(
        `SELECT count(*)::int AS total ${found}`,
        parameters,
      );
      const rows = await database.query<Row>(`SELECT * ${found} ${pageSql(page)}`, parameters);
      return {total: counted!.total, list: await withRefunds(rows)};
    },
  };
}

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** A charge as answers show it. Amounts are decimal text, instants are ISO. */
export function transactionJson(row: TransactionView) {
  const refunded = row.refunds.reduce((sum, {amount_minor}) => sum + amount_minor, 0);
  const paid = row.state === 'paid' ? row.amount_minor : 0;
  return {
    token: row.token,
    subscription_id: row.subscription,
    plan_id: row.plan,
    user_id: row.customer,
    product: row.product,
    reference: row.reference,
    period: row.period,
    amount: row.amount,
    currency: row.currency,
    state: row.state,
    attempts: row.attempts,
    failure: row.failure,
    due_at: row.due_at.toISOString(),
    next_attempt_at: iso(row.next_attempt_at),
    settled_at: iso(row.settled_at),
    payment_method:
      row.payment_method === null
        ? null
        : {token: row.payment_method, brand: row.brand, last_four: row.last_four},
    balance: majorUnits(paid - refunded, row.currency),
    refunds: row.refunds.map(({network_id, amount_minor, created_at}) => ({
      token: network_id,
      amount: majorUnits(amount_minor, row.currency),
      currency: row.currency,
      created_at: created_at.toISOString(),
    })),
    created_at: row.created_at.toISOString(),
  };
}
