import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {DatabaseUnavailableError} from '../src/platform/errors.js';
import {postgresMissing, sharedCluster} from './support/engine.js';
import {shop, startTestService, type TestService} from './support/harness.js';

const customers = '/user/customers/v1/';

describe('two services in one process (decision 0052)', () => {
  let one: TestService;
  let two: TestService;
  before(async () => {
    [one, two] = await Promise.all([startTestService(), startTestService()]);
  });
  after(() => Promise.all([one.service.close(), two.service.close()]));

  it('with separate databases, the same request at the same time takes effect in each, with its own answer', async () => {
    const request = {body: {first_name: 'Ada'}, key: randomUUID()};
    const callBoth = () => Promise.all([one.call(customers, request), two.call(customers, request)]);
    const [first, second] = await callBoth();
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.notEqual(first.text, second.text);
    const repeats = await callBoth();
    assert.deepEqual(
      repeats.map(({text}) => text),
      [first.text, second.text],
    );
    for (const {service} of [one, two]) {
      assert.equal((await service.database.query('SELECT 1 FROM customers')).length, 1);
    }
  });

  it('an outage of one database does not affect the other', async () => {
    const [failing, healthy] = [one.service.database.leases, two.service.database.leases];
    let isBack = false;
    let recover = () => {};
    const recovered = new Promise<void>((resolve) => (recover = resolve));
    await failing.eventually(async () => {
      await Promise.resolve();
      if (!isBack) throw new DatabaseUnavailableError();
      recover();
    });
    failing.abandon('given up');
    assert.deepEqual([failing.isRecovering, healthy.isRecovering], [true, false]);
    assert.deepEqual([failing.abandoned, healthy.abandoned], [['given up'], []]);
    isBack = true;
    await recovered;
  });
});

describe('two services in one process, on one server', {skip: postgresMissing}, () => {
  let one: TestService;
  let two: TestService;
  before(async () => {
    const database = await (await sharedCluster()).createDatabase();
    one = await startTestService({database});
    two = await startTestService({database});
  });
  after(() => Promise.all([one.service.close(), two.service.close()]));

  it('a lease of one holds against the other, and both return the same stored answer', async () => {
    const tracker = await one.tracker();
    await one.setUp(tracker);
    let open = () => {};
    one.issuer.gate = new Promise((resolve) => (open = resolve));
    const asked = one.issuer.enrollments.length;
    const payload = {authentication_setup: {success_url: `${shop}/r`, failure_url: `${shop}/r`}};
    const key = randomUUID();
    const first = one.act(tracker, payload, {key});
    while (one.issuer.enrollments.length === asked) await new Promise((resolve) => setImmediate(resolve));
    const same = await two.act(tracker, payload, {key});
    assert.equal(same.json['code'], 'idempotency.in_flight');
    const other = await two.act(tracker, payload, {key: randomUUID()});
    assert.equal(other.json['code'], 'tracker.busy');
    open();
    const done = await first;
    assert.equal(done.status, 200, done.text);
    assert.equal((await two.act(tracker, payload, {key})).text, done.text);
    assert.equal(two.issuer.enrollments.length, 0);
  });
});
