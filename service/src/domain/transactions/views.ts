/** Reads charges together with their cards and refunds. */
import type {Page} from '../../platform/http/paging.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import {methodsByToken} from '../payment-methods/rows.js';
import {
  readChargeView,
  searchCharges,
  type ChargeFilter,
  type ChargeView,
} from '../subscriptions/charge-views.js';
import {refundsOf, transactionNotFound, type RefundRow} from './refund.js';

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
