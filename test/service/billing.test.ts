import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {subscribed, booksOf, eventsOf, subscriptionsOf} from './support/billing.js';
import type {Shopper} from './support/billing.js';
import {startTestService} from './support/harness.js';
import type {TestService} from './support/harness.js';

describe('charging subscriptions', () => {
  let it_: TestService;
  before(async () => {
    it_ = await startTestService({clock: {now: () => new Date('2027-01-31T10:00:00Z')}});
  });
  after(() => it_.service.close());

  const advance = async (body: object) => {
    const reply = await it_.call('/sandbox/v1/clock/advance', {body});
    assert.equal(reply.status, 200, reply.text);
  };
  const to = (iso: string) => advance({to: iso});
  const types = async ({subscription}: Shopper) =>
    (await eventsOf(it_, subscription)).map(({type}) => type.replace('subscription.', ''));
  const row = async ({subscription, merchant}: Shopper) =>
    subscriptionsOf(it_).read({merchant, token: subscription});

  it('the first period at once, and every later one on the day of the anchor (V1, V2, V3, V19)', async () => {
    const shopper = await subscribed(it_);
    await to('2027-04-30T10:00:00Z');
    const captured = (await booksOf(it_, shopper)).filter(
      ({kind, approved}) => kind === 'capture' && approved,
    );
    assert.deepEqual(
      captured.map(({period, amount, currency, at}) => [period, amount, currency, at.slice(0, 10)]),
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'].map((day, period) => [
        period,
        1250,
        'USD',
        day,
      ]),
    );
    assert.equal((await row(shopper)).state, 'active');
    assert.deepEqual(await types(shopper), ['created', ...Array<string>(4).fill('payment_succeeded')]);
  });

  it('every period that was missed is charged once, the oldest first (V1, V2, V3)', async () => {
    const shopper = await subscribed(it_);
    await advance({by: 'P3M', catch_up: true});
    const books = await booksOf(it_, shopper);
    assert.deepEqual(
      books.map(({period, kind, amount, approved}) => [period, kind, amount, approved]),
      [0, 1, 2, 3].flatMap((period) => [
        [period, 'authorization', 1250, true],
        [period, 'capture', 1250, true],
      ]),
    );
    assert.equal((await row(shopper)).state, 'active');
    assert.deepEqual(await types(shopper), ['created', ...Array<string>(4).fill('payment_succeeded')]);
  });
});
