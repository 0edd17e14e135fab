import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {operationsOf} from '../src/edges/openapi/operations.js';
import {shop, startTestService, string} from './support/harness.js';
import type {Reply, TestService} from './support/harness.js';
import {endpoint, path as webhooks} from './support/webhooks.js';

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
  const names: Record<string, string> = {};
  before(async () => {
    api = await startTestService();
    const customer = await api.customer();
    const tracker = await api.tracker({user: customer});
    const made = await endpoint(api, 'https://shop.example/hook');
    Object.assign(names, {customer, tracker, endpoint: string(made['token'])});
  });
  after(() => api.service.close());

  /** Bodies that the route accepts; the others are refused, which needs no key to be the same twice. */
  const bodies: Readonly<Record<string, () => object>> = {
    '/user/customers/v1': () => ({first_name: 'Ada'}),
    '/user/v1/guest': () => ({}),
    '/order/payments/v3': () => ({user: names['customer'], currency: 'PKR'}),
    '/order/payments/v3/:tracker': () => ({payload: {origin: shop}}),
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
    '/client/passport/v1/token': () => ({}),
    '/client/passport/v1/secret-key': () => ({confirm: true}),
    '/sandbox/v1/merchants': () => ({name: 'Another shop'}),
    '/sandbox/v1/faults': () => ({rules: []}),
  };
  const post = (route: string, body: object, key: string): Promise<Reply> =>
    api.call(
      route.replace(/:(\w+)/g, (_, name: string) => names[name] ?? `${name}_none`),
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
      if (body === undefined) continue;
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
