/** The customer routes of the shop's server. */
import {Hono} from 'hono';
import * as v from 'valibot';
import {check, flag, optional, record, shortText, readBody} from '../../platform/http/body.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {pageJson, readPage} from '../../platform/http/paging.js';
import {country, email, isBlank, name, phoneNumber} from '../../platform/http/person.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {CustomerDetails, Customers} from './customers.js';

/** A shopper's details. An empty address, phone number or country is stored; it identifies no customer. */
export const customerFields = {
  first_name: optional(name),
  last_name: optional(name),
  email: optional(email),
  phone_number: optional(phoneNumber),
  country: optional(country),
};

const identificationExpected =
  'an object with at least one of first_name, last_name, email and phone_number; only a guest (is_guest: true) may have none';

/** Request body of spec 2.1. */
export const customerBody = v.pipe(
  record({...customerFields, is_guest: v.optional(flag, false)}, ['is_guest']),
  v.check(
    ({is_guest, first_name, last_name, email, phone_number}) =>
      is_guest || [first_name, last_name, email, phone_number].some((value) => !isBlank(value)),
    identificationExpected,
  ),
);

/** Request body of an update: an omitted field is kept, null clears a field. */
export const customerChanges = record({...customerFields, is_guest: v.optional(flag)}, ['is_guest']);

/** `readPage` refuses other parameters; `filterQuery` reads these. */
const filterFields = {email: v.optional(shortText)};
const filterQuery = record(filterFields);

/** Creates, reads, updates, removes and lists customers with the secret key (spec 4.1, wire 1.4). */
export function customerRoutes(deps: {
  readonly customers: Customers;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {customers, guards, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.post(
    '/user/customers/v1',
    guards.secret,
    once.staged(
      async (c, unit) => {
        const body = await readBody(c, customerBody);
        const customer = customers.create(unit, merchantOf(c).id, newCustomerDetails(body));
        return unit.commit({status: 200, body: success(customer)});
      },
      // The key is not looked up before the work. A repeated request does the work again; its commit then
      // finds the key, writes nothing, and returns the first answer.
      {readsKeyEarly: false},
    ),
  );
  routes.get('/user/customers/v1/:customer', guards.secret, async (c) => {
    const customer = await customers.read(merchantOf(c).id, c.req.param('customer'));
    return send(c, {status: 200, body: success(customer)});
  });
  routes.get('/user/customers/v1', guards.secret, async (c) => {
    const page = readPage(c, filterFields);
    const {email} = check(filterQuery, c.req.query());
    const {total, list} = await customers.list(merchantOf(c).id, page, {email});
    return send(c, {status: 200, body: success(pageJson(page, total, list))});
  });
  routes.put('/user/customers/v1/:customer', guards.secret, async (c) => {
    const changes = await readBody(c, customerChanges);
    const token = c.req.param('customer');
    const customer = await customers.update(merchantOf(c).id, token, withoutOmitted(changes));
    return send(c, {status: 200, body: success(customer)});
  });
  routes.delete('/user/customers/v1/:customer', guards.secret, async (c) => {
    const token = c.req.param('customer');
    await customers.remove(merchantOf(c).id, token);
    return send(c, {status: 200, body: success({deleted: true, token})});
  });
  return routes;
}

/** A new customer's details; an omitted field becomes null. */
export const newCustomerDetails = (body: v.InferOutput<typeof customerBody>): CustomerDetails => ({
  first_name: body.first_name ?? null,
  last_name: body.last_name ?? null,
  email: body.email ?? null,
  phone_number: body.phone_number ?? null,
  country: body.country ?? null,
  is_guest: body.is_guest,
});

const withoutOmitted = (changes: v.InferOutput<typeof customerChanges>) =>
  Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<CustomerDetails>;
