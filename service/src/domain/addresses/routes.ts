import {Hono} from 'hono';
import * as v from 'valibot';
import {ServiceError} from '../../platform/errors.js';
import {check, customerToken, optional, readJson, record, shortText} from '../../platform/http/body.js';
import {letPagesRead} from '../../platform/identity/cors.js';
import {anyoneOf} from '../../platform/identity/callers.js';
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

const line = optional(v.pipe(shortText, v.trim()));
const fields = {street1: line, street2: line, city: line, state: line, postal_code: line, country: line};

/** Fields of an update; omitted ones stay. `province` is what some clients send for `state`. */
export const addressChanges = record({...fields, province: line});

/**
 * Request of wire 1.4. Only the merchant's server may name a `user`; a shopper's address is always their own.
 */
export const addressBody = record({
  ...fields,
  province: line,
  user: v.optional(customerToken),
});

const countryIs = 'a two-letter country code in the query, such as ?cc=PK';
const countryQuery = record({
  cc: v.pipe(v.string(countryIs), v.regex(/^[A-Za-z]{2}$/, countryIs)),
});

/** What a country requires of an address (wire 1.4). Public: mobile clients ask without credentials. */
export function countryRoutes({origins}: {readonly origins: Origins}): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get('/user/meta/v2/country', async (c) => {
    const rules = rulesOf(check(countryQuery, c.req.query()).cc);
    if (!rules) throw new ServiceError(404, 'country.unknown', 'There is no country with this code.');
    await letPagesRead(c, {allows: (origin) => origins.any(origin)});
    return send(c, {status: 200, body: success(rulesJson(rules), {api_version: 'v2'})});
  });
  return routes;
}

/**
 * Keeps, changes and reads addresses (wire 1.4). The merchant's server sees all of the merchant's, a shopper
 * with a session sees their own. A time-based token only reads: its customer's addresses, or without a
 * customer those that have none.
 */
export function addressRoutes(deps: {
  readonly addresses: Addresses;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {addresses, guards, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const one = '/user/address/v2/:address';
  routes.post(
    '/user/address/v2',
    guards.anyone,
    once.local(async (c, unit) => {
      const mine = writable(c);
      const {user, ...given} = check(addressBody, await readJson(c));
      const owner = {...(user !== undefined && {customer: user}), ...mine};
      const address = await addresses.create(unit, owner, {...nowhere, ...stated(given)});
      return unit.commit({status: 200, body: success(addressJson(address))});
    }),
  );
  routes.put(one, guards.anyone, async (c) => {
    const owner = writable(c);
    const changes = stated(check(addressChanges, await readJson(c)));
    const address = await addresses.update(owner, c.req.param('address'), changes);
    return send(c, {status: 200, body: success(addressJson(address))});
  });
  routes.get(one, guards.anyone, async (c) => {
    const address = await addresses.read(readable(c), c.req.param('address'));
    return send(c, {status: 200, body: success(addressJson(address))});
  });
  return routes;
}

/** @throws {ServiceError} 403 `merchant_authentication_required` for a page's token. */
function writable(c: ServiceContext): AddressOwner {
  if (anyoneOf(c).kind === 'token') throw merchantOnly();
  return readable(c);
}

function readable(c: ServiceContext): AddressOwner {
  const caller = anyoneOf(c);
  const {id: merchant} = caller.merchant;
  if (caller.kind === 'secret') return {merchant};
  const customer = caller.kind === 'shopper' ? caller.session.customer : caller.claims.customer;
  return {merchant, customer: customer ?? null};
}

const nowhere: AddressDetails = {
  ...{street1: null, street2: null, city: null, state: null, postal_code: null, country: null},
};

/** Only the fields that were sent. An empty string counts as null. */
function stated({province, ...given}: v.InferOutput<typeof addressChanges>): Partial<AddressDetails> {
  const named = {...given, ...(given.state === undefined && {state: province})};
  return Object.fromEntries(
    Object.entries(named).flatMap(([field, value]) => (value === undefined ? [] : [[field, value || null]])),
  );
}
