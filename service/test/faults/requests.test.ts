import assert from 'node:assert/strict';
import {setImmediate as turn} from 'node:timers/promises';
import {after, afterEach, before, describe, it} from 'node:test';
import {shop, startTestService, type TestService} from '../support/harness.js';
import {productionOptions} from '../support/production.js';

const path = '/sandbox/v1/faults';
/** A delay that is longer than any test. A test that uses it must release the request. */
const forever = 600_000;

describe('faults on demand, request by request', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  afterEach(() => api.service.faults.clear());
  after(() => api.service.close());

  const struck = async (count = 1) => {
    while (api.service.faults.report().struck.length < count) await turn();
  };
  const enrolled = async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    assert.equal((await api.enroll(tracker)).status, 200);
    return tracker;
  };
  const stateOf = async (tracker: string) => String((await api.payment(tracker))['state']);

  it('server-error: 500 without an effect, then 200', async () => {
    const tracker = await enrolled();
    api.service.faults.plan({rules: [{kind: 'server-error', action: 'AUTHORIZATION', tracker}]});
    const first = await api.authorize(tracker, {key: 'one'});
    assert.equal(first.status, 500);
    assert.equal(first.json['code'], 'fault.server_error');
    assert.deepEqual(await api.ledger(tracker), []);
    const second = await api.authorize(tracker, {key: 'one'});
    assert.equal(second.status, 200, second.text);
    assert.equal((await api.ledger(tracker)).length, 1);
  });

  it('dropped-reply: the work is done, its reply is lost, and a repeat gets it', async () => {
    const tracker = await enrolled();
    api.service.faults.plan({rules: [{kind: 'dropped-reply', action: 'AUTHORIZATION', tracker}]});
    await assert.rejects(api.authorize(tracker, {key: 'two'}), TypeError);
    assert.equal((await api.ledger(tracker)).length, 1);
    const again = await api.authorize(tracker, {key: 'two'});
    assert.equal(again.status, 200);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal((await api.ledger(tracker)).length, 1, 'charged once');
  });

  it('timeout-before: nothing is done, and the connection closes after the delay', async () => {
    const tracker = await enrolled();
    api.service.faults.plan({
      rules: [{kind: 'timeout-before', action: 'AUTHORIZATION', tracker, milliseconds: forever}],
    });
    const asked = api.authorize(tracker);
    const refused = assert.rejects(asked, TypeError);
    await struck();
    assert.equal(await stateOf(tracker), 'TRACKER_ENROLLED');
    api.service.faults.clear();
    await refused;
    assert.deepEqual(await api.ledger(tracker), []);
  });

  it('timeout-after: the work is done while the caller still waits', async () => {
    const tracker = await enrolled();
    api.service.faults.plan({
      rules: [{kind: 'timeout-after', action: 'AUTHORIZATION', tracker, milliseconds: forever}],
    });
    const refused = assert.rejects(api.authorize(tracker, {key: 'three'}), TypeError);
    await struck();
    while ((await api.ledger(tracker)).length === 0) await turn();
    while ((await stateOf(tracker)) === 'TRACKER_ENROLLED') await turn();
    api.service.faults.clear();
    await refused;
    assert.equal((await api.authorize(tracker, {key: 'three'})).status, 200);
    assert.equal((await api.ledger(tracker)).length, 1);
  });

  it('timeout: the service does not wait for a client that has left when it closes', async () => {
    const other = await startTestService();
    const tracker = await other.tracker();
    other.service.faults.plan({rules: [{kind: 'timeout-before', tracker, milliseconds: forever}]});
    const asked = assert.rejects(other.act(tracker, {origin: shop}), TypeError);
    while (other.service.faults.report().struck.length === 0) await turn();
    await other.service.close();
    await asked;
  });

  it('latency: the reply comes after the delay', async () => {
    const tracker = await api.tracker();
    api.service.faults.plan({
      rules: [{kind: 'latency', route: 'GET /reporter/*', milliseconds: 40}],
    });
    const began = performance.now();
    assert.equal((await api.call(`/reporter/api/v1/payments/${tracker}`)).status, 200);
    // A timer may fire a millisecond early.
    assert.ok(performance.now() - began >= 38);
  });

  it('latency and a fault can strike the same request', async () => {
    const tracker = await api.tracker();
    api.service.faults.plan({
      rules: [
        {kind: 'latency', tracker, milliseconds: 1},
        {kind: 'server-error', tracker},
      ],
    });
    assert.equal((await api.act(tracker, {origin: shop})).status, 500);
    assert.deepEqual(
      api.service.faults.report().struck.map(({kind}) => kind),
      ['latency', 'server-error'],
    );
  });

  it('token-expired: a page’s token is refused once; a secret key never is', async () => {
    const tracker = await api.tracker();
    const token = await api.token({tracker, origin: shop});
    api.service.faults.plan({rules: [{kind: 'token-expired', action: 'GENERATE_CAPTURE_CONTEXT'}]});
    assert.equal((await api.act(tracker, {origin: shop})).status, 200);
    const call = {token, origin: shop};
    const refused = await api.act(tracker, {origin: shop}, call);
    assert.equal(refused.status, 401);
    assert.equal(refused.json['code'], 'error.unauthorized_access');
    assert.equal(refused.headers.get('access-control-allow-origin'), shop, 'the page may read why');
    assert.equal((await api.act(tracker, {origin: shop}, call)).status, 200);
  });

  it('recognises the action of an empty body, of side paths, and of fetchPayment', async () => {
    const tracker = await api.tracker();
    const seen = async (action: string, call: () => Promise<unknown>) => {
      api.service.faults.plan({rules: [{kind: 'latency', action, milliseconds: 0}]});
      await call();
      return api.service.faults.report().struck.length;
    };
    assert.equal(await seen('GENERATE_CAPTURE_CONTEXT', () => api.act(tracker)), 1);
    assert.equal(await seen('FETCH_PAYMENT', () => api.payment(tracker)), 1);
    const reversal = `/order/payments/v3/${tracker}/reversal`;
    assert.equal(await seen('REVERSAL', () => api.call(reversal, {body: {}})), 1);
    assert.equal(await seen('PAYER_AUTH_VALIDATION', () => api.comeBack(tracker, 'x')), 1);
    assert.equal(await seen('REVERSAL', () => api.act(tracker, {nonsense: 1})), 0);
  });

  it('reading the body for a rule leaves it readable for the route', async () => {
    api.service.faults.plan({rules: [{kind: 'latency', times: null, milliseconds: 0}]});
    const tracker = await api.tracker();
    await api.setUp(tracker);
    assert.equal((await api.enroll(tracker)).status, 200);
    assert.equal(await stateOf(tracker), 'TRACKER_ENROLLED');
  });

  it('never strikes the sandbox routes that testers use', async () => {
    api.service.faults.plan({rules: [{kind: 'server-error', times: null}]});
    for (const free of ['/sandbox/v1/faults', '/sandbox/v1/clock', '/sandbox/v1/ledger', '/healthz']) {
      assert.equal((await api.call(free)).status, 200, free);
    }
    assert.equal((await api.call(path, {method: 'DELETE'})).status, 200);
    assert.equal((await api.call('/user/customers/v1/', {body: {first_name: 'Ada'}})).status, 200);
  });

  it('every strike is logged, without card or key', async () => {
    api.service.faults.plan({rules: [{kind: 'server-error'}]});
    await api.call('/user/customers/v1/', {body: {first_name: '4000000000002701'}});
    const line = api.logs.find((text) => text.includes('faults.struck'));
    assert.match(line ?? '', /"kind":"server-error"/);
    assert.doesNotMatch(line ?? '', /4000000000002701|sk_/);
  });
});

