import assert from 'node:assert/strict';
import {after, before, beforeEach, describe, it} from 'node:test';
import {
  CardVaultError,
  createServiceClient,
  type Fetch,
  type NewPayment,
  type ServiceClient,
} from '../../src/server/index.js';
import {own, recorded, type Place} from './support/places.js';
import {saveCard} from './support/saved-cards.js';

/** Loses the answers to requests that fit, after or before the service has them. */
function losing(path: RegExp, {times, reaches}: {times: number; reaches: boolean}) {
  const seen: {path: string; key: string | null}[] = [];
  let left = times;
  const send: Fetch = async (url, init) => {
    const {pathname} = new URL(url);
    if (init.method === 'POST')
      seen.push({path: pathname, key: new Headers(init.headers).get('idempotency-key')});
    const isLost = init.method === 'POST' && path.test(pathname) && left > 0;
    if (isLost) left -= 1;
    if (isLost && !reaches) throw new TypeError('fetch failed');
    const response = await fetch(url, init);
    if (isLost) throw new TypeError('fetch failed');
    return response;
  };
  return {send, seen};
}

const onTracker = /^\/order\/payments\/v3\/track_[^/]+$/;

for (const [name, start] of [
  ['the service of this repository', own],
  ['a service as recorded, without idempotency keys', recorded],
] as const)
  describe(`payments of saved cards, at ${name}`, () => {
    let place: Place;
    let client: ServiceClient;
    let payment: NewPayment;
    before(async () => {
      place = await start();
      client = place.client();
    });
    after(() => place.stop());
    beforeEach(async () => {
      payment = {...(await saveCard(client, place)), amount: 4800, currency: 'USD', orderId: '1042'};
    });

    it('charges, and shows amount, card and order', async () => {
      const made = await client.payments.charge({...payment, metadata: {basket: 'b-7'}});
      assert.equal(made.status, 'captured', made.reason);
      assert.deepEqual([made.amount, made.currency, made.refunded], [4800, 'USD', 0]);
      assert.equal(made.card?.lastFour, '2701');
      assert.equal(made.customer, payment.customer);
      assert.equal(made.orderId, '1042');
      assert.deepEqual(made.metadata, {basket: 'b-7', order_id: '1042'});
      assert.equal(await place.taken(made.tracker), 4800);
      assert.deepEqual(await client.payments.read(made.tracker), made);
    });

    it('holds, captures and voids; each asked for again answers the same', async () => {
      const held = await client.payments.authorize(payment);
      assert.equal(held.status, 'authorized');
      assert.equal(await place.taken(held.tracker), 0);
      assert.equal((await client.payments.capture(held.tracker)).status, 'captured');
      assert.equal((await client.payments.capture(held.tracker)).status, 'captured');
      assert.equal(await place.taken(held.tracker), 4800);
      assert.equal((await client.payments.void(held.tracker)).status, 'voided');
      assert.equal((await client.payments.void(held.tracker)).status, 'voided');
      assert.equal(await place.taken(held.tracker), 0);
      const released = await client.payments.authorize(payment);
      assert.equal((await client.payments.void(released.tracker)).status, 'voided');
      assert.equal(await place.taken(released.tracker), 0);
    });

    it('refunds in parts, and never more than was taken', async () => {
      const {tracker} = await client.payments.charge(payment);
      await place.laterByADay();
      assert.equal((await client.payments.refund(tracker, {amount: 1000})).refunded, 1000);
      assert.equal((await client.payments.refund(tracker, {amount: 500})).refunded, 1500);
      await assert.rejects(client.payments.refund(tracker, {amount: 4000}), {code: 'request-refused'});
      const rest = await client.payments.refund(tracker);
      assert.deepEqual([rest.status, rest.refunded], ['captured', 4800]);
      assert.equal(await place.taken(tracker), 0);
    });

    it('a charge on the same tracker is read and not made again', async () => {
      const {tracker} = await client.payments.open(payment);
      const first = await client.payments.charge({...payment, tracker});
      assert.deepEqual(await place.client().payments.charge({...payment, tracker}), first);
      assert.equal(await place.taken(tracker), 4800);
      const other = client.payments.charge({...payment, tracker, amount: 1});
      await assert.rejects(other, {code: 'request-refused', field: 'amount'});
    });

    it('a charge by two processes at once is one charge, and both hear of it', async () => {
      const {tracker} = await client.payments.open(payment);
      const both = [place.client(), place.client()].map(({payments}) =>
        payments.charge({...payment, tracker}),
      );
      const statuses = (await Promise.all(both)).map(({status}) => status);
      assert.deepEqual(statuses, ['captured', 'captured']);
      assert.equal(await place.taken(tracker), 4800);
    });

    it('a charge repeated under its key is one charge', async () => {
      const key = {idempotencyKey: `order-${payment.customer}`};
      const [one, two] = [
        await client.payments.charge(payment, key),
        await client.payments.charge(payment, key),
      ];
      assert.equal(two.tracker, one.tracker);
      assert.equal(await place.taken(one.tracker), 4800);
    });

    it('charges at the same moment under one key are one charge', async () => {
      const key = {idempotencyKey: `press-${payment.customer}`};
      const before = await place.taken();
      const [one, ...others] = await Promise.all([1, 2, 3].map(() => client.payments.charge(payment, key)));
      assert.equal(one?.status, 'captured');
      assert.deepEqual(others, [one, one]);
      assert.equal((await place.taken()) - before, 4800);
    });

    it('trackers opened under one key are one tracker, for one amount', async () => {
      const key = {idempotencyKey: `open-${payment.customer}`};
      const open = (over: Partial<NewPayment> = {}) => client.payments.open({...payment, ...over}, key);
      const [one, two] = await Promise.all([open(), open()]);
      assert.deepEqual(two, one);
      assert.deepEqual(await open(), one);
      for (const other of [open({amount: 1}), client.payments.charge({...payment, amount: 1}, key)])
        await assert.rejects(other, {code: 'request-refused', field: 'amount'});
      assert.equal(await place.taken(one.tracker), 0);
    });

    it('a key whose tracker could not be opened is free again', async () => {
      const {send} = losing(/^\/order\/payments\/v3\/$/, {times: 1, reaches: false});
      const lossy = place.client(send);
      const key = {idempotencyKey: `lost-${payment.customer}`};
      await assert.rejects(lossy.payments.charge(payment, key), {code: 'service-unreachable'});
      const made = await lossy.payments.charge(payment, key);
      assert.equal(made.status, 'captured');
      assert.equal(await place.taken(made.tracker), 4800);
    });

    it('refunds under one key are one refund, at the same moment and later', async () => {
      const {tracker} = await client.payments.charge(payment);
      await place.laterByADay();
      const goods = {idempotencyKey: `goods-${payment.customer}`, amount: 1000};
      const refund = () => client.payments.refund(tracker, goods);
      const given = [...(await Promise.all([refund(), refund()])), await refund()];
      assert.deepEqual(
        given.map(({refunded}) => refunded),
        [1000, 1000, 1000],
      );
      const other = client.payments.refund(tracker, {...goods, amount: 500});
      await assert.rejects(other, {code: 'request-refused', field: 'amount'});
      assert.equal(await place.taken(tracker), 3800);
    });

    it('a refund without a key sends none, so that the service can tell a repetition', async () => {
      const {tracker} = await client.payments.charge(payment);
      await place.laterByADay();
      const {send, seen} = losing(/\/refund$/, {times: 0, reaches: true});
      await place.client(send).payments.refund(tracker, {amount: 1000});
      assert.deepEqual(
        seen.map(({key}) => key),
        [null],
      );
      if (start !== own) return;
      const again = place.client().payments.refund(tracker, {amount: 1000});
      await assert.rejects(again, /tracker\.refund_repeated/);
      assert.equal(await place.taken(tracker), 3800);
    });

    it('an answer that is lost after the charge: the record decides, and nothing is sent again', async () => {
      const {send, seen} = losing(onTracker, {times: 1, reaches: true});
      const made = await place.client(send).payments.charge(payment);
      assert.equal(made.status, 'captured');
      assert.equal(seen.filter(({path}) => onTracker.test(path)).length, 1);
      assert.equal(await place.taken(made.tracker), 4800);
    });

    it('a request that never arrives: repeated only where keys make that safe', async () => {
      const {send, seen} = losing(onTracker, {times: 1, reaches: false});
      const lossy = place.client(send);
      const made = await lossy.payments.charge(payment);
      const sent = seen.filter(({path}) => onTracker.test(path));
      if (start === own) {
        assert.equal(made.status, 'captured');
        assert.equal(sent.length, 2);
        assert.equal(new Set(sent.map(({key}) => key)).size, 1);
        return;
      }
      assert.equal(made.status, 'unconfirmed');
      assert.equal(sent.length, 1);
      assert.equal(await place.taken(made.tracker), 0);
      const again = await lossy.payments.charge({...payment, tracker: made.tracker});
      assert.equal(again.status, 'captured');
      assert.equal(await place.taken(made.tracker), 4800);
    });

    it('a decline is a value with its reason; the shop learns that another tracker is needed', async () => {
      const declined = start === own ? await saveCard(client, place, '4000000000009995') : payment;
      place.decline();
      const made = await client.payments.charge({...payment, ...declined});
      assert.equal(made.status, 'declined');
      assert.match(made.reason ?? '', /declined/i);
      await assert.rejects(client.payments.capture(made.tracker), /is declined\. The bank declined it/);
    });

    it('another customer’s card is refused', async () => {
      const other = await saveCard(client, place);
      const {paymentMethod} = payment;
      const refused = client.payments.charge({...payment, ...other, paymentMethod});
      await assert.rejects(refused, CardVaultError);
    });
  });

