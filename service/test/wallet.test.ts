import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startTestService, string, type TestService} from './support/harness.js';

describe('customers and their wallets (spec 2.1, 4.1; wire 1.4)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  const details = {
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.com',
    phone_number: '+923001234567',
    country: 'PK',
    is_guest: false,
  };

  /** Saves a card. Returns its customer and its payment method. */
  async function save(
    number = '4000000000002701',
    guest = false,
  ): Promise<{customer: string; method: string}> {
    const tracker = await api.tracker({is_account_verification: true}, {...details, is_guest: guest});
    await api.setUp(tracker, number);
    await api.enroll(tracker);
    await api.authorize(tracker);
    const payment = await api.payment(tracker);
    return {
      customer: string(payment['customer']!['token']),
      method: string(payment['payment_method']!['token']),
    };
  }

  it('a customer is returned as sent, with a token; unknown fields are ignored', async () => {
    const reply = await api.call('/user/customers/v1/', {body: {...details, loyalty: 5}});
    const {token, ...rest} = reply.json['data'] as unknown as Record<string, unknown>;
    assert.match(string(token), /^cus_[0-9a-f-]{36}$/);
    assert.deepEqual(rest, details);
    const read = await api.call(`/user/customers/v1/${string(token)}`);
    assert.deepEqual(read.json['data'], reply.json['data']);
  });

  it('e-mail addresses are not unique (spec 8.2)', async () => {
    const first = await api.customer(details);
    assert.notEqual(await api.customer(details), first);
  });

  it('a new customer’s wallet is empty', async () => {
    const reply = await api.call(`/user/customers/v1/${await api.customer()}/wallet/`);
    assert.deepEqual(reply.json['data'], {count: 0, wallet: []} as unknown);
  });

  it('a saved method shows scheme, first six, last four and expiry, and no number', async () => {
    const {customer, method} = await save();
    const reply = await api.call(`/user/customers/v1/${customer}/wallet/`);
    const [item] = [...reply.json['data']!['wallet']!];
    assert.equal(item!['token'], method);
    assert.equal(item!['max_usage'] as unknown, null);
    assert.equal(item!['usage_count'], 0);
    assert.deepEqual(
      {...(item!['cybersource'] as unknown as object), token: undefined},
      {
        token: undefined,
        customer_payment_method: method,
        scheme: 'Visa',
        bin: '400000',
        last_four: '2701',
        expiry_month: '01',
        expiry_year: '2030',
      },
    );
    assert.equal(item!['expires_at']!['seconds'], Date.UTC(2030, 1, 1) / 1000);
    assert.ok(!reply.text.includes('4000000000002701'));
    const one = await api.call(`/user/customers/v1/${customer}/wallet/${method}`);
    assert.deepEqual(one.json['data'], item);
  });

  it('removing a method erases the sealed number with it', async () => {
    const {customer, method} = await save();
    const path = `/user/customers/v1/${customer}/wallet/${method}`;
    const cards = async () => (await api.service.database.query('SELECT 1 FROM vault_cards')).length;
    const before_ = await cards();
    const removed = await api.call(path, {method: 'DELETE'});
    assert.deepEqual(removed.json['data'], {deleted: true, token: method} as unknown);
    assert.equal(await cards(), before_ - 1);
    assert.equal((await api.call(path)).status, 404);
    assert.equal((await api.call(path, {method: 'DELETE'})).json['code'], 'payment_method.not_found');
    assert.equal((await api.call(`/user/customers/v1/${customer}/wallet/`)).json['data']!['count'], 0);
  });

  it('another customer’s payment method is answered as not found', async () => {
    const [mine, other] = [await save(), await save()];
    const reply = await api.call(`/user/customers/v1/${mine.customer}/wallet/${other.method}`, {
      method: 'DELETE',
    });
    assert.equal(reply.status, 404);
    assert.equal((await api.call(`/user/customers/v1/${other.customer}/wallet/`)).json['data']!['count'], 1);
  });
});