describe('/sandbox/v1/faults', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  it('takes a plan, shows it with its counters, adds to it and clears it', async () => {
    const set = await api.call(path, {body: {seed: 9, rules: [{kind: 'server-error', route: 'GET /none'}]}});
    assert.equal(set.status, 200, set.text);
    assert.equal(set.json['data']!['seed'], 9);
    const added = await api.call(path, {body: {add: [{kind: 'latency', milliseconds: [1, 2], times: null}]}});
    const rules = added.json['data']!['rules'] as unknown as Record<string, unknown>[];
    assert.deepEqual(
      rules.map(({kind, after: skipped, times, chance, milliseconds}) => [
        kind,
        skipped,
        times,
        chance,
        milliseconds,
      ]),
      [
        ['server-error', 0, 1, 1, [0, 0]],
        ['latency', 0, null, 1, [1, 2]],
      ],
    );
    await api.call('/user/customers/v1/', {body: {first_name: 'Ada'}});
    const shown = await api.call(path);
    assert.equal(shown.json['data']!['rules']![1]!['struck'], 1);
    assert.equal(shown.json['data']!['struck']![0]!['kind'], 'latency');
    const cleared = await api.call(path, {method: 'DELETE'});
    assert.deepEqual(cleared.json['data']!['rules'], []);
  });

  it('draws the same rules from the same seed', async () => {
    const rulesOf = async (seed: number) => {
      const reply = await api.call(path, {body: {seed}});
      const rules = reply.json['data']!['rules'] as unknown as Record<string, unknown>[];
      return rules.map(({id: _id, ...rule}) => rule);
    };
    assert.deepEqual(await rulesOf(42), await rulesOf(42));
    assert.notDeepEqual(await rulesOf(42), await rulesOf(43));
  });

  it('names the invalid fields of a plan and keeps the old plan', async () => {
    api.service.faults.plan({rules: [{kind: 'late-step-up'}]});
    const wrong = [
      {rules: [{kind: 'fire'}]},
      {rules: [{kind: 'latency', milliseconds: [5, 1]}]},
      {rules: [{kind: 'latency', milliseconds: -1}]},
      {rules: [{kind: 'latency', chance: 2}]},
      {rules: [{kind: 'latency', times: 0}]},
      {rules: 'many'},
      {seed: 1.5},
    ];
    for (const body of wrong) {
      const reply = await api.call(path, {body});
      assert.equal(reply.status, 400, JSON.stringify(body));
      assert.equal(reply.json['code'], 'request.invalid');
    }
    assert.equal(api.service.faults.report().rules[0]?.kind, 'late-step-up');
  });

  it('reports a number that is both fractional and out of range once', async () => {
    const reply = await api.call(path, {body: {seed: -1.5}});
    assert.match(String(reply.json['message']), /^seed must be a whole number from 0 to 4294967295/);
  });

  it('needs the secret key or the dashboard’s own page', async () => {
    const {origin} = new URL(api.service.urls.api);
    const as = async (headers: Record<string, string>, secret: string | null = null) =>
      (await api.call(path, {secret, headers})).status;
    assert.equal(await as({}), 401);
    assert.equal(await as({}, 'sk_wrong'), 401);
    assert.equal(await as({'sec-fetch-site': 'same-origin'}), 200);
    assert.equal(await as({'sec-fetch-site': 'same-site', origin}), 403);
    assert.equal(await as({'sec-fetch-site': 'cross-site'}), 403);
    assert.equal(await as({'sec-fetch-site': 'none'}), 403);
    const token = await api.token();
    assert.equal((await api.call(path, {token})).status, 401);
  });

  it('does not exist in production', async () => {
    const production = await startTestService(productionOptions);
    try {
      assert.equal((await production.call(path)).status, 404);
      assert.throws(() => production.service.faults.plan({seed: 1}), /production/);
    } finally {
      await production.service.close();
    }
  });
});
