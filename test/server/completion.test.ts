import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {memoryTrackerStore} from '../../src/server/index.js';
import {refused, type FakeService} from './support/fake-service.js';
import {notSavedIn, openShop, refusalIn} from './support/shop.js';

/** What the service says while the first request under a key runs. */
const underWay = () => {
  const answer = refused(409, 'idempotency.in_flight', 'The same request is still under way.');
  answer.headers.set('retry-after', '0.01');
  return answer;
};

const reversals = (service: FakeService) => service.calls('POST', /^\/order\/payments\/v3\/track_/);

describe('POST /session/:tracker/complete', () => {
  it('makes the reversal that is owed and answers the payment method', async () => {
    const {service, ask} = openShop();
    const tracker = service.held('track_1');
    const response = await ask('POST', '/session/track_1/complete', {body: '{}'});
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      tracker: 'track_1',
      payment_method: {
        token: 'pm_1',
        brand: 'visa',
        last_four: '2701',
        expiration_month: '01',
        expiration_year: '2029',
        single_use: false,
      },
      reversed: true,
    });
    assert.equal(tracker.reversals, 1);
    assert.deepEqual(reversals(service)[0]?.body, {payload: {}});
  });

  it('says that the card was saved before (decision 0062)', async () => {
    const {service, ask} = openShop();
    const tracker = service.held('track_1');
    tracker.method = {...tracker.method, duplicate: true};
    const response = await ask('POST', '/session/track_1/complete', {body: '{}'});
    const {payment_method: method} = (await response.json()) as {payment_method: Record<string, unknown>};
    assert.deepEqual([method['token'], method['duplicate']], ['pm_1', true]);
  });

  it('makes one reversal for calls that arrive together', async () => {
    const {service, ask} = openShop();
    const tracker = service.held('track_1');
    const answers = await Promise.all(
      Array.from({length: 16}, () => ask('POST', '/session/track_1/complete')),
    );
    assert.deepEqual([...new Set(answers.map(({status}) => status))], [200]);
    assert.equal(tracker.reversals, 1);
    assert.equal(reversals(service).length, 1);
  });

  it('makes one reversal for two servers of the same shop, under one idempotency key', async () => {
    const one = openShop();
    const two = openShop({fetch: one.service.fetch});
    const tracker = one.service.held('track_1');
    const answers = await Promise.all([
      one.ask('POST', '/session/track_1/complete'),
      two.ask('POST', '/session/track_1/complete'),
    ]);
    assert.deepEqual(
      answers.map(({status}) => status),
      [200, 200],
    );
    assert.equal(tracker.reversals, 1);
    assert.deepEqual(
      [...new Set(reversals(one.service).map(({headers}) => headers.get('idempotency-key')))],
      ['reversal-track_1'],
    );
  });

  it('waits for the reversal that another server has under way, and makes no second one', async () => {
    const {service, ask} = openShop();
    const tracker = service.held('track_1');
    let refusals = 0;
    service.before = ({method, path}) => {
      if (method !== 'POST' || path !== '/order/payments/v3/track_1' || refusals === 2) return undefined;
      refusals += 1;
      return underWay();
    };
    const {status} = await ask('POST', '/session/track_1/complete');
    assert.equal(status, 200);
    assert.equal(refusals, 2);
    assert.equal(tracker.reversals, 1);
    const keys = reversals(service).map(({headers}) => headers.get('idempotency-key'));
    assert.deepEqual(keys, ['reversal-track_1', 'reversal-track_1', 'reversal-track_1']);
  });

  it('says that it took too long when the other server’s reversal is under way for longer than the time limit', async () => {
    const {service, ask} = openShop({timeout: 60});
    service.held('track_1');
    service.before = ({method}) => (method === 'POST' ? underWay() : undefined);
    const {status, code} = await refusalIn(await ask('POST', '/session/track_1/complete'));
    assert.deepEqual([status, code], [504, 'request.timed_out']);
  });

  it('says that the reversal was made when it is asked again', async () => {
    const {service, ask} = openShop();
    service.held('track_1');
    await ask('POST', '/session/track_1/complete');
    const again = (await (await ask('POST', '/session/track_1/complete')).json()) as {reversed: boolean};
    assert.equal(again.reversed, true);
    assert.equal(reversals(service).length, 1);
  });

  it('reverses nothing with account verification', async () => {
    const {service, ask} = openShop();
    service.held('track_1', {accountVerification: true, next: 'NOOP', state: 'TRACKER_ENDED'});
    const answer = (await (await ask('POST', '/session/track_1/complete')).json()) as {reversed: boolean};
    assert.equal(answer.reversed, false);
    assert.equal(reversals(service).length, 0);
  });

  it('asks for the reversal by name when a capture is pending, so that nothing is captured', async () => {
    const {service, ask} = openShop();
    service.held('track_1', {next: 'CAPTURE'});
    await ask('POST', '/session/track_1/complete');
    assert.deepEqual(
      reversals(service).map(({path}) => path),
      ['/order/payments/v3/track_1/reversal'],
    );
  });

  it('answers without a method when none was saved, and 404 for the tracker of another shopper', async () => {
    const {service, ask} = openShop();
    service.held('track_1', {
      method: null,
      authorized: false,
      next: 'PAYER_AUTH_ENROLLMENT',
      state: 'TRACKER_STARTED',
    });
    assert.equal(await notSavedIn(await ask('POST', '/session/track_1/complete')), 'payment.not_completed');
    const tracker = service.held('track_2');
    assert.equal((await ask('POST', '/session/track_2/complete', {as: 'cus_eve'})).status, 404);
    assert.equal(tracker.reversals, 0);
  });

  it('believes the record when the answer to the reversal got lost', async () => {
    const {service, ask} = openShop();
    const tracker = service.held('track_1');
    service.before = ({method, path}) => {
      if (method !== 'POST' || !path.startsWith('/order/')) return undefined;
      Object.assign(tracker, {reversals: 1, next: 'NOOP', state: 'TRACKER_ENDED'});
      return Promise.reject(new TypeError('socket hang up'));
    };
    assert.equal((await ask('POST', '/session/track_1/complete')).status, 200);
    assert.equal(tracker.reversals, 1);
  });

  it('fails, and can be asked again, when the reversal could not be made', async () => {
    const {service, ask, errors} = openShop();
    const tracker = service.held('track_1');
    service.before = ({path}) =>
      path.startsWith('/order/') ? refused(503, 'service.busy', 'later') : undefined;
    const refusal = await refusalIn(await ask('POST', '/session/track_1/complete'));
    assert.equal(refusal.status, 503);
    assert.equal(errors.length, 1);
    service.before = () => undefined;
    assert.equal((await ask('POST', '/session/track_1/complete')).status, 200);
    assert.equal(tracker.reversals, 1);
  });
});

