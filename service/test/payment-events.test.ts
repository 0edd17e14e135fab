import assert from 'node:assert/strict';
import {createHmac} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {isBodySignature} from '../../src/protocol/index.js';
import {startTestService, string, type TestService} from './support/harness.js';
import {charge, savedCard} from './support/payments.js';
import {Receiver} from './support/receiver.js';
import {endpoint} from './support/webhooks.js';

/** Verified for nothing, and declined for every amount: not enough money. */
const noMoney = '4000000000009995';
const dayMs = 86_400_000;
const metadata = {order_id: 'Order-7', source: 'till'};

describe('events of payments (wire 1.11)', () => {
  let api: TestService;
  let receiver: Receiver;
  let secret: string;
  before(async () => {
    api = await startTestService({}, {looksForWork: true});
    receiver = await Receiver.start();
    secret = string((await endpoint(api, receiver.url))['secret']);
  });
  after(async () => {
    await api.service.close();
    await receiver.close();
  });

  const ofTracker = (tracker: string) => receiver.log.filter(({data}) => data['tracker'] === tracker);
  const arrived = async (tracker: string, type: string) => {
    await receiver.until(() => ofTracker(tracker).some((one) => one.type === type));
    return ofTracker(tracker).find((one) => one.type === type)!;
  };
  const opened = async (number?: string) => {
    const {user, method} = await savedCard(api, number === undefined ? {} : {number});
    const tracker = await api.tracker({user, mode: 'unscheduled_cof', amount: 900, metadata});
    return {tracker, method, charged: await charge(api, tracker, method)};
  };

  it('a charge of a saved card sends payment.succeeded with order id and metadata, signed both ways', async () => {
    const {tracker, method, charged} = await opened();
    assert.equal(charged.status, 200, charged.text);
    const event = await arrived(tracker, 'payment.succeeded');
    const {amount, currency, net, fee, state, order_id, metadata: sent, payment_method: card} = event.data;
    assert.deepEqual(
      [amount, currency, net, fee, state, order_id, sent, card],
      [900, 'PKR', 900, 0, 'TRACKER_ENDED', 'Order-7', metadata, method],
    );
    const [id, at] = [event.headers['webhook-id'], event.headers['webhook-timestamp']];
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signed = createHmac('sha256', key).update(`${string(id)}.${string(at)}.${event.body}`);
    assert.equal(event.headers['webhook-signature'], `v1,${signed.digest('base64')}`);
    assert.ok(await isBodySignature(string(event.headers['x-sfpy-signature']), event.body, [secret]));
    assert.equal(ofTracker(tracker).length, 1);
  });

  it('a declined charge sends payment.failed, and fetchPayment shows the attempt with its reason', async () => {
    const {tracker, charged} = await opened(noMoney);
    assert.equal(charged.status, 402);
    const {data} = await arrived(tracker, 'payment.failed');
    assert.deepEqual(
      [data['failure'], data['category'], data['code'], data['order_id']],
      ['insufficient_funds', 'PAYMENT_METHOD_ERROR', 403, 'Order-7'],
    );
    const payment = await api.payment(tracker);
    const [attempt, ...more] = [...payment['attempts']!];
    assert.equal(more.length, 0);
    assert.deepEqual(
      [attempt!['is_success'], attempt!['failure'], attempt!['payment_method']!['last_four']] as unknown[],
      [false, 'insufficient_funds', '9995'],
    );
    const reasons = [...payment['events']!].map(({type, reason}) => [type, reason] as unknown);
    assert.deepEqual(reasons, [['AUTHORIZATION', 'insufficient_funds']]);
  });

  it('a void sends void.succeeded, each refund its own payment.refunded', async () => {
    const {tracker: voided} = await opened();
    const path = (tracker: string, what: string) => `/order/payments/v3/${tracker}/${what}`;
    assert.equal((await api.call(path(voided, 'void'), {body: {}})).status, 200);
    assert.equal((await api.call(path(voided, 'void'), {body: {}})).status, 200, 'again, with one effect');
    const undone = await arrived(voided, 'void.succeeded');
    assert.deepEqual([undone.data['amount'], undone.data['state']], [900, 'TRACKER_VOIDED']);
    const {tracker} = await opened();
    const to = new Date(api.service.clock.now().getTime() + dayMs).toISOString();
    assert.equal((await api.call('/sandbox/v1/clock/advance', {body: {to}})).status, 200);
    for (const amount of [300, 600]) {
      assert.equal((await api.call(path(tracker, 'refund'), {body: {amount}})).status, 200);
    }
    const refunds = () => ofTracker(tracker).filter(({type}) => type === 'payment.refunded');
    await receiver.until(() => refunds().length === 2);
    const shown = refunds().map(({data}) => [data['amount'], data['refunded'], data['state']]);
    assert.deepEqual(
      shown.sort((one, other) => Number(one[0]) - Number(other[0])),
      [
        [300, 300, 'TRACKER_PARTIAL_REFUND'],
        [600, 900, 'TRACKER_REFUNDED'],
      ],
    );
    assert.equal(ofTracker(voided).filter(({type}) => type === 'void.succeeded').length, 1);
  });

  it('a tracker that only saves a card sends no event of a payment', async () => {
    const saved = receiver.log.filter(({type}) => type === 'payment_method.saved');
    assert.ok(saved.length >= 4);
    for (const {data} of saved) {
      const types = ofTracker(string(data['tracker'])).map(({type}) => type);
      assert.deepEqual(
        types.filter((type) => /^(payment|void)\./.test(type)),
        [],
      );
    }
  });
});
