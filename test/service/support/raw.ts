import assert from 'node:assert/strict';
import type {Service} from '../../../src/service/options.js';

type Json = {readonly [key: string]: Json} & string;
type Running = Pick<Service, 'urls' | 'keys'>;

const shop = 'http://localhost:5173';

/** Calls a running service with its secret key, as a shop's server does. */
export async function ask(
  service: Running,
  path: string,
  body?: object,
): Promise<{status: number; text: string; json: Json}> {
  const response = await fetch(new URL(path, service.urls.api), {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-sfpy-merchant-secret': service.keys.secretKey,
      ...(body && {'content-type': 'application/json'}),
    },
    ...(body && {body: JSON.stringify(body)}),
  });
  const text = await response.text();
  return {status: response.status, text, json: JSON.parse(text) as Json};
}

/** Calls that must go well; answers `data`. */
async function data(service: Running, path: string, body?: object): Promise<Json> {
  const {status, text, json} = await ask(service, path, body);
  assert.equal(status, 200, `${path}: ${text}`);
  return json['data']!;
}

/** Saves a card in raw mode through the real issuer, without a step-up; answers how to find it again. */
export async function rawSave(
  service: Running,
  {number, name}: {readonly number: string; readonly name: string},
) {
  const customer = (await data(service, '/user/customers/v1/', {first_name: name, last_name: 'Byron'}))[
    'token'
  ]!;
  const created = await data(service, '/order/payments/v3/', {
    user: customer,
    currency: 'PKR',
    entry_mode: 'raw',
  });
  const tracker = String(created['tracker']!['token']);
  const path = `/order/payments/v3/${tracker}`;
  const card = {card_number: number, expiration_month: '01', expiration_year: '2031', cvv: '123'};
  await data(service, path, {payload: {payment_method: {card}}});
  const back = {success_url: `${shop}/r`, failure_url: `${shop}/r`};
  await data(service, path, {payload: {authentication_setup: back}});
  await data(service, path, {payload: {authorization: {do_capture: false}}});
  await data(service, path, {});
  const report = `/reporter/api/v1/payments/${tracker}`;
  const before = (await ask(service, report)).text;
  const method = String((JSON.parse(before) as Json)['data']!['payment_method']!['token']);
  return {
    tracker,
    customer: String(customer),
    method,
    async isThere(other: Running): Promise<void> {
      assert.equal((await ask(other, report)).text, before);
    },
    /** Charges the saved card: its number must be opened for that. */
    async charge(other: Running): Promise<void> {
      const wish = {user: customer, currency: 'PKR', mode: 'unscheduled_cof', amount: 700};
      const {tracker: charged} = await data(other, '/order/payments/v3/', wish);
      await data(other, `/order/payments/v3/${String(charged!['token'])}`, {
        payload: {payment_method: {tokenized_card: {token: method}}},
      });
    },
  };
}
