import Safepay from '@sfpy/node-core';
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {OutsideService, returnUrl, type Json} from './support/outside.js';
import {unansweredPaths} from './support/unanswered.js';

const card = {card_number: '4000000000002701', expiration_month: '01', expiration_year: '2032', cvv: '123'};
const address = {street1: '3A-2 7th South Street', city: 'Karachi', country: 'PK', postal_code: '75500'};
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The client's answers are typed as anything. */
const read = async (answer: Promise<unknown>): Promise<Json> => (await answer) as Json;
const dataOf = async (answer: Promise<unknown>): Promise<Json> => (await read(answer))['data']!;

describe('the npm client @sfpy/node-core 0.3.5 against the service', () => {
  let api: OutsideService;
  let client: Safepay;
  let customer: string;
  let method: string;
  before(async () => {
    api = await OutsideService.start();
    client = new Safepay(api.service.keys.secretKey, {authType: 'secret', host: api.service.urls.api});
    customer = await api.customer();
    method = await api.saved(customer);
  });
  after(() => api.close());

  const setup = async (more: object): Promise<string> => {
    const merchant = {merchant_api_key: api.service.keys.publicKey, intent: 'CYBERSOURCE', currency: 'PKR'};
    const data = await dataOf(client.payments.session.setup({...merchant, user: customer, ...more}));
    assert.match(String(data['tracker']!['token']), new RegExp(`^track_${uuid}$`));
    assert.equal(data['capabilities']!['CYBERSOURCE'], true);
    return String(data['tracker']!['token']);
  };
  const act = (tracker: string, body: object) => dataOf(client.order.tracker.action(tracker, body));
  const pending = (data: Json) => data['tracker']!['next_actions']!['CYBERSOURCE']!['kind'];

  it('customers.object: create, find, update, list, delete', async () => {
    const {object} = client.customers;
    const made = await dataOf(object.create({first_name: 'Ada', last_name: 'Byron', is_guest: false}));
    const token = String(made['token']);
    assert.match(token, new RegExp(`^cus_${uuid}$`));
    assert.equal((await dataOf(object.find(token)))['first_name'], 'Ada');
    assert.equal((await dataOf(object.update(token, {first_name: 'Grace'})))['first_name'], 'Grace');
    const {list, count} = await dataOf(object.list({limit: 10}));
    assert.ok(Number(count) >= 2);
    assert.ok((list as unknown as Json[]).some((one) => String(one['token']) === token));
    assert.deepEqual(await dataOf(object.delete(token)), {deleted: true, token});
  });

  it('customers.addresses: create, update, find; user.meta: country', async () => {
    const {addresses} = client.customers;
    const token = String((await dataOf(addresses.create(address)))['token']);
    assert.equal((await dataOf(addresses.update(token, {city: 'Lahore'})))['city'], 'Lahore');
    assert.equal((await dataOf(addresses.find(token)))['street1'], address.street1);
    assert.ok(Object.keys(await dataOf(client.user.meta.country({cc: 'PK'}))).length > 0);
  });

  it('customers.paymentMethods: list, find, delete', async () => {
    const {paymentMethods} = client.customers;
    const owner = await api.customer();
    const token = await api.saved(owner);
    const {wallet} = await dataOf(paymentMethods.list(owner));
    assert.ok((wallet as unknown as Json[]).some((one) => String(one['token']) === token));
    const found = await dataOf(paymentMethods.find(owner, token));
    assert.equal(found['cybersource']!['last_four'], '2701');
    assert.deepEqual(await dataOf(paymentMethods.delete(owner, token)), {deleted: true, token});
  });

  it('client.passport: the token is the bare text', async () => {
    const {data} = await read(client.client.passport.create({}));
    assert.equal(typeof data, 'string');
  });

  it('payments.session, order.tracker, order.cancel.reverse and reporter: a card is saved', async () => {
    const tracker = await setup({mode: 'instrument', entry_mode: 'raw'});
    const given = await act(tracker, {payload: {payment_method: {card}}});
    assert.ok(given['action']!['payer_authentication_setup']!['device_data_collection_url']);
    const urls = {success_url: returnUrl, failure_url: returnUrl};
    const enrolled = await act(tracker, {payload: {authentication_setup: urls}});
    const enrollment = enrolled['action']!['payer_authentication_enrollment']!;
    assert.equal(enrollment['authentication_status'], 'FRICTIONLESS');
    assert.equal(pending(await act(tracker, {payload: {authorization: {do_capture: false}}})), 'REVERSAL');
    assert.equal(pending(await dataOf(client.order.cancel.reverse(tracker, {}))), 'NOOP');
    const payment = await dataOf(client.reporter.payments.fetch(tracker));
    assert.equal(payment['token'], tracker);
    assert.match(String(payment['payment_method']!['token']), new RegExp(`^pm_${uuid}$`));
    const {list} = await dataOf(client.reporter.payments.search({limit: 5, offset: 0}));
    assert.ok(Array.isArray(list));
  });

  it('order.tracker and order.cancel.void: a saved card is charged, and the charge voided', async () => {
    const tracker = await setup({mode: 'unscheduled_cof', amount: 600_000});
    const charged = await act(tracker, {payload: {payment_method: {tokenized_card: {token: method}}}});
    assert.equal(charged['tracker']!['state'], 'TRACKER_ENDED');
    assert.equal(
      (await dataOf(client.order.cancel.void(tracker, {})))['tracker']!['state'],
      'TRACKER_VOIDED',
    );
  });

  it('order.configure: metadata, reset', async () => {
    const tracker = await setup({mode: 'payment', amount: 600_000, entry_mode: 'raw'});
    const noted = {source: 'app', order_id: 'Order-1'};
    const data = await dataOf(client.order.configure.metadata(tracker, {data: noted}));
    assert.deepEqual(data['tracker']!['metadata'], noted);
    await act(tracker, {payload: {payment_method: {card}}});
    assert.equal(pending(await dataOf(client.order.configure.reset(tracker, {}))), 'PAYER_AUTH_SETUP');
  });

  it('guests.object.create and, with its session, user.cards: list, find, delete', async () => {
    const guest = await dataOf(client.guests.object.create({first_name: 'Ada', last_name: 'Byron'}));
    const shopper = new Safepay(String(guest['session']), {authType: 'jwt', host: api.service.urls.api});
    assert.equal((await dataOf(shopper.user.cards.list()))['count'] ?? 0, 0);
    for (const call of ['find', 'delete'] as const) {
      await assert.rejects(shopper.user.cards[call]('pm_none'), {status: 404});
    }
  });

  for (const [what, more] of [
    ['saves a card', {entry_mode: 'flex'}],
    ['takes a payment', {mode: 'payment', amount: 500}],
  ] as const)
    it(`checkout.createCheckoutUrl: its path and query open the hosted page that ${what}`, async () => {
      const tracker = await api.tracker({user: customer, ...more});
      const scope = {scope: 'checkout', tracker, user: customer};
      const {json} = await api.ask({method: 'POST', path: '/client/passport/v1/token', body: scope});
      const tbt = String(json['data']);
      const url = new URL(
        client.checkout.createCheckoutUrl({env: 'sandbox', tracker, tbt, source: 'hosted'}),
      );
      const opened = await api.ask({method: 'GET', path: `${url.pathname}${url.search}`, headers: {}});
      assert.equal(opened.status, 303, opened.text);
    });

  it('order.cancel.refund: a day after the capture', async () => {
    const tracker = await api.charged(customer, method);
    await assert.rejects(client.order.cancel.refund(tracker, {amount: 1000, currency: 'PKR'}), {status: 409});
    await api.aDayPasses();
    const data = await dataOf(client.order.cancel.refund(tracker, {amount: 1000, currency: 'PKR'}));
    assert.equal(data['tracker']!['state'], 'TRACKER_PARTIAL_REFUND');
  });

  it('with authType jwt and the secret key: customers, trackers and the reporter', async () => {
    const {secretKey: key} = api.service.keys;
    const server = new Safepay(key, {authType: 'jwt', host: api.service.urls.api});
    const made = await dataOf(server.customers.object.create({first_name: 'Ada', last_name: 'Byron'}));
    const body = {user: String(made['token']), intent: 'CYBERSOURCE', currency: 'PKR', mode: 'instrument'};
    const {tracker} = await dataOf(server.payments.session.setup(body));
    const token = String(tracker!['token']);
    assert.equal((await dataOf(server.reporter.payments.fetch(token)))['token'], token);
    const stranger = new Safepay('sk_unknown', {authType: 'jwt', host: api.service.urls.api});
    await assert.rejects(stranger.customers.object.list(), {status: 401, message: /secret key/});
  });

  it('reads why it was refused, in the class of the status', async () => {
    const {object} = client.customers;
    await assert.rejects(object.find('cus_none'), {status: 404, message: /customer not found/});
    await assert.rejects(object.create({first_name: 1}), {status: 400, message: /first_name/});
    const stranger = new Safepay('sk_unknown', {authType: 'secret', host: api.service.urls.api});
    await assert.rejects(stranger.customers.object.list(), {status: 401});
  });
});

