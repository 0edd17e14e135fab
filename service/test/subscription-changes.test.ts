import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Subscription} from '../src/domain/subscriptions/subscription.js';
import type {SubscriptionKey, Subscriptions} from '../src/domain/subscriptions/subscriptions.js';
import {eventsOf, homeOf, insertPlan, subscriptionsOf} from './support/billing.js';
import {startTestService, type TestService} from './support/harness.js';
import {savedCard} from './support/payments.js';
import {chargesOf, fallBehind, HeldClock, pay, send} from './support/subscriptions.js';

const refused = (status: number, code: string) => (error: unknown) => {
  const seen = error as {status?: number; code?: string};
  assert.deepEqual([seen.status, seen.code], [status, code], String(error));
  return true;
};

describe('changes of a subscription (spec 3.2)', () => {
  let api: TestService;
  let subscriptions: Subscriptions;
  let merchant: string;
  // Ahead of the service's clock, so that its billing engine finds nothing due. The tests store its results.
  const clock = new HeldClock(new Date('2026-12-20T12:00:00Z'));
  before(async () => {
    api = await startTestService();
    subscriptions = subscriptionsOf(api, clock);
    merchant = await homeOf(api);
  });
  after(() => api.service.close());

  const subscribe = async (plan: object = {}): Promise<SubscriptionKey & Subscription> => {
    clock.to('2026-12-20T12:00:00Z');
    const {user, method} = await savedCard(api);
    const {token} = await insertPlan(api, plan);
    return subscriptions.create(undefined, {merchant, customer: user, plan: token, paymentMethod: method});
  };
  const active = async (plan: object = {}) => {
    const made = await subscribe(plan);
    await pay(api, made);
    return subscriptions.read(made);
  };
  const eventTypes = async ({token}: Subscription) =>
    (await eventsOf(api, token)).map(({type}) => type.slice(13));

  it('a pause keeps the anchor; periods that begin during it are not charged', async () => {
    const behaviors = {
      KEEP_AS_READY: 'ready',
      MARK_UNCOLLECTIBLE: 'uncollectible',
      MARK_VOID: 'void',
    } as const;
    for (const [behavior, state] of Object.entries(behaviors)) {
      const running = await active();
      clock.to('2027-01-01T00:00:00Z');
      const paused = await subscriptions.pause(running, behavior as keyof typeof behaviors);
      assert.deepEqual([paused.state, paused.pause_behavior, paused.next_period], ['paused', behavior, 1]);
      assert.deepEqual(paused.paused_at, clock.now());
      clock.to('2027-04-01T00:00:00Z');
      const resumed = await subscriptions.resume(running);
      assert.deepEqual([resumed.state, resumed.pause_behavior, resumed.next_period], ['active', null, 4]);
      assert.deepEqual(resumed.anchor, running.anchor);
      assert.deepEqual(resumed.next_charge_at, new Date('2027-04-20T12:00:00Z'));
      assert.deepEqual(await chargesOf(api, running), ['0 paid', `1 ${state}`, `2 ${state}`, `3 ${state}`]);
      assert.deepEqual(await eventTypes(running), ['created', 'paused', 'resumed']);
    }
  });

  it('a pause gives up the charge that is being retried', async () => {
    const running = await active();
    const charge = await fallBehind(api, running);
    clock.to('2027-01-22T00:00:00Z');
    const paused = await subscriptions.pause(running, 'MARK_UNCOLLECTIBLE');
    assert.equal(paused.open_charge, null);
    const [row] = await api.service.database.query(
      'SELECT state, next_attempt_at FROM charges WHERE token = $1',
      [charge],
    );
    assert.deepEqual(row, {state: 'uncollectible', next_attempt_at: null});
    assert.equal((await subscriptions.resume(running)).next_period, 2);
  });

  it('a cancellation is final, and voids charges that were not sent', async () => {
    const running = await active();
    await fallBehind(api, running);
    clock.to('2027-01-22T00:00:00Z');
    const ended = await subscriptions.cancel(running);
    assert.deepEqual(
      [ended.state, ended.end_reason, ended.next_charge_at, ended.open_charge],
      ['cancelled', 'requested', null, null],
    );
    assert.deepEqual(ended.cancelled_at, clock.now());
    assert.deepEqual(await chargesOf(api, running), ['0 paid', '1 void']);
    for (const change of [
      () => subscriptions.cancel(running),
      () => subscriptions.cancel(running, {atPeriodEnd: true}),
      () => subscriptions.revokeCancellation(running),
      () => subscriptions.pause(running, 'MARK_VOID'),
      () => subscriptions.resume(running),
      () => subscriptions.changeMethod(running, running.payment_method),
    ]) {
      await assert.rejects(change(), refused(409, 'subscription.move_not_allowed'));
    }
    assert.deepEqual(await eventTypes(running), ['created', 'cancelled']);
  });

  it('before the first charge, and in a trial, it can be cancelled and not paused', async () => {
    for (const plan of [{}, {trial_period_days: 30}]) {
      const made = await subscribe(plan);
      await assert.rejects(
        subscriptions.pause(made, 'MARK_VOID'),
        refused(409, 'subscription.move_not_allowed'),
      );
      const ended = await subscriptions.cancel(made);
      assert.equal(ended.state, 'cancelled');
      assert.deepEqual(await chargesOf(api, made), plan.trial_period_days ? [] : ['0 void']);
    }
  });

  it('a cancellation at the end of the period has a date and can be undone', async () => {
    const running = await active();
    clock.to('2027-01-01T00:00:00Z');
    const ending = await subscriptions.cancel(running, {atPeriodEnd: true});
    assert.deepEqual([ending.state, ending.cancel_at_period_end], ['active', true]);
    assert.deepEqual(ending.cancel_at, new Date('2027-01-20T12:00:00Z'));
    const kept = await subscriptions.revokeCancellation(running);
    assert.deepEqual([kept.cancel_at_period_end, kept.cancel_at], [false, null]);
    const trial = await subscribe({trial_period_days: 30});
    assert.deepEqual((await subscriptions.cancel(trial, {atPeriodEnd: true})).cancel_at, trial.anchor);
    assert.deepEqual(await eventTypes(running), ['created']);
  });

  it('a cancellation that is due cannot be undone', async () => {
    const running = await active();
    await subscriptions.cancel(running, {atPeriodEnd: true});
    clock.to('2027-01-20T12:00:00Z');
    await assert.rejects(subscriptions.revokeCancellation(running), refused(409, 'subscription.busy'));
    await assert.rejects(subscriptions.pause(running, 'MARK_VOID'), refused(409, 'subscription.busy'));
  });

  it('a charge at the network is settled before the cancellation returns (V18)', async () => {
    const running = await active();
    const arrive = await send(api, await fallBehind(api, running));
    const order: string[] = [];
    const cancelled = subscriptions.cancel(running).then(() => order.push('cancelled'));
    await api.service.database.query('SELECT 1');
    order.push('settled');
    await arrive();
    await cancelled;
    assert.deepEqual(order, ['settled', 'cancelled']);
  });

  it('of concurrent cancellations one takes effect', async () => {
    const running = await active();
    const tries = Array.from({length: 12}, () => subscriptions.cancel(running));
    const results = await Promise.allSettled(tries);
    assert.equal(results.filter(({status}) => status === 'fulfilled').length, 1);
    for (const result of results) {
      if (result.status === 'rejected') refused(409, 'subscription.move_not_allowed')(result.reason);
    }
    assert.deepEqual(await eventTypes(running), ['created', 'cancelled']);
  });

  it('another card of the same customer can be charged from now on', async () => {
    const running = await active();
    const other = await savedCard(api);
    await assert.rejects(
      subscriptions.changeMethod(running, other.method),
      refused(404, 'payment_method.not_found'),
    );
    await api.service.database.query(
      'UPDATE payment_methods SET customer = $2, card_fingerprint = NULL WHERE token = $1',
      [other.method, running.customer],
    );
    const changed = await subscriptions.changeMethod(running, other.method);
    assert.equal(changed.payment_method, other.method);
  });

  it('a payment method in use cannot be removed; a replaced one can', async () => {
    const running = await active();
    const path = `/user/customers/v1/${running.customer}/wallet/${running.payment_method}`;
    const kept = await api.call(path, {method: 'DELETE'});
    assert.equal(kept.status, 409);
    assert.equal(kept.json['code'], 'payment_method.in_use');
    assert.match(String(kept.json['message']), new RegExp(running.token));
    const another = await active();
    await api.service.database.query(
      'UPDATE subscriptions SET customer = $2, payment_method = $3 WHERE token = $1',
      [another.token, running.customer, running.payment_method],
    );
    const both = await api.call(path, {method: 'DELETE'});
    assert.match(String(both.json['message']), /^sub_\S+, sub_\S+ are charged to this payment method/);
    for (const {token} of [running, another]) assert.ok(String(both.json['message']).includes(token));
    await subscriptions.cancel(another);
    assert.equal((await api.call(path)).status, 200);
    await subscriptions.cancel(running);
    assert.equal((await api.call(path, {method: 'DELETE'})).status, 200);
  });

  it('a removed customer is not charged, and an event says so', async () => {
    const running = await active();
    const charge = await fallBehind(api, running);
    const arrive = await send(api, charge);
    const path = `/user/customers/v1/${running.customer}`;
    const busy = await api.call(path, {method: 'DELETE'});
    assert.equal(busy.json['code'], 'customer.busy');
    assert.equal((await subscriptions.read(running)).state, 'active');
    await arrive();
    assert.equal((await api.call(path, {method: 'DELETE'})).status, 200);
    const ended = await subscriptions.read(running);
    assert.deepEqual([ended.state, ended.end_reason], ['cancelled', 'customer_removed']);
    assert.deepEqual(await eventTypes(running), ['created', 'cancelled']);
    const [, event] = await eventsOf(api, running.token);
    assert.equal(event!.data['end_reason'], 'customer_removed');
    assert.deepEqual(await chargesOf(api, running), ['0 paid', '1 void']);
  });

  it('a pause does not change the number of periods', async () => {
    const running = await active({number_of_billing_cycles: 3});
    await subscriptions.pause(running, 'MARK_VOID');
    clock.to('2027-12-01T00:00:00Z');
    const resumed = await subscriptions.resume(running);
    assert.equal(resumed.next_period, 3);
    assert.deepEqual(resumed.next_charge_at, new Date('2027-03-20T12:00:00Z'));
    assert.deepEqual(await chargesOf(api, running), ['0 paid', '1 void', '2 void']);
  });
});