describe('the names of payments and refunds, at the service of this repository', () => {
  let place: Place;
  let payment: NewPayment;
  before(async () => {
    place = await own();
    payment = {...(await saveCard(place.client(), place)), amount: 4800, currency: 'USD'};
  });
  after(() => place.stop());
  const name = `Bestellung №5 ${'ß'.repeat(241)}`;

  it('last for good: days later, in another process, it is the same payment and the same refund', async () => {
    assert.equal(name.length, 255);
    const charge = () => place.client().payments.charge(payment, {idempotencyKey: name});
    const first = await charge();
    assert.equal(first.status, 'captured', first.reason);
    const refund = () => place.client().payments.refund(first.tracker, {amount: 1000, idempotencyKey: name});
    for (const day of [1, 2, 3, 4]) {
      await place.laterByADay();
      assert.equal((await charge()).tracker, first.tracker, `day ${day}`);
      assert.equal((await refund()).refunded, 1000, `day ${day}`);
    }
    assert.equal(await place.taken(), 3800);
  });

  it('are refused for another amount, currency, card or customer, by the name of the field', async () => {
    const key = {idempotencyKey: 'order-9'};
    const made = await place.client().payments.charge(payment, key);
    const other = await saveCard(place.client(), place);
    for (const [field, change] of [
      ['amount', {amount: 9600}],
      ['currency', {currency: 'EUR'}],
      ['paymentMethod', {paymentMethod: other.paymentMethod}],
      ['customer', other],
    ] as const) {
      const refused = place.client().payments.charge({...payment, ...change}, key);
      await assert.rejects(refused, {code: 'request-refused', field}, field);
    }
    await place.laterByADay();
    const refund = (amount: number) => place.client().payments.refund(made.tracker, {amount, ...key});
    await refund(1000);
    await assert.rejects(refund(2000), {code: 'request-refused', message: /amount must be 1000/});
    assert.equal(await place.taken(made.tracker), 3800);
  });

  it('are of at most 255 characters', async () => {
    const tooLong = {idempotencyKey: 'x'.repeat(256)};
    const refused = {
      code: 'request-refused',
      field: 'idempotencyKey',
      message: /1 to 255 characters, not 256/,
    };
    await assert.rejects(place.client().payments.charge(payment, tooLong), refused);
    await assert.rejects(place.client().payments.refund('track_1', tooLong), refused);
  });
});

