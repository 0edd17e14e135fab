/** Reads charges, with the columns of their subscriptions that responses show. */
import type {ChargeState} from '../../../../src/protocol/billing-words.js';
import {pageSql, type Page} from '../../platform/http/paging.js';
import type {Queries} from '../../platform/storage/database.js';
import type {Charge} from './subscription.js';

/** A charge with its subscription's customer and plan, and the payment method of its last attempt. */
export interface ChargeView extends Charge {
  readonly customer: string;
  readonly plan: string;
  readonly product: string;
  readonly reference: string | null;
  readonly payment_method: string | null;
}

/** Filter; an omitted field matches everything. */
export interface ChargeFilter {
  readonly subscription?: string | undefined;
  readonly customer?: string | undefined;
  readonly plan?: string | undefined;
  readonly state?: ChargeState | undefined;
}

const fromSql = `
FROM (
  SELECT c.*, COALESCE(c.settled_at, c.created_at) AS updated_at, s.customer, s.plan, s.product, s.reference,
    a.payment_method
  FROM charges c JOIN subscriptions s ON s.token = c.subscription
    LEFT JOIN charge_attempts a ON a.charge = c.token AND a.number = c.attempts
  WHERE c.merchant = $1
) AS shown`;

export async function readChargeView(
  queries: Queries,
  merchant: string,
  token: string,
): Promise<ChargeView | undefined> {
  const [row] = await queries.query<ChargeView>(`SELECT * ${fromSql} WHERE token = $2`, [merchant, token]);
  return row;
}

export async function searchCharges(
  queries: Queries,
  {merchant, filter, page}: {readonly merchant: string; readonly filter: ChargeFilter; readonly page: Page},
): Promise<{readonly total: number; readonly list: readonly ChargeView[]}> {
  const {subscription, customer, plan, state} = filter;
  const matching = `${fromSql} WHERE ($2::text IS NULL OR subscription = $2) AND ($3::text IS NULL OR customer = $3)
    AND ($4::text IS NULL OR plan = $4) AND ($5::text IS NULL OR state = $5)`;
  const parameters = [merchant, subscription ?? null, customer ?? null, plan ?? null, state ?? null];
  const [counted] = await queries.query<{total: number}>(
    `SELECT count(*)::int AS total ${matching}`,
    parameters,
  );
  const list = await queries.query<ChargeView>(`SELECT * ${matching} ${pageSql(page)}`, parameters);
  return {total: counted!.total, list};
}

/** Reads a charge and locks it until the transaction ends. */
export async function lockCharge(tx: Queries, merchant: string, token: string): Promise<Charge | undefined> {
  const [row] = await tx.query<Charge>(
    'SELECT * FROM charges WHERE merchant = $1 AND token = $2 FOR UPDATE',
    [merchant, token],
  );
  return row;
}

/** The network's id of the attempt that paid a charge. */
export async function networkIdOfPayment(queries: Queries, charge: string): Promise<string> {
  const [paid] = await queries.query<{network_id: string}>(
    `SELECT network_id FROM charge_attempts WHERE charge = $1 AND state = 'paid'`,
    [charge],
  );
  return paid!.network_id;
}
