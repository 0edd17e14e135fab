import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {toDecimalText, toMinorUnits} from '../../src/protocol/currencies.js';
import {savedCard} from './support/payments.js';
import {homeOf, subscriptionsOf} from './support/billing.js';
import {startTestService, string, type Json, type Reply, type TestService} from './support/harness.js';

/** All seven fields of spec 2.6. */
const monthly = {
  amount: '500',
  currency: 'PKR',
  interval: 'MONTH',
  type: 'RECURRING',
  interval_count: 1,
  product: 'Tea club',
  active: true,
};
const path = '/client/plans/v1/';

describe('money in decimal text (guarantees 4.2)', () => {
  const good = [
    ['500', 'PKR', 50_000],
    ['12.5', 'USD', 1250],
    ['12.50', 'USD', 1250],
    ['0.01', 'USD', 1],
    ['500', 'JPY', 500],
    ['0.001', 'KWD', 1],
    ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER],
  ] as const;
  for (const [amount, currency, minor] of good) {
    it(`${amount} ${currency} is ${minor}`, () => assert.equal(toMinorUnits(amount, currency), minor));
  }

  const bad = [
    ...['', ' ', '5.', '.5', '5.001', '1e3', '0x10', '+5', '-1', '-0', '0', '0.00', '00', '007', '05.00'],
    ...[' 5', '5 ', '5\n', '1,000', '1_000', '١٢', '５', '5.0.0', 'NaN', 'Infinity', '90071992547409.92'],
  ];
  for (const amount of bad) {
    it(`${JSON.stringify(amount)} is no amount`, () => assert.equal(toMinorUnits(amount, 'USD'), undefined));
  }

  it('keeps to the digits of the currency', () => {
    assert.equal(toMinorUnits('5.0', 'JPY'), undefined);
    assert.equal(toMinorUnits('5.0001', 'KWD'), undefined);
  });

  it('is written with all digits of the currency', () => {
    assert.equal(toDecimalText(5, 'USD'), '0.05');
    assert.equal(toDecimalText(1250, 'USD'), '12.50');
    assert.equal(toDecimalText(1250, 'KWD'), '1.250');
    assert.equal(toDecimalText(1250, 'JPY'), '1250');
  });
});

