import assert from 'node:assert/strict';
import {after, before, describe} from 'node:test';
import {operationsOf} from '../../src/edges/openapi/operations.js';
import {shop, string, type Call} from '../support/harness.js';
import {rule} from './rows.js';
import {
  type RealService,
  actionOf,
  cardOf,
  codeOf,
  enrollmentOf,
  heldAndReversed,
  startRealService,
  zeroOnly,
} from './support.js';

const minuteMs = 60_000;

describe('spec 5: authentication', () => {
  let api: RealService;
  before(async () => {
    api = await startRealService();
  });
  after(() => api.service.close());

  rule('5.1', 'a server’s request opens with the secret key and with nothing else', async () => {
    const path = '/user/customers/v1/';
    const body = {first_name: 'Ada'};
    assert.equal((await api.call(path, {body})).status, 200);
    for (const secret of [null, 'sk_wrong', api.service.keys.publicKey]) {
      assert.equal((await api.call(path, {body, secret})).status, 401);
    }
    const fromPage = await api.call(path, {body: {}, origin: shop});
    assert.equal(codeOf(fromPage), 'secret_key_in_browser');
    assert.equal(fromPage.headers.get('access-control-allow-origin'), null);
  });

  rule('5.2', 'a page saves a card with a time-based token and never sees the secret key', async () => {
    const tracker = await api.tracker({is_account_verification: true});
    const token = await api.token({tracker, origin: shop});
    const page = {token, origin: shop};
    const opened = await api.act(tracker, {origin: shop}, page);
    const context = string(actionOf(opened)['flex']!['capture_context_jwt']);
    const jwt = await api.typeInto(context, cardOf('2.1'));
    const setup = await api.act(tracker, {payment_method: {flex: {transient_token_jwt: jwt}}}, page);
    const enrolled = await api.enrollWith(tracker, await api.collect(setup), page);
    assert.equal(actionOf(enrolled)['authentication_status'], 'FRICTIONLESS');
    assert.equal((await api.authorize(tracker, page)).status, 200);
    assert.deepEqual(await api.books(tracker), zeroOnly);
    assert.equal(
      (await api.act(await api.tracker(), {origin: shop}, page)).status,
      404,
      'its own tracker only',
    );
    await api.moveClock(15 * minuteMs);
    const late = await api.call(`/reporter/api/v1/payments/${tracker}`, page);
    assert.deepEqual(late.json['status']!['errors'], ['tbt_expired']);
  });

  rule('5.4', 'the body’s merchant_api_key must belong to the merchant of the header', async () => {
    const made = await api.call('/sandbox/v1/merchants', {body: {name: 'Other'}});
    const {public_key: publicKey, secret_key: secret} = made.json['data'] as unknown as Record<
      string,
      string
    >;
    const body = {user: await api.customer(), currency: 'PKR'};
    const send = (key: string) => api.call('/order/payments/v3/', {body: {...body, merchant_api_key: key}});
    assert.equal((await send(api.service.keys.publicKey)).status, 200);
    for (const key of [publicKey!, secret!]) assert.equal((await send(key)).status, 401);
    const tracker = await api.tracker();
    const token = await api.token({tracker, origin: shop});
    const plan = {amount: '5', currency: 'PKR', interval: 'MONTH', type: 'RECURRING', interval_count: 1};
    const routes: readonly (readonly [string, object, Call?])[] = [
      ['/client/plans/v1/', {...plan, product: 'Tea', active: true}],
      ['/user/customers/v1/', {first_name: 'Ada'}],
      ['/user/v1/guest', {}],
      ['/user/address/v2', {street1: 'Street 1', city: 'Lahore', country: 'PK'}],
      [`/order/payments/v3/${tracker}/metadata`, {data: {}}],
      [`/order/payments/v3/${tracker}`, {payload: {origin: shop}}],
      [`/order/payments/v3/${tracker}`, {payload: {origin: shop}}, {token, origin: shop}],
    ];
    for (const [path, more, call = {}] of routes) {
      const status = async (key: string) =>
        (await api.call(path, {...call, body: {...more, merchant_api_key: key}})).status;
      for (const key of [publicKey!, secret!, 'sec_none']) assert.equal(await status(key), 401, path);
      assert.equal(await status(api.service.keys.publicKey), 200, path);
    }
  });

  rule(
    '5.5',
    'X-SFPY-MERCHANT-SECRET and Authorization: Bearer; tokens come from /client/passport/v1/token',
    async () => {
      const tracker = await api.tracker();
      const path = `/reporter/api/v1/payments/${tracker}`;
      const minted = await api.call('/client/passport/v1/token', {body: {}});
      const token = string(minted.json['data']);
      assert.equal((await api.call(path, {token})).status, 200);
      const bySecret = {'x-sfpy-merchant-secret': api.service.keys.secretKey};
      assert.equal((await api.call(path, {secret: null, headers: bySecret})).status, 200);
      const asBearer = {authorization: `Bearer ${api.service.keys.secretKey}`};
      assert.equal((await api.call(path, {secret: null, headers: asBearer})).status, 200);
      const unknownKey = {authorization: 'Bearer sk_wrong'};
      const refused = await api.call(path, {secret: null, headers: unknownKey});
      assert.equal(refused.status, 401);
      assert.match(refused.text, /secret key is not one of this service/);
      assert.equal((await api.call('/client/passport/v1/token', {body: {}, token})).status, 403);
    },
  );
});