describe('payments that no service could accept', () => {
  const client = createServiceClient({
    ...{serviceUrl: 'http://localhost:1', secretKey: 'sk', publicKey: 'sec'},
    fetch: () => assert.fail('nothing is sent'),
  });
  const right: NewPayment = {customer: 'cus_1', paymentMethod: 'pm_1', amount: 4800, currency: 'USD'};
  const wrong: readonly [Partial<Record<keyof NewPayment, unknown>>, string, RegExp][] = [
    [{customer: undefined}, 'customer', /customer is required: the customer token \(cus_…\)/],
    [{paymentMethod: ''}, 'paymentMethod', /paymentMethod is required: the token of the saved card \(pm_…\)/],
    [{amount: '48.00'}, 'amount', /whole number of minor units \(4800 is \$48\.00\), not "48\.00"/],
    [{amount: 48.5}, 'amount', /not 48\.5/],
    [{amount: 0}, 'amount', /not 0/],
    [{amount: -5}, 'amount', /not -5/],
    [{currency: 'US'}, 'currency', /three capital letters of ISO 4217, such as "USD", not "US"/],
    [{currency: 'XYZ'}, 'currency', /is "XYZ", which is not a currency/],
    [{currency: undefined}, 'currency', /not nothing/],
    [{metadata: 'order 7'}, 'metadata', /metadata must be an object/],
  ];
  for (const [change, field, message] of wrong)
    it(`${JSON.stringify(change)} names ${field}`, async () => {
      const payment = {...right, ...change} as NewPayment;
      await assert.rejects(client.payments.charge(payment), {code: 'request-refused', field, message});
    });
});
