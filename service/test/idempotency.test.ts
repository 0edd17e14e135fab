import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {canonicalBody} from '../src/platform/idempotency/answer.js';
import {shop, startTestService, string, type TestService} from './support/harness.js';

describe('Idempotency-Key (guarantees 4.1)', () => {
  let api: TestService;
  before(async () => {
    // Keeps trackers from expiring, because these tests advance the clock by days.
    api = await startTestService({settings: {trackerTtlSeconds: 10 * 86_400}});
  });
  after(() => api.service.close());
  const create = (body: object, key: string) => api.call('/user/customers/v1/', {body, key});

  it('same key and body: the same bytes, one customer, and a header that marks the repeat', async () => {
    const key = randomUUID();
    const first = await create({first_name: 'Ada'}, key);
    const repeat = await create({first_name: 'Ada'}, key);
    assert.equal(repeat.text, first.text);
    assert.equal(repeat.status, first.status);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(repeat.headers.get('idempotent-replayed'), 'true');
  });

  it('the order of fields, quotes around the key and the merchant’s key make no difference', async () => {
    const key = randomUUID();
    const first = await create({first_name: 'Ada', last_name: 'Byron'}, key);
    const own = api.service.keys.publicKey;
    const repeat = await create({last_name: 'Byron', first_name: 'Ada', merchant_api_key: own}, `"${key}"`);
    assert.equal(repeat.text, first.text);
    assert.equal(canonicalBody({b: [{d: 1, c: 2}], a: 1}), '{"a":1,"b":[{"c":2,"d":1}]}');
  });

  it('another body under the same key is refused with 422', async () => {
    const key = randomUUID();
    await create({first_name: 'Ada'}, key);
    const other = await create({first_name: 'Eve'}, key);
    assert.equal(other.status, 422);
    assert.equal(other.json['code'], 'idempotency.key_reused');
  });

  it('another path or another key is another request', async () => {
    const key = randomUUID();
    const first = await create({is_guest: true}, key);
    const other = await create({is_guest: true}, randomUUID());
    assert.notEqual(first.text, other.text);
    const elsewhere = await api.call('/client/passport/v1/token', {body: {}, key});
    assert.equal(elsewhere.status, 200);
  });

  it('a refusal is not stored: the corrected request may use the same key', async () => {
    const key = randomUUID();
    assert.equal((await create({first_name: 5}, key)).status, 400);
    assert.equal((await create({first_name: 'Ada'}, key)).status, 200);
  });

  it('a repeat during the first request gets 409, then the same bytes', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    let open = () => {};
    api.issuer.gate = new Promise((resolve) => (open = resolve));
    const key = randomUUID();
    const payload = {authentication_setup: {success_url: `${shop}/r`, failure_url: `${shop}/r`}};
    const asked = api.issuer.enrollments.length;
    const first = api.act(tracker, payload, {key});
    while (api.issuer.enrollments.length === asked) await new Promise((resolve) => setImmediate(resolve));
    const meanwhile = await api.act(tracker, payload, {key});
    open();
    assert.equal(meanwhile.status, 409);
    assert.equal(meanwhile.json['code'], 'idempotency.in_flight');
    assert.equal(meanwhile.headers.get('retry-after'), '1');
    const {text} = await first;
    assert.equal((await api.act(tracker, payload, {key})).text, text);
  });

  it('a request whose key was taken over rolls back: one effect for one key', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    let open = () => {};
    api.issuer.gate = new Promise((resolve) => (open = resolve));
    const key = randomUUID();
    const payload = {authentication_setup: {success_url: `${shop}/r`, failure_url: `${shop}/r`}};
    const asked = api.issuer.enrollments.length;
    const first = api.act(tracker, payload, {key});
    while (api.issuer.enrollments.length === asked) await new Promise((resolve) => setImmediate(resolve));
    await api.service.database.query(
      `UPDATE idempotency_keys SET claim = 'another''s' WHERE sealed_answer IS NULL`,
    );
    open();
    const late = await first;
    assert.equal(late.status, 409);
    assert.equal(late.json['code'], 'idempotency.in_flight');
    const between = await api.payment(tracker);
    assert.equal(between['next_actions']!['CYBERSOURCE']!['kind'], 'PAYER_AUTH_ENROLLMENT');
  });

  it('a bank’s outcome that is sent as an HTTP error is stored', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker, '4000000000000002');
    await api.enroll(tracker);
    const key = randomUUID();
    const first = await api.authorize(tracker, {key});
    assert.equal(first.status, 402);
    assert.equal((await api.authorize(tracker, {key})).text, first.text);
  });

  it('sixteen at once: one effect, and only the same bytes or 409', async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({length: 16}, () => create({first_name: 'Once'}, key)));
    const good = replies.filter(({status}) => status === 200);
    assert.ok(good.length >= 1);
    assert.equal(new Set(good.map(({text}) => text)).size, 1);
    assert.ok(replies.every(({status}) => status === 200 || status === 409));
    const rows = await api.service.database.query(`SELECT 1 FROM customers WHERE first_name = 'Once'`);
    assert.equal(rows.length, 1);
  });

  it('keys have 1 to 255 printable characters', async () => {
    for (const key of ['', '""', 'x'.repeat(256), 'caf\u00e9']) {
      const reply = await create({is_guest: true}, key);
      assert.equal(reply.status, 400, key);
      assert.equal(reply.json['code'], 'idempotency.key_invalid');
    }
    assert.equal((await create({is_guest: true}, 'x'.repeat(255))).status, 200);
  });

  it('a page’s key and the server’s key are different keys', async () => {
    const tracker = await api.tracker();
    const token = await api.token();
    const key = randomUUID();
    const mine = await api.act(tracker, {origin: shop}, {key});
    const pages = await api.act(tracker, {origin: shop}, {key, token, origin: shop});
    assert.equal(pages.headers.get('idempotent-replayed'), null);
    assert.notEqual(pages.text, mine.text);
  });

  it('key, body and answer are not stored in plain text', async () => {
    const key = `key-${randomUUID()}`;
    const body = {first_name: `name-${randomUUID()}`};
    const reply = await create(body, key);
    const token = string(reply.json['data']!['token']);
    const rows = await api.service.database.query('SELECT * FROM idempotency_keys');
    const bytes = JSON.stringify(rows);
    for (const secret of [key, body.first_name, token]) assert.ok(!bytes.includes(secret));
  });

  it('keys are forgotten after 48 hours', async () => {
    const key = randomUUID();
    const first = await create({is_guest: true}, key);
    api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + 48 * 3_600_000 + 1000));
    assert.notEqual((await create({is_guest: true}, key)).text, first.text);
  });

  it('advancing the clock by days keeps the key of a running request', async () => {
    // Keeps this tracker from expiring.
    api.service.settings.trackerTtlSeconds = 7 * 86_400;
    const tracker = await api.tracker();
    api.service.settings.trackerTtlSeconds = 86_400;
    await api.setUp(tracker);
    let open = () => {};
    api.issuer.gate = new Promise((resolve) => (open = resolve));
    const asked = api.issuer.enrollments.length;
    const payload = {authentication_setup: {success_url: `${shop}/r`, failure_url: `${shop}/r`}};
    const first = api.act(tracker, payload, {key: randomUUID()});
    while (api.issuer.enrollments.length === asked) await new Promise((resolve) => setImmediate(resolve));
    api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + 72 * 3_600_000));
    await api.service.clock.listenersDone();
    open();
    const reply = await first;
    assert.equal(reply.status, 200, reply.text);
  });

  it('a process that dies before recording the answer changes nothing: the repeat starts afresh', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    await api.enroll(tracker);
    const key = randomUUID();
    const {database} = api.service;
    // The last statement of the request fails, as if the connection were cut between effect and answer.
    await database.query(
      'ALTER TABLE idempotency_keys ADD CONSTRAINT cut CHECK (sealed_answer IS NULL) NOT VALID',
    );
    const cut = await api.authorize(tracker, {key});
    await database.query('ALTER TABLE idempotency_keys DROP CONSTRAINT cut');
    assert.equal(cut.status, 500);
    const between = await api.payment(tracker);
    assert.equal(between['next_actions']!['CYBERSOURCE']!['kind'], 'AUTHORIZATION');
    assert.equal(between['payment_method'], null);
    const repeat = await api.authorize(tracker, {key});
    assert.equal(repeat.status, 200, repeat.text);
    assert.equal((await api.ledger(tracker)).length, 1, 'one hold, by the attempt’s key');
    assert.equal((await api.authorize(tracker, {key})).text, repeat.text);
  });

  it('local work is one transaction with its key: a failure leaves nothing', async () => {
    const key = randomUUID();
    const {database} = api.service;
    await database.query(
      'ALTER TABLE idempotency_keys ADD CONSTRAINT cut CHECK (sealed_answer IS NULL) NOT VALID',
    );
    const cut = await create({first_name: 'Half'}, key);
    await database.query('ALTER TABLE idempotency_keys DROP CONSTRAINT cut');
    assert.equal(cut.status, 500);
    const halves = () => database.query(`SELECT 1 FROM customers WHERE first_name = 'Half'`);
    assert.equal((await halves()).length, 0);
    assert.equal((await create({first_name: 'Half'}, key)).status, 200);
    assert.equal((await halves()).length, 1);
  });
});