describe('what @sfpy/node-core can ask', () => {
  const answered = {
    'customers.object': ['create', 'delete', 'find', 'list', 'update'],
    'customers.addresses': ['create', 'find', 'update'],
    'customers.paymentMethods': ['delete', 'find', 'list'],
    'client.passport': ['create'],
    'payments.session': ['setup'],
    'order.tracker': ['action'],
    'order.cancel': ['refund', 'reverse', 'void'],
    'order.configure': ['metadata', 'reset'],
    'reporter.payments': ['fetch', 'search'],
    'guests.object': ['create'],
    'user.cards': ['delete', 'find', 'list'],
    'user.meta': ['country'],
  };

  it('is answered, or listed with the reason why it is not', async (test) => {
    const asked: string[] = [];
    const client = new Safepay('key', {
      authType: 'secret',
      host: 'http://service',
      httpClient: noting(asked),
    });
    const methods = methodsOf(client);
    const refused: string[] = [];
    for (const {part, name, call} of methods) {
      asked.length = 0;
      await call();
      if (!(answered as Record<string, readonly string[]>)[part]?.includes(name)) refused.push(...asked);
    }
    assert.equal(methods.length, 48);
    assert.equal(refused.length, 22);
    const listed = new Set(unansweredPaths.map(({method, path}) => `${method} ${path.replace(/\/$/, '')}`));
    const without = refused.filter((one) => !listed.has(one));
    assert.deepEqual(without, []);
    const works = methods.length - refused.length;
    test.diagnostic(
      `${methods.length} calls: ${works} work, ${refused.length} are refused with a reason, ${without.length} without`,
    );
  });
});

