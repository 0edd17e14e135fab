import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {containsCardNumber} from '../src/platform/http/free-text.js';
import {startTestService, string} from './support/harness.js';
import type {TestService} from './support/harness.js';

const number = '4111111111111111';

void describe('card numbers in free text (V12)', () => {
  let api: TestService;
  before(async () => (api = await startTestService()));
  after(() => api.service.close());

  const places: readonly (readonly [string, string, object])[] = [
    ['a customer’s name', '/user/customers/v1/', {first_name: `Ada ${number}`}],
    ['an address for e-mail', '/user/customers/v1/', {email: '4111-1111-1111-1111@example.com'}],
    [
      'the name of a plan',
      '/client/plans/v1/',
      {
        ...{amount: '5', currency: 'PKR', interval: 'MONTH', type: 'RECURRING', interval_count: 1},
        ...{product: 'Box', active: true, name: '4111 1111 1111 1111'},
      },
    ],
    [
      'the description of an endpoint',
      '/client/webhooks/v1/',
      {url: 'https://shop.example/', description: number},
    ],
  ];
  for (const [name, path, body] of places) {
    it(`are refused in ${name}, and not repeated`, async () => {
      const reply = await api.call(path, {body});
      assert.equal(reply.status, 400, reply.text);
      assert.equal(reply.json['code'], 'request.invalid');
      assert.match(reply.text, /card number/);
      assert.doesNotMatch(reply.text, /4111.?1111/);
    });
  }

  it('are refused in metadata, at any depth, also as a name or a number', async () => {
    const tracker = await api.tracker();
    for (const data of [{a: {b: [`card ${number}`]}}, {[number]: 'x'}, {n: Number(number)}]) {
      const reply = await api.call(`/order/payments/v3/${tracker}/metadata`, {body: {data}});
      assert.equal(reply.status, 400, reply.text);
    }
    const user = await api.customer();
    const opened = await api.call('/order/payments/v3/', {
      body: {user, currency: 'PKR', metadata: {note: number}},
    });
    assert.equal(opened.status, 400);
  });

  it('order numbers, times, phones and ids are no card numbers', async () => {
    const texts = ['1732060800000', '20261120120000123', '+923001234567', '4111111111111112', `x${number}`];
    texts.push('41111111-1111-4111-8111-111111111111', `${number}0000`, 'Ada Byron 1815');
    for (const text of texts) assert.equal(containsCardNumber(text), false, text);
    for (const text of [
      number,
      '3714 496353 98431',
      '5555.5555.5555.4444',
      `(${number})`,
      'a,4222222222222,b',
    ])
      assert.equal(containsCardNumber(text), true, text);
    const customer = await api.customer({first_name: 'Ada', phone_number: '+4111 1111 1111 1111'});
    assert.match(string(customer), /^cus_/);
  });
});
