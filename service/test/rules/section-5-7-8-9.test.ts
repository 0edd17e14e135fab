import assert from 'node:assert/strict';
import {after, before, describe} from 'node:test';
import {operationsOf} from '../../src/edges/openapi/operations.js';
import {shop, string} from '../support/harness.js';
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
  let it_: RealService;
  before(async () => {
    it_ = await startRealService();
  });
  after(() => it_.service.close());

  rule('5.1', 'a server’s request opens with the secret key and with nothing else', async () => {
    const path = '/user/customers/v1/';
    const body = {first_name: 'Ada'};
    assert.equal((await it_.call(path, {body})).status, 200);
    for (const secret of [null, 'sk_wrong', it_.service.keys.publicKey]) {
      assert.equal((await it_.call(path, {body, secret})).status, 401);
    }
    const fromPage = await it_.call(path, {body: {}, origin: shop});
    assert.equal(codeOf(fromPage), 'secret_key_in_browser');
    assert.equal(fromPage.headers.get('access-control-allow-origin'), null);
  });

  rule('5.2', 'a page saves a card with a time-based token and never sees the secret key', async () => {
    const tracker = await it_.tracker({is_account_verification: true});
    const token = await it_.token({tracker, origin: shop});
    const page = {token, origin: shop};
    const opened = await it_.act(tracker, {origin: shop}, page);
    const context = string(actionOf(opened)['flex']!['capture_context_jwt']);
    const jwt = await it_.typeInto(context, cardOf('2.1'));
    const setup = await it_.act(tracker, {payment_method: {flex: {transient_token_jwt: jwt}}}, page);
    const enrolled = await it_.enrollWith(tracker, await it_.collect(setup), page);
    assert.equal(actionOf(enrolled)['authentication_status'], 'FRICTIONLESS');
    assert.equal((await it_.authorize(tracker, page)).status, 200);
    assert.deepEqual(await it_.books(tracker), zeroOnly);
    assert.equal(
      (await it_.act(await it_.tracker(), {origin: shop}, page)).status,
      404,
      'its own tracker only',
    );
    await it_.moveClock(15 * minuteMs);
    const late = await it_.call(`/reporter/api/v1/payments/${tracker}`, page);
    assert.deepEqual(late.json['status']!['errors'], ['tbt_expired']);
  });

  rule('5.4', 'the body’s merchant_api_key must belong to the merchant of the header', async () => {
    const made = await it_.call('/sandbox/v1/merchants', {body: {name: 'Other'}});
    const {public_key: publicKey, secret_key: secret} = made.json['data'] as unknown as Record<
      string,
      string
    >;
    const body = {user: await it_.customer(), currency: 'PKR'};
    const send = (key: string) => it_.call('/order/payments/v3/', {body: {...body, merchant_api_key: key}});
    assert.equal((await send(it_.service.keys.publicKey)).status, 200);
    for (const key of [publicKey!, secret!]) assert.equal((await send(key)).status, 401);
  });

  rule(
    '5.5',
    'X-SFPY-MERCHANT-SECRET and Authorization: Bearer; tokens come from /client/passport/v1/token',
    async () => {
      const tracker = await it_.tracker();
      const path = `/reporter/api/v1/payments/${tracker}`;
      const minted = await it_.call('/client/passport/v1/token', {body: {}});
      const token = string(minted.json['data']);
      assert.equal((await it_.call(path, {token})).status, 200);
      const bySecret = {'x-sfpy-merchant-secret': it_.service.keys.secretKey};
      assert.equal((await it_.call(path, {secret: null, headers: bySecret})).status, 200);
      const asBearer = {authorization: `Bearer ${it_.service.keys.secretKey}`};
      assert.equal((await it_.call(path, {secret: null, headers: asBearer})).status, 200);
      const unknownKey = {authorization: 'Bearer sk_wrong'};
      const refused = await it_.call(path, {secret: null, headers: unknownKey});
      assert.equal(refused.status, 401);
      assert.match(refused.text, /secret key is not one of this service/);
      assert.equal((await it_.call('/client/passport/v1/token', {body: {}, token})).status, 403);
    },
  );
});

