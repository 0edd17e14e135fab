import {expect} from '@open-wc/testing';
import {beginSession, type BegunRequest} from '../../src/adapter/begun.js';
import {createFetchAdapter} from '../../src/adapter/index.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {ManualTimers, settled} from '../flow/support/manual-timers.js';
import {envelope, FakeBackend, sessionUrl} from './support/fake-backend.js';
import {errorOf, fresh, options} from './support/fresh.js';

/** A request that the page has begun; the test answers it. */
function begunByPage(key?: string) {
  let answer: (response: Response) => void = () => undefined;
  let fail: (reason: unknown) => void = () => undefined;
  const page = {aborted: 0, answer: (response: Response) => answer(response), begun: {} as BegunRequest};
  page.begun = {
    url: sessionUrl,
    ...(key !== undefined && {key}),
    answer: new Promise((resolve, reject) => ([answer, fail] = [resolve, reject])),
    abort() {
      page.aborted += 1;
      fail(new DOMException('given up', 'AbortError'));
    },
  };
  return page;
}

const keysOf = (backend: FakeBackend): readonly (string | null)[] =>
  backend.to('/session').map(({headers}) => headers.get('idempotency-key'));

/** What a session answers, made by another backend: a session that this one did not open. */
async function anotherSession(tracker: string): Promise<Response> {
  const other = new FakeBackend({accountVerification: false, entryMode: 'flex'});
  other.sessionChanges = {tracker};
  return other.fetch(sessionUrl, {method: 'POST', body: '{}'});
}

/** Passes time until a promise has settled; the clock moves on while scripts load. */
async function until<T>(timers: ManualTimers, promise: Promise<T>): Promise<T> {
  let over = false;
  const ended = promise.finally(() => (over = true));
  ended.catch(() => undefined);
  while (!over) await timers.pass(1);
  return ended;
}

describe('a request for a session that stays silent for ten seconds', () => {
  // What a test waits for is the clock, not this script.
  before(() => import('../../src/adapter/tracker-actions.js'));

  // shows: time 37
  it('is sent a second time beside the first, under the same key', async () => {
    const {adapter, backend, timers} = fresh();
    backend.once('/session', 'silent');
    const opening = adapter.openSession({}, options);
    opening.catch(() => undefined);
    await timers.pass(9_999);
    expect(backend.sent).to.have.length(1);
    expect((await until(timers, opening)).tracker).to.equal('track_1');
    expect([keysOf(backend).length, new Set(keysOf(backend)).size]).to.deep.equal([2, 1]);
    expect(backend.sent[0]?.init.signal?.aborted).to.equal(true);
    expect(timers.running).to.equal(0);
  });

  it('that the element began is sent under its key', async () => {
    const backend = new FakeBackend({accountVerification: false, entryMode: 'flex'});
    backend.once('/session', 'silent');
    const begun = beginSession(sessionUrl, undefined, backend.fetch);
    const {adapter, timers} = fresh({begun, fetch: backend.fetch});
    await settled();
    await until(timers, adapter.openSession({}, options));
    expect([keysOf(backend).length, new Set(keysOf(backend)).size]).to.deep.equal([2, 1]);
  });

  // shows: time 38
  it('that the page began is sent under its key, and ended once the second has answered', async () => {
    for (const key of ['key-of-the-page', undefined]) {
      const page = begunByPage(key);
      const {adapter, backend, timers} = fresh({begun: page.begun, createKey: () => 'key-of-the-adapter'});
      await until(timers, adapter.openSession({}, options));
      expect(keysOf(backend)).to.deep.equal([key ?? 'key-of-the-adapter']);
      expect(page.aborted).to.equal(1);
    }
  });

  it('counts where it answers first after all, and what the page has brought up stays', async () => {
    const page = begunByPage();
    const {adapter, backend, timers} = fresh({begun: page.begun});
    backend.faults.push(() => 'silent');
    const opening = adapter.openSession({}, options);
    while (backend.sent.length === 0) await timers.pass(100);
    page.answer(await anotherSession('track_page'));
    expect((await until(timers, opening)).tracker).to.equal('track_page');
    expect([page.aborted, timers.running]).to.deep.equal([0, 0]);
    expect(backend.sent[0]?.init.signal?.aborted).to.equal(true);
  });

  it('counts also while the script for the second does not load', async () => {
    for (const loading of [
      () => new Promise<never>(() => undefined),
      () => Promise.reject(new TypeError('no script')),
    ]) {
      const page = begunByPage();
      const timers = new ManualTimers();
      const adapter = createFetchAdapter({sessionUrl, begun: page.begun, timers});
      adapter.whole = loading;
      const opening = adapter.openSession({}, options);
      await timers.pass(15_000);
      page.answer(await anotherSession('track_page'));
      expect((await opening).tracker).to.equal('track_page');
    }
  });

  it('ends with what the second is refused with', async () => {
    const page = begunByPage();
    const {adapter, backend, timers} = fresh({begun: page.begun});
    backend.loggedIn = false;
    const error = await until(timers, errorOf(adapter.openSession({}, options)));
    expect([error.code, page.aborted, timers.running]).to.deep.equal(['login-required', 1, 0]);
  });

  it('ends with what it is refused with itself where the second is still busy', async () => {
    const page = begunByPage();
    const {adapter, backend, timers} = fresh({begun: page.begun});
    backend.faults.push(() => envelope(409, 'idempotency.in_flight', 'still under way'));
    const error = errorOf(adapter.openSession({}, options));
    while (backend.sent.length < 3) await timers.pass(100);
    page.answer(envelope(403, 'request.origin', 'not from there'));
    expect((await until(timers, error)).code).to.equal('session-refused');
    expect(timers.running).to.equal(0);
  });

  it('is given up with the reason of the caller, and so is the second', async () => {
    const {adapter, backend, timers} = fresh();
    backend.faults.push(() => 'silent');
    const caller = new AbortController();
    const opening = adapter.openSession({}, {signal: caller.signal}).catch((reason: unknown) => reason);
    while (backend.sent.length < 2) await timers.pass(100);
    caller.abort(new CardVaultError('request-timed-out', 'late'));
    expect(await opening).to.equal(caller.signal.reason);
    expect(backend.sent.map(({init}) => init.signal?.aborted)).to.deep.equal([true, true]);
    expect([backend.sent.length, timers.running]).to.deep.equal([2, 0]);
  });
});

describe('a request for a session that failed', () => {
  it('is sent again under the key that the page has sent it with', async () => {
    const {adapter, backend} = fresh({
      begun: {
        url: sessionUrl,
        key: 'key-of-the-page',
        answer: Promise.reject(new TypeError('lost')),
        abort() {},
      },
    });
    await adapter.openSession({}, options);
    expect(keysOf(backend)).to.deep.equal(['key-of-the-page']);
  });
});
