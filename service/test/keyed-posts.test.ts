import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {operationsOf} from '../src/edges/openapi/operations.js';
import {shop, startTestService, string, type Reply, type TestService} from './support/harness.js';
import {subscribed} from './support/billing.js';
import {charge, savedCard} from './support/payments.js';
import {Receiver} from './support/receiver.js';
import {advance, appendEvents, deliveriesOf, endpoint, path as webhooks} from './support/webhooks.js';

/** POST routes that take no key, and why they need none. */
const withoutKey: Readonly<Record<string, string>> = {
  '/order/payments/v3/:tracker/validation': 'a form that the browser brings from the bank',
  '/sandbox/v1/clock': 'keys are forgotten by the clock that it moves; `to` may be sent twice',
  '/sandbox/v1/clock/advance': 'as /sandbox/v1/clock',
  '/sandbox/v1/clock/stop': 'stops what has stopped',
};

const posts = operationsOf({sandbox: true}).filter(({method}) => method === 'post');

describe('every POST route honours Idempotency-Key (decision 0016)', () => {
  let api: TestService;
  let receiver: Receiver;
  const names: Record<string, string> = {};
  /** Trackers that stand where the route of this path may act. */
  const trackers: Record<string, string> = {};

  /** A payment of a saved card, charged without its owner. */
  const charged = async (user: string, method: string): Promise<string> => {
    const tracker = await api.tracker({user, mode: 'unscheduled_cof', amount: 4800});
    assert.equal((await charge(api, tracker, method)).status, 200);
    return tracker;
  };

  before(async () => {
    api = await startTestService();
    receiver = await Receiver.start();
    const {user, method} = await savedCard(api);
    const {subscription} = await subscribed(api);
    trackers['/order/payments/v3/:tracker/refund'] = await charged(user, method);
    // A payment is refunded from a day after it; the subscription's first charge is made on the way.
    await advance(api, 25 * 3600);
    const found = await api.call(`/client/transactions/v1/search?subscription=${subscription}`);
    const transaction = string(found.json['data']!['list']![0]!['token']);

    trackers['/order/payments/v3/:tracker/void'] = await charged(user, method);
    const held = await api.tracker();
    await api.setUp(held);
    await api.enroll(held);
    await api.authorize(held);
    trackers['/order/payments/v3/:tracker/reversal'] = held;
    const customer = await api.customer();
    const tracker = await api.tracker({user: customer});
    const made = await endpoint(api, receiver.url);
    await appendEvents(api, {});
    const [delivery] = await deliveriesOf(api, made['token']!);
    Object.assign(names, {customer, tracker, method, subscription, transaction});
    Object.assign(names, {endpoint: string(made['token']), delivery: string(delivery!['token'])});
    names['token'] = await api.token();
  });
  after(async () => {
    await api.service.close();
    await receiver.close();
  });

  /** A body that the route accepts. */
  const bodies: Readonly<Record<string, () => object>> = {
    '/user/customers/v1': () => ({first_name: 'Ada'}),
    '/user/v1/guest': () => ({}),
    '/order/payments/v3': () => ({user: names['customer'], currency: 'PKR'}),
    '/order/payments/v3/:tracker': () => ({payload: {origin: shop}}),
    '/order/payments/v3/:tracker/reversal': () => ({}),
    '/order/payments/v3/:tracker/void': () => ({}),
    '/order/payments/v3/:tracker/refund': () => ({amount: 1000}),
    '/client/subscriptions/v1/:subscription/cancel': () => ({at_period_end: true}),
    '/client/transactions/v1/:transaction/refund': () => ({}),
    '/client/webhooks/v1/:endpoint/deliveries/:delivery/resend': () => ({}),
    '/client/passport/v1/token/revocation': () => ({token: names['token']}),
    '/sandbox/v1/bank': () => ({step_up: null}),
    '/sandbox/v1/cards': () => ({payment_method: names['method'], decline: null}),
    '/sandbox/v1/webhooks/:delivery/resend': () => ({}),
    '/order/payments/v3/:tracker/metadata': () => ({data: {order_id: '7'}}),
    '/user/address/v2': () => ({street1: '1', city: 'Karachi', country: 'PK', user: names['customer']}),
    '/client/plans/v1': () => ({
      ...{amount: '5', currency: 'PKR', interval: 'MONTH', type: 'RECURRING', interval_count: 1},
      ...{product: 'Tea', active: true},
    }),
    '/client/webhooks/v1': () => ({url: 'https://shop.example/other'}),
    '/client/webhooks/v1/:endpoint/secret/rotate': () => ({}),
    '/client/webhooks/v1/:endpoint/replay': () => ({
      from: '2026-11-20T00:00:00Z',
      to: '2026-11-20T12:00:00Z',
    }),
    '/client/origins/v1': () => ({origin: 'https://another.example'}),
    '/client/passport/v1/token': () => ({}),
    '/client/passport/v1/secret-key': () => ({confirm: true}),
    '/sandbox/v1/merchants': () => ({name: 'Another shop'}),
    '/sandbox/v1/faults': () => ({rules: []}),
  };
  const post = (route: string, body: object, key: string): Promise<Reply> =>
    api.call(
      route.replace(/:(\w+)/g, (_, name: string) => (name === 'tracker' && trackers[route]) || names[name]!),
      {body, key},
    );

  it('the description names every route without a key, and no other', () => {
    const unkeyed = posts.filter(({takesIdempotencyKey}) => !takesIdempotencyKey).map(({path}) => path);
    assert.deepEqual(unkeyed.sort(), Object.keys(withoutKey).sort());
    assert.ok(posts.length >= 25);
    assert.ok(posts.some(({path}) => path.startsWith(webhooks)));
  });

  it('an accepted request that is sent again gets the same answer, marked as a replay', async () => {
    for (const {path} of posts.filter(({takesIdempotencyKey}) => takesIdempotencyKey)) {
      const body = bodies[path]?.();
      assert.ok(body, `${path} has no body here`);
      const first = await post(path, body, `once ${path}`);
      assert.ok(first.status < 300, `${path}: ${first.text}`);
      const again = await post(path, body, `once ${path}`);
      assert.equal(again.headers.get('idempotent-replayed'), 'true', path);
      assert.equal(again.text, first.text, path);
      const other = await post(path, {...body, other: 1}, `once ${path}`);
      assert.equal(other.status, 422, `${path}: another body under the key`);
    }
  });

  it('every keyed route refuses a key that is none', async () => {
    for (const {path} of posts.filter(({takesIdempotencyKey}) => takesIdempotencyKey)) {
      const reply = await post(path, bodies[path]?.() ?? {}, 'k'.repeat(256));
      assert.equal(reply.json['code'] as unknown, 'idempotency.key_invalid', path);
    }
  });
});
