/** The route that creates guests. */
import {Hono} from 'hono';
import * as v from 'valibot';
import {clearText, ofEitherName, readBody, record} from '../../platform/http/body.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import {success} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {readOrigin} from '../../platform/identity/origins.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Merchant, Origins} from '../../platform/identity/merchant.js';
import type {ShopperSessions} from '../../platform/identity/sessions.js';
import type {Customers} from './customers.js';
import {newCustomerDetails, customerFields} from './routes.js';

/**
 * Request body of a new guest. Mobile clients send `phone` instead of `phone_number`. With `origin`, only
 * pages of that origin can use the session.
 */
export const guestBody = record(
  {
    ...customerFields,
    phone: customerFields.phone_number,
    origin: v.optional(clearText('the origin of the page, such as https://shop.example')),
  },
  ['origin'],
);

/**
 * Creates a guest, and a session with which the guest's pages call the service (wire 1.2). The route requires
 * the secret key, which identifies the merchant (guarantee V24).
 */
export function guestRoutes(deps: {
  readonly customers: Customers;
  readonly sessions: ShopperSessions;
  readonly origins: Origins;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {customers, sessions, guards, once} = deps;

  async function ownOrigin(merchant: Merchant, text: string): Promise<string> {
    const origin = readOrigin(text, '/origin', merchant.development);
    await deps.origins.ofMerchant(merchant).require(origin);
    return origin;
  }

  const routes = new Hono<ServiceEnv>({strict: false});
  routes.post(
    '/user/v1/guest',
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const body = await readBody(c, guestBody);
      const {phone: _, origin: sentOrigin, ...fields} = body;
      const merchant = merchantOf(c);
      const origin = sentOrigin === undefined ? undefined : await ownOrigin(merchant, sentOrigin);
      const details = newCustomerDetails({
        ...fields,
        phone_number: ofEitherName(body, ['phone_number', 'phone']),
        is_guest: true,
      });
      const {token: customer} = customers.create(unit, merchant.id, details);
      const {token: session, expiresAt} = await sessions.open({merchant: merchant.id, customer, origin});
      const data = {session, token: customer, expires_at: expiresAt.toISOString()};
      return unit.commit({status: 200, body: success(data)});
    }),
  );
  return routes;
}
