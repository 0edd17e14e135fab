/** The routes of addresses and of their rules by country. */
import {Hono} from 'hono';
import * as v from 'valibot';
import {ServiceError} from '../../platform/errors.js';
import {check, customerToken, optional, readJson, record, shortText} from '../../platform/http/body.js';
import {letPagesRead} from '../../platform/identity/cors.js';
import {anyCallerOf} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import {merchantOnly} from '../../platform/identity/guards.js';
import type {Guards} from '../../platform/identity/guards.js';
import type {Origins} from '../../platform/identity/merchant.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import {addressJson} from './addresses.js';
import type {AddressOwner, Addresses} from './addresses.js';
import {rulesJson, rulesOf} from './country-rules.js';
import type {AddressDetails} from './country-rules.js';

const trimmed = optional(v.pipe(shortText, v.trim()));
const fields = {
  street1: trimmed,
  street2: trimmed,
  city: trimmed,
  state: trimmed,
  postal_code: trimmed,
  country: trimmed,
  /** Some clients send this name for `state`. */
  province: trimmed,
};

/** Request body of an update. Omitted fields keep their values. */
export const addressChanges = record(fields);

/**
 * Request body of a new address (wire 1.4). `user` counts only from the merchant's server: a shopper's
 * address always belongs to the shopper.
 */
export const addressBody = record({
  ...fields,
  user: v.optional(customerToken),
});

const expectedCountry = 'a two-letter country code in the query, such as ?cc=PK';
const countryQuery = record({
  cc: v.pipe(v.string(expectedCountry), v.regex(/^[A-Za-z]{2}$/, expectedCountry)),
});

/**
 * Serves a country's rules for addresses (wire 1.4). Public, because mobile clients call it without
 * credentials.
 */
export function countryRoutes({origins}: {readonly origins: Origins}): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get('/user/meta/v2/country', async (c) => {
    const rules = rulesOf(check(countryQuery, c.req.query()).cc);
    if (!rules) throw new ServiceError(404, 'country.unknown', 'There is no country with this code.');
    await letPagesRead(c, {allows: (origin) => origins.anyAllows(origin)});
    return send(c, {status: 200, body: success(rulesJson(rules), {api_version: 'v2'})});
  });
  return routes;
}

/**
 * Creates, changes and reads addresses (wire 1.4). The merchant's server has access to all addresses of the
 * merchant, a shopper's session to the shopper's own. A time-based token is read-only: it reads its
 * customer's addresses or, if it has no customer, the addresses without a customer.
 */
export function addressRoutes(deps: {
  readonly addresses: Addresses;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {addresses, guards, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const addressesPath = '/user/address/v2';
  const addressPath = `${addressesPath}/:address` as const;
  routes.post(
    addressesPath,
    guards.anyone,
    once.databaseOnly(async (c, unit) => {
      const caller = ownerForWriting(c);
      const {user, ...body} = check(addressBody, await readJson(c));
      // A shopper's own customer token comes last, so that it wins over `user`.
      const owner = {...(user !== undefined && {customer: user}), ...caller};
      const address = await addresses.create(unit, owner, {...emptyAddress, ...sentFields(body)});
      return unit.commit({status: 200, body: success(addressJson(address))});
    }),
  );
  routes.put(addressPath, guards.anyone, async (c) => {
    const owner = ownerForWriting(c);
    const changes = sentFields(check(addressChanges, await readJson(c)));
    const address = await addresses.update(owner, c.req.param('address'), changes);
    return send(c, {status: 200, body: success(addressJson(address))});
  });
  routes.get(addressPath, guards.anyone, async (c) => {
    const address = await addresses.read(ownerForReading(c), c.req.param('address'));
    return send(c, {status: 200, body: success(addressJson(address))});
  });
  return routes;
}

/**
 * @throws {ServiceError} 403 `merchant_authentication_required` for a time-based token, which is read-only.
 */
function ownerForWriting(c: ServiceContext): AddressOwner {
  if (anyCallerOf(c).kind === 'token') throw merchantOnly();
  return ownerForReading(c);
}

/** Whose addresses the caller has access to. */
function ownerForReading(c: ServiceContext): AddressOwner {
  const caller = anyCallerOf(c);
  const {id: merchant} = caller.merchant;
  if (caller.kind === 'secret') return {merchant};
  const customer = caller.kind === 'shopper' ? caller.session.customer : caller.claims.customer;
  return {merchant, customer: customer ?? null};
}

const emptyAddress: AddressDetails = {
  street1: null,
  street2: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
};

/** Keeps only the fields that the request contains. An empty string counts as null. */
function sentFields({province, ...body}: v.InferOutput<typeof addressChanges>): Partial<AddressDetails> {
  const sent = {...body, ...(body.state === undefined && {state: province})};
  return Object.fromEntries(
    Object.entries(sent).flatMap(([field, value]) => (value === undefined ? [] : [[field, value || null]])),
  );
}
