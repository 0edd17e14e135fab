import {expect} from '@open-wc/testing';
import {settled} from '../flow/support/manual-timers.js';
import {envelope, serviceOrigin, shopOrigin} from './support/fake-backend.js';
import {enrolled, errorOf, fresh, options} from './support/fresh.js';

describe('a network that fails', () => {
  it('is asked once more, under the same key, and the action is done once', async () => {
    const {adapter, backend} = await enrolled();
    backend.once('/track_1', 'answer lost');
    await adapter.authorize({tracker: 'track_1'}, options);
    const [first, second] = backend.to('/track_1').slice(-2);
    expect(first?.headers.get('idempotency-key')).to.equal(second?.headers.get('idempotency-key'));
    expect(backend.trackers.ledger('track_1').authorizations).to.equal(1);
  });

  it('is not asked a third time', async () => {
    const {adapter, backend} = await enrolled();
    backend.faults.push(() => 'unreachable');
    const sent = backend.sent.length;
    const error = await errorOf(adapter.authorize({tracker: 'track_1'}, options));
    expect(error).to.include({code: 'service-unreachable', audience: 'network', retryable: true});
    expect(error.message).to.contain(serviceOrigin);
    expect(backend.sent.length - sent).to.equal(2);
  });

  for (const action of ['authorize', 'complete'] as const) {
    it(`keeps the key of ${action} until an answer came`, async () => {
      const {adapter, backend} = await enrolled();
      if (action === 'complete') await adapter.authorize({tracker: 'track_1'}, options);
      backend.faults.push(() => 'answer lost');
      await errorOf(adapter[action]({tracker: 'track_1'}, options));
      backend.faults.length = 0;
      await adapter[action]({tracker: 'track_1'}, options);
      const keys = backend.sent.slice(-3).map(({headers}) => headers.get('idempotency-key'));
      expect(new Set(keys).size).to.equal(1);
      expect(backend.trackers.ledger('track_1').authorizations).to.equal(1);
      await errorOf(adapter.authorize({tracker: 'track_1'}, options));
      expect(keys).not.to.include(backend.sent.at(-1)?.headers.get('idempotency-key'));
    });
  }

  it('that lost an answer which is still being made: waits for it', async () => {
    const {adapter, backend, timers} = await enrolled();
    backend.once('/track_1', 'unreachable');
    let busy = 2;
    backend.faults.push(({method, url}) => {
      if (method !== 'POST' || !url.pathname.endsWith('/track_1') || busy === 0) return undefined;
      busy -= 1;
      return envelope(409, 'idempotency.in_flight', 'still under way');
    });
    let answered = false;
    const call = adapter.authorize({tracker: 'track_1'}, options).finally(() => (answered = true));
    while (!answered) await timers.pass(100);
    expect((await call).token).to.equal('auth_1');
    const keys = backend.sent.slice(-4).map(({headers}) => headers.get('idempotency-key'));
    expect(new Set(keys).size).to.equal(1);
    expect(timers.running).to.equal(0);
  });

  for (const busy of [0, 3])
    it(`that is silent for ten seconds is asked again beside the first, ${busy} times busy`, async () => {
      const {adapter, backend, timers} = await enrolled();
      const sent = backend.sent.length;
      backend.once('/track_1', 'silent');
      let left = busy;
      backend.faults.push(() =>
        backend.sent.length - sent > 1 && left-- > 0
          ? envelope(409, 'idempotency.in_flight', 'still under way')
          : undefined,
      );
      let answered = false;
      const call = adapter.authorize({tracker: 'track_1'}, options).finally(() => (answered = true));
      while (backend.sent.length === sent) await timers.pass(0);
      await timers.pass(9_999);
      expect(backend.sent.length - sent).to.equal(1);
      while (!answered) await timers.pass(100);
      expect((await call).token).to.equal('auth_1');
      const keys = backend.sent.slice(sent).map(({headers}) => headers.get('idempotency-key'));
      expect([keys.length, new Set(keys).size]).to.deep.equal([2 + busy, 1]);
      expect(backend.sent[sent]?.init.signal?.aborted).to.equal(true);
      expect(timers.running).to.equal(0);
    });

  it('at the shop has another code than one at the service', async () => {
    const {adapter, backend} = fresh();
    backend.faults.push(() => 'unreachable');
    const error = await errorOf(adapter.openSession({}, options));
    expect(error).to.include({code: 'shop-server-unreachable', audience: 'network'});
    expect(error.message).to.contain(shopOrigin);
  });

  it('has no limit of its own: its caller has one', async () => {
    const {adapter, backend, timers} = fresh();
    backend.faults.push(() => 'silent');
    const caller = new AbortController();
    const call = adapter.openSession({}, {signal: caller.signal}).catch((reason: unknown) => reason);
    while (backend.sent.length < 2) await timers.pass(100);
    await timers.pass(60_000);
    const given = (): unknown => backend.sent.map(({init}) => init.signal?.aborted);
    expect([timers.running, given()]).to.deep.equal([0, [false, false]]);
    caller.abort(new Error('late'));
    expect(await call).to.equal(caller.signal.reason);
    expect(given()).to.deep.equal([true, true]);
  });

  it('that renews a token for several callers has 30 s', async () => {
    const {adapter, backend, timers} = await enrolled();
    await timers.pass(3_600_000);
    backend.faults.push(({url}) => (url.pathname.endsWith('/token') ? 'silent' : undefined));
    const sent = backend.sent.length;
    const call = adapter.authorize({tracker: 'track_1'}, options);
    while (backend.sent.length === sent) await timers.pass(1);
    expect(backend.sent.at(-1)?.url.pathname).to.contain('/token');
    await timers.pass(30_000);
    await call.catch(() => undefined);
    expect(backend.sent[sent]?.init.signal?.aborted).to.equal(true);
    expect(timers.running).to.equal(0);
  });

  it('is left alone when the caller gives up', async () => {
    const {adapter, backend, timers} = fresh();
    backend.faults.push(() => 'silent');
    const given = new AbortController();
    const call = adapter.openSession({}, {signal: given.signal}).catch((reason: unknown) => reason);
    await settled();
    given.abort(new DOMException('given up', 'AbortError'));
    expect(await call).to.equal(given.signal.reason);
    expect(backend.sent).to.have.length(1);
    expect(timers.running).to.equal(0);
  });
});
