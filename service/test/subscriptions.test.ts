import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Plan} from '../src/domain/plans/plan.js';
import type {Subscription} from '../src/domain/subscriptions/subscription.js';
import type {Subscriptions} from '../src/domain/subscriptions/subscriptions.js';
import {eventsOf, homeOf, insertPlan, subscriptionsOf} from './support/billing.js';
import {startTestService, type TestService} from './support/harness.js';
import {savedCard} from './support/payments.js';
import {HeldClock} from './support/subscriptions.js';

const refused = (status: number, code: string) => (error: unknown) => {
  assert.deepEqual({...(error as object)}, {...(error as object), status, code});
  return true;
};

describe('a new subscription', () => {
  let api: TestService;
  let subscriptions: Subscriptions;
  let merchant: string;
  const clock = new HeldClock(new Date('2026-12-20T12:00:00Z'));
  before(async () => {
    api = await startTestService();
    // Ahead of the service's clock, so that its billing engine finds nothing due.
    subscriptions = subscriptionsOf(api, clock);
    merchant = await homeOf(api);
  });
  after(() => api.service.close());

  const subscribe = async (plan: Plan, more: {guest?: boolean} = {}): Promise<Subscription> => {
    const {user, method} = await savedCard(api, more);
    const request = {merchant, customer: user, plan: plan.token, paymentMethod: method, reference: 'shop-1'};
    return subscriptions.create(undefined, request);
  };

  it('copies the plan’s terms, is pending, and due at once', async () => {
    const plan = await insertPlan(api, {number_of_billing_cycles: 12, time_zone: 'Asia/Karachi'});
    const made = await subscribe(plan);
    const now = clock.now();
    assert.deepEqual(
      {...made},
      {
        ...made,
        ...{state: 'pending', plan: plan.token, amount: '12.50', amount_minor: 1250, currency: 'USD'},
        ...{
          interval_unit: 'MONTH',
          interval_count: 1,
          number_of_billing_cycles: 12,
          time_zone: 'Asia/Karachi',
        },
        ...{product: 'Tea club', reference: 'shop-1', anchor: now, trial_ends_at: null},
        ...{next_period: 0, next_charge_at: now, open_charge: null, earlier_amounts: [], version: 1},
      },
    );
  });

  it('records its event in the same transaction, without card data', async () => {
    const plan = await insertPlan(api);
    const made = await subscribe(plan);
    const [event, ...others] = await eventsOf(api, made.token);
    assert.equal(others.length, 0);
    assert.equal(event!.type, 'subscription.created');
    assert.equal(event!.sequence, 1);
    assert.deepEqual(event!.data, {
      ...{subscription: made.token, plan: plan.token, customer: made.customer, state: 'pending'},
      ...{product: 'Tea club', reference: 'shop-1', reference_signed: true},
      ...{amount: '12.50', currency: 'USD', charge: null},
      ...{period: 0, period_start: '2026-12-20T12:00:00.000Z', period_end: '2027-01-20T12:00:00.000Z'},
      payment_method: {token: made.payment_method, brand: 'visa', last_four: '2701'},
      sequence: 1,
    });
  });

  it('is not created if the transaction rolls back', async () => {
    const plan = await insertPlan(api);
    const {user, method} = await savedCard(api);
    let token = '';
    const work = api.service.database.transaction(async (tx) => {
      const request = {merchant, customer: user, plan: plan.token, paymentMethod: method};
      ({token} = await subscriptions.create(tx, request));
      throw new Error('changed my mind');
    });
    await assert.rejects(work, /changed my mind/);
    await assert.rejects(subscriptions.read({merchant, token}), refused(404, 'subscription.not_found'));
    assert.deepEqual(await eventsOf(api, token), []);
  });

  it('with a trial is first charged when the trial ends, by the plan’s calendar', async () => {
    const plan = await insertPlan(api, {trial_period_days: 95, time_zone: 'America/New_York'});
    const made = await subscribe(plan);
    // 07:00 on 20 December in New York is 12:00Z; on 25 March, in summer time, it is 11:00Z.
    assert.deepEqual(made.anchor, new Date('2027-03-25T11:00:00Z'));
    assert.deepEqual(made.trial_ends_at, made.anchor);
    assert.deepEqual(made.next_charge_at, made.anchor);
  });

  it('needs an active plan', async () => {
    const now = api.service.clock.now();
    const gone = await insertPlan(api, {archived_at: now});
    const paused = await insertPlan(api, {active: false});
    const foreign = await insertPlan(api, {merchant: 'someone-else'});
    await assert.rejects(subscribe(gone), refused(409, 'plan.not_offered'));
    await assert.rejects(subscribe(paused), refused(409, 'plan.not_offered'));
    await assert.rejects(subscribe(foreign), refused(404, 'plan.not_found'));
  });

  it('needs a reusable card of the same customer', async () => {
    const plan = await insertPlan(api);
    await assert.rejects(subscribe(plan, {guest: true}), refused(409, 'subscription.single_use_method'));
    const [ada, bob] = [await savedCard(api), await savedCard(api)];
    const request = {merchant, customer: ada.user, plan: plan.token, paymentMethod: bob.method};
    await assert.rejects(subscriptions.create(undefined, request), refused(404, 'payment_method.not_found'));
    await api.service.database.query(
      `UPDATE payment_methods SET expiration_month = '10', expiration_year = '2026' WHERE token = $1`,
      [bob.method],
    );
    const expired = {...request, customer: bob.user};
    await assert.rejects(subscriptions.create(undefined, expired), refused(409, 'payment_method.expired'));
    const unknownCustomer = {...request, customer: 'cus_nobody'};
    await assert.rejects(
      subscriptions.create(undefined, unknownCustomer),
      refused(404, 'customer.not_found'),
    );
  });
});
