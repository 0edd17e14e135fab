/** fetchPayment and the search of payments. */
import * as v from 'valibot';
import {trackerStates} from '../../../../src/protocol/index.js';
import type {Customers} from '../customers/customers.js';
import {check, record, shortText, wordOf} from '../../platform/http/body.js';
import type {Caller} from '../../platform/identity/callers.js';
import {pageJson, pageSql, type Page} from '../../platform/http/paging.js';
import {consentsOf, type ConsentJson} from '../payment-methods/consents.js';
import {schemeOf} from '../payment-methods/payment-methods.js';
import type {PaymentMethodRow} from '../payment-methods/rows.js';
import type {ActionDependencies} from './context.js';
import {paymentJson, type PaymentMethodJson} from './payment-json.js';
import type {Tracker} from './tracker.js';
import {trackerModes} from './modes.js';
import {trackerJson} from './wire.js';

function methodJson(
  row: PaymentMethodRow & {readonly duplicate?: boolean},
  consent: ConsentJson | null,
): PaymentMethodJson {
  return {
    token: row.token,
    brand: row.brand,
    scheme: schemeOf(row.brand),
    last_four: row.last_four,
    expiration_month: row.expiration_month,
    expiration_year: row.expiration_year,
    single_use: row.max_usage === 1,
    ...(row.duplicate && {duplicate: true}),
    consent,
  };
}

type FetchDependencies = ActionDependencies & {readonly customers: Customers};

/**
 * The whole state of a tracker (spec 4.4, wire 1.7). A page sees the customer's token, but no personal data.
 */
export async function fetchPayment(
  deps: FetchDependencies,
  tracker: Tracker,
  caller: Caller,
): Promise<ReturnType<typeof paymentJson>> {
  const {methods, database, merchant, environment} = deps;
  const chargedMethod = tracker.payment_method;
  const row =
    chargedMethod === null
      ? await methods.ofTracker(database, tracker.token)
      : await methods.find(database, chargedMethod);
  return paymentJson(tracker, {
    customer: await customerJson(deps, tracker, caller),
    method: row ? methodJson(row, (await consentsOf(database, [row.token]))(row.token).consent) : null,
    merchant,
    environment,
    isServer: caller.kind === 'secret',
  });
}

/** Only the merchant's server sees the details. Clients expect every field to be a string. */
async function customerJson({customers, merchant}: FetchDependencies, tracker: Tracker, caller: Caller) {
  const token = tracker.customer;
  const hidden = {token, first_name: '', last_name: '', email: '', phone: ''};
  if (caller.kind === 'token') return hidden;
  const customer = await customers.find(merchant.id, token);
  if (!customer) return hidden;
  const {first_name, last_name, email, phone_number: phone} = customer;
  return {token, first_name, last_name, email, phone};
}

/** What the reporter's search filters by. */
export const paymentFilters = {
  state: v.optional(wordOf(trackerStates)),
  mode: v.optional(wordOf(trackerModes)),
  customer: v.optional(shortText),
};
const filterQuery = record(paymentFilters);

/**
 * Reads one page of the merchant's trackers.
 *
 * @throws {ServiceError} 400 `request.invalid`, naming the filter.
 */
export async function searchPayments(
  {database, merchant, environment}: ActionDependencies,
  page: Page,
  query: Readonly<Record<string, string>>,
) {
  const {state, mode, customer} = check(filterQuery, query);
  const fromWhere = `FROM trackers WHERE merchant = $1 AND ($2::text IS NULL OR state = $2)
    AND ($3::text IS NULL OR mode = $3) AND ($4::text IS NULL OR customer = $4)`;
  const values = [merchant.id, state ?? null, mode ?? null, customer ?? null];
  const [counted] = await database.query<{total: number}>(
    `SELECT count(*)::int AS total ${fromWhere}`,
    values,
  );
  const rows = await database.query<Tracker>(`SELECT * ${fromWhere} ${pageSql(page)}`, values);
  const list = rows.map((tracker) => trackerJson(tracker, merchant.publicKey, environment));
  return pageJson(page, counted!.total, list);
}
