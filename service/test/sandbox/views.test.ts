import assert from 'node:assert/strict';
import {request as ask} from 'node:http';
import {after, before, describe, it} from 'node:test';
import {startTestService, string, type Call, type Json, type TestService} from '../support/harness.js';

const lists = [
  ...['customers', 'trackers', 'payment-methods', 'plans', 'subscriptions', 'charges', 'coming-charges'],
  ...['moves', 'events', 'requests', 'logs', 'faults'],
];

describe('the sandbox’s views in development', () => {
  let api: TestService;
  let tracker: string;
  before(async () => {
    api = await startTestService();
    tracker = await api.tracker({}, {first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com'});
    await api.setUp(tracker);
    await api.enroll(tracker, 'frictionless');
    assert.equal((await api.authorize(tracker)).status, 200);
    assert.equal((await api.act(tracker)).status, 200);
  });
  after(() => api.service.close());

  const read = async (path: string, headers: Record<string, string> = {'sec-fetch-site': 'same-origin'}) => {
    const reply = await api.call(`/sandbox/v1/${path}`, {secret: null, headers});
    assert.equal(reply.status, 200, reply.text);
    return [...reply.json['data']!] as Json[];
  };

  it('a tracker with its actions, their times, the bank’s answers and the result', async () => {
    const [row] = await read('trackers');
    assert.equal(row!['token'], tracker);
    assert.equal(row!['customer_name'], 'Ada Byron');
    assert.deepEqual(row!['card'], {brand: 'visa', last_four: '2701'});
    assert.equal(row!['authentication_status'], 'FRICTIONLESS');
    assert.equal(row!['next_action'], 'NOOP');
    assert.match(string(row!['payment_method']), /^pm_/);
    const actions = [...row!['actions']!].map(({kind, at}) => [kind, at]);
    assert.deepEqual(
      actions.map(([kind]) => kind),
      [
        'GENERATE_CAPTURE_CONTEXT',
        'PROCESS_TRANSIENT_TOKEN',
        'PAYER_AUTH_SETUP',
        'PAYER_AUTH_ENROLLMENT',
        'AUTHORIZATION',
        'REVERSAL',
      ],
    );
    for (const [, at] of actions) assert.match(string(at), /^2026-11-20T12:00:00/);
  });

  it('how the bank asks; a merchant changes it, a page of a shop does not, and other words are refused', async () => {
    const bank = async (call: Call = {}) => {
      const {status, json} = await api.call('/sandbox/v1/bank', call);
      return [status, json['data']?.['step_up'] ?? json['code']];
    };
    assert.deepEqual(await bank(), [200, 'code']);
    assert.deepEqual(await bank({body: {step_up: 'app'}}), [200, 'app']);
    assert.deepEqual(await bank({body: {step_up: 'fax'}}), [400, 'request.invalid']);
    const page = {secret: null, headers: {'sec-fetch-site': 'cross-site'}};
    assert.deepEqual(await bank({...page, body: {step_up: 'down'}}), [403, 'sandbox.page_refused']);
    assert.deepEqual(await bank({body: {step_up: null}}), [200, 'code']);
  });

  it('customers with their cards, payment methods, and ledger entries, newest first', async () => {
    const [customer] = await read('customers');
    assert.deepEqual(
      [customer!['name'], customer!['email'], customer!['payment_methods']],
      ['Ada Byron', 'ada@example.com', 1],
    );
    const [method] = await read('payment-methods');
    assert.deepEqual([method!['last_four'], method!['tracker']], ['2701', tracker]);
    assert.deepEqual(
      (await read('moves')).map(({kind}) => kind),
      ['reversal', 'authorization'],
    );
  });

  it('events with stable ids, filtered by tracker and by type', async () => {
    const events = await read('events');
    const types = events.map(({type}) => string(type));
    for (const type of [
      'customer.created',
      'tracker.created',
      'tracker.action_performed',
      'network.authorization',
      'network.reversal',
      'payment_method.created',
    ]) {
      assert.ok(types.includes(type), type);
    }
    assert.equal(types.filter((type) => type === 'tracker.action_performed').length, 6);
    assert.equal(new Set(events.map(({id}) => id)).size, events.length, 'no id twice');
    assert.deepEqual(await read('events'), events, 'asked again, the same');
    for (const {at} of events) assert.ok(!Number.isNaN(Date.parse(string(at))));
    const network = await read(`events?tracker=${tracker}&type=network`);
    assert.deepEqual(network.map(({type}) => type).sort(), ['network.authorization', 'network.reversal']);
    assert.equal((await read('events?tracker=track_none')).length, 0);
    assert.equal((await read('events?limit=3')).length, 3);
  });

  it('a fault that struck is an event', async () => {
    api.service.faults.plan({rules: [{kind: 'server-error', route: 'GET /user/*'}]});
    await api.call('/user/customers/v1/cus_none');
    const [struck] = await read('events?type=fault');
    assert.equal(struck!['data']!['kind'], 'server-error');
    api.service.faults.clear();
  });

  it('the log without secrets and without the dashboard’s own requests', async () => {
    await api.call('/user/customers/v1/', {body: {first_name: '4000 0000 0000 2701'}});
    await read('trackers');
    const lines = (await read('logs')).map(({line}) => string(line));
    assert.ok(lines.some((line) => line.includes('/user/customers/v1')));
    const all = lines.join('\n');
    assert.doesNotMatch(all, /4000 ?0000|sk_dev|\/sandbox\/v1\/trackers/);
    assert.ok(!all.includes(api.service.keys.secretKey));
  });

  it('no list holds a card number, a security code or a secret', async () => {
    for (const name of lists) {
      const {text} = await api.call(`/sandbox/v1/${name}`);
      assert.doesNotMatch(text, /4000000000002701|000000002701|sk_|whsec_|eyJ/, name);
    }
  });

  it('a merchant sees only its own', async () => {
    const merchant = await api.call('/sandbox/v1/merchants', {body: {name: 'Other'}});
    const secret = string(merchant.json['data']!['secret_key']);
    for (const name of ['customers', 'trackers', 'payment-methods', 'moves', 'events']) {
      const reply = await api.call(`/sandbox/v1/${name}`, {secret});
      assert.deepEqual(reply.json['data'], [], name);
      assert.notDeepEqual((await api.call(`/sandbox/v1/${name}`)).json['data'], [], name);
    }
  });

  // shows: attack 19
  it('a merchant’s key sees no other merchant’s entries of ledger, log and fault plan', async () => {
    const merchant = await api.call('/sandbox/v1/merchants', {body: {name: 'Third'}});
    const secret = string(merchant.json['data']!['secret_key']);
    const textOf = async (name: string, call: Call = {}) =>
      JSON.stringify((await api.call(`/sandbox/v1/${name}`, call)).json['data']);
    const customer = await api.customer();
    api.service.faults.plan({
      rules: [
        {kind: 'latency', milliseconds: 0, times: null},
        {kind: 'server-error', route: `GET /user/customers/v1/${customer}`},
        {kind: 'server-error', tracker},
      ],
    });
    await api.call(`/reporter/api/v1/payments/${tracker}`);
    await api.call(`/user/customers/v1/${customer}`);
    for (const name of ['ledger', 'logs', 'faults']) {
      const [own, foreign] = [await textOf(name), await textOf(name, {secret})];
      const dashboard = await textOf(name, {secret: null, headers: {'sec-fetch-site': 'same-origin'}});
      for (const text of [own, dashboard]) assert.match(text, /track_|cus_|reporter/, name);
      assert.doesNotMatch(foreign, /track_|cus_|"struck":\[\{|reporter/, name);
    }
    assert.match(await textOf('faults', {secret}), /"kind":"latency"/, 'a rule without a tracker is visible');
    const other = await api.call('/user/customers/v1/', {secret, body: {first_name: 'Grace'}});
    assert.equal(other.status, 200);
    let logs = '';
    // A request is logged once its answer is out, which the next one may overtake.
    for (let tries = 0; tries < 50 && !logs.includes('POST'); tries += 1)
      logs = await textOf('logs', {secret});
    assert.match(logs, /POST/, 'its own requests are there');
    assert.doesNotMatch(logs, /reporter/);
    api.service.faults.clear();
  });

  it('refuses invalid limits', async () => {
    for (const limit of ['0', '501', 'all', '1.5', '-1']) {
      assert.equal((await api.call(`/sandbox/v1/trackers?limit=${limit}`)).status, 400, limit);
    }
  });

  it('refuses other origins, other host names, and requests without an origin', async () => {
    const {host, port, origin} = new URL(api.service.urls.api);
    /** Uses `node:http`, because `fetch` does not allow these headers. */
    const status = (path: string, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        ask({host: 'localhost', port, path: `/sandbox/v1/${path}`, headers}, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end();
      });
    for (const path of [...lists, 'ledger', 'clock']) {
      assert.equal(await status(path, {host, 'sec-fetch-site': 'same-origin'}), 200, path);
      assert.equal(await status(path, {host}), 401, path);
      assert.equal(
        await status(path, {host, origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site'}),
        403,
      );
      assert.equal(
        await status(path, {host, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site'}),
        403,
      );
      assert.equal(await status(path, {host, 'sec-fetch-site': 'none'}), 403, 'typed into the address bar');
      assert.equal(await status(path, {host: `evil.example:${port}`, 'sec-fetch-site': 'same-origin'}), 421);
      assert.equal(await status(path, {host: 'evil.example', origin, 'sec-fetch-site': 'same-origin'}), 421);
    }
  });

  it('POST /sandbox/v1/clock moves the clock, as does …/advance', async () => {
    const to = '2026-11-21T12:00:00.000Z';
    const moved = await api.call('/sandbox/v1/clock', {body: {to}});
    assert.deepEqual(moved.json['data'], {now: to, offset_seconds: 86_400, travel: null});
    assert.equal((await api.call('/sandbox/v1/clock', {body: {to: '2026-11-20T12:00:00Z'}})).status, 409);
  });
});
