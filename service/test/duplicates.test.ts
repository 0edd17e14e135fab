import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {shop, startTestService, string, type Json, type Reply, type TestService} from './support/harness.js';
import {transientToken} from './support/fakes.js';

const number = '4000000000002701';

describe('a card that a customer saves twice is one payment method (decision 0062)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  /** A tracker of a customer, up to the pending authorization. */
  async function enrolled(user: string, {year = '2030', card = number} = {}): Promise<string> {
    const tracker = await api.tracker({user});
    await api.act(tracker, {origin: shop});
    const transient = transientToken(tracker, card, '123', year);
    await api.act(tracker, {payment_method: {flex: {transient_token_jwt: transient}}});
    assert.equal((await api.enroll(tracker)).status, 200);
    return tracker;
  }

  /** Saves a card and returns the payment method of fetchPayment. */
  async function save(user: string, card: {year?: string; card?: string} = {}): Promise<Json> {
    const tracker = await enrolled(user, card);
    assert.equal((await api.authorize(tracker)).status, 200);
    return (await api.payment(tracker))['payment_method']!;
  }

  const walletOf = async (user: string) => [
    ...(await api.call(`/user/customers/v1/${user}/wallet/`)).json['data']!['wallet']!,
  ];

  it('the second save names the first method, says so, and refreshes its expiry', async () => {
    const user = await api.customer();
    const first = await save(user);
    assert.equal(first['duplicate'], undefined);
    const second = await save(user, {year: '2033'});
    assert.deepEqual(second, {...first, expiration_year: '2033', duplicate: true});
    const [item, ...more] = await walletOf(user);
    assert.equal(more.length, 0);
    assert.equal(item!['cybersource']!['expiry_year'], '2033' as unknown);
    assert.equal(item!['expires_at']!['seconds'], Date.UTC(2033, 1, 1) / 1000);
  });

  it('one sealed number is kept, and charges carry the new expiry', async () => {
    const user = await api.customer();
    await save(user, {card: '4000000000002719'});
    await save(user, {card: '4000000000002719', year: '2031'});
    const cards = await api.service.database.query<{expiration_year: string}>(
      "SELECT expiration_year FROM vault_cards WHERE last_four = '2719'",
    );
    assert.deepEqual(
      cards.map((row) => row.expiration_year),
      ['2031'],
    );
    const [item] = await walletOf(user);
    const charge = await api.tracker({user, mode: 'unscheduled_cof', entry_mode: 'tms', amount: 500});
    const reply = await api.act(charge, {
      authorization: {do_capture: true},
      payment_method: {tokenized_card: {token: string(item!['token'])}},
    });
    assert.equal(reply.status, 200, reply.text);
  });

  it('each save sends payment_method.saved with its own tracker and the one token', async () => {
    const user = await api.customer();
    const first = await save(user);
    await save(user, {year: '2031'});
    const events = await api.service.database.query<{
      readonly subject: string;
      readonly tracker: string;
      readonly data: Readonly<Record<string, unknown>>;
    }>('SELECT subject, tracker, data FROM events WHERE customer = $1 AND type = $2 ORDER BY position', [
      user,
      'payment_method.saved',
    ]);
    assert.equal(events.length, 2);
    assert.notEqual(events[0]!.tracker, events[1]!.tracker);
    assert.deepEqual(
      events.map(({subject, data}) => [
        subject,
        data['payment_method'],
        data['duplicate'],
        data['expiration_year'],
      ]),
      [
        [first['token'], first['token'], undefined, '2030'],
        [first['token'], first['token'], true, '2031'],
      ],
    );
  });

  it('a guest’s cards stay apart: each may be used once', async () => {
    const guest = await api.customer({first_name: 'Ada', is_guest: true});
    const [first, second] = [await save(guest), await save(guest)];
    assert.notEqual(first['token'], second['token']);
    assert.equal(second['duplicate'], undefined);
  });

  it('the same card of two customers stays two methods', async () => {
    const [first, second] = [await save(await api.customer()), await save(await api.customer())];
    assert.notEqual(first['token'], second['token']);
    assert.equal(second['duplicate'], undefined);
  });

  it('a card that was removed is saved anew', async () => {
    const user = await api.customer();
    const first = await save(user);
    const gone = await api.call(`/user/customers/v1/${user}/wallet/${string(first['token'])}`, {
      method: 'DELETE',
    });
    assert.equal(gone.status, 200);
    const second = await save(user);
    assert.notEqual(second['token'], first['token']);
    assert.equal(second['duplicate'], undefined);
  });

  it('a removed method keeps no fingerprint', async () => {
    const user = await api.customer();
    const {token} = await save(user);
    const fingerprints = () =>
      api.service.database.query<{kept: boolean}>(
        'SELECT card_fingerprint IS NOT NULL AS kept FROM payment_methods WHERE customer = $1',
        [user],
      );
    assert.deepEqual(await fingerprints(), [{kept: true}]);
    await api.call(`/user/customers/v1/${user}/wallet/${string(token)}`, {method: 'DELETE'});
    assert.deepEqual(await fingerprints(), [{kept: false}]);
  });

  it('of six saves at the same moment one makes the method and five find it', async () => {
    const user = await api.customer();
    const trackers = [];
    for (let n = 0; n < 6; n += 1) trackers.push(await enrolled(user, {year: String(2030 + n)}));
    const replies: Reply[] = await Promise.all(trackers.map((tracker) => api.authorize(tracker)));
    assert.deepEqual(
      replies.map(({status}) => status),
      replies.map(() => 200),
    );
    const wallet = await walletOf(user);
    assert.equal(wallet.length, 1);
    const named = await Promise.all(trackers.map(async (one) => (await api.payment(one))['payment_method']!));
    assert.deepEqual([...new Set(named.map(({token}) => token))], [wallet[0]!['token']]);
    assert.equal(named.filter(({duplicate}) => duplicate === (true as unknown)).length, 5);
  });

  it('the shopper’s return from the bank names the earlier method', async () => {
    const user = await api.customer();
    const first = await save(user);
    const tracker = await api.tracker({user});
    await api.setUp(tracker, number);
    const {json} = await api.enroll(tracker, 'required');
    const transaction = string(
      json['data']!['action']!['payer_authentication_enrollment']!['authentication_transaction_id'],
    );
    api.issuer.finish(transaction, 'succeeded', '05');
    const back = new URL((await api.comeBack(tracker, transaction)).headers.get('location')!);
    assert.equal(back.searchParams.get('payment_method'), first['token']);
  });
});
