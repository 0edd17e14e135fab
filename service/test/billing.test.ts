import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {beginDuePeriods} from '../src/domain/billing/begin.js';
import {composeEvents} from '../src/compose/domain.js';
import {subscribed, booksOf, eventsOf, subscriptionsOf, type Shopper} from './support/billing.js';
import {startTestService, string, type Json, type TestService} from './support/harness.js';

/** Numbers from 0 to 1, the same in each run (a linear congruential generator). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

describe('charging subscriptions', {timeout: 600_000}, () => {
  let api: TestService;
  before(async () => {
    api = await startTestService({clock: {now: () => new Date('2027-01-31T10:00:00Z')}});
  });
  after(() => api.service.close());

  const advance = async (body: object) => {
    const reply = await api.call('/sandbox/v1/clock/advance', {body});
    assert.equal(reply.status, 200, reply.text);
  };
  const to = (iso: string) => advance({to: iso});
  const types = async ({subscription}: Shopper) =>
    (await eventsOf(api, subscription)).map(({type}) => type.replace('subscription.', ''));
  const row = async ({subscription, merchant}: Shopper) =>
    subscriptionsOf(api).read({merchant, token: subscription});

  it('the first period is charged at once, each later one on the day of the anchor (V1, V2, V3, V19)', async () => {
    const shopper = await subscribed(api);
    await to('2027-04-30T10:00:00Z');
    const captured = (await booksOf(api, shopper)).filter(
      ({kind, approved}) => kind === 'capture' && approved,
    );
    assert.deepEqual(
      captured.map(({period, amount, currency, at}) => [period, amount, currency, at.slice(0, 10)]),
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'].map((day, period) => [
        period,
        1250,
        'USD',
        day,
      ]),
    );
    assert.equal((await row(shopper)).state, 'active');
    assert.deepEqual(await types(shopper), ['created', ...Array<string>(4).fill('payment_succeeded')]);
  });

  /** The moments of what was captured, in order. */
  const capturedAt = async (shopper: Shopper) =>
    (await booksOf(api, shopper))
      .filter(({kind, approved}) => kind === 'capture' && approved)
      .map(({at}) => Date.parse(at))
      .sort((a, b) => a - b);
  const hour = 3_600_000;
  const gapsOf = (moments: readonly number[]) =>
    moments.slice(1).map((moment, index) => moment - moments[index]!);

  it('each missed period is charged once, oldest first and one a day (V1, V2, V3)', async () => {
    const shopper = await subscribed(api);
    await advance({by: 'P3M', catch_up: true});
    assert.equal((await booksOf(api, shopper)).length, 2, 'one charge');
    const {next_charge_at} = await row(shopper);
    assert.equal(next_charge_at!.getTime() - api.service.clock.now().getTime(), 23 * hour);
    await advance({by: 'P3D'});
    const books = await booksOf(api, shopper);
    assert.deepEqual(gapsOf(await capturedAt(shopper)), [23 * hour, 23 * hour, 23 * hour]);
    assert.deepEqual(
      books.map(({period, kind, amount, approved}) => [period, kind, amount, approved]),
      [0, 1, 2, 3].flatMap((period) => [
        [period, 'authorization', 1250, true],
        [period, 'capture', 1250, true],
      ]),
    );
    assert.equal((await row(shopper)).state, 'active');
    assert.deepEqual(await types(shopper), ['created', ...Array<string>(4).fill('payment_succeeded')]);
  });

  it('a daily plan that was declined for days is charged once a day afterwards, and its events name the next date', async () => {
    const shopper = await subscribed(api, {number: '4000000000009995', interval_unit: 'DAY'});
    await advance({by: 'P4DT1H'});
    assert.deepEqual(await capturedAt(shopper), []);
    await api.service.database.query('UPDATE subscriptions SET payment_method = $2 WHERE token = $1', [
      shopper.subscription,
      (await subscribed(api)).method,
    ]);
    await advance({by: 'P5D'});
    const moments = await capturedAt(shopper);
    assert.ok(moments.length >= 4, `${moments.length} charges`);
    for (const gap of gapsOf(moments)) assert.ok(gap >= 23 * hour, `${gap} ms`);
    const paid = (await eventsOf(api, shopper.subscription)).filter(({type}) => type.endsWith('succeeded'));
    assert.deepEqual(
      paid.map(({data}) => Date.parse(string(data['next_charge_at']))).slice(0, -1),
      moments.slice(1),
    );
  });

  it('random declines and jumps of the clock: never two charges of one subscription within a day', async () => {
    const draw = seeded(20_271);
    const poor = (await subscribed(api, {number: '4000000000009995'})).method;
    const shoppers: Shopper[] = [];
    for (const unit of ['DAY', 'DAY', 'DAY', 'WEEK'] as const)
      shoppers.push(await subscribed(api, {interval_unit: unit, time_zone: 'America/New_York'}));
    for (let step = 0; step < 14; step++) {
      for (const {subscription, method} of shoppers)
        await api.service.database.query('UPDATE subscriptions SET payment_method = $2 WHERE token = $1', [
          subscription,
          draw() < 0.4 ? poor : method,
        ]);
      await advance({by: `PT${Math.ceil(draw() * 90)}H`, ...(draw() < 0.5 && {catch_up: true})});
    }
    let gaps = 0;
    for (const shopper of shoppers)
      for (const gap of gapsOf(await capturedAt(shopper))) {
        gaps += 1;
        assert.ok(gap >= 23 * hour, `${gap} ms between two charges`);
      }
    assert.ok(gaps > 20, `only ${gaps} gaps were looked at`);
  });

  const failures = async ({subscription}: Shopper) =>
    (await eventsOf(api, subscription))
      .filter(({type}) => type === 'subscription.payment_failed')
      .map(({data}) => [data['attempt'], data['failure'], data['next_attempt_at'] ?? null]);

  it('a soft decline is retried on days 1, 3, 5 and 7, then the subscription fails (guarantees 4.6)', async () => {
    const shopper = await subscribed(api, {number: '4000000000009995'});
    const first = api.service.clock.now();
    const day = (days: number) => new Date(first.getTime() + days * 86_400_000).toISOString();
    await advance({by: 'P40D'});
    assert.deepEqual(await failures(shopper), [
      [1, 'insufficient_funds', day(1)],
      [2, 'insufficient_funds', day(3)],
      [3, 'insufficient_funds', day(5)],
      [4, 'insufficient_funds', day(7)],
      [5, 'insufficient_funds', null],
    ]);
    const {state, next_charge_at, open_charge} = await row(shopper);
    assert.deepEqual([state, next_charge_at], ['failed', null]);
    assert.ok(open_charge, 'it may yet be paid');
  });

  it('a hard decline is not retried', async () => {
    const shopper = await subscribed(api, {number: '4000000000009979'});
    await advance({by: 'P10D'});
    assert.deepEqual(await failures(shopper), [[1, 'stolen_card', null]]);
    assert.equal((await row(shopper)).state, 'failed');
  });

  it('during retries of a renewal the subscription stays active and its anchor unchanged (V19)', async () => {
    const shopper = await subscribed(api, {
      number: '4000000000000341',
      interval_unit: 'WEEK',
      interval_count: 2,
    });
    await advance({by: 'P15D'});
    assert.equal((await row(shopper)).state, 'active');
    assert.equal((await failures(shopper)).length, 2);
    const {next_charge_at, anchor} = await row(shopper);
    assert.equal(next_charge_at!.getTime() - anchor.getTime(), 28 * 86_400_000);
  });

  it('number_of_billing_cycles ends the subscription after its last period', async () => {
    const shopper = await subscribed(api, {interval_unit: 'DAY', number_of_billing_cycles: 3});
    await advance({by: 'P2D'});
    assert.equal((await row(shopper)).state, 'active', 'the last period runs');
    await advance({by: 'P5D'});
    const {state, end_reason} = await row(shopper);
    assert.deepEqual([state, end_reason], ['cancelled', 'cycles_completed']);
    assert.equal((await booksOf(api, shopper)).filter(({kind}) => kind === 'capture').length, 3);
    assert.equal((await types(shopper)).at(-1), 'cancelled');
  });

  it('a subscription that is cancelled at the end of its period is not charged then (V18)', async () => {
    const shopper = await subscribed(api, {interval_unit: 'DAY'});
    await advance({by: 'PT1H'});
    await subscriptionsOf(api).cancel(
      {merchant: shopper.merchant, token: shopper.subscription},
      {atPeriodEnd: true},
    );
    await advance({by: 'P3D'});
    assert.deepEqual(await types(shopper), ['created', 'payment_succeeded', 'cancelled']);
  });

  it('periods that begin during a pause are never charged; the next one after it is', async () => {
    const shopper = await subscribed(api, {interval_unit: 'DAY'});
    const name = {merchant: shopper.merchant, token: shopper.subscription};
    await advance({by: 'PT1H'});
    await subscriptionsOf(api).pause(name, 'MARK_UNCOLLECTIBLE');
    await advance({by: 'P3D'});
    await subscriptionsOf(api).resume(name);
    await advance({by: 'P1D'});
    const charges = await api.service.database.query<{period: number; state: string}>(
      'SELECT period, state FROM charges WHERE subscription = $1 ORDER BY period',
      [shopper.subscription],
    );
    assert.deepEqual(
      charges.map(({state}) => state),
      ['paid', 'uncollectible', 'uncollectible', 'uncollectible', 'paid'],
    );
  });

  it('while the clock is advancing, the service reports how far it has come', async () => {
    await subscribed(api, {interval_unit: 'DAY'});
    let arrived = false;
    const under = api.call('/sandbox/v1/clock/advance', {body: {by: 'P12D'}}).finally(() => (arrived = true));
    const seen: Json[] = [];
    while (!arrived) seen.push((await api.call('/sandbox/v1/clock')).json['data']!['travel']!);
    assert.equal((await under).status, 200);
    const reported = seen.filter((travel) => travel !== null);
    assert.ok(reported.some(({charges}) => Number(charges) > 0));
    for (const {from, to: target} of reported) assert.ok(String(from) < String(target));
    assert.equal((await api.call('/sandbox/v1/clock')).json['data']!['travel'], null);
  });

  it('when advancing is stopped, charges due so far are made once, and the rest when time goes on (V2, V20)', async () => {
    const shopper = await subscribed(api, {interval_unit: 'DAY'});
    const stop = () => api.call('/sandbox/v1/clock/stop', {body: {}});
    const now = async () => Date.parse(string((await api.call('/sandbox/v1/clock')).json['data']!['now']));
    const began = await now();
    // The clock stops at each charge, so there are thousands of stops ahead.
    const under = api.call('/sandbox/v1/clock/advance', {body: {by: 'P20Y'}});
    while ((await now()) < began + 3 * 86_400_000);
    const stopped = await stop();
    assert.equal(stopped.status, 200, stopped.text);
    assert.equal(stopped.json['data']!['travel'], null);
    const left = await under;
    assert.deepEqual([left.status, left.json['code']], [409, 'clock.stopped']);
    const days = (await now()) / 86_400_000 - began / 86_400_000;
    assert.ok(days > 2 && days < 19 * 365, String(days));
    const periods = async () =>
      (await booksOf(api, shopper)).filter(({kind}) => kind === 'capture').map(({period}) => period);
    const until = (last: number) => Array.from({length: last + 1}, (_, period) => period);
    assert.deepEqual(await periods(), until(Math.floor(days)));
    assert.deepEqual((await stop()).json['data']!['travel'], null, 'nothing to stop');
    await advance({by: 'P3D'});
    assert.deepEqual(await periods(), until(Math.floor(days) + 3));
    const sequences = (await eventsOf(api, shopper.subscription)).map(({sequence}) => sequence);
    assert.deepEqual(
      sequences,
      until(Math.floor(days) + 4).map((period) => period + 1),
    );
  });

  it('the work of a killed process is taken over before its lease ends, advancing the clock included (V1, V2)', async () => {
    const shopper = await subscribed(api);
    const {database, clock} = api.service;
    const dead = '00000000-0000-4000-8000-000000000000:claim';
    const later = {now: () => new Date(clock.now().getTime() + 40 * 86_400_000)};
    const events = composeEvents(clock, []);
    await database.transaction(async (tx) => {
      await beginDuePeriods({clock: later, events, lease: dead}, tx, 64);
      await tx.query(
        `UPDATE charges SET claim_until = clock_timestamp() + interval '1 day' WHERE claim = $1`,
        [dead],
      );
    });
    const [leasedCharge] = await database.query<{period: number}>(
      `SELECT period FROM charges WHERE claim = $1 AND token LIKE $2`,
      [dead, `${shopper.subscription.replace('sub_', 'ch_')}%`],
    );
    assert.ok(leasedCharge);
    await database.query(
      `INSERT INTO clock_travel (id, departed_from, target, started_at, position, driver, driver_until)
       VALUES ('travel', $1, $2, clock_timestamp(), 0, $3, clock_timestamp() + interval '1 day')
       ON CONFLICT (id) DO UPDATE SET target = $2, driver = $3, driver_until = excluded.driver_until`,
      [clock.now(), later.now(), dead],
    );
    await advance({by: 'P3M'});
    const captured = (await booksOf(api, shopper)).filter(({kind}) => kind === 'capture');
    assert.deepEqual(
      captured.map(({period}) => period),
      [0, 1, 2, 3],
    );
  });
});
