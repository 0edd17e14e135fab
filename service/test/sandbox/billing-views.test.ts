import assert from 'node:assert/strict';
import {after as afterAll, before, describe, it} from 'node:test';
import {after, attemptRow, chargeRow, planRow, savedCard, subscriptionRow} from '../support/billing-rows.js';
import {startTestService, string, type Json, type TestService} from '../support/harness.js';

describe('the sandbox’s views of plans, subscriptions and charges', () => {
  let api: TestService;
  let plan: string;
  let subscription: string;
  before(async () => {
    api = await startTestService();
    const card = await savedCard(api);
    plan = await planRow(api);
    subscription = await subscriptionRow(api, {plan, ...card}, {next_period: 2, reference: 'box-7'});
    const paid = await chargeRow(api, subscription);
    await attemptRow(api, paid, 1, {payment_method: card.method});
    const open = await chargeRow(api, subscription, {
      ...{period: 1, due_at: after(30), state: 'open', attempts: 2, settled_at: null},
      ...{failure: 'insufficient_funds', next_attempt_at: after(33)},
    });
    const declined = {state: 'declined', failure: 'insufficient_funds', payment_method: card.method};
    await attemptRow(api, open, 1, {...declined, sent_at: after(30), settled_at: after(30)});
    await attemptRow(api, open, 2, {...declined, sent_at: after(31), settled_at: after(31)});
    await api.service.database.query('UPDATE subscriptions SET open_charge = $1 WHERE token = $2', [
      open,
      subscription,
    ]);
    await subscriptionRow(
      api,
      {plan, ...card},
      {state: 'cancelled', next_charge_at: null, updated_at: after(-1)},
    );
  });
  afterAll(() => api.service.close());

  const read = async (path: string): Promise<readonly Json[]> => {
    const reply = await api.call(`/sandbox/v1/${path}`);
    assert.equal(reply.status, 200, reply.text);
    return [...reply.json['data']!];
  };

  it('a plan with its terms and the number of its subscriptions', async () => {
    const [row] = await read('plans');
    assert.equal(row!['token'], plan);
    assert.deepEqual(
      [row!['amount'], row!['currency'], row!['interval'], row!['interval_count']],
      ['12.50', 'USD', 'MONTH', 1],
    );
    assert.deepEqual([row!['subscriptions'], row!['live_subscriptions']], [2, 1]);
    assert.equal(row!['archived_at'], null);
  });

  it('a subscription with card, customer and its charges, newest period first, tries in order', async () => {
    const all = await read('subscriptions');
    assert.equal(all.length, 2);
    const [row] = all;
    assert.equal(row!['token'], subscription);
    assert.equal(row!['customer_name'], 'Ada Byron');
    assert.equal(row!['payment_method']!['last_four'], '2701');
    assert.deepEqual([row!['state'], row!['past_due'], row!['reference']], ['active', true, 'box-7']);
    const charges = [...row!['charges']!];
    assert.deepEqual(
      charges.map(({period, state, attempts}) => [period, state, [...attempts!].map(({number}) => number)]),
      [
        [1, 'open', [1, 2]],
        [0, 'paid', [1]],
      ],
    );
    assert.equal(charges[0]!['next_attempt_at'], after(33).toISOString());
    assert.equal(charges[0]!['attempts']![1]!['failure'], 'insufficient_funds');
    assert.deepEqual([...all[1]!['charges']!], []);
  });

  it('charges, latest first, of one subscription if asked', async () => {
    assert.deepEqual(
      (await read('charges')).map(({period, product}) => [period, product]),
      [
        [1, 'Season box'],
        [0, 'Season box'],
      ],
    );
    assert.equal((await read(`charges?subscription=${subscription}`)).length, 2);
    assert.equal((await read('charges?subscription=sub_none')).length, 0);
    assert.equal((await read('charges?limit=1')).length, 1);
  });

  it('coming charges: the next retry, then every period by its schedule, up to a date', async () => {
    const coming = await read('coming-charges');
    assert.deepEqual(
      coming.slice(0, 3).map(({at, kind, period}) => [at, kind, period]),
      [
        [after(30).toISOString(), 'charge', 2],
        [after(33).toISOString(), 'retry', 1],
        ['2027-02-20T12:00:00.000Z', 'charge', 3],
      ],
    );
    assert.deepEqual(coming.at(-1)!['at'], '2027-11-20T12:00:00.000Z');
    const few = await read('coming-charges?until=2027-03-01T00:00:00Z&limit=500');
    assert.equal(few.length, 3);
    assert.equal((await read('coming-charges?limit=2')).length, 2);
    assert.equal((await api.call('/sandbox/v1/coming-charges?until=soon')).status, 400);
  });

  it('coming charges end with the last cycle or the subscription, and skip a pause', async () => {
    const change = (text: string) =>
      api.service.database.query(`UPDATE subscriptions SET ${text} WHERE token = '${subscription}'`);
    const periods = async () =>
      (await read('coming-charges')).map(({kind, period}) => `${String(kind)} ${String(period)}`);
    await change('number_of_billing_cycles = 4');
    assert.deepEqual(await periods(), ['charge 2', 'retry 1', 'charge 3']);
    await change("number_of_billing_cycles = NULL, cancel_at = '2027-02-20T12:00:00Z'");
    assert.deepEqual(await periods(), ['charge 2', 'retry 1']);
    await change("cancel_at = NULL, state = 'paused', number_of_billing_cycles = 4");
    assert.deepEqual(await periods(), ['skipped 2', 'retry 1', 'skipped 3']);
    await change("state = 'active', number_of_billing_cycles = NULL");
  });

  it('a merchant sees only its own', async () => {
    const made = await api.call('/sandbox/v1/merchants', {body: {name: 'Other'}});
    const secret = string(made.json['data']!['secret_key']);
    for (const name of ['plans', 'subscriptions', 'charges', 'coming-charges']) {
      assert.deepEqual((await api.call(`/sandbox/v1/${name}`, {secret})).json['data'], [], name);
    }
  });

  it('the bank declines a saved card while asked to, by its payment method', async () => {
    const {method} = await savedCard(api);
    const say = (body: object, secret?: string) =>
      api.call('/sandbox/v1/cards', {body, ...(secret && {secret})});
    const charge = async () => {
      const {customer} = await api.service.database
        .query<{customer: string}>('SELECT customer FROM payment_methods WHERE token = $1', [method])
        .then(([row]) => row!);
      const token = await subscriptionRow(
        api,
        {plan, customer, method},
        {next_period: 0, next_charge_at: after(0)},
      );
      api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + 1000));
      await api.service.clock.listenersDone();
      return (await read(`charges?subscription=${token}`))[0]!;
    };
    const reply = await say({payment_method: method, decline: 'stolen_card'});
    assert.deepEqual(reply.json['data'], {payment_method: method, decline: 'stolen_card'});
    assert.deepEqual(await charge().then(({state, failure}) => [state, failure]), ['failed', 'stolen_card']);
    assert.equal((await say({payment_method: method, decline: null})).status, 200);
    assert.equal((await charge())['state'], 'paid');
    assert.equal((await say({payment_method: 'pm_none', decline: null})).status, 404);
    assert.equal((await say({payment_method: method, decline: 'bad mood'})).status, 400);
    const made = await api.call('/sandbox/v1/merchants', {body: {name: 'Third'}});
    const other = string(made.json['data']!['secret_key']);
    assert.equal((await say({payment_method: method, decline: null}, other)).status, 404);
  });
});