describe('spec 7: errors', () => {
  rule(
    '7',
    'what the bank says is an answer or, by switch, an error; every error has one shape',
    async () => {
      const api = await startRealService();
      try {
        const [, failed] = await api.enrolled(cardOf('2.2'));
        assert.deepEqual([failed.status, enrollmentOf(failed)['authentication_status']], [200, 'FAILED']);
        api.service.settings.enrollmentFailures = 'http';
        const tracker = await api.tracker();
        const session = await api.collect(await api.enterCard(tracker, cardOf('2.2')));
        const refused = await api.enrollWith(tracker, session);
        assert.equal(codeOf(refused), 'tracker.payer_not_authenticated');
        assert.deepEqual(await api.books(tracker), []);
        const errors = [
          refused,
          await api.call('/nowhere'),
          await api.call('/user/customers/v1/', {method: 'PATCH', body: {}}),
          await api.call('/user/customers/v1/', {raw: '{'}),
          await api.call('/user/customers/v1/', {body: {}, secret: null}),
          await api.call('/user/customers/v1/', {body: {first_name: 'x'.repeat(70_000)}}),
        ];
        assert.deepEqual(
          errors.map(({status}) => status),
          [400, 404, 405, 400, 401, 413],
        );
        for (const {json, headers} of errors) {
          assert.equal(json['data'] as unknown, null);
          assert.ok(string(json['code']) && string(json['message']));
          assert.ok(Array.isArray(json['status']!['errors'] as unknown));
          assert.match(headers.get('x-request-id')!, /^req_/);
        }
      } finally {
        await api.service.close();
      }
    },
  );
});

describe('spec 8: limits', () => {
  let api: RealService;
  before(async () => {
    api = await startRealService();
  });
  after(() => api.service.close());

  rule(
    '8.1',
    'a guest’s payment method serves once, also when sixteen charges come at the same time',
    async () => {
      const {user, method} = await api.saved(
        {is_account_verification: true},
        {first_name: 'Ada', is_guest: true},
      );
      const wallet = await api.call(`/user/customers/v1/${user}/wallet/`);
      assert.equal(wallet.json['data']!['wallet']![0]!['max_usage'], 1);
      const charges = await Promise.all(Array.from({length: 16}, () => api.charge(user, method)));
      assert.equal(charges.filter(([, {status}]) => status === 200).length, 1);
      const books = (await Promise.all(charges.map(([tracker]) => api.books(tracker)))).flat();
      assert.deepEqual(books, [
        ['authorization', 900, true],
        ['capture', 900, true],
      ]);
      const regular = await api.saved({is_account_verification: true});
      for (let count = 0; count < 2; count++) {
        assert.equal((await api.charge(regular.user, regular.method))[1].status, 200, 'others serve again');
      }
    },
  );

  rule('8.2', 'two customers with one e-mail address are two, each with a wallet of its own', async () => {
    const ada = {first_name: 'Ada', email: 'ada@example.com'};
    const [one, other] = [await api.saved({}, ada), await api.saved({}, ada)];
    assert.notEqual(one.user, other.user);
    assert.deepEqual(await api.wallet(one.user), [one.method]);
    assert.deepEqual(await api.wallet(other.user), [other.method]);
  });

  rule('8.3', 'a small amount is authorized and then reversed: the same amount, once', async () => {
    const {tracker} = await api.saved({is_account_verification: false});
    await Promise.all([api.act(tracker), api.act(tracker), api.act(tracker)]);
    assert.deepEqual(await api.books(tracker), heldAndReversed);
    const [held, back] = await api.ledger(tracker);
    assert.equal(back!.authorization, held!.id);
  });

  rule(
    '8.4',
    'documented limits hold: ten cards a tracker, 50 calls a token, 24 hours a tracker',
    async () => {
      const tracker = await api.tracker();
      for (let count = 0; count < 10; count++) await api.enterCard(tracker, cardOf('2.1'));
      const jwt = await api.transientToken(tracker, cardOf('2.1'));
      const eleventh = await api.process(tracker, jwt);
      assert.deepEqual([eleventh.status, codeOf(eleventh)], [429, 'tracker.too_many_cards']);
      const page = {token: await api.token({tracker, origin: shop}), origin: shop};
      const path = `/reporter/api/v1/payments/${tracker}`;
      const statuses = [];
      for (let count = 0; count < 52; count++) statuses.push((await api.call(path, page)).status);
      assert.deepEqual(statuses.slice(49), [200, 429, 401]);
      await api.moveClock(24 * 60 * minuteMs);
      assert.equal((await api.payment(tracker))['state'], 'TRACKER_EXPIRED');
      assert.equal(codeOf(await api.act(tracker, {origin: shop})), 'tracker.expired');
    },
  );
});

describe('spec 9: versioning', () => {
  rule('9', 'the version is part of every path of the service, and another version is nowhere', async () => {
    const api = await startRealService();
    try {
      for (const {path} of operationsOf({sandbox: true}).filter(({tag}) => tag !== 'Service')) {
        assert.match(path, /\/v\d+(\/|$)/, path);
      }
      for (const path of ['/user/customers/v1/', '/reporter/api/v1/payments']) {
        assert.equal((await api.call(path)).status, 200, path);
        assert.equal((await api.call(path.replace('v1', 'v9'))).status, 404);
      }
      const body = {user: await api.customer(), currency: 'PKR'};
      assert.equal((await api.call('/order/payments/v3/', {body})).status, 200);
      assert.equal((await api.call('/order/payments/v2/', {body})).status, 404);
    } finally {
      await api.service.close();
    }
  });
});
