import assert from 'node:assert/strict';
import {after, before, beforeEach, describe, it} from 'node:test';
import {rounds} from '../../test/support/rounds.js';
import {randomFraction} from '../src/edges/faults/random.js';
import {shop, startTestService, string, type Reply, type TestService} from './support/harness.js';
import {charge, savedCard, stateOf} from './support/payments.js';

const days = (count: number) => count * 86_400_000;
const second = {publicKey: 'sec_second_of_names', secretKey: 'sk_second_merchant_of_names'};
let api: TestService;
before(async () => {
  api = await startTestService({merchants: [second]});
});
after(() => api.service.close());

const later = (milliseconds: number) =>
  api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + milliseconds));
const trackerIn = (reply: Reply): string => {
  assert.equal(reply.status, 200, reply.text);
  return string(reply.json['data']!['tracker']!['token']);
};
const open = (body: object, more: object = {}) => api.call('/order/payments/v3/', {body, ...more});
/** Approved entries of the network's ledger, as `capture 700`. */
const taken = async (tracker: string) =>
  (await api.ledger(tracker)).filter(({approved}) => approved).map(({kind, amount}) => `${kind} ${amount}`);
let names = 0;
const newName = () => `${'Bestellung №5 ☕'.padEnd(250, 'é')}${++names}`;

describe('the name of a payment', () => {
  let user: string;
  let method: string;
  let name: string;
  beforeEach(async () => {
    ({user, method} = await savedCard(api));
    name = newName();
  });
  const payment = (more: object = {}) => ({
    ...{user, mode: 'unscheduled_cof', currency: 'PKR', amount: 700, payment_method: method, name},
    ...more,
  });

  it('lasts for good: a year later it is the same payment', async () => {
    const tracker = trackerIn(await open(payment(), {key: 'first-days'}));
    assert.equal((await charge(api, tracker, method)).status, 200);
    for (const day of [2.1, 30, 400]) {
      later(days(day));
      assert.equal(trackerIn(await open(payment(), {key: `day ${day}`})), tracker);
      assert.equal((await charge(api, tracker, method)).json['code'], 'tracker.ended');
    }
    assert.deepEqual(await taken(tracker), ['authorization 700', 'capture 700']);
  });

  it('is refused for another amount, currency, customer or card, by the name of the field', async () => {
    const tracker = trackerIn(await open(payment(), {key: `order ${names}`}));
    const other = await savedCard(api);
    for (const [change, pointer, words] of [
      [{amount: 701}, '/amount', /amount must be 700, as in the payment of this name\..*another name/],
      [{currency: 'USD'}, '/currency', /currency must be PKR, as/],
      [{user: other.user}, '/user', /user must be the customer that/],
      [{payment_method: other.method}, '/payment_method', /payment_method must be the card that/],
    ] as const)
      // Also where the idempotency key was used for the first request.
      for (const more of [{}, {key: `order ${names}`}]) {
        const refused = await open(payment(change), more);
        assert.deepEqual([refused.status, refused.json['code']], [409, 'tracker.name_taken'], refused.text);
        assert.equal(refused.json['fields']![0]!['pointer'], pointer);
        assert.match(string(refused.json['message']), words);
      }
    const wrongCard = await charge(api, tracker, other.method);
    assert.deepEqual([wrongCard.status, wrongCard.json['code']], [403, 'tracker.method_fixed']);
    assert.deepEqual(await taken(tracker), []);
  });

  it('is one tracker of ten requests at once', async () => {
    const replies = await Promise.all(Array.from({length: 10}, () => open(payment())));
    assert.equal(new Set(replies.map(trackerIn)).size, 1);
  });

  it('is free again where its tracker expired before any bank was asked', async () => {
    const unused = trackerIn(await open(payment()));
    later(days(3));
    const tracker = trackerIn(await open(payment()));
    assert.notEqual(tracker, unused);
    assert.equal((await charge(api, tracker, method)).status, 200);
    assert.equal(trackerIn(await open(payment())), tracker);
  });

  it('is a name of its merchant alone, and no column holds it', async () => {
    const tracker = trackerIn(await open(payment()));
    const stranger = await api.call('/user/customers/v1/', {
      ...{secret: second.secretKey, body: {first_name: 'Bo', last_name: 'Li'}},
    });
    const theirs = {
      user: stranger.json['data']!['token'],
      mode: 'unscheduled_cof',
      currency: 'PKR',
      amount: 9,
    };
    const reply = await open({...theirs, name}, {secret: second.secretKey});
    assert.notEqual(trackerIn(reply), tracker);
    assert.doesNotMatch((await api.call(`/reporter/api/v1/payments/${tracker}`)).text, /Bestellung/);
  });

  it('is 1 to 255 characters, and belongs to payments', async () => {
    for (const change of [{name: ''}, {name: 'x'.repeat(256)}, {name: 7}, {order: 'both'}])
      assert.equal((await open(payment(change))).json['code'], 'request.invalid', JSON.stringify(change));
    const saving = {user, currency: 'PKR', mode: 'instrument'};
    for (const field of ['name', 'order', 'payment_method'])
      assert.match((await open({...saving, [field]: 'x'})).text, new RegExp(`${field} must be left out`));
  });
});

