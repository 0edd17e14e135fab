import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {stepUpLifetimeMs} from '../src/simulators/issuer/decide.js';
import {
  cardOf,
  codeOf,
  enrollmentOf,
  pendingOf,
  startRealService,
  type RealService,
} from './rules/support.js';
import {string, type Json} from './support/harness.js';

describe('a step-up whose browser does not return (guarantees 4.4, wire 4)', () => {
  let api: RealService;
  before(async () => (api = await startRealService()));
  after(() => api.service.close());

  const beginLimitMs = () => api.service.settings.challengeStartLimitMs;
  const sealed = async () =>
    (await api.service.database.query<{count: number}>('SELECT count(*)::int AS count FROM vault_cards'))[0]!
      .count;
  const challenged = async (more: object = {}) => {
    const [tracker, reply] = await api.enrolled(cardOf('2.9'), more);
    assert.equal(pendingOf(reply), 'PAYER_AUTH_VALIDATION');
    return {tracker, enrollment: enrollmentOf(reply)};
  };
  const begin = async (enrollment: Json) => {
    const form = new URLSearchParams({JWT: string(enrollment['access_token'])});
    assert.equal((await fetch(string(enrollment['step_up_url']), {method: 'POST', body: form})).status, 200);
  };
  const seen = async (tracker: string) => {
    const {state, attempts, next_actions: next} = await api.payment(tracker);
    const {validation, authorization} = attempts![0]!;
    return {state, pending: next!['CYBERSOURCE']!['kind'], validation, authorization} as unknown;
  };
  const unavailable = {
    ...{state: 'TRACKER_ENDED', pending: 'NOOP', authorization: null},
    validation: {result: 'unavailable', eci: '07'},
  };
  const open = {
    ...{state: 'TRACKER_ENROLLED', pending: 'PAYER_AUTH_VALIDATION', authorization: null},
    validation: null,
  };

  for (const more of [{}, {mode: 'payment', amount: 700}])
    it(`ends as unavailable when the time to begin it is over: ${JSON.stringify(more)}`, async () => {
      const before = await sealed();
      const {tracker, enrollment} = await challenged(more);
      await api.moveClock(beginLimitMs());
      assert.deepEqual(await seen(tracker), open, 'it can still begin');
      await api.moveClock(1);
      assert.deepEqual(await seen(tracker), unavailable);
      assert.equal(await sealed(), before, 'the card is erased');
      assert.deepEqual(await api.books(tracker), [], 'the network heard nothing');
      assert.equal(codeOf(await api.authorize(tracker)), 'tracker.ended');
      const back = await api.comeBack(tracker, string(enrollment['authentication_transaction_id']));
      const to = new URL(back.headers.get('location')!).searchParams;
      assert.deepEqual([to.get('outcome'), to.get('error')], ['failure', 'unavailable']);
    });

  it('that has begun in time has ten minutes from the enrollment', async () => {
    const {tracker, enrollment} = await challenged();
    await api.moveClock(beginLimitMs());
    await begin(enrollment);
    await api.moveClock(stepUpLifetimeMs - beginLimitMs());
    assert.deepEqual(await seen(tracker), open);
    await api.moveClock(1);
    assert.deepEqual(await seen(tracker), unavailable);
  });

  it('ends in one long jump of the clock at its own time, and not at the end of the jump', async () => {
    const {tracker} = await challenged();
    const endsAt = api.service.clock.now().getTime() + beginLimitMs() + 1;
    await api.moveClock(3_600_000);
    const {seconds, nanos} = (await api.payment(tracker))['updated_at'] as unknown as Record<string, number>;
    assert.equal(seconds! * 1000 + nanos! / 1e6, endsAt);
  });

  it('that was cancelled at the bank ends as cancelled, also when the browser never returns', async () => {
    const {tracker, enrollment} = await challenged();
    await begin(enrollment);
    const cancelled = await fetch(`${string(enrollment['step_up_url'])}/answer`, {
      method: 'POST',
      headers: {'content-type': 'application/json', origin: api.service.urls.issuer},
      body: JSON.stringify({token: enrollment['access_token'], action: 'cancel'}),
    });
    assert.equal(cancelled.status, 200);
    await api.moveClock(beginLimitMs() + 1);
    assert.deepEqual(await seen(tracker), {...unavailable, validation: {result: 'cancelled', eci: null}});
  });

  it('and that succeeded waits for its shopper: nothing is authorized behind a page that was left', async () => {
    const {tracker, enrollment} = await challenged({mode: 'payment', amount: 700});
    await begin(enrollment);
    await fetch(`${string(enrollment['step_up_url'])}/answer`, {
      method: 'POST',
      headers: {'content-type': 'application/json', origin: api.service.urls.issuer},
      body: JSON.stringify({token: enrollment['access_token'], action: 'confirm', code: '1234'}),
    });
    await api.moveClock(stepUpLifetimeMs + 1);
    assert.deepEqual(await seen(tracker), open);
    assert.deepEqual(await api.books(tracker), []);
    const back = await api.comeBack(tracker, string(enrollment['authentication_transaction_id']));
    assert.equal(new URL(back.headers.get('location')!).searchParams.get('outcome'), 'success');
    assert.deepEqual(await api.books(tracker), [['authorization', 700, true]]);
  });

  it('frees the order that it was for', async () => {
    const user = await api.customer();
    const terms = {user, mode: 'payment', amount: 700, currency: 'PKR', order: 'order-1'};
    const {tracker} = await challenged(terms);
    await api.moveClock(beginLimitMs() + 1);
    const [next] = await api.enrolled(cardOf('2.1'), terms);
    assert.notEqual(next, tracker);
    assert.equal((await api.act(next, {authorization: {do_capture: true}})).status, 200);
  });

  it('is logged, without a card', async () => {
    const {tracker} = await challenged();
    await api.moveClock(beginLimitMs() + 1);
    const lines = api.logs.filter((line) => line.includes('worker.step_up_ended') && line.includes(tracker));
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /"result":"unavailable"/);
  });
});
