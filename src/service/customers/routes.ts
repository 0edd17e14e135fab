import {Hono} from 'hono';
import * as v from 'valibot';
import {check, flag, readJson, record, shortText} from '../http/body.js';
import {merchantOf} from '../http/env.js';
import type {ServiceEnv} from '../http/env.js';
import {send, success} from '../http/envelope.js';
import type {Guards} from '../http/guards.js';
import type {AnswerOnce} from '../idempotency/answer.js';
import type {Customers} from './customers.js';

const nothing = null;
const optional = <Schema extends v.GenericSchema<string>>(schema: Schema) =>
  v.optional(v.nullable(schema), nothing);

/** Request body of spec 2.1. */
export const customerBody = record({
  first_name: optional(shortText),
  last_name: optional(shortText),
  email: optional(
    v.pipe(
      shortText,
      v.check((value) => value === '' || /^[^\s@]+@[^\s@]+$/.test(value), 'an e-mail address'),
    ),
  ),
  phone_number: optional(
    v.pipe(
      shortText,
      v.check(
        (value) => value === '' || /^\+[\d ()-]{5,30}$/.test(value),
        'a phone number in international format, with a leading +',
      ),
    ),
  ),
  country: optional(
    v.pipe(
      shortText,
      v.check((value) => value === '' || /^[A-Za-z]{2}$/.test(value), 'a two-letter country code'),
    ),
  ),
  is_guest: v.optional(flag, false),
});

/** Creates and reads customers (spec 4.1, wire 1.4). Secret key only. */
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
    once.local(async (c) => {
      const details = check(customerBody, await readJson(c));
      return {status: 200, body: success(await customers.create(merchantOf(c).id, details))};
    }),
  );
  routes.get('/user/customers/v1/:customer', guards.secret, async (c) => {
    const customer = await customers.read(merchantOf(c).id, c.req.param('customer'));
    return send(c, {status: 200, body: success(customer)});
  });
  return routes;
}
