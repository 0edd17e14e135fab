import assert from 'node:assert/strict';
import {after, before, beforeEach, describe, it} from 'node:test';
import {booksOf, subscribed, type Shopper} from './support/billing.js';
import {startTestService, string, type Json, type Reply, type TestService} from './support/harness.js';

const path = '/client/transactions/v1/';

describe('charges of subscriptions: search, read, refund (wire 1.9)', () => {
  let api: TestService;
  let shopper: Shopper;
  let charge: string;
  before(async () => {
    api = await startTestService({clock: {now: () => new Date('2027-01-31T10:00:00Z')}});
  });
  after(() => api.service.close());

  const later = async (days: number) => {
    const to = new Date(api.service.clock.now().getTime() + days * 86_400_000).toISOString();
    assert.equal((await api.call('/sandbox/v1/clock/advance', {body: {to}})).status, 200);
  };
  const search = async (query: string) =>
    (await api.call(`${path}search?${query}`)).json['data'] as unknown as {count: number; list: Json[]};
  const refund = (body: object = {}, key?: string): Promise<Reply> =>
    api.call(`${path}${charge}/refund`, {body, ...(key !== undefined && {key})});
  /** A refund whose answer from the network was lost. */
  const lose = (minor: number) =>
    api.service.database.query(
      `INSERT INTO charge_refunds (charge, number, amount_minor, state, claim_until, created_at)
       SELECT $1, 1 + count(*), $2, 'sent', clock_timestamp(), $3 FROM charge_refunds WHERE charge = $1`,
      [charge, minor, api.service.clock.now()],
    );
  const refunded = async () =>
    (await booksOf(api, shopper))
      .filter(({kind, approved}) => kind === 'refund' && approved)
      .map(({amount}) => amount);

  beforeEach(async () => {
    shopper = await subscribed(api);
    await later(0);
    const {list} = await search(`subscription=${shopper.subscription}`);
    charge = string(list[0]!['token']);
  });

  it('show what they are for and their result', async () => {
    const {json} = await api.call(path + charge);
    const shown = json['data']!;
    assert.deepEqual(
      {...shown},
      {
        ...shown,
        ...{subscription_id: shopper.subscription, user_id: shopper.customer, period: 0, state: 'paid'},
        ...{amount: '12.50', currency: 'USD', balance: '12.50', attempts: 1, failure: null, refunds: []},
        payment_method: {token: shopper.method, brand: 'visa', last_four: '2701'},
      },
    );
  });

  it('are found by customer and by result', async () => {
    await later(31);
    const own = `subscription=${shopper.subscription}`;
    assert.deepEqual(
      (await search(own)).list.map(({period}) => Number(period)),
      [1, 0],
    );
    assert.equal((await search(`${own}&sort_by=updated_at&direction=asc&limit=1`)).list[0]!['token'], charge);
    assert.equal((await search(`customer=${shopper.customer}&state=paid`)).count, 2);
    assert.equal((await search(`${own}&state=failed`)).count, 0);
    assert.equal((await api.call(`${path}search?state=lost`)).status, 400);
  });

  it('are refunded in parts, up to the paid amount', async () => {
    const part = await refund({amount: '5.00'});
    assert.equal(part.json['data']!['balance'], '7.50', part.text);
    assert.equal((await refund({amount: '7.51'})).json['code'], 'transaction.refund_too_large');
    assert.equal((await refund()).json['data']!['balance'], '0.00');
    assert.equal((await refund()).json['code'], 'transaction.refunded');
    assert.deepEqual(await refunded(), [500, 750]);
    for (const amount of ['0', '-1', '1e1', '5.001', ' 5', '']) {
      assert.equal((await refund({amount})).status, 400, amount);
    }
  });

  it('are refunded once, however many requests ask for it', async () => {
    const together = await Promise.all(Array.from({length: 8}, () => refund({amount: '2'})));
    assert.equal(together.filter(({status}) => status === 200).length, 1);
    for (const {status, json} of together) {
      if (status !== 200) assert.match(String(json['code']), /^transaction\.(busy|refund_repeated)$/);
    }
    assert.deepEqual(await refunded(), [200]);
    const [first, again] = [await refund({amount: '3'}, 'a'), await refund({amount: '3'}, 'a')];
    assert.equal(again.text, first.text);
    assert.equal((await refund({amount: '3'}, 'b')).status, 200);
    assert.deepEqual(await refunded(), [200, 300, 300]);
  });

  it('a refund with a name is made once, also days later and under another key', async () => {
    const named = (amount: string | undefined, name: string, key: string) =>
      api.call(`${path + charge}/refund`, {body: {...(amount && {amount}), name}, key});
    assert.equal((await named('2', 'return 7', 'a')).json['data']!['balance'], '10.50');
    api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + 3 * 86_400_000));
    assert.equal((await named('2', 'return 7', 'b')).json['data']!['balance'], '10.50');
    assert.equal((await named('3', 'return 7', 'c')).json['code'], 'transaction.name_taken');
    assert.equal((await named(undefined, 'return 7', 'e')).json['code'], 'transaction.name_taken');
    assert.equal((await named('2', 'return 8', 'd')).json['data']!['balance'], '8.50');
    assert.deepEqual(await refunded(), [200, 200]);
  });

  it('a refund whose reply was lost is repeated, not made twice', async () => {
    await lose(400);
    assert.equal((await refund({amount: '4'}, 'c')).json['data']!['balance'], '8.50');
    assert.deepEqual(await refunded(), [400]);
    await lose(100);
    assert.equal((await refund({amount: '2'}, 'd')).json['code'], 'transaction.refund_recovered');
    assert.deepEqual(await refunded(), [400, 100]);
    assert.equal((await api.call(path + charge)).json['data']!['balance'], '7.50');
  });

  it('each refund sends payment.refunded once, as the refund of a tracker does (wire 1.11)', async () => {
    await refund({amount: '5.00'}, 'first');
    await refund({amount: '5.00'}, 'first');
    await lose(300);
    assert.equal((await refund({amount: '2'}, 'second')).json['code'], 'transaction.refund_recovered');
    assert.equal((await refund({amount: '13'}, 'third')).status, 409);
    const events = (await api.call('/sandbox/v1/events?type=payment.refunded')).json['data']!;
    const own = [...events].map(({data}) => data!).filter(({charge: of}) => String(of) === charge);
    const common = {charge, subscription: shopper.subscription, customer: shopper.customer, currency: 'USD'};
    assert.deepEqual(
      own.reverse().map(({amount, refunded: total, ...data}) => {
        assert.match(string(data['refund']), /^ref_/);
        assert.deepEqual({...data}, {...data, ...common, payment_method: shopper.method, tracker: null});
        return [amount, total] as unknown;
      }),
      [
        [500, 500],
        [300, 800],
      ],
    );
  });

  it('belong to one merchant; only a paid charge can be refunded', async () => {
    const other = await api.call('/sandbox/v1/merchants', {body: {name: 'Other'}});
    const secret = string(other.json['data']!['secret_key']);
    assert.equal((await api.call(path + charge, {secret})).json['code'], 'transaction.not_found');
    const foreign = await api.call(`${path}${charge}/refund`, {body: {}, secret});
    assert.equal(foreign.json['code'], 'transaction.not_found');
    shopper = await subscribed(api, {number: '4000000000009979'});
    await later(0);
    charge = string((await search(`subscription=${shopper.subscription}`)).list[0]!['token']);
    assert.equal((await refund()).json['code'], 'transaction.not_paid');
  });
});
