import assert from 'node:assert/strict';
import type {Service} from '../../src/options.js';

export type Json = {readonly [key: string]: Json} & string;

const shop = 'http://localhost:5173';

/** The address and the secret key of a running service. */
export interface Running {
  readonly urls: Pick<Service['urls'], 'api'>;
  readonly keys: Pick<Service['keys'], 'secretKey'>;
}

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
  readonly json: Json;
}

/** Calls a running service with its secret key, as a shop's server does. */
export async function ask(
  service: Running,
  path: string,
  body?: object,
  {method = body ? 'POST' : 'GET', key}: {readonly method?: string; readonly key?: string} = {},
): Promise<Answer> {
  const response = await fetch(new URL(path, service.urls.api), {
    method,
    headers: {
      'x-sfpy-merchant-secret': service.keys.secretKey,
      ...(body && {'content-type': 'application/json'}),
      ...(key !== undefined && {'idempotency-key': key}),
    },
    ...(body && {body: JSON.stringify(body)}),
  });
  const text = await response.text();
  const retryAfter = response.headers.get('retry-after');
  return {status: response.status, retryAfter, text, json: JSON.parse(text) as Json};
}

/** Makes a call that must succeed, and returns its `data`. */
export async function data(service: Running, path: string, body?: object): Promise<Json> {
  const {status, text, json} = await ask(service, path, body);
  assert.equal(status, 200, `${path}: ${text}`);
  return json['data']!;
}

/** Authorizes a card in raw mode, without a step-up. The held amount is not yet reversed. */
export async function rawHold(
  service: Running,
  {number, name}: {readonly number: string; readonly name: string},
): Promise<{readonly tracker: string; readonly customer: string}> {
  const {token: customer} = await data(service, '/user/customers/v1/', {
    first_name: name,
    last_name: 'Byron',
  });
  const options = {user: customer, currency: 'PKR', entry_mode: 'raw'};
  const created = await data(service, '/order/payments/v3/', options);
  const tracker = String(created['tracker']!['token']);
  const path = `/order/payments/v3/${tracker}`;
  const card = {card_number: number, expiration_month: '01', expiration_year: '2031', cvv: '123'};
  await data(service, path, {payload: {payment_method: {card}}});
  const returnUrls = {success_url: `${shop}/r`, failure_url: `${shop}/r`};
  await data(service, path, {payload: {authentication_setup: returnUrls}});
  await data(service, path, {payload: {authorization: {do_capture: false}}});
  return {tracker, customer: String(customer)};
}

/**
 * Saves a card in raw mode. The result can check that another process finds the card, and charge it there.
 */
export async function rawSave(service: Running, card: {readonly number: string; readonly name: string}) {
  const {tracker, customer} = await rawHold(service, card);
  await data(service, `/order/payments/v3/${tracker}`, {});
  const report = `/reporter/api/v1/payments/${tracker}`;
  const before = (await ask(service, report)).text;
  const method = String((JSON.parse(before) as Json)['data']!['payment_method']!['token']);
  return {
    tracker,
    customer,
    method,
    async isThere(other: Running): Promise<void> {
      assert.equal((await ask(other, report)).text, before);
    },
    /** Charges the saved card, for which the service must decrypt its number. */
    async charge(other: Running): Promise<void> {
      const options = {user: customer, currency: 'PKR', mode: 'unscheduled_cof', amount: 700};
      const {tracker: charged} = await data(other, '/order/payments/v3/', options);
      await data(other, `/order/payments/v3/${String(charged!['token'])}`, {
        payload: {payment_method: {tokenized_card: {token: method}}},
      });
    },
  };
}
