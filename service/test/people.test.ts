import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import * as v from 'valibot';
import {operationsOf} from '../src/edges/openapi/operations.js';
import {entriesOf, itemOf, type SchemaNode} from '../src/platform/http/schema-nodes.js';
import {shop, startTestService, type Call, type TestService} from './support/harness.js';

/** The fields of a request that take a name, with their schemas. */
function namesIn(node: SchemaNode, place: string): readonly (readonly [string, v.GenericSchema])[] {
  return Object.entries(entriesOf(node) ?? {}).flatMap(([field, inner]) => [
    ...(/(^|_)name$/.test(field)
      ? [[`${place}.${field}`, inner as unknown as v.GenericSchema] as const]
      : []),
    ...namesIn(itemOf(inner) ?? inner, `${place}.${field}`),
  ]);
}

const names = operationsOf({sandbox: true}).flatMap(({id, body}) =>
  body ? namesIn(body as unknown as SchemaNode, id) : [],
);

describe('a name (spec 2.1, wire 1.3)', () => {
  it('of a person, a card, a plan, a merchant, a payment or a refund is the name of a field of these routes', () => {
    assert.deepEqual(names.map(([place]) => place).sort(), [
      'addMerchant.name',
      'createCustomer.first_name',
      'createCustomer.last_name',
      'createGuest.first_name',
      'createGuest.last_name',
      'createPlan.name',
      'performAction.payload.cardholder_name',
      'refund.name',
      'refundTransaction.name',
      'setupPayment.name',
      'updateCustomer.first_name',
      'updateCustomer.last_name',
      'updatePlan.name',
    ]);
  });

  for (const [place, schema] of names)
    it(`has one character or more: ${place}`, () => {
      for (const name of ['김', '李', 'U', '𠮷']) assert.ok(v.is(schema, name), name);
      assert.ok(!v.is(schema, ''), 'an empty text is no name');
      // A shop's own name of a payment is any text.
      if (!/^(setupPayment|refund)/.test(place)) assert.ok(!v.is(schema, ' \t'), 'blanks are no name');
    });
});

describe('what tells who and where a person is', () => {
  let api: TestService;
  before(async () => (api = await startTestService()));
  after(() => api.service.close());

  /** What each value becomes on every route that takes the field; undefined where it is refused by its name. */
  const cases: Readonly<Record<string, readonly (readonly [sent: string, kept: string | undefined])[]>> = {
    email: [
      ['ada@shop.example', 'ada@shop.example'],
      [' ada@mail.shop.example ', 'ada@mail.shop.example'],
      ['ädä@münchen.example', 'ädä@münchen.example'],
      ["o'hara+cards@shop.co.uk", "o'hara+cards@shop.co.uk"],
      ['a@b', undefined],
      ['a@localhost', undefined],
      ['a@b.', undefined],
      ['a@.example', undefined],
      ['a@b..example', undefined],
      ['a@b.c', undefined],
      ['a@b@shop.example', undefined],
      ['ada@shop.example, eve@shop.example', undefined],
      ['Ada <ada@shop.example>', undefined],
    ],
    phone_number: [
      ['+923001234567', '+923001234567'],
      ['+44 (20) 7946-0958', '+44 (20) 7946-0958'],
      ['+6834000', '+6834000'],
      ['+123456789012345', '+123456789012345'],
      ['03001234567', undefined],
      ['+0300123456', undefined],
      ['+(0)300123456', undefined],
      ['+1234567890123456', undefined],
      ['+1234567890123456789', undefined],
      ['+123456', undefined],
      ['+(((((((', undefined],
    ],
    country: [
      ['PK', 'PK'],
      ['pk', 'PK'],
      ['PAK', undefined],
      ['ZZ', undefined],
      ['Pakistan', undefined],
    ],
  };

  for (const [field, values] of Object.entries(cases)) {
    it(`${field}: every route of customers takes the same`, async () => {
      const customer = await api.customer();
      const routes: readonly (readonly [string, Call, object])[] = [
        ['/user/customers/v1/', {}, {first_name: 'Ada'}],
        [`/user/customers/v1/${customer}`, {method: 'PUT'}, {}],
        ['/user/v1/guest', {}, {}],
      ];
      for (const [sent, kept] of values)
        for (const [path, call, more] of routes) {
          const reply = await api.call(path, {...call, body: {...more, [field]: sent}});
          const label = `${path} ${sent}: ${reply.text}`;
          if (kept === undefined) {
            assert.equal(reply.status, 400, label);
            assert.equal(reply.json['fields']![0]!['pointer'] as unknown, `/${field}`, label);
            assert.ok(!reply.json['message']!.toString().includes(sent), label);
            continue;
          }
          assert.equal(reply.status, 200, label);
          const {token} = reply.json['data'] as unknown as {readonly token: string};
          const read = await api.call(`/user/customers/v1/${token}`);
          assert.equal(read.json['data']![field] as unknown, kept, label);
        }
    });
  }

  it('country: a billing address takes what a customer takes, and an empty one is none', async () => {
    const enroll = async (country: string) => {
      const tracker = await api.tracker({is_account_verification: true});
      await api.setUp(tracker);
      const setup = {success_url: `${shop}/r`, failure_url: `${shop}/r`};
      const reply = await api.act(tracker, {billing: {city: 'Lahore', country}, authentication_setup: setup});
      return {reply, payment: await api.payment(tracker)};
    };
    for (const [sent, kept] of [...cases['country']!, ['', null] as const]) {
      const {reply, payment} = await enroll(sent);
      assert.equal(reply.status, kept === undefined ? 400 : 200, `${sent}: ${reply.text}`);
      if (kept === undefined)
        assert.match(reply.text, /payload\.billing\.country must be the two-letter code/);
      else assert.equal(payment['attempts']![0]!['billing']!['country'], kept as unknown);
    }
  });
});