describe('sweep()', () => {
  const finish = (service: FakeService, tracker: string) =>
    Object.assign(service.trackers.get(tracker) ?? {}, {
      authorized: true,
      next: 'REVERSAL',
      method: {token: 'pm_1'},
    });

  it('reverses what a browser that vanished left held, once', async () => {
    const {service, ask, vault} = openShop();
    await ask('POST', '/session');
    finish(service, 'track_1');
    const report = await vault.sweep();
    assert.deepEqual(report, {checked: 1, reversed: ['track_1'], open: 0, failed: []});
    assert.equal(service.trackers.get('track_1')?.reversals, 1);
    assert.equal((await vault.sweep()).checked, 0);
  });

  it('leaves trackers under way alone and looks again, until no token for them can live', async () => {
    let time = 0;
    const {ask, vault} = openShop({now: () => time});
    await ask('POST', '/session');
    assert.equal((await vault.sweep()).open, 1);
    time = 25 * 60 * 60 * 1000;
    assert.deepEqual(await vault.sweep(), {checked: 1, reversed: [], open: 0, failed: []});
    assert.equal((await vault.sweep()).checked, 0);
  });

  it('has nothing to do for account verification and for what was completed', async () => {
    const {service, ask, vault} = openShop({accountVerification: (request) => request.url.includes('on')});
    await ask('POST', '/session?verification=on');
    await ask('POST', '/session');
    finish(service, 'track_2');
    await ask('POST', '/session/track_2/complete');
    assert.equal((await vault.sweep()).checked, 0);
  });

  it('goes on after a failure, reports it, and tries again next time', async () => {
    const {service, ask, vault} = openShop();
    await ask('POST', '/session');
    await ask('POST', '/session');
    finish(service, 'track_1');
    finish(service, 'track_2');
    service.before = ({path}) => (path.endsWith('track_1') ? refused(500, 'x.y', 'broken') : undefined);
    const report = await vault.sweep();
    assert.deepEqual(report.reversed, ['track_2']);
    assert.equal(report.failed[0]?.tracker, 'track_1');
    service.before = () => undefined;
    assert.deepEqual((await vault.sweep()).reversed, ['track_1']);
  });

  it('works over a store of the shop, so that another process can take up the sweep', async () => {
    const store = memoryTrackerStore();
    const one = openShop({store});
    await one.ask('POST', '/session');
    finish(one.service, 'track_1');
    const two = openShop({store, fetch: one.service.fetch});
    assert.deepEqual((await two.vault.sweep()).reversed, ['track_1']);
  });

  it('gives an amount back once where two processes sweep at the same moment, and neither fails', async () => {
    const store = memoryTrackerStore();
    const one = openShop({store});
    const two = openShop({store, fetch: one.service.fetch});
    await one.ask('POST', '/session');
    finish(one.service, 'track_1');
    const before = reversals(one.service).length;
    const reports = await Promise.all([one.vault.sweep(), two.vault.sweep()]);
    assert.equal(reversals(one.service).length - before, 2, 'both have asked');
    assert.deepEqual(
      reports.flatMap(({failed}) => failed),
      [],
    );
    assert.equal(one.service.trackers.get('track_1')?.reversals, 1);
    assert.deepEqual(store.list(), []);
  });

  it('shares one run between sweeps that overlap', async () => {
    const {service, ask, vault} = openShop();
    await ask('POST', '/session');
    finish(service, 'track_1');
    const [one, two] = await Promise.all([vault.sweep(), vault.sweep()]);
    assert.equal(one, two);
  });
});