describe('spec 7: errors', () => {
  rule(
    '7',
    'what the bank says is an answer or, by switch, an error; every error has one shape',
    async () => {
      const it_ = await startRealService();
      try {
        const [, failed] = await it_.enrolled(cardOf('2.2'));
        assert.deepEqual([failed.status, enrollmentOf(failed)['authentication_status']], [200, 'FAILED']);
        it_.service.settings.enrollmentFailures = 'http';
        const tracker = await it_.tracker();
        const session = await it_.collect(await it_.enterCard(tracker, cardOf('2.2')));
        const refused = await it_.enrollWith(tracker, session);
        assert.equal(codeOf(refused), 'tracker.payer_not_authenticated');
        assert.deepEqual(await it_.books(tracker), []);
        const errors = [
          refused,
          await it_.call('/nowhere'),
          await it_.call('/user/customers/v1/', {method: 'PATCH', body: {}}),
          await it_.call('/user/customers/v1/', {raw: '{'}),
          await it_.call('/user/customers/v1/', {body: {}, secret: null}),
          await it_.call('/user/customers/v1/', {body: {first_name: 'x'.repeat(70_000)}}),
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
        await it_.service.close();
      }
    },
  );
});

describe('spec 8: limits', () => {
  let it_: RealService;
  before(async () => {
    it_ = await startRealService();
  });
  after(() => it_.service.close());

  rule(
    '8.1',
    'a guest’s payment method serves once, also when sixteen charges come at the same time',
    async () => {
      const {user, method} = await it_.saved(
        {is_account_verification: true},
        {first_name: 'Ada', is_guest: true},
      );
      const wallet = await it_.call(`/user/customers/v1/${user}/wallet/`);
      assert.equal(wallet.json['data']!['wallet']![0]!['max_usage'], 1);
      const charges = await Promise.all(Array.from({length: 16}, () => it_.charge(user, method)));
      assert.equal(charges.filter(([, {status}]) => status === 200).length, 1);
      const books = (await Promise.all(charges.map(([tracker]) => it_.books(tracker)))).flat();
      assert.deepEqual(books, [
        ['authorization', 900, true],
        ['capture', 900, true],
      ]);
      const regular = await it_.saved({is_account_verification: true});
      for (let count = 0; count < 2; count++) {
        assert.equal((await it_.charge(regular.user, regular.method))[1].status, 200, 'others serve again');
      }
    },
  );

  rule('8.2', 'two customers with one e-mail address are two, each with a wallet of its own', async () => {
    const ada = {first_name: 'Ada', email: 'ada@example.com'};
    const [one, other] = [await it_.saved({}, ada), await it_.saved({}, ada)];
    assert.notEqual(one.user, other.user);
    assert.deepEqual(await it_.wallet(one.user), [one.method]);
    assert.deepEqual(await it_.wallet(other.user), [other.method]);
  });

  rule('8.3', 'a small amount is authorized and then reversed: the same amount, once', async () => {
    const {tracker} = await it_.saved({is_account_verification: false});
    await Promise.all([it_.act(tracker), it_.act(tracker), it_.act(tracker)]);
    assert.deepEqual(await it_.books(tracker), heldAndReversed);
    const [held, back] = await it_.ledger(tracker);
    assert.equal(back!.authorization, held!.id);
  });

  rule(
    '8.4',
    'documented limits hold: ten cards a tracker, 50 calls a token, 24 hours a tracker',
    async () => {
      const tracker = await it_.tracker();
      for (let count = 0; count < 10; count++) await it_.enterCard(tracker, cardOf('2.1'));
      const jwt = await it_.transientToken(tracker, cardOf('2.1'));
      const eleventh = await it_.process(tracker, jwt);
      assert.deepEqual([eleventh.status, codeOf(eleventh)], [429, 'tracker.too_many_cards']);
      const page = {token: await it_.token({tracker, origin: shop}), origin: shop};
      const path = `/reporter/api/v1/payments/${tracker}`;
      const statuses = [];
      for (let count = 0; count < 52; count++) statuses.push((await it_.call(path, page)).status);
      assert.deepEqual(statuses.slice(49), [200, 429, 401]);
      await it_.moveClock(24 * 60 * minuteMs);
      assert.equal((await it_.payment(tracker))['state'], 'TRACKER_EXPIRED');
      assert.equal(codeOf(await it_.act(tracker, {origin: shop})), 'tracker.expired');
    },
  );
});

describe('spec 9: versioning', () => {
  rule('9', 'the version is part of every path of the service, and another version is nowhere', async () => {
    const it_ = await startRealService();
    try {
      for (const {path} of operationsOf({sandbox: true}).filter(({tag}) => tag !== 'Service')) {
        assert.match(path, /\/v\d+(\/|$)/, path);
      }
      for (const path of ['/user/customers/v1/', '/reporter/api/v1/payments']) {
        assert.equal((await it_.call(path)).status, 200, path);
        assert.equal((await it_.call(path.replace('v1', 'v9'))).status, 404);
      }
      const body = {user: await it_.customer(), currency: 'PKR'};
      assert.equal((await it_.call('/order/payments/v3/', {body})).status, 200);
      assert.equal((await it_.call('/order/payments/v2/', {body})).status, 404);
    } finally {
      await it_.service.close();
    }
  });
});