describe('the name of a refund', () => {
  let tracker: string;
  beforeEach(async () => {
    const {user, method} = await savedCard(api);
    tracker = trackerIn(await open({user, mode: 'unscheduled_cof', currency: 'PKR', amount: 5000}));
    assert.equal((await charge(api, tracker, method)).status, 200);
    later(days(1));
  });
  const refund = (body: object, key?: string) =>
    api.call(`/order/payments/v3/${tracker}/refund`, {body, ...(key !== undefined && {key})});
  const given = async () => (await taken(tracker)).filter((entry) => entry.startsWith('refund'));

  it('lasts for good: a year later it is the same refund, and another name is another one', async () => {
    const first = await refund({amount: 1000, name: 'return-7'}, 'a');
    assert.equal(first.status, 200, first.text);
    later(days(366));
    const again = await refund({amount: 1000, name: 'return-7'}, 'b');
    assert.deepEqual(again.json['data']!['action']!['refund'], first.json['data']!['action']!['refund']);
    assert.equal(again.json['data']!['action']!['token'], first.json['data']!['action']!['token']);
    assert.equal((await refund({amount: 1000, name: 'return-8'})).status, 200);
    assert.equal(stateOf(await refund({name: 'the rest'})), 'TRACKER_REFUNDED');
    assert.equal(stateOf(await refund({name: 'the rest'})), 'TRACKER_REFUNDED');
    assert.deepEqual(await given(), ['refund 1000', 'refund 1000', 'refund 3000']);
    assert.doesNotMatch(
      (await api.call(`/reporter/api/v1/payments/${tracker}`)).text,
      /return-7|"name":"[0-9a-f]/,
    );
  });

  it('is refused for another amount, also under the same idempotency key', async () => {
    assert.equal((await refund({amount: 1000, name: 'return-7'}, 'a')).status, 200);
    for (const key of [undefined, 'a', 'b']) {
      const refused = await refund({amount: 2000, name: 'return-7'}, key);
      assert.deepEqual([refused.status, refused.json['code']], [409, 'tracker.name_taken'], refused.text);
      assert.match(string(refused.json['message']), /another refund: amount must be 1000, as in the refund/);
    }
    assert.deepEqual(await given(), ['refund 1000']);
  });

  it('is refused without an amount, where the refund of the name was not of all that was left', async () => {
    assert.equal((await refund({amount: 1000, name: 'return-7'})).status, 200);
    const refused = await refund({name: 'return-7'});
    assert.deepEqual([refused.status, refused.json['code']], [409, 'tracker.name_taken'], refused.text);
    assert.match(string(refused.json['message']), /amount is required: 1000, as in the refund of this name/);
    assert.equal((await refund({amount: 4000, name: 'return-8'})).status, 200);
    assert.equal((await refund({name: 'return-8'})).status, 200);
    assert.deepEqual(await given(), ['refund 1000', 'refund 4000']);
  });

  it('of ten requests at once one gives money back', async () => {
    const replies = await Promise.all(Array.from({length: 10}, () => refund({amount: 1000, name: 'x'})));
    for (const {status, json} of replies)
      assert.ok(status === 200 || String(json['code']) === 'tracker.busy');
    assert.equal((await refund({amount: 1000, name: 'x'})).status, 200);
    assert.deepEqual(await given(), ['refund 1000']);
  });
});

