/** The routes of addresses and of their rules by country. */
import {Hono} from 'hono';
import * as v from 'valibot';
import {ServiceError} from '../../platform/errors.js';
import {
  check,
  clearText,
  customerToken,
  ofEitherName,
  optional,
  record,
  shortText,
  readBody,
} from '../../platform/http/body.js';
import {letPagesRead} from '../../platform/identity/cors.js';
import {anyCallerOf} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import {merchantOnly, type Guards} from '../../platform/identity/guards.js';
import type {Origins} from '../../platform/identity/merchant.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import {addressJson, type AddressOwner, type Addresses} from './addresses.js';
import {rulesJson, rulesOf, type AddressDetails} from './country-rules.js';

const trimmedText = optional(v.pipe(shortText, v.trim()));
const addressFields = {
  street1: trimmedText,
  street2: trimmedText,
  /** As the payload of an enrollment spells them. */
  street_1: trimmedText,
  street_2: trimmedText,
  city: trimmedText,
  state: trimmedText,
  postal_code: trimmedText,
  country: trimmedText,
  /** Some clients send `province` instead of `state`. */
  province: trimmedText,
};

/** Request body of an update. Omitted fields keep their values. */
export const addressChanges = record(addressFields);

/**
 * Request body of a new address (wire 1.4). `user`, the customer, is read only if the merchant's server sends
 * it: a shopper's address always belongs to the shopper.
 */
export const addressBody = record({
  ...addressFields,
  user: v.optional(customerToken),
});

const countryExpected = 'a two-letter country code in the query, such as ?cc=PK';
const countryQuery = record({
  cc: v.pipe(clearText(countryExpected), v.regex(/^[A-Za-z]{2}$/, countryExpected)),
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
 * merchant, and a shopper's session to the shopper's own. A page with a time-based token can only read: its
 * customer's addresses or, if the token has no customer, the addresses without a customer.
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
      const {user, ...body} = await readBody(c, addressBody);
      // A shopper's own customer token comes last, so that it wins over `user`.
      const owner = {...(user !== undefined && {customer: user}), ...caller};
      const address = await addresses.create(unit, owner, {...emptyAddress, ...sentFields(body)});
      return unit.commit({status: 200, body: success(addressJson(address))});
    }),
  );
  routes.put(addressPath, guards.anyone, async (c) => {
    const owner = ownerForWriting(c);
    const changes = sentFields(await readBody(c, addressChanges));
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
function sentFields(body: v.InferOutput<typeof addressChanges>): Partial<AddressDetails> {
  const {city, postal_code, country} = body;
  const sent = {
    street1: ofEitherName(body, ['street1', 'street_1']),
    street2: ofEitherName(body, ['street2', 'street_2']),
    ...{city, postal_code, country, state: ofEitherName(body, ['state', 'province'])},
  };
  return Object.fromEntries(
    Object.entries(sent).flatMap(([field, value]) => (value === undefined ? [] : [[field, value || null]])),
  );
}
