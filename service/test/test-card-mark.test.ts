import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {transientToken} from './support/fakes.js';
import {shop, startTestService, type TestService} from './support/harness.js';
import {productionOptions} from './support/production.js';

/** A whole number that is in no table. */
const unknown = '4000000000000010';
const header = 'card-vault-test-card';

describe('a number that is no published test card is marked for testers (wire 5)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  const viewOf = async (tracker: string) => {
    const reply = await api.call('/sandbox/v1/trackers', {
      secret: null,
      headers: {'sec-fetch-site': 'same-origin'},
    });
    return [...reply.json['data']!].find(({token}) => token === (tracker as unknown))!['card'] as unknown;
  };

  it('by a header on the answers of its tracker, and on a repetition of one', async () => {
    const tracker = await api.tracker();
    await api.act(tracker, {origin: shop});
    const payload = {payment_method: {flex: {transient_token_jwt: transientToken(tracker, unknown)}}};
    const key = randomUUID();
    const replies = [
      await api.act(tracker, payload, {key}),
      await api.act(tracker, payload, {key}),
      await api.enroll(tracker),
      await api.authorize(tracker),
    ];
    assert.deepEqual(
      replies.map(({status, headers}) => [status, headers.get(header)]),
      replies.map(() => [200, 'unpublished']),
    );
    assert.equal(replies[1]!.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(await viewOf(tracker), {brand: 'visa', last_four: '0010', test_card: 'unpublished'});
    const payment = await api.call(`/reporter/api/v1/payments/${tracker}`);
    assert.ok(!payment.text.includes('unpublished'));
  });

  it('a published one is not marked, nor one that the network declines', async () => {
    for (const number of ['4000000000002701', '4000000000001000', '4456530000001013', '4000000000009995']) {
      const tracker = await api.tracker();
      const reply = await api.setUp(tracker, number);
      assert.equal(reply.headers.get(header), null, number);
      assert.deepEqual(await viewOf(tracker), {brand: 'visa', last_four: number.slice(-4)});
    }
  });

  it('in production there is no mark', async () => {
    const live = await startTestService(productionOptions);
    try {
      const tracker = await live.tracker();
      const reply = await live.setUp(tracker, unknown);
      assert.equal(reply.headers.get(header), null);
      const [row] = await live.service.database.query<{card_summary: object}>(
        'SELECT card_summary FROM trackers WHERE token = $1',
        [tracker],
      );
      assert.ok(!JSON.stringify(row!.card_summary).includes('unpublished'));
    } finally {
      await live.service.close();
    }
  });
});