describe('the order of a payment', () => {
  let user: string;
  let method: string;
  let order: string;
  beforeEach(async () => {
    ({user, method} = await savedCard(api));
    order = `Nº ${++names}`;
  });
  const session = (more: object = {}) =>
    open({
      ...{
        user,
        mode: 'payment',
        entry_mode: 'tms',
        currency: 'PKR',
        amount: 700,
        payment_method: method,
        order,
      },
      ...more,
    });
  const setUp = (tracker: string) => api.act(tracker, {payment_method: {tokenized_card: {token: method}}});
  const enroll = async (tracker: string, outcome: 'frictionless' | 'required') => {
    assert.equal((await setUp(tracker)).status, 200);
    const reply = await api.enroll(tracker, outcome);
    assert.equal(reply.status, 200, reply.text);
    return string(
      reply.json['data']!['action']!['payer_authentication_enrollment']!['authentication_transaction_id'],
    );
  };
  const stateAt = async (tracker: string) => string((await api.payment(tracker))['state']);

  it('is one tracker of ten requests at once, and of every later one before its bank is asked', async () => {
    const replies = await Promise.all(Array.from({length: 10}, () => session()));
    const [tracker, ...others] = new Set(replies.map(trackerIn));
    assert.deepEqual(others, []);
    await setUp(tracker!);
    assert.equal(trackerIn(await session({metadata: {seen: 'last'}})), tracker);
    assert.deepEqual((await api.payment(tracker!))['metadata'], {seen: 'last'});
    // The shop's server names the card for every page that opens the order, however often.
    for (let page = 0; page < 30; page++) assert.equal((await setUp(tracker!)).status, 200);
  });

  it('is paid once: afterwards a payment of it is refused in words, until that one is undone', async () => {
    const tracker = trackerIn(await session());
    await enroll(tracker, 'frictionless');
    await api.authorize(tracker);
    const refused = async () => {
      const reply = await session();
      assert.deepEqual([reply.status, reply.json['code']], [409, 'tracker.order_paid'], reply.text);
    };
    await refused();
    await api.act(tracker);
    later(days(100));
    await refused();
    await refused();
    const refund = (body: object) => api.call(`/order/payments/v3/${tracker}/refund`, {body});
    await refund({amount: 300, name: 'a part'});
    await refused();
    await refund({name: 'the rest'});
    assert.notEqual(trackerIn(await session()), tracker);
  });

  it('is free again after a decline, a stop at the bank, a reversal and a void', async () => {
    const known = new Set<string>();
    const next = async () => {
      const tracker = trackerIn(await session());
      assert.ok(!known.has(tracker));
      known.add(tracker);
      return tracker;
    };
    const declined = await savedCard(api, {number: '4000000000009995'});
    const at = (one: typeof declined) => ({user: one.user, payment_method: one.method});
    const first = trackerIn(await session(at(declined)));
    await api.act(first, {payment_method: {tokenized_card: {token: declined.method}}});
    await api.enroll(first);
    assert.equal((await api.act(first, {authorization: {do_capture: true}})).status, 402);
    assert.notEqual(trackerIn(await session(at(declined))), first);
    const stopped = await next();
    const transaction = await enroll(stopped, 'required');
    api.issuer.finish(transaction, 'failed');
    await api.comeBack(stopped, transaction);
    for (const undo of ['reversal', 'void']) {
      const tracker = await next();
      await enroll(tracker, 'frictionless');
      assert.equal((await api.authorize(tracker)).status, 200);
      if (undo === 'void') await api.act(tracker);
      assert.equal((await api.call(`/order/payments/v3/${tracker}/${undo}`, {body: {}})).status, 200);
    }
    await next();
  });

  it('two pages at the bank for one order: the first pays, the other ends without money', async () => {
    const first = trackerIn(await session());
    const one = await enroll(first, 'required');
    const other = trackerIn(await session());
    assert.notEqual(other, first);
    const two = await enroll(other, 'required');
    for (const transaction of [one, two]) api.issuer.finish(transaction, 'succeeded', '05');
    const back = await Promise.all([api.comeBack(first, one), api.comeBack(other, two)]);
    const ways = back.map(({status, headers}) => [
      status,
      new URL(headers.get('location')!).searchParams.get('outcome'),
    ]);
    assert.deepEqual(ways.sort(), [
      [303, 'failure'],
      [303, 'success'],
    ]);
    const books = [...(await taken(first)), ...(await taken(other))];
    assert.deepEqual(books, ['authorization 700']);
    const states = [await stateAt(first), await stateAt(other)];
    assert.deepEqual(states.sort(), ['TRACKER_AUTHORIZED', 'TRACKER_CANCELLED']);
  });

  it('ten payments of one order authorized at once: one has the money', async () => {
    const trackers: string[] = [];
    for (let page = 0; page < 10; page++) {
      const tracker = trackerIn(await session());
      await enroll(tracker, 'frictionless');
      trackers.push(tracker);
    }
    assert.equal(new Set(trackers).size, 10);
    const replies = await Promise.all(trackers.map((tracker) => api.authorize(tracker)));
    assert.equal(replies.filter(({status}) => status === 200).length, 1);
    for (const {status, json} of replies)
      assert.ok(status === 200 || String(json['code']) === 'tracker.order_paid');
    const books = (await Promise.all(trackers.map(taken))).flat();
    assert.deepEqual(books, ['authorization 700']);
  });

  it('an order has money once, however many pages pay it at once while its amount changes', async () => {
    for (let round = 0; round < rounds(3); round++) {
      order = `Nº ${++names}`;
      let draws = 0;
      const draw = () => randomFraction(round, ++draws, 0);
      const trackers = new Set<string>();
      let amount = 700;
      for (let page = 0; page < 2 + Math.floor(draw() * 3); page++) {
        if (draw() < 0.25) amount += 100;
        const tracker = trackerIn(await session({amount}));
        trackers.add(tracker);
        // A page that goes on to the bank, or one that is only looked at.
        if (draw() < 0.7) await enroll(tracker, 'frictionless');
      }
      const pay = async (tracker: string) => {
        if ((await api.authorize(tracker)).status === 200) await api.act(tracker);
      };
      await Promise.all([...trackers].map(pay));
      const books = (await Promise.all([...trackers].map(taken))).flat();
      const held = books.filter((entry) => entry.startsWith('authorization'));
      assert.ok(held.length <= 1, `round ${round}, ${trackers.size} pages: ${books.join(', ')}`);
    }
  });

  it('another amount or card takes the place of a payment that no bank has authorized', async () => {
    const atFirst = trackerIn(await session());
    await setUp(atFirst);
    const grown = trackerIn(await session({amount: 900}));
    assert.notEqual(grown, atFirst);
    assert.equal(await stateAt(atFirst), 'TRACKER_CANCELLED');
    assert.equal((await api.enroll(atFirst)).json['code'], 'tracker.ended');
    // While the shopper is at the bank for the old amount: the bank's yes moves nothing, and leads back.
    const transaction = await enroll(grown, 'required');
    const last = trackerIn(await session({currency: 'USD'}));
    api.issuer.finish(transaction, 'succeeded', '05');
    const back = await api.comeBack(grown, transaction);
    assert.equal(back.status, 303);
    assert.match(back.headers.get('location')!, new RegExp(`^${shop}/return\\?outcome=failure`));
    assert.deepEqual([await stateAt(grown), await taken(grown)], ['TRACKER_CANCELLED', []]);
    assert.equal(trackerIn(await session({currency: 'USD'})), last);
  });

  it('is an order of its customer and merchant alone', async () => {
    const tracker = trackerIn(await session());
    const other = await savedCard(api);
    const theirs = trackerIn(await session({user: other.user, payment_method: other.method}));
    assert.notEqual(theirs, tracker);
    assert.equal(trackerIn(await session()), tracker);
  });
});
