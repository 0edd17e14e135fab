import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {openMerchants} from '../src/domain/merchants/merchants.js';
import {developmentKeys} from '../src/options.js';
import {systemClock} from '../src/platform/clock/clock.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {coreMigrations} from '../src/schema.js';
import {insertPlan} from './support/billing.js';
import {openTestDatabase} from './support/database.js';
import {shop, startTestService, string, type TestService} from './support/harness.js';
import {HostedBrowser, linksOf} from './support/hosted-browser.js';

const otherShop = 'https://other.example';

/** Creates a second merchant over the sandbox, and returns its keys. */
async function newMerchant(
  api: TestService,
  body: object = {},
): Promise<{publicKey: string; secret: string}> {
  // Called as the dashboard does, without a secret key, because the key may have been replaced.
  const headers = {'sec-fetch-site': 'same-origin'};
  const reply = await api.call('/sandbox/v1/merchants', {secret: null, headers, body});
  assert.equal(reply.status, 200, reply.text);
  const data = reply.json['data']!;
  return {publicKey: string(data['public_key']), secret: string(data['secret_key'])};
}

describe('merchants kept apart (V24)', () => {
  let api: TestService;
  let secret: string;
  let publicKey: string;
  before(async () => {
    api = await startTestService();
    ({secret, publicKey} = await newMerchant(api, {name: 'other', origins: [otherShop]}));
  });
  after(() => api.service.close());

  it('another merchant’s ids are answered like unknown ones', async () => {
    const customer = await api.customer();
    const tracker = await api.tracker({user: customer});
    const unknown = '00000000-0000-4000-8000-000000000000';
    const pairs = [
      [`/user/customers/v1/${customer}`, `/user/customers/v1/cus_${unknown}`],
      [`/user/customers/v1/${customer}/wallet/`, `/user/customers/v1/cus_${unknown}/wallet/`],
      [`/reporter/api/v1/payments/${tracker}`, `/reporter/api/v1/payments/track_${unknown}`],
    ] as const;
    for (const [foreignPath, unknownPath] of pairs) {
      const [foreign, absent] = [
        await api.call(foreignPath, {secret}),
        await api.call(unknownPath, {secret}),
      ];
      assert.equal(foreign.status, 404, foreignPath);
      assert.equal(foreign.text, absent.text, foreignPath);
    }
  });

  // shows: attack 17
  it('the bank’s return answers the same for an unknown tracker and a wrong transaction', async () => {
    const known = await api.comeBack(await api.tracker(), 'not-its-own');
    const unknown = await api.comeBack('track_00000000-0000-4000-8000-000000000000', 'not-its-own');
    assert.equal(known.status, 400);
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
  });

  it('a merchant opens trackers for its own customers only, and only with its own keys', async () => {
    const foreign = await api.call('/order/payments/v3/', {
      secret,
      body: {user: await api.customer(), currency: 'PKR'},
    });
    assert.equal(foreign.status, 404);
    assert.equal(foreign.json['code'], 'customer.not_found');
    const mine = await api.call('/user/customers/v1/', {secret, body: {first_name: 'Grace'}});
    const user = string(mine.json['data']!['token']);
    const open = (key: string) =>
      api.call('/order/payments/v3/', {secret, body: {user, currency: 'PKR', merchant_api_key: key}});
    const own = await open(publicKey);
    assert.equal(own.json['data']!['tracker']!['client'], publicKey);
    assert.equal((await open(secret)).status, 200);
    assert.equal((await open(api.service.keys.publicKey)).status, 401);
    assert.equal((await open(api.service.keys.secretKey)).status, 401);
  });

  it('a token gives access only to its own merchant’s data and pages', async () => {
    const tracker = await api.tracker();
    const minted = await api.call('/client/passport/v1/token', {secret, body: {}});
    const token = string(minted.json['data']);
    const path = `/reporter/api/v1/payments/${tracker}`;
    assert.equal((await api.call(path, {token})).status, 404);
    assert.equal((await api.call(path, {token, origin: otherShop})).status, 404);
    const away = await api.call(path, {token, origin: shop});
    assert.equal(away.json['code'], 'origin_not_allowed');
    const scoped = await api.call('/client/passport/v1/token', {secret, body: {tracker, origin: otherShop}});
    assert.equal(scoped.json['code'], 'tracker.not_found');
  });

  it('the same idempotency key of two merchants is two keys', async () => {
    const call = {body: {first_name: 'Ada'}, key: 'the-same'};
    const first = await api.call('/user/customers/v1/', call);
    const second = await api.call('/user/customers/v1/', {...call, secret});
    assert.equal(second.headers.get('idempotent-replayed'), null);
    assert.notEqual(second.json['data']!['token'], first.json['data']!['token']);
  });

  it('the bank’s redirect finds the merchant by the tracker', async () => {
    const own = await api.call('/user/customers/v1/', {secret, body: {first_name: 'Grace'}});
    const user = string(own.json['data']!['token']);
    const opened = await api.call('/order/payments/v3/', {secret, body: {user, currency: 'PKR'}});
    const tracker = string(opened.json['data']!['tracker']!['token']);
    const back = await api.comeBack(tracker, 'nothing');
    assert.equal(back.json['code'], 'validation.transaction_unknown');
  });
});

