/** Reads charges together with their cards and refunds, and formats them for responses. */
import type {Page} from '../../platform/http/paging.js';
import {toDecimalText} from '../../../../src/protocol/currencies.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import {methodsByToken} from '../payment-methods/rows.js';
import {readChargeView, searchCharges} from '../subscriptions/charge-views.js';
import type {ChargeFilter, ChargeView} from '../subscriptions/charge-views.js';
import {refundsOf, transactionNotFound} from './refund.js';
import type {RefundRow} from './refund.js';

/** A charge, the card of its last attempt, and its refunds. */
export interface TransactionView extends ChargeView {
  readonly brand: string | null;
  readonly last_four: string | null;
  /** Completed refunds, oldest first. */
  readonly refunds: readonly RefundRow[];
}

export interface TransactionViews {
  /** @throws {ServiceError} 404 `transaction.not_found`. */
  read(merchant: string, token: string, queries?: Queries): Promise<TransactionView>;
  search(
    merchant: string,
    filter: ChargeFilter,
    page: Page,
  ): Promise<{readonly total: number; readonly list: readonly TransactionView[]}>;
}

export function createTransactionViews({database}: {readonly database: Database}): TransactionViews {
  async function withCardsAndRefunds(
    charges: readonly ChargeView[],
    queries: Queries = database,
  ): Promise<readonly TransactionView[]> {
    const methods = await methodsByToken(
      queries,
      charges.flatMap(({payment_method}) => payment_method ?? []),
    );
    const refunds = await refundsOf(
      queries,
      charges.map(({token}) => token),
    );
    return charges.map((charge) => {
      // No method has the empty token, which stands for a charge without an attempt.
      const {brand = null, last_four = null} = methods.get(charge.payment_method ?? '') ?? {};
      return {
        ...charge,
        brand,
        last_four,
        refunds: refunds.filter((refund) => refund.charge === charge.token),
      };
    });
  }
  return {
    async read(merchant, token, queries = database) {
      const charge = await readChargeView(queries, merchant, token);
      const [view] = await withCardsAndRefunds(charge ? [charge] : [], queries);
      if (!view) throw transactionNotFound();
      return view;
    },
    async search(merchant, filter, page) {
      const {total, list} = await searchCharges(database, {merchant, filter, page});
      return {total, list: await withCardsAndRefunds(list)};
    },
  };
}

const isoOrNull = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** The JSON of a charge. Amounts are decimal text, instants are ISO. */
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
    next_attempt_at: isoOrNull(row.next_attempt_at),
    settled_at: isoOrNull(row.settled_at),
    payment_method:
      row.payment_method === null
        ? null
        : {token: row.payment_method, brand: row.brand, last_four: row.last_four},
    balance: toDecimalText(paid - refunded, row.currency),
    refunds: row.refunds.map(({network_id, amount_minor, created_at}) => ({
      token: network_id,
      amount: toDecimalText(amount_minor, row.currency),
      currency: row.currency,
      created_at: created_at.toISOString(),
    })),
    created_at: row.created_at.toISOString(),
  };
}
