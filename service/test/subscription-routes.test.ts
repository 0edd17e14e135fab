import assert from 'node:assert/strict';
import {after, before, beforeEach, describe, it} from 'node:test';
import {booksOf, eventsOf, subscribed, type Shopper} from './support/billing.js';
import {
  startTestService,
  string,
  type Call,
  type Json,
  type Reply,
  type TestService,
} from './support/harness.js';
import {savedCard} from './support/payments.js';

const path = '/client/subscriptions/v1/';
/**
 * A card that is accepted when it is saved and first charged, and declined for insufficient funds at
 * renewals.
 */
const failsLater = '4000000000000341';

describe('subscriptions over HTTP, charged by the engine (spec 3.2, 4.6; wire 1.9)', () => {
  let api: TestService;
  let shopper: Shopper;
  before(async () => {
    api = await startTestService({clock: {now: () => new Date('2027-01-31T10:00:00Z')}});
  });
  after(() => api.service.close());

  const travel = async (body: object) => {
    const reply = await api.call('/sandbox/v1/clock/advance', {body});
    assert.equal(reply.status, 200, reply.text);
  };
  const later = async (days: number) => {
    const now = api.service.clock.now().getTime();
    await travel({to: new Date(now + days * 86_400_000).toISOString()});
  };
  /** Runs all work that is due now. */
  const workDue = () => later(0);
  const begin = async (more: Parameters<typeof subscribed>[1] = {}) => {
    shopper = await subscribed(api, more);
    await workDue();
    return shopper;
  };
  const ask = (what = '', call: Call = {}) => api.call(path + shopper.subscription + what, call);
  const read = async (): Promise<Json> => {
    const reply = await ask();
    assert.equal(reply.status, 200, reply.text);
    return reply.json['data']!;
  };
  const put = (body: object, what = '') => ask(what, {method: 'PUT', body});
  const said = ({json}: Reply, ...names: readonly string[]) => names.map((name) => json['data']![name]);
  const search = async (query: string) =>
    (await api.call(`${path}search?${query}`)).json['data'] as unknown as {count: number; list: Json[]};
  const pause = {pause_collection: {payment_collection_behavior: 'MARK_VOID'}};
  const captured = async () =>
    (await booksOf(api, shopper)).filter(({kind, approved}) => kind === 'capture' && approved).length;

  beforeEach(() => begin());

  it('show price, state and the next charge', async () => {
    const shown = await read();
    const at = api.service.clock.now().toISOString();
    const [last_four, brand] = ['2701', 'visa'];
    assert.deepEqual(
      {...shown},
      {
        ...shown,
        ...{token: shopper.subscription, user_id: shopper.customer, instrument_id: shopper.method},
        ...{state: 'active', status: 'ACTIVE', past_due: false, balance: '0', open_charge: null},
        ...{price_amount: '12.50', price_currency: 'USD', interval: 'MONTH', interval_count: 1},
        ...{billing_cycle_anchor: at, start_date: at, current_period_start_date: at, last_paid_date: at},
        ...{current_billing_cycle: 1, never_expires: true, end_date: null, trial_end_date: null},
        ...{cancel_at_period_end: false, pause_collection: null, sequence: 2},
      },
    );
    assert.deepEqual({...shown['payment_method']!}, {...shown['payment_method']!, brand, last_four});
    assert.equal(shown['plan']!['token'], shown['plan_id']);
    assert.equal(shown['next_charge_date'], shown['current_period_end_date']);
  });

  it('are paused, resumed and cancelled; the network gets only the agreed charges', async () => {
    assert.deepEqual(said(await put(pause), 'state', 'status'), ['paused', 'PAUSED']);
    await later(100);
    assert.equal(await captured(), 1);
    assert.deepEqual(said(await put({}, '/resumption'), 'state', 'pause_collection'), ['active', null]);
    await later(31);
    assert.equal(await captured(), 2);
    const ended = await ask('/cancel', {body: {}});
    assert.deepEqual(said(ended, 'state', 'status', 'next_charge_date'), ['cancelled', 'CANCELED', null]);
    await later(100);
    assert.equal(await captured(), 2);
    const types = (await eventsOf(api, shopper.subscription)).map(({type}) => type.slice(13));
    const whole = ['created', 'payment_succeeded', 'paused', 'resumed', 'payment_succeeded', 'cancelled'];
    assert.deepEqual(types, whole);
  });

  it('end with their period if asked', async () => {
    const ending = await ask('/cancel', {body: {at_period_end: true}});
    assert.deepEqual(said(ending, 'state', 'cancel_at_period_end'), ['active', true]);
    assert.deepEqual(said(ending, 'cancel_at'), said(ending, 'current_period_end_date'));
    assert.deepEqual(said(await put({cancel_at_period_end: false}), 'cancel_at'), [null]);
    await put({cancel_at_period_end: true});
    await later(40);
    const shown = await read();
    assert.deepEqual([shown['state'], shown['end_reason']], ['cancelled', 'requested']);
    assert.equal(await captured(), 1);
  });

  it('become past due, fail, and recover with another card', async () => {
    await begin({number: failsLater});
    await later(31);
    const behind = await read();
    assert.deepEqual([behind['state'], behind['status'], behind['past_due']], ['active', 'PAST_DUE', true]);
    assert.deepEqual([behind['balance'], behind['open_charge']!['failure']], ['12.50', 'insufficient_funds']);
    await later(8);
    assert.deepEqual([(await read())['state'], (await read())['status']], ['failed', 'UNPAID']);
    const good = await savedCard(api);
    await api.service.database.query(
      'UPDATE payment_methods SET customer = $2, card_fingerprint = NULL WHERE token = $1',
      [good.method, shopper.customer],
    );
    const changed = await put({payment_method: good.method});
    assert.deepEqual(said(changed, 'instrument_id'), [good.method]);
    await workDue();
    const back = await read();
    assert.deepEqual([back['state'], back['status'], back['balance']], ['active', 'ACTIVE', '0']);
    assert.equal(await captured(), 2);
  });

  it('refuse an unknown change, and nothing changes', async () => {
    const wrong = await put({}, '/resumption');
    assert.deepEqual([wrong.status, wrong.json['code']], [409, 'subscription.move_not_allowed']);
    await ask('/cancel', {body: {}});
    for (const reply of [await put(pause), await put({}, '/resumption'), await ask('/cancel', {body: {}})]) {
      assert.deepEqual([reply.status, reply.json['code']], [409, 'subscription.move_not_allowed']);
    }
  });

  it('accept one change per request, each with its own fields', async () => {
    const bodies = [
      {},
      {...pause, cancel_at_period_end: true},
      {pause_collection: {payment_collection_behavior: 'KEEP'}},
      {pause_collection: {}},
      {payment_method: 5},
      {cancel_at_period_end: 'yes'},
    ];
    for (const body of bodies) {
      const reply = await put(body);
      assert.deepEqual([reply.status, reply.json['code']], [400, 'request.invalid'], JSON.stringify(body));
    }
    assert.equal((await ask('/cancel', {body: {at_period_end: 1}})).status, 400);
  });

  it('change once for a repeated request with the same key, with one answer', async () => {
    const cancel = () => ask('/cancel', {body: {}, key: `cancel ${shopper.subscription}`});
    const [first, second] = [await cancel(), await cancel()];
    assert.equal(first.status, 200);
    assert.equal(second.text, first.text);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    const keyed = {method: 'PUT', body: pause, key: `pause ${shopper.subscription}`};
    const refused = [await ask('', keyed), await ask('', keyed)];
    assert.deepEqual(
      refused.map(({status}) => status),
      [409, 409],
    );
  });

  it('are found by customer, plan and state', async () => {
    const plan = string((await read())['plan_id']);
    for (const query of [
      `customer=${shopper.customer}`,
      `user_id=${shopper.customer}&status=ACTIVE`,
      `plan=${plan}&state=active`,
      `plan_id=${plan}&status=ALL`,
    ]) {
      const {count, list} = await search(query);
      assert.equal(count, 1, query);
      assert.equal(list[0]!['token'], shopper.subscription);
    }
    assert.equal((await search(`plan=${plan}&status=PAUSED`)).count, 0);
    await put(pause);
    assert.equal((await search(`plan=${plan}&status=PAUSED`)).count, 1);
    assert.equal((await search(`plan=${plan}&status=INCOMPLETE_EXPIRED`)).count, 0);
    assert.equal((await api.call(`${path}search?status=paused`)).status, 400);
    const pages = [await search('limit=2&offset=0'), await search('limit=2&offset=2')];
    const tokens = pages.flatMap(({list}) => list).map(({token}) => token);
    assert.equal(new Set(tokens).size, 4);
    await begin({trial_period_days: 10});
    assert.equal((await read())['status'], 'TRAILING');
    assert.deepEqual([(await read())['current_period_end_date']], [(await read())['trial_end_date']]);
    assert.equal((await search(`customer=${shopper.customer}&status=TRAILING`)).count, 1);
  });

  it('belong to one merchant, and start only in the checkout', async () => {
    const other = await api.call('/sandbox/v1/merchants', {body: {name: 'Other'}});
    const secret = string(other.json['data']!['secret_key']);
    for (const [what, call] of [
      ['', {}],
      ['', {method: 'PUT', body: pause}],
      ['/resumption', {method: 'PUT', body: {}}],
      ['/cancel', {body: {}}],
    ] as const) {
      assert.equal((await ask(what, {...call, secret})).json['code'], 'subscription.not_found');
    }
    assert.equal((await api.call(`${path}search`, {secret})).json['data']!['count'], 0);
    assert.equal((await api.call(path, {body: {plan: 'plan_1'}})).status, 404);
  });

  it('with a limited number of periods end after the last', async () => {
    await begin({number_of_billing_cycles: 2});
    await later(100);
    const shown = await read();
    assert.deepEqual(
      [shown['state'], shown['status'], shown['end_reason']],
      ['cancelled', 'ENDED', 'cycles_completed'],
    );
    assert.equal(await captured(), 2);
  });

  it('cost what their plan cost when the period began (V3)', async () => {
    const plan = string((await read())['plan_id']);
    await api.call(`/client/plans/v1/${plan}`, {
      method: 'PUT',
      body: {amount: '20', apply_amount_change_on_existing_subscriptions: true},
    });
    assert.equal((await read())['price_amount'], '20');
    await later(31);
    const amounts = (await booksOf(api, shopper))
      .filter(({kind}) => kind === 'capture')
      .map(({amount}) => amount);
    assert.deepEqual(amounts, [1250, 2000]);
  });
});
