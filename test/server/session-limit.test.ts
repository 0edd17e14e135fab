import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {CardVaultServerOptions} from '../../src/server/index.js';
import {serviceUrl} from './support/fake-service.js';
import {openShop, refusalIn} from './support/shop.js';

const minute = 60_000;

function open(options: Partial<CardVaultServerOptions> = {}) {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const shop = openShop({...options, now: () => time});
  return {
    ...shop,
    pass: (milliseconds: number) => void (time += milliseconds),
    session: (as = 'cus_ada') => shop.ask('POST', '/session', {as}),
  };
}

describe('sessions of one customer', () => {
  it('are 120 within ten minutes: the next one is refused with the time that is left, before the service is asked', async () => {
    const {session, service, pass} = open();
    for (let index = 0; index < 120; index++) assert.equal((await session()).status, 200);
    pass(4 * minute);
    const asked = service.seen.length;
    const answer = await session();
    assert.equal(answer.headers.get('retry-after'), '360');
    const {status, code, message} = await refusalIn(answer);
    assert.deepEqual([status, code], [429, 'rate_limited']);
    assert.match(message, /120 sessions within ten minutes\. There is room for another in 360 seconds\./);
    assert.equal(service.seen.length, asked);
    assert.equal((await session('cus_bob')).status, 200);
    pass(6 * minute);
    assert.equal((await session()).status, 200);
  });

  it('are as many as the shop says', async () => {
    const {session} = open({sessionsPerCustomer: 2});
    assert.deepEqual(
      [(await session()).status, (await session()).status, (await session()).status],
      [200, 200, 429],
    );
    assert.throws(() => open({sessionsPerCustomer: 0}), /sessionsPerCustomer must be a whole number above 0/);
  });

  it('are not counted against a service on this machine', async () => {
    const local = open({
      serviceUrl: serviceUrl.replace(/\/\/[^/]+/, '//localhost:1').replace('https', 'http'),
    });
    const answers = new Set<number>();
    for (let index = 0; index < 130; index++) answers.add((await local.session()).status);
    assert.ok(!answers.has(429));
  });

  it('count for a payment with a saved card too', async () => {
    const payment = {paymentMethod: 'pm_1', amount: 100, currency: 'USD'};
    const {session, service} = open({sessionsPerCustomer: 1, payment: () => payment});
    service.wallets.set('cus_ada', [{token: 'pm_1'}]);
    await session();
    assert.equal((await session()).status, 429);
  });
});

describe('sweep() of many trackers', () => {
  it('reads several at a time, and no more than eight', async () => {
    const {session, service, vault} = open({sessionsPerCustomer: 50});
    for (let index = 0; index < 40; index++) await session();
    let [underWay, most] = [0, 0];
    service.before = async () => {
      most = Math.max(most, (underWay += 1));
      await new Promise((done) => setImmediate(done));
      underWay -= 1;
      return undefined;
    };
    const {checked, open: left, failed} = await vault.sweep();
    assert.deepEqual([checked, left, failed], [40, 40, []]);
    assert.equal(most, 8);
  });

  it('reads those of the last minutes each time, and others less and less often', async () => {
    const {session, vault, pass} = open();
    await session();
    let reads = 0;
    for (let sweeps = 0; sweeps < 24 * 60; sweeps++) {
      const {checked} = await vault.sweep();
      if (sweeps < 15) assert.equal(checked, 1, `sweep ${sweeps}`);
      reads += checked;
      pass(minute);
    }
    // 15 in the first quarter of an hour, then each time its age has grown by a quarter.
    assert.ok(reads > 20 && reads < 60, `${reads} reads in a day`);
    pass(minute);
    await vault.sweep();
    assert.equal((await vault.sweep()).open, 0);
  });
});
