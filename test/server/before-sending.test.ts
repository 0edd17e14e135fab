import assert from 'node:assert/strict';
import {createServer, type IncomingHttpHeaders, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, beforeEach, describe, it} from 'node:test';
import {createServiceClient, type ServiceClient, type ServiceClientOptions} from '../../src/server/index.js';
import {CardVaultError} from '../../src/protocol/index.js';

const credentials = {secretKey: 'sk_test', publicKey: 'pk_test'};
const person = {
  ...{firstName: 'Ada', lastName: 'Shopper', email: 'ada@shop.example', phoneNumber: '+15550100'},
  country: 'US',
};
const tracker = {customer: 'cus_1', currency: 'USD'};
const circular: Record<string, unknown> = {};
circular['self'] = {again: circular};

/** What cannot be sent, and the field that the error names. */
const unsendable: Readonly<Record<string, readonly [string, (client: ServiceClient) => Promise<unknown>]>> = {
  'an empty key': ['idempotencyKey', ({customers}) => customers.create(person, {idempotencyKey: ''})],
  'a key that is no text': [
    'idempotencyKey',
    ({customers}) => customers.create(person, {idempotencyKey: 1042 as unknown as string}),
  ],
  'a BigInt': [
    'metadata.order.total',
    ({trackers}) => trackers.create({...tracker, metadata: {order: {total: 10n}}}),
  ],
  'a number that JSON writes as null': [
    'metadata.lines.1',
    ({trackers}) => trackers.create({...tracker, metadata: {lines: [1, Number.NaN]}}),
  ],
  'an object that holds itself': [
    'metadata.self.again',
    ({trackers}) => trackers.create({...tracker, metadata: circular}),
  ],
  'an object that throws when it is written': [
    'metadata.date',
    ({trackers}) =>
      trackers.create({
        ...tracker,
        metadata: {date: {toJSON: () => new Date(Number.NaN).toISOString()}},
      }),
  ],
  'half a character in a token': ['tracker', ({trackers}) => trackers.fetch('track_\ud800')],
  'a token that leads to another address': ['tracker', ({trackers}) => trackers.fetch('..')],
  'an empty token': ['customer', ({customers}) => customers.remove('')],
  'a token that is not there': [
    'customer',
    ({paymentMethods}) => paymentMethods.list(undefined as unknown as string),
  ],
  'an empty token of a card': [
    'token',
    ({paymentMethods}) => paymentMethods.remove({customer: 'cus_1', token: ''}),
  ],
  'an empty token of a delivery': ['delivery', ({webhooks}) => webhooks.resend('we_1', '')],
  'an empty token of a plan': ['plan', ({plans}) => plans.read('')],
  'an empty token of a subscription': ['subscription', ({subscriptions}) => subscriptions.resume('')],
  'an empty token of a charge': ['charge', ({transactions}) => transactions.read('')],
  'an empty origin': ['origin', ({origins}) => origins.remove('')],
};

describe('what the client of the kit cannot send', () => {
  const seen: IncomingHttpHeaders[] = [];
  let server: Server;
  let client: ServiceClient;
  before(async () => {
    server = createServer((request, response) => {
      seen.push(request.headers);
      // A server that answers before it has read the body may close the connection under the next request.
      request.resume().once('end', () => {
        response.writeHead(422, {'content-type': 'application/json'}).end('{"code":"a.b","message":"no"}');
      });
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const serviceUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = createServiceClient({serviceUrl, ...credentials});
  });
  beforeEach(() => void seen.splice(0));
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  for (const [what, [field, send]] of Object.entries(unsendable))
    it(`is refused by the name of its field before anything is sent: ${what}`, async () => {
      await assert.rejects(send(client), (error: unknown) => {
        assert.ok(error instanceof CardVaultError, String(error));
        assert.deepEqual([error.code, error.field], ['request-refused', field]);
        assert.match(error.message, new RegExp(`\\b${field.replaceAll('.', '\\.')}\\b`));
        return true;
      });
      assert.equal(seen.length, 0);
    });

  const keys = [
    ...['Bestellung №5', '№'.repeat(255), 'ﷺ 👩‍👧', 'order\n1042', ' order', 'order ', '"order"', 'order'],
    ...['k'.repeat(255), `${'k'.repeat(254)}l`],
  ];
  it('does not include a key of any characters: each is a header of its own, the same each time', async () => {
    for (const key of [...keys, ...keys])
      await assert.rejects(client.customers.create(person, {idempotencyKey: key}), {message: /a\.b: no/});
    const sent = seen.map((headers) => String(headers['idempotency-key']));
    for (const header of sent) assert.match(header, /^[\x20-\x7e]{1,255}$/);
    assert.deepEqual(sent.slice(keys.length), sent.slice(0, keys.length));
    assert.equal(new Set(sent).size, keys.length);
    assert.ok(sent.includes('order') && sent.includes('k'.repeat(255)), 'what fits is sent as it is');
  });

  it('is not told as the network: only a fetch that failed is', async () => {
    const failing = createServiceClient({
      ...{serviceUrl: 'http://127.0.0.1', ...credentials},
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    await assert.rejects(failing.trackers.fetch('track_1'), {code: 'service-unreachable'});
  });

  const options: readonly (readonly [string, Partial<ServiceClientOptions>])[] = [
    ['secretKey', {secretKey: 'sk_tеst'}],
    ['secretKey', {secretKey: 'sk_\u0007test'}],
    ['timeout', {timeout: Number.POSITIVE_INFINITY}],
    ['timeout', {timeout: 0}],
    ['timeout', {timeout: 2 ** 31}],
    ['serviceUrl', {serviceUrl: 'http://user:hunter2@127.0.0.1'}],
    ['serviceUrl', {serviceUrl: 'http://127.0.0.1/?v=1'}],
    ['serviceUrl', {serviceUrl: 'http://127.0.0.1/#api'}],
    ['fetch', {fetch: 'fetch' as unknown as NonNullable<ServiceClientOptions['fetch']>}],
  ];
  for (const [index, [name, wrong]] of options.entries())
    it(`is refused at start where an option would make every request so: ${name} (${index})`, () => {
      assert.throws(
        () => createServiceClient({serviceUrl: 'http://127.0.0.1', ...credentials, ...wrong}),
        (error: CardVaultError) => {
          assert.deepEqual([error.code, error.message.includes(name)], ['configuration-missing', true]);
          return !/hunter2|tеst/.test(error.message);
        },
      );
    });
});
