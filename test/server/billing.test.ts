import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {
  CardVaultError,
  createServiceClient,
  type ServiceClient,
  type ServiceRefusal,
  type Transaction,
} from '../../src/server/index.js';
import {booksOf, subscribed, type Shopper} from '../../service/test/support/billing.js';
import {startTestService, type TestService} from '../../service/test/support/harness.js';
import {publicKey, secretKey, serviceUrl} from './support/fake-service.js';

const tea = {amount: '12.50', currency: 'USD', interval: 'MONTH', product: 'Tea club'} as const;

const refusedWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof CardVaultError);
  assert.equal((error.cause as ServiceRefusal).code, code);
  return true;
};

describe('plans and subscriptions of the client, against the real service', () => {
  let api: TestService;
  let client: ServiceClient;
  before(async () => {
    api = await startTestService({clock: {now: () => new Date('2027-01-31T10:00:00Z')}});
    const {urls, keys} = api.service;
    client = createServiceClient({
      serviceUrl: urls.api,
      secretKey: keys.secretKey,
      publicKey: keys.publicKey,
    });
  });
  after(() => api.service.close());

  const travel = async (to: string) => {
    assert.equal((await api.call('/sandbox/v1/clock/advance', {body: {to}})).status, 200);
  };

  it('a plan is made, read, found, changed and archived', async () => {
    const made = await client.plans.create({...tea, trialDays: 14, cycles: 12, timeZone: 'Asia/Karachi'});
    assert.deepEqual(made, {
      ...{...tea, token: made.token, intervalCount: 1, active: true, archived: false},
      ...{name: undefined, description: undefined, trialDays: 14, cycles: 12, timeZone: 'Asia/Karachi'},
    });
    assert.deepEqual(await client.plans.read(made.token), made);
    const changes = {amount: '15', name: 'Tea', cycles: null, active: false};
    const changed = await client.plans.update(made.token, changes);
    assert.deepEqual(changed, {...made, amount: '15', name: 'Tea', cycles: undefined, active: false});
    assert.deepEqual(await client.plans.search({active: false, limit: 5}), {total: 1, items: [changed]});
    assert.equal((await client.plans.archive(made.token)).archived, true);
    assert.equal((await client.plans.search({archived: false})).total, 0);
    await assert.rejects(client.plans.read('plan_none'), refusedWith('plan.not_found'));
    await assert.rejects(client.plans.create({...tea, amount: '1e3'}), refusedWith('request.invalid'));
  });

  it('a plan that is asked for twice under one key is made once', async () => {
    const [one, two] = [
      await client.plans.create(tea, {idempotencyKey: 'tea'}),
      await client.plans.create(tea, {idempotencyKey: 'tea'}),
    ];
    assert.equal(two.token, one.token);
  });

  it('a subscription is read, found, paused, resumed and cancelled', async () => {
    const {subscription: token, customer, method} = await subscribed(api);
    await travel('2027-01-31T10:00:01Z');
    const running = await client.subscriptions.read(token);
    assert.deepEqual(
      {...running},
      {
        ...running,
        ...{token, customer, state: 'active', status: 'ACTIVE', pastDue: false, balance: '0'},
        ...{amount: '12.50', currency: 'USD', product: 'Tea club', reference: undefined, trialEnd: undefined},
        paymentMethod: {token: method, brand: 'visa', lastFour: '2701'},
        nextCharge: running.currentPeriod.end,
        ...{cancelAt: undefined, cancelledAt: undefined, sequence: 2},
      },
    );
    assert.equal(running.plan.interval, 'MONTH');
    const found = await client.subscriptions.search({customer, state: 'active'});
    assert.deepEqual(found, {total: 1, items: [running]});
    assert.equal((await client.subscriptions.pause(token)).state, 'paused');
    assert.equal((await client.subscriptions.resume(token)).state, 'active');
    assert.equal((await client.subscriptions.changePaymentMethod(token, method)).paymentMethod.token, method);
    const ending = await client.subscriptions.cancel(token, {atPeriodEnd: true});
    assert.deepEqual([ending.state, ending.cancelAt], ['active', running.currentPeriod.end]);
    assert.equal((await client.subscriptions.keep(token)).cancelAt, undefined);
    const ended = await client.subscriptions.cancel(token);
    assert.deepEqual([ended.state, ended.nextCharge], ['cancelled', undefined]);
    assert.ok(ended.cancelledAt);
    await assert.rejects(client.subscriptions.resume(token), refusedWith('subscription.move_not_allowed'));
  });
});