describe('replacing a secret key', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());
  const opens = async (secret: string) =>
    (await api.call('/user/customers/v1/', {secret, body: {first_name: 'Ada'}})).status === 200;

  it('the old key works until the overlap ends, the new one at once', async () => {
    const old = api.service.keys.secretKey;
    const reply = await api.call('/client/passport/v1/secret-key', {
      body: {confirm: true, overlap_seconds: 3600},
    });
    assert.equal(reply.status, 200, reply.text);
    const fresh = string(reply.json['data']!['secret_key']);
    assert.ok(await opens(old));
    assert.ok(await opens(fresh));
    const end = new Date(string(reply.json['data']!['old_keys_end_at']));
    api.service.clock.advanceTo(new Date(end.getTime() - 1));
    assert.ok(await opens(old));
    api.service.clock.advanceTo(end);
    assert.ok(!(await opens(old)));
    assert.ok(await opens(fresh));
  });

  it('an empty body replaces nothing, and the refusal says what to send', async () => {
    const {secret} = await newMerchant(api);
    for (const body of [{}, {confirm: false}, {confirm: 'yes'}, {overlap_seconds: 0}]) {
      const reply = await api.call('/client/passport/v1/secret-key', {secret, body});
      assert.equal(reply.json['code'] as unknown, 'request.invalid');
      assert.match(reply.text, /confirm (is required:|must be) true, because this replaces the secret key/);
    }
    const rows = await api.service.database.query('SELECT * FROM merchant_keys WHERE ends_at IS NOT NULL');
    assert.equal(rows.length, 1, 'only the key of the test before');
    assert.ok(await opens(secret));
  });

  it('without an overlap the old key ends at once, and a second rotation never extends an old key', async () => {
    const {secret} = await newMerchant(api);
    const rotate = async (key: string, seconds: number) => {
      const body = {confirm: true, overlap_seconds: seconds};
      return api.call('/client/passport/v1/secret-key', {secret: key, body});
    };
    const second = string((await rotate(secret, 60)).json['data']!['secret_key']);
    const third = string((await rotate(second, 0)).json['data']!['secret_key']);
    assert.deepEqual([await opens(secret), await opens(second), await opens(third)], [false, false, true]);
  });

  it('the database stores digests of keys, never keys', async () => {
    const rows = await api.service.database.query('SELECT * FROM merchant_keys');
    assert.ok(rows.length > 0);
    assert.ok(!JSON.stringify(rows).includes('sk_'));
  });
});

describe('merchants named when the service starts', () => {
  const second = {
    publicKey: 'sec_second',
    secretKey: 'sk_second_merchant_of_this_test',
    origins: [otherShop],
  };

  it('use their own keys and origins', async () => {
    const api = await startTestService({merchants: [second]});
    try {
      const minted = await api.call('/client/passport/v1/token', {secret: second.secretKey, body: {}});
      const token = string(minted.json['data']);
      const read = await api.call('/reporter/api/v1/payments/track_x', {token, origin: otherShop});
      assert.equal(read.status, 404);
    } finally {
      await api.service.close();
    }
  });

  it('hosted pages show the name of the options’ merchant, or else the host of the return URL', async () => {
    for (const [options, name] of [
      [{merchantName: 'Käse & Brot'}, 'Käse &amp; Brot'],
      [{}, new URL(shop).host],
    ] as const) {
      const api = await startTestService(options);
      try {
        const [links, user] = [linksOf(api), await api.customer()];
        const plan = await insertPlan(api, {});
        for (const link of [await links.subscribe(plan.token, user), await links.portal(user)]) {
          const {page} = await new HostedBrowser(api).open(link);
          assert.ok(page.text.includes(`<bdi>${name}</bdi>`), link);
        }
        // The bank gets the merchant’s name only. Without one, it shows the host of the shop.
        const tracker = await api.tracker({user, currency: 'USD'});
        await api.setUp(tracker);
        await api.enroll(tracker);
        assert.equal(
          api.issuer.enrollments.at(-1)!.shop,
          'merchantName' in options ? options.merchantName : undefined,
        );
      } finally {
        await api.service.close();
      }
    }
  });

  it('are stored once by processes that start at the same moment', async () => {
    const database = await openTestDatabase();
    try {
      await migrate(database, coreMigrations);
      const named = Array.from({length: 40}, (_, index) => ({
        publicKey: `sec_${index}`,
        secretKey: `sk_at_once_${index}`,
      }));
      // What each process does when it starts. The engine in memory has one connection, PostgreSQL several.
      for (const home of named) {
        const start = () =>
          openMerchants({database, clock: systemClock, development: true, home, others: []});
        const started = await Promise.all(Array.from({length: 6}, start));
        assert.equal(new Set(started.map((merchants) => merchants.home.id)).size, 1);
      }
      const [counted] = await database.query<{merchants: string; keys: string}>(
        `SELECT (SELECT count(*) FROM merchants) AS merchants,
                (SELECT count(*) FROM merchant_keys WHERE ends_at IS NULL) AS keys`,
      );
      assert.deepEqual([Number(counted!.merchants), Number(counted!.keys)], [40, 40]);
    } finally {
      await database.close();
    }
  });

  it('two merchants cannot share a secret key', async () => {
    const same = {publicKey: 'sec_third', secretKey: developmentKeys.secretKey};
    await assert.rejects(startTestService({merchants: [same]}), /same secret key/);
  });
});
