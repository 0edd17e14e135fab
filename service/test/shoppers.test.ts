import assert from 'node:assert/strict';
import {SignJWT, decodeJwt, decodeProtectedHeader, generateKeyPair} from 'jose';
import {after, before, describe, it} from 'node:test';
import {callsOfScopedToken} from '../src/platform/http/limits.js';
import {transientToken} from './support/fakes.js';
import {
  shop,
  startTestService,
  string,
  type Call,
  type Json,
  type Reply,
  type TestService,
} from './support/harness.js';

const elsewhere = 'https://evil.example';
const otherShop = 'https://other-shop.example';

describe('a guest with a session (wire 1.2, 1.4)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  const ada = {first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', country: 'PK'};

  async function guest(body: object = ada, call: Call = {}): Promise<{session: string; customer: string}> {
    const reply = await api.call('/user/v1/guest/', {...call, body});
    assert.equal(reply.status, 200, reply.text);
    const {session, token} = reply.json['data']!;
    return {session: string(session), customer: string(token)};
  }
  const wallet = (token: string, call: Call = {}) => api.call('/user/wallets/v1/', {token, ...call});
  const items = ({json}: Reply) => [...(json['data'] as Json)];
  const reason = ({json}: Reply) => [...json['status']!['errors']!][0] as unknown;

  /** Opens a tracker for a customer, as the shop's server does, and saves a card with it. */
  async function save(customer: string, number = '4000000000002701'): Promise<string> {
    const tracker = await api.tracker({user: customer, is_account_verification: true});
    await api.setUp(tracker, number);
    await api.enroll(tracker);
    assert.equal((await api.authorize(tracker)).status, 200);
    return string((await api.payment(tracker))['payment_method']!['token']);
  }

  it('is a customer of the merchant, marked as a guest; mobile clients send phone', async () => {
    const {customer} = await guest({...ada, phone: '+923001234567', is_guest: false});
    const {json} = await api.call(`/user/customers/v1/${customer}`);
    assert.deepEqual(json['data'] as unknown, {
      ...{token: customer, ...ada, phone_number: '+923001234567', is_guest: true},
    });
  });

  it('is created only by the merchant’s server', async () => {
    const before_ = await api.call('/user/customers/v1/');
    const scoped = await api.token({tracker: await api.tracker(), origin: shop});
    const calls: readonly (readonly [Call, number])[] = [
      [{secret: null}, 401],
      [{secret: 'sk_wrong'}, 401],
      [{token: await api.token()}, 403],
      [{token: scoped, origin: shop}, 403],
      [{token: (await guest()).session}, 401],
    ];
    for (const [call, status] of calls) {
      assert.equal((await api.call('/user/v1/guest/', {...call, body: ada})).status, status);
    }
    const after_ = await api.call('/user/customers/v1/');
    // The tracker's customer, and the guest of the refused session.
    assert.equal(Number(after_.json['data']!['count']) - Number(before_.json['data']!['count']), 2);
  });

  it('has a token of its own type with merchant, customer and a random id, for 15 minutes', async () => {
    const {session, customer} = await guest({...ada, origin: shop});
    assert.deepEqual(
      {...decodeProtectedHeader(session), kid: undefined},
      {alg: 'EdDSA', typ: 'shopper+jwt', kid: undefined},
    );
    const {cus, ori, aud, iat, exp, jti, act} = decodeJwt(session);
    assert.deepEqual([cus, ori, aud, act], [customer, shop, api.service.urls.api, undefined]);
    assert.equal(exp! - iat!, api.service.settings.tokenTtlSeconds);
    assert.equal(Buffer.from(string(jti), 'base64url').length, 16);
  });

  it('lists only what the guest has saved', async () => {
    const [mine, other] = [await guest(), await guest()];
    assert.deepEqual(items(await wallet(mine.session)), []);
    const method = await save(mine.customer);
    await save(other.customer, '5200000000002235');
    const reply = await wallet(mine.session);
    const {
      deduplication_key: key,
      created_at: at,
      ...item
    } = items(reply)[0] as unknown as Record<string, unknown>;
    assert.deepEqual(item, {
      ...{token: method, user: mine.customer, payment_method_token: method, intent: 'CYBERSOURCE'},
      ...{last_4: '2701', instrument_type: 'Visa', expiry_month: '01', expiry_year: '2030'},
      ...{max_usage: 1, usage_count: 0, address: null},
    });
    assert.match(string(key), /^[0-9a-f]{64}$/);
    assert.equal(string(at), api.service.clock.now().toISOString());
    assert.equal(items(reply).length, 1);
    const shown = await api.call(`/user/customers/v1/${mine.customer}/wallet/${method}`);
    assert.equal(shown.status, 200);
    await api.call(`/user/customers/v1/${mine.customer}/wallet/${method}`, {method: 'DELETE'});
    assert.deepEqual(items(await wallet(mine.session)), []);
  });

  it('reads and removes a card of the own wallet; another guest’s card is not found', async () => {
    const [mine, other] = [await guest(), await guest()];
    const method = await save(mine.customer);
    const path = `/user/wallets/v1/${method}`;
    for (const call of [{token: other.session}, {token: other.session, method: 'DELETE'}]) {
      assert.equal((await api.call(path, call)).json['code'], 'payment_method.not_found');
    }
    assert.equal((await api.call(path)).json['code'], 'shopper_session_required');
    const [item] = items(await wallet(mine.session));
    assert.deepEqual((await api.call(path, {token: mine.session})).json['data'], item);
    const removed = await api.call(path, {token: mine.session, method: 'DELETE'});
    assert.deepEqual(removed.json['data'] as unknown, {deleted: true, token: method});
    assert.deepEqual(items(await wallet(mine.session)), []);
    const sealed = await api.service.database.query('SELECT 1 FROM vault_cards WHERE id = $1', [method]);
    assert.deepEqual(sealed, []);
    assert.equal((await api.call(path, {token: mine.session})).status, 404);
  });

  it('identifies a card by one key, which reveals no number or fingerprint and differs between merchants', async () => {
    const {session, customer} = await guest();
    const methods: string[] = [];
    for (const number of ['4000000000002701', '4000000000002701', '4000000000002503']) {
      methods.push(await save(customer, number));
    }
    const reply = await wallet(session);
    const keys = new Map(
      items(reply).map((item) => [item['token'] as unknown, string(item['deduplication_key'])]),
    );
    const [first, second, third] = methods.map((method) => keys.get(method));
    assert.equal(first, second);
    assert.notEqual(first, third);
    const rows = await api.service.database.query<{fingerprint: string}>(
      'SELECT fingerprint FROM vault_cards',
    );
    assert.ok(rows.length > 0 && rows.every(({fingerprint}) => !reply.text.includes(fingerprint)));
    const stored = await api.service.database.query('SELECT * FROM payment_methods');
    assert.ok(!JSON.stringify(stored).includes(first!));
  });

  it('opens no tracker, payment, customer or token, its own included', async () => {
    const {session, customer} = await guest();
    const tracker = await api.tracker({user: customer});
    const call = {token: session};
    const replies = [
      await api.act(tracker, {origin: shop}, call),
      await api.call(`/order/payments/v3/${tracker}/reversal`, {...call, body: {}}),
      await api.call(`/reporter/api/v1/payments/${tracker}`, call),
      await api.call(`/user/customers/v1/${customer}`, call),
      await api.call(`/user/customers/v1/${customer}/wallet/`, call),
      await api.call('/client/passport/v1/token', {...call, body: {}}),
      await api.call('/client/plans/v1/search', call),
    ];
    for (const reply of replies) {
      assert.equal(reply.status, 401, reply.text);
      assert.equal(reason(reply), 'credentials_refused');
    }
  });

  // shows: attack 10
  it('cannot be replaced by a time-based token, the secret key or no credentials', async () => {
    const tracker = await api.tracker();
    for (const token of [await api.token(), await api.token({tracker, origin: shop}), 'nonsense', 'a.b.c']) {
      assert.equal(reason(await wallet(token, {origin: shop})), 'credentials_refused');
    }
    assert.equal((await api.call('/user/wallets/v1/')).json['code'], 'shopper_session_required');
    assert.equal(reason(await api.call('/user/wallets/v1/', {secret: null})), 'credentials_missing');
    const {session} = await guest();
    const both = await wallet(session, {secret: api.service.keys.secretKey});
    assert.equal(both.json['code'], 'shopper_session_required');
  });

  it('cannot be forged: not with another key, another customer or as another type', async () => {
    const [mine, other] = [await guest(), await guest()];
    const stranger = await generateKeyPair('EdDSA');
    const header = decodeProtectedHeader(mine.session);
    const claims = {...decodeJwt(mine.session), cus: other.customer};
    const forged = await new SignJWT(claims)
      .setProtectedHeader({...header, alg: 'EdDSA'})
      .sign(stranger.privateKey);
    const [head, , signature] = mine.session.split('.');
    const renamed = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    const texts = await Promise.all([forged, renamed].map(async (token) => (await wallet(token)).text));
    assert.equal(texts[0], texts[1]);
    assert.ok(texts.every((text) => text.includes('credentials_refused')));
  });

  it('is valid on pages of its origin, or of the merchant’s origins if it has none', async () => {
    await api.call('/client/origins/v1', {body: {origin: 'https://second-shop.example'}});
    const bound = (await guest({...ada, origin: 'https://second-shop.example'})).session;
    assert.equal((await wallet(bound, {origin: 'https://second-shop.example'})).status, 200);
    for (const origin of [shop, elsewhere, 'null', undefined]) {
      const reply = await wallet(bound, origin === undefined ? {} : {origin});
      assert.equal(reply.json['code'], 'token_origin_mismatch', origin);
    }
    const {session} = await guest();
    assert.equal((await wallet(session)).status, 200);
    assert.equal((await wallet(session, {origin: shop})).status, 200);
    assert.equal((await wallet(session, {origin: elsewhere})).json['code'], 'origin_not_allowed');
    const wrong = await api.call('/user/v1/guest/', {body: {origin: 'http://shop.example'}});
    assert.equal(wrong.json['code'], 'origin_invalid');
  });

  it('ends with its customer', async () => {
    const {session, customer} = await guest();
    assert.equal((await wallet(session)).status, 200);
    await api.call(`/user/customers/v1/${customer}`, {method: 'DELETE'});
    const reply = await wallet(session);
    assert.deepEqual([reply.status, reason(reply)], [401, 'credentials_refused']);
  });

  it('is revoked after too many calls', async () => {
    const {session} = await guest();
    // The limit counts per minute. If a new minute starts meanwhile, twice as many calls are allowed.
    let reply = await wallet(session);
    for (let count = 0; reply.status === 200 && count < 2 * callsOfScopedToken; count++) {
      reply = await wallet(session);
    }
    assert.equal(reply.json['code'], 'request.too_many');
    assert.equal(reason(await wallet(session)), 'credentials_refused');
  });

  it('one idempotency key creates one guest', async () => {
    const [first, again] = [await guest(ada, {key: 'g-1'}), await guest(ada, {key: 'g-1'})];
    assert.deepEqual(again, first);
    assert.notEqual((await guest(ada, {key: 'g-2'})).customer, first.customer);
  });

  it('of another merchant sees only that merchant’s cards, under other keys', async () => {
    const made = await api.call('/sandbox/v1/merchants', {
      body: {name: 'other', origins: [otherShop]},
    });
    const secret = string(made.json['data']!['secret_key']);
    const [mine, theirs] = [await guest(), await guest(ada, {secret})];
    await save(mine.customer);
    assert.deepEqual(items(await wallet(theirs.session)), []);
    assert.equal((await api.call(`/user/customers/v1/${theirs.customer}`)).status, 404);
    const opened = await api.call('/order/payments/v3/', {
      secret,
      body: {user: theirs.customer, currency: 'PKR', is_account_verification: true},
    });
    const tracker = string(opened.json['data']!['tracker']!['token']);
    const act = (payload: object) => api.act(tracker, payload, {secret});
    await act({origin: otherShop});
    await act({payment_method: {flex: {transient_token_jwt: transientToken(tracker, '4000000000002701')}}});
    api.issuer.answerFor(tracker, 'frictionless');
    await act({authentication_setup: {success_url: `${otherShop}/r`, failure_url: `${otherShop}/r`}});
    assert.equal((await act({authorization: {do_capture: false}})).status, 200);
    const keys = await Promise.all(
      [mine, theirs].map(async ({session}) => string(items(await wallet(session))[0]!['deduplication_key'])),
    );
    assert.notEqual(keys[0], keys[1]);
  });

  // This test comes last, because the clock cannot be moved back.
  it('expires', async () => {
    const {session} = await guest();
    const {exp} = decodeJwt(session);
    api.service.clock.advanceTo(new Date(exp! * 1000 - 1));
    assert.equal((await wallet(session)).status, 200);
    api.service.clock.advanceTo(new Date(exp! * 1000));
    const reply = await wallet(session);
    assert.deepEqual([reply.status, reason(reply)], [401, 'session_expired']);
  });
});
