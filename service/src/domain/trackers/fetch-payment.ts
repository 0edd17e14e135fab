import type {Customers} from '../customers/customers.js';
import type {Caller} from '../../platform/identity/callers.js';
import {pageJson, pageSql} from '../../platform/http/paging.js';
import type {Page} from '../../platform/http/paging.js';
import {consentsOf, type ConsentJson} from '../payment-methods/consents.js';
import {schemeOf} from '../payment-methods/payment-methods.js';
import type {PaymentMethodRow} from '../payment-methods/rows.js';
import type {ActionDependencies} from './context.js';
import {paymentJson} from './payment-json.js';
import type {PaymentMethodJson} from './payment-json.js';
import type {Tracker} from './tracker.js';
import {trackerJson} from './wire.js';

function methodJson(row: PaymentMethodRow, consent: ConsentJson | undefined): PaymentMethodJson {
  return {
    token: row.token,
    brand: row.brand,
    scheme: schemeOf(row.brand),
    last_four: row.last_four,
    expiration_month: row.expiration_month,
    expiration_year: row.expiration_year,
    single_use: row.max_usage === 1,
    consent: consent ?? null,
  };
}

type ReporterDependencies = ActionDependencies & {readonly customers: Customers};

/**
 * fetchPayment (spec 4.4, wire 1.7): the whole state of a tracker. A page sees its customer's token and no
 * personal data.
 */
export async function fetchPayment(
  deps: ReporterDependencies,
  tracker: Tracker,
  caller: Caller,
): Promise<ReturnType<typeof paymentJson>> {
  const {methods, database, merchant, environment} = deps;
  const charged = tracker.payment_method;
  const row =
    charged === null
      ? await methods.ofTracker(database, tracker.token)
      : await methods.find(database, charged);
  const consent = row && (await consentsOf(database, [row.tracker])).get(row.tracker);
  return paymentJson(tracker, {
    customer: await customerJson(deps, tracker, caller),
    method: row ? methodJson(row, consent) : null,
    merchant,
    environment,
    isServer: caller.kind === 'secret',
  });
}

/** Clients expect every string to be present, so hidden ones are empty. */
async function customerJson({customers, merchant}: ReporterDependencies, tracker: Tracker, caller: Caller) {
  const token = tracker.customer;
  const nothing = {token, first_name: '', last_name: '', email: '', phone: ''};
  if (caller.kind === 'token') return nothing;
  const customer = await customers.find(merchant.id, token);
  if (!customer) return nothing;
  const {first_name, last_name, email, phone_number: phone} = customer;
  return {token, first_name, last_name, email, phone};
}

/** Search of the reporter: a merchant's trackers, page by page. */
export async function searchPayments({database, merchant, environment}: ActionDependencies, page: Page) {
  const where = 'FROM trackers WHERE merchant = $1';
  const [counted] = await database.query<{total: number}>(`SELECT count(*)::int AS total ${where}`, [
    merchant.id,
  ]);
  const rows = await database.query<Tracker>(`SELECT * ${where} ${pageSql(page)}`, [merchant.id]);
  const list = rows.map((tracker) => trackerJson(tracker, merchant.publicKey, environment));
  return pageJson(page, counted!.total, list);
}
