import type {Customers} from '../customers/customers.js';
import {schemeOf} from '../payment-methods/payment-methods.js';
import type {PaymentMethodRow} from '../payment-methods/payment-methods.js';
import type {ActionDependencies} from './context.js';
import type {Tracker} from './tracker.js';
import {paymentJson} from './wire.js';
import type {PaymentMethodJson} from './wire.js';

function methodJson(row: PaymentMethodRow): PaymentMethodJson {
  return {
    token: row.token,
    brand: row.brand,
    scheme: schemeOf(row.brand),
    last_four: row.last_four,
    expiration_month: row.expiration_month,
    expiration_year: row.expiration_year,
    single_use: row.max_usage === 1,
  };
}

/** fetchPayment (spec 4.4, wire 1.7): all that is true of a tracker. A page sees its customer's token and nothing personal. */
export async function fetchPayment(
  deps: ActionDependencies & {readonly customers: Customers},
  tracker: Tracker,
): Promise<ReturnType<typeof paymentJson>> {
  const row = await deps.methods.ofTracker(deps.database, tracker.token);
  return paymentJson(tracker, {
    customer: {token: tracker.customer},
    method: row ? methodJson(row) : null,
    client: deps.merchant.publicKey,
    environment: deps.environment,
  });
}
