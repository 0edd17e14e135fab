import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';
import {createSimulatedNetwork} from '../src/simulators/network/simulated.js';
import {expireTrackers} from '../src/domain/trackers/expiry.js';
import {now, shop, startTestService, type Reply, type TestService} from './support/harness.js';
import {books, charge, enrolledPayment, savedCard} from './support/payments.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('trackers that are never completed (setting trackerTtlSeconds)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  /** Advances the clock. Resolves when all due work is done. */
  async function advance(milliseconds: number): Promise<void> {
    const to = new Date(api.service.clock.now().getTime() + milliseconds).toISOString();
    assert.equal((await api.call('/sandbox/v1/clock/advance', {body: {to}})).status, 200);
  }
  const stateOf = async (tracker: string) => (await api.payment(tracker))['state'] as unknown;
  const sealed = async () =>
    (await api.service.database.query<{count: number}>('SELECT count(*)::int AS count FROM vault_cards'))[0]!
      .count;

  it('expire 24 hours after they were opened and no sooner, at every step before the end', async () => {
    const before = await sealed();
    const [fresh, set, enrolled, challenged] = [
      await api.tracker(),
      await api.tracker(),
      await api.tracker(),
      await api.tracker({is_account_verification: true}),
    ];
    await api.act(fresh, {origin: shop});
    for (const tracker of [set, enrolled, challenged]) await api.setUp(tracker);
    await api.enroll(enrolled);
    await api.enroll(challenged, 'required');
    await advance(dayMs - 1);
    for (const tracker of [fresh, set]) assert.equal(await stateOf(tracker), 'TRACKER_STARTED');
    assert.equal(await sealed(), before + 3);
    await advance(1);
    for (const tracker of [fresh, set, enrolled, challenged]) {
      assert.equal(await stateOf(tracker), 'TRACKER_EXPIRED');
      assert.deepEqual(await books(api, tracker), [], 'the network heard nothing');
    }
    assert.equal(await sealed(), before, 'entered cards are erased');
  });

  it('refuse every action after that by its name, and nothing changes', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    await advance(dayMs);
    const frozen = await api.payment(tracker);
    const path = `/order/payments/v3/${tracker}`;
    const moves: [string, () => Promise<Reply>][] = [
      ['GENERATE_CAPTURE_CONTEXT', () => api.act(tracker, {origin: shop})],
      ['PAYER_AUTH_ENROLLMENT', () => api.enroll(tracker)],
      ['AUTHORIZATION', () => api.authorize(tracker)],
      ['NOOP', () => api.act(tracker)],
      ['REVERSAL', () => api.call(`${path}/reversal`, {body: {}})],
      ['RESET', () => api.call(path, {method: 'PUT', body: {}})],
    ];
    for (const [name, move] of moves) {
      const reply = await move();
      assert.deepEqual([reply.status, reply.json['code']], [409, 'tracker.expired'], name);
      assert.match(
        reply.json['message'] as unknown as string,
        new RegExp(`'${name}': the tracker has expired`),
      );
    }
    assert.deepEqual(await api.payment(tracker), frozen);
    assert.deepEqual(await books(api, tracker), []);
  });

  it('are shown as ended before the worker ends them', async () => {
    const tracker = await api.tracker();
    const {clock, database} = api.service;
    const at = new Date(clock.now().getTime() + dayMs);
    let read: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      await expireTrackers(tx, api.service.database.leases, {now: at, token: tracker});
      clock.advanceTo(at);
      read = stateOf(tracker);
      // A reply without a delay would arrive within this time.
      await Promise.race([read, pause(200)]);
    });
    assert.equal(await read, 'TRACKER_EXPIRED');
    await clock.listenersDone();
  });

  it('are ended by the next request when no worker has run', async () => {
    let at = now;
    const alone = await startTestService({clock: {now: () => at}, settings: {trackerTtlSeconds: 600}});
    try {
      const tracker = await alone.tracker();
      at = new Date(now.getTime() + 600_000);
      assert.equal((await alone.act(tracker, {origin: shop})).json['code'], 'tracker.expired');
    } finally {
      await alone.service.close();
    }
  });

  it('leave a saved card in the wallet', async () => {
    const {user, method} = await savedCard(api);
    const tracker = await api.tracker({user, mode: 'payment', entry_mode: 'tms', amount: 900});
    await charge(api, tracker, method);
    await advance(dayMs);
    assert.equal(await stateOf(tracker), 'TRACKER_EXPIRED');
    const next = await api.tracker({user, mode: 'unscheduled_cof', amount: 900});
    assert.equal((await charge(api, next, method)).status, 200);
  });

  it('settle an open authorization first, and still reverse a held amount', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    await api.enroll(tracker);
    await owe(tracker, 30 * 60_000);
    await network().authorize({...attemptOf(tracker), capture: false});
    await advance(dayMs + hourMs);
    assert.deepEqual(await books(api, tracker), [
      ['authorization', 500, true],
      ['reversal', 500, true],
    ]);
    assert.equal(await stateOf(tracker), 'TRACKER_ENDED');
  });

  it('a payment’s hold is reversed after seven days without a capture', async () => {
    const tracker = await enrolledPayment(api, {amount: 700});
    assert.equal((await api.authorize(tracker)).status, 200);
    await advance(7 * dayMs - 1);
    assert.equal(await stateOf(tracker), 'TRACKER_AUTHORIZED');
    assert.equal((await books(api, tracker)).length, 1);
    await advance(1);
    assert.equal(await stateOf(tracker), 'TRACKER_REVERSED');
    assert.deepEqual(await books(api, tracker), [
      ['authorization', 700, true],
      ['reversal', 700, true],
    ]);
    assert.equal((await api.act(tracker)).status, 200, 'a repeat returns the reversal');
    const late = await api.act(tracker, {authorization: {do_capture: true}});
    assert.equal(late.json['code'], 'tracker.ended');
    assert.equal((await books(api, tracker)).length, 2);
  });

  it('a capture whose reply was lost is voided unless the request is repeated', async () => {
    const tracker = await enrolledPayment(api, {amount: 700});
    await owe(tracker, 7 * dayMs, 700);
    await network().authorize({...attemptOf(tracker), amount: 700, capture: true});
    await advance(dayMs);
    assert.equal(await stateOf(tracker), 'TRACKER_ENROLLED', 'its end is open: the shop may still ask');
    await advance(6 * dayMs);
    assert.deepEqual(await books(api, tracker), [
      ['authorization', 700, true],
      ['capture', 700, true],
      ['void', 700, true],
    ]);
    assert.equal(await stateOf(tracker), 'TRACKER_ENDED');
  });

  it('an amount captured by a request that died before recording it is voided half an hour later', async () => {
    const tracker = await enrolledPayment(api, {amount: 700});
    const {database} = api.service;
    // The state after a crash between the network's answer and its recording.
    await database.query('ALTER TABLE trackers ADD CONSTRAINT cut CHECK (capture IS NULL) NOT VALID');
    assert.equal((await api.act(tracker, {authorization: {do_capture: true}})).status, 500);
    await database.query('ALTER TABLE trackers DROP CONSTRAINT cut');
    assert.equal(await stateOf(tracker), 'TRACKER_ENROLLED');
    await advance(31 * 60_000);
    assert.deepEqual(await books(api, tracker), [
      ['authorization', 700, true],
      ['capture', 700, true],
      ['void', 700, true],
    ]);
    assert.equal(await stateOf(tracker), 'TRACKER_ENDED');
  });

  it('a capture whose reply was sent is not voided', async () => {
    const tracker = await enrolledPayment(api, {amount: 700});
    assert.equal((await api.act(tracker, {authorization: {do_capture: true}})).status, 200);
    await advance(30 * dayMs);
    assert.deepEqual(await books(api, tracker), [
      ['authorization', 700, true],
      ['capture', 700, true],
    ]);
  });

  /** Creates the state of a process that ended after it recorded the duty and before the network answered. */
  const owe = (tracker: string, waitMs: number, amount = 500) =>
    api.service.database.query(
      `INSERT INTO owed_reversals (tracker, attempt, amount, currency, due_at, created_at)
       VALUES ($1, $2, $3, 'PKR', $4, $5)`,
      [
        tracker,
        attemptOf(tracker).attempt,
        amount,
        new Date(api.service.clock.now().getTime() + waitMs),
        api.service.clock.now(),
      ],
    );

  const attemptOf = (tracker: string) => ({
    attempt: `${tracker}:authorization`,
    tracker,
    card: {number: '4000000000002701', expirationMonth: '01', expirationYear: '2030', brand: 'visa' as const},
    amount: 500,
    currency: 'PKR',
  });

  /** The network, which receives what the ended process has sent. */
  const network = () => createSimulatedNetwork({...api.service});
});