describe('plans (spec 2.6, 4.5; wire 1.9)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  const create = (more: object = {}) => api.call(path, {body: {...monthly, ...more}});
  const createdPlan = async (more: object = {}): Promise<Json> => {
    const reply = await create(more);
    assert.equal(reply.status, 200, reply.text);
    return reply.json['data']!;
  };
  const put = (token: unknown, body: object) => api.call(path + string(token), {method: 'PUT', body});
  const pointers = ({json}: Reply) => [...(json['fields'] ?? [])].map((field) => field['pointer']);

  it('are returned whole, with the names that clients expect', async () => {
    const reply = await create({name: 'Tea', description: 'Leaves by post', trial_period_days: 14});
    const plan = reply.json['data']!;
    assert.equal(plan['plan_id'], plan['token']);
    assert.equal(plan['request_id'], reply.headers.get('x-request-id'));
    assert.deepEqual(
      {...plan},
      {
        ...plan,
        ...monthly,
        ...{name: 'Tea', description: 'Leaves by post', trial_period_days: 14, archived: false},
        ...{number_of_billing_cycles: null, time_zone: 'UTC', created_at: '2026-11-20T12:00:00.000Z'},
        merchant_api_key: api.service.keys.publicKey,
      },
    );
    const read = await api.call(path + string(plan['token']));
    const {plan_id: _, request_id: __, ...fields} = plan;
    assert.deepEqual(read.json['data'], fields);
  });

  it('show the amount as it was sent', async () => {
    assert.equal((await createdPlan({amount: '12.5', currency: 'USD'}))['amount'], '12.5');
  });

  it('need all seven fields, each of its own type', async () => {
    const missing = await api.call(path, {body: {}});
    assert.equal(missing.status, 400);
    assert.deepEqual(
      pointers(missing).sort(),
      Object.keys(monthly)
        .map((name) => `/${name}`)
        .sort(),
    );
    for (const name of Object.keys(monthly)) {
      const {status, json} = await create({[name]: ['no']});
      assert.equal(status, 400, name);
      assert.equal(json['code'], 'request.invalid');
    }
  });

  it('refuse an amount that is not exact, by the name of its field', async () => {
    const wrong = ['0', '-1', '5.001', '1e3', '١٢', ' 5 ', '+5', '05', '', '9'.repeat(17)];
    for (const amount of wrong) {
      const reply = await create({amount});
      assert.equal(reply.status, 400, amount);
      assert.deepEqual(pointers(reply), ['/amount'], amount);
      assert.doesNotMatch(reply.text, /NaN/);
    }
    assert.equal((await create({amount: '5.5', currency: 'JPY'})).status, 400);
    assert.equal((await create({amount: 500})).status, 400);
    assert.deepEqual(pointers(await create({currency: 'pkr'})), ['/currency']);
    assert.deepEqual(pointers(await create({currency: 'ZZZ'})), ['/currency']);
  });

  it('accept intervals of at most three years', async () => {
    const longest = {DAY: 1095, WEEK: 156, MONTH: 36, YEAR: 3};
    for (const [interval, interval_count] of Object.entries(longest)) {
      assert.equal((await createdPlan({interval, interval_count}))['interval_count'], interval_count);
      for (const count of [interval_count + 1, 0, -1, 1.5]) {
        const reply = await create({interval, interval_count: count});
        assert.equal(reply.status, 400, `${interval} × ${count}`);
        assert.deepEqual(pointers(reply), ['/interval_count']);
      }
    }
    for (const interval of ['HOUR', 'month', '', 'MINUTE_TEST_INTERVAL']) {
      assert.equal((await create({interval})).status, 400, interval);
    }
  });

  it('name each other invalid field', async () => {
    const wrong: Readonly<Record<string, readonly unknown[]>> = {
      type: ['ONE_TIME', 'recurring'],
      product: ['', '  '],
      trial_period_days: [-1, 1096, 0.5, '14'],
      number_of_billing_cycles: [0, -1, 1.5],
      time_zone: ['Nowhere/Land', '+05:00', '', 5],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const reply = await create({[name]: value});
        assert.equal(reply.status, 400, `${name}: ${String(value)}`);
        assert.deepEqual(pointers(reply), [`/${name}`]);
      }
    }
  });

  it('are created once for one idempotency key', async () => {
    const first = await api.call(path, {body: monthly, key: 'plan-1'});
    const again = await api.call(path, {body: monthly, key: 'plan-1'});
    assert.equal(again.text, first.text);
  });

  it('change only in the named fields; schedule and currency are fixed', async () => {
    const {token} = await createdPlan({name: 'Tea', trial_period_days: 3});
    const changed = await put(token, {
      amount: '550.00',
      name: null,
      active: false,
      currency: 'PKR',
      interval: 'MONTH',
    });
    assert.equal(changed.status, 200, changed.text);
    const {amount, name, active, trial_period_days} = changed.json['data']!;
    assert.deepEqual([amount, name, active, trial_period_days], ['550.00', null, false, 3]);
    for (const body of [
      {currency: 'USD'},
      {interval: 'YEAR'},
      {interval_count: 2},
      {time_zone: 'Asia/Karachi'},
    ]) {
      const reply = await put(token, body);
      assert.equal(reply.status, 409);
      assert.equal(reply.json['code'], 'plan.field_fixed');
    }
    assert.deepEqual(pointers(await put(token, {amount: '5.001'})), ['/amount']);
  });

  it('are archived, not removed', async () => {
    const {token} = await createdPlan();
    const gone = await api.call(path + string(token), {method: 'DELETE'});
    assert.equal(gone.json['data']!['archived'], true);
    assert.equal(gone.json['data']!['active'], false);
    assert.equal((await api.call(path + string(token))).json['data']!['archived'], true);
    assert.equal((await put(token, {name: 'Back?'})).json['code'], 'plan.archived');
    assert.equal((await api.call(path + string(token), {method: 'DELETE'})).status, 200);
  });

  it('are found by search, page by page', async () => {
    const own = await startTestService();
    try {
      for (const index of [1, 2, 3]) {
        await own.call(path, {body: {...monthly, product: `Tea ${index}`, active: index !== 3}});
      }
      const search = async (query: string) =>
        (await own.call(`${path}search${query}`)).json['data'] as unknown as {count: number; list: Json[]};
      const pages = [await search('?limit=2'), await search('?limit=2&offset=2')];
      assert.deepEqual(
        pages.map(({count, list}) => [count, list.length]),
        [
          [3, 2],
          [3, 1],
        ],
      );
      assert.equal(new Set(pages.flatMap(({list}) => list).map(({token}) => token)).size, 3);
      const inactive = await search('?active=false');
      assert.deepEqual(
        inactive.list.map(({product}) => product),
        ['Tea 3'],
      );
      await own.call(path + string(inactive.list[0]!['token']), {method: 'DELETE'});
      assert.equal((await search('?archived=false')).count, 2);
      assert.equal((await search('?archived=true')).count, 1);
      assert.equal((await own.call(`${path}search?active=perhaps`)).status, 400);
    } finally {
      await own.service.close();
    }
  });

  it('belong to one merchant', async () => {
    const {token} = await createdPlan();
    const other = await api.call('/sandbox/v1/merchants', {body: {name: 'Other'}});
    const secret = string(other.json['data']!['secret_key']);
    for (const call of [{}, {method: 'PUT', body: {name: 'Mine'}}, {method: 'DELETE'}]) {
      const reply = await api.call(path + string(token), {...call, secret});
      assert.equal(reply.json['code'], 'plan.not_found');
    }
    assert.equal((await api.call(`${path}search`, {secret})).json['data']!['count'], 0);
    assert.equal((await api.call(path, {body: monthly, secret: null})).status, 401);
  });

  it('with a new amount charge subscriptions it from their next period, if asked (V3)', async () => {
    const {token} = await createdPlan({amount: '500'});
    const {user, method} = await savedCard(api);
    const request = {merchant: await homeOf(api), customer: user, plan: string(token), paymentMethod: method};
    const subscriptions = subscriptionsOf(api);
    const {token: runner} = await subscriptions.create(undefined, request);
    const terms = async () => {
      const {amount, amount_minor, earlier_amounts} = await subscriptions.read({...request, token: runner});
      return {amount, amount_minor, earlier_amounts};
    };
    await put(token, {amount: '600'});
    assert.deepEqual(await terms(), {amount: '500', amount_minor: 50_000, earlier_amounts: []});
    await put(token, {amount: '700', apply_amount_change_on_existing_subscriptions: true});
    const until = '2026-11-20T12:00:00.000Z';
    const earlier_amounts = [{until, amount: '500', amount_minor: 50_000}];
    assert.deepEqual(await terms(), {amount: '700', amount_minor: 70_000, earlier_amounts});
  });
});