/** Answers every request with nothing and notes it, with the names that the list uses for values of the path. */
function noting(asked: string[]): Safepay.HttpClient {
  return {
    getClientName: () => 'notes',
    makeRequest: (_host: string, path: string, method: string) => {
      asked.push(`${method} ${decodeURIComponent(path).replace(/\/$/, '')}`);
      return Promise.resolve({getStatusCode: () => 200, getHeaders: () => ({}), toJSON: async () => ({})});
    },
  };
}

type Resource = Readonly<Record<string, (...values: string[]) => Promise<unknown>>>;
type Rooms = Readonly<Record<string, Readonly<Record<string, Resource>>>>;

const rooms = ['customers', 'client', 'payments', 'order', 'reporter', 'guests', 'user', 'auth', 'invoice'];

/** Every method of every resource; a call tries with as many values for the path as the method takes. */
function methodsOf(client: Safepay) {
  const methods: {part: string; name: string; call: () => Promise<unknown>}[] = [];
  for (const room of rooms) {
    for (const [part, resource] of Object.entries((client as unknown as Rooms)[room]!)) {
      const value = part === 'quicklinks' ? '{quicklink}' : '{tracker}';
      for (const [name, method] of Object.entries(Object.getPrototypeOf(resource) as Resource)) {
        if (typeof method !== 'function') continue;
        const call = (...values: string[]): Promise<unknown> =>
          method.call(resource, ...values).catch((error: Error) => {
            if (values.length < 2 && /must be a string/.test(error.message)) return call(...values, value);
            throw error;
          });
        methods.push({part: `${room}.${part}`, name, call});
      }
    }
  }
  return methods;
}