describe('charges of the client, against the real service', () => {
  let api: TestService;
  let client: ServiceClient;
  let shopper: Shopper;
  before(async () => {
    api = await startTestService({clock: {now: () => new Date('2027-01-31T10:00:00Z')}});
    const {urls, keys} = api.service;
    client = createServiceClient({...keys, serviceUrl: urls.api});
    shopper = await subscribed(api, {number: '4000000000000341'});
    // The first period is paid with this card, the second is not.
    const {status} = await api.call('/sandbox/v1/clock/advance', {body: {to: '2027-03-01T00:00:00Z'}});
    assert.equal(status, 200);
  });
  after(() => api.service.close());

  it('are found by whose they are and how they went, the newest first, and read', async () => {
    const {subscription, customer, method} = shopper;
    const {total, items} = await client.transactions.search({subscription});
    assert.equal(total, 2);
    const [late, paid] = items as [Transaction, Transaction];
    const about = {subscription, customer, product: 'Tea club', reference: undefined, currency: 'USD'};
    const card = {token: method, brand: 'visa', lastFour: '0341'};
    assert.deepEqual(paid, {
      ...paid,
      ...{...about, paymentMethod: card, state: 'paid', period: 0, amount: '12.50', balance: '12.50'},
      ...{refunds: [], attempts: 1, failure: undefined, nextAttemptAt: undefined},
      ...{dueAt: '2027-01-31T10:00:00.000Z', settledAt: '2027-01-31T10:00:00.000Z'},
    });
    assert.deepEqual(late, {
      ...late,
      ...{...about, paymentMethod: card, state: 'open', period: 1, balance: '0.00'},
      ...{failure: 'insufficient_funds', dueAt: '2027-02-28T10:00:00.000Z', settledAt: undefined},
      nextAttemptAt: '2027-03-01T10:00:00.000Z',
    });
    assert.deepEqual(await client.transactions.read(paid.token), paid);
    assert.deepEqual(await client.transactions.search({customer, plan: paid.plan, state: 'paid'}), {
      total: 1,
      items: [paid],
    });
    assert.deepEqual(await client.transactions.search({subscription, limit: 1, offset: 1}), {
      total: 2,
      items: [paid],
    });
    assert.equal((await client.transactions.search({customer: 'cus_nobody'})).total, 0);
    await assert.rejects(client.transactions.read('ch_none'), refusedWith('transaction.not_found'));
  });

  it('are given back in parts, one key once, then the rest, and no more than was paid', async () => {
    const {items} = await client.transactions.search({subscription: shopper.subscription});
    const [late, paid] = items as [Transaction, Transaction];
    const {refund} = client.transactions;
    const part = {amount: '5.00', idempotencyKey: 'broken box'};
    const [one, two] = await Promise.all([refund(paid.token, part), refund(paid.token, part)]);
    assert.deepEqual(one, two);
    assert.deepEqual([one.balance, one.refunds.map(({amount}) => amount)], ['7.50', ['5.00']]);
    await assert.rejects(refund(paid.token, {amount: '8'}), refusedWith('transaction.refund_too_large'));
    const rest = await refund(paid.token);
    assert.deepEqual([rest.state, rest.balance, rest.refunds.length], ['paid', '0.00', 2]);
    assert.deepEqual(await client.transactions.read(paid.token), rest);
    await assert.rejects(refund(paid.token), refusedWith('transaction.refunded'));
    await assert.rejects(refund(late.token), refusedWith('transaction.not_paid'));
    const given = (await booksOf(api, shopper)).filter(({kind}) => kind === 'refund');
    assert.deepEqual(
      given.map(({amount}) => amount),
      [500, 750],
    );
  });
});

describe('answers about subscriptions that are not as they should be', () => {
  const answering = (data: unknown) =>
    createServiceClient({
      ...{serviceUrl, secretKey, publicKey},
      fetch: () => Promise.resolve(Response.json({data})),
    });
  const unreadable = (error: unknown) =>
    error instanceof CardVaultError && error.code === 'answer-unreadable';

  it('are refused by the place that is wrong', async () => {
    for (const data of [null, {}, [], {token: 5}, {token: 'plan_1', amount: 500}]) {
      await assert.rejects(answering(data).plans.read('plan_1'), unreadable);
      await assert.rejects(answering(data).subscriptions.read('sub_1'), unreadable);
      await assert.rejects(answering(data).subscriptions.search(), unreadable);
      await assert.rejects(answering(data).transactions.refund('ch_1'), unreadable);
    }
  });
});
