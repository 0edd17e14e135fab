import assert from 'node:assert/strict';
import {after, before, beforeEach, describe, it} from 'node:test';
import {shop, startTestService, string, type Reply, type TestService} from './support/harness.js';
import {transientToken} from './support/fakes.js';
import {charge, savedCard} from './support/payments.js';

/** How many cards the merchant's limit allows here. */
const allowed = 4;

void describe('above the limit of one merchant (guarantees 3.1)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService({
      limits: ['card=1000000', `merchant=${allowed}`],
      allowBypass: true,
    });
  });
  beforeEach(() => api.call('/sandbox/v1/limits', {method: 'DELETE'}));
  after(() => api.service.close());

  const enrollmentOf = ({json}: Reply) => json['data']!['action']!['payer_authentication_enrollment']!;
  const statusOf = (reply: Reply) => String(enrollmentOf(reply)['authentication_status']);

  /** A new shopper enters a card on a new tracker. */
  async function enterCard(): Promise<string> {
    const tracker = await api.tracker();
    await api.act(tracker, {origin: shop});
    const flex = {transient_token_jwt: transientToken(tracker, '4000000000002701')};
    const reply = await api.act(tracker, {payment_method: {flex}});
    assert.equal(reply.status, 200, reply.text);
    return tracker;
  }

  /** Statuses of the enrollments of so many shoppers, each with a new card. */
  async function enrollNewCards(count: number): Promise<readonly string[]> {
    const statuses: string[] = [];
    for (let card = 0; card < count; card++) statuses.push(statusOf(await api.enroll(await enterCard())));
    return statuses;
  }

  const advance = async (minutes: number) => {
    const reply = await api.call('/sandbox/v1/clock/advance', {body: {by: `PT${minutes}M`}});
    assert.equal(reply.status, 200);
  };

  it('no shopper is refused: the bank asks each further one, and then the card is saved', async () => {
    assert.deepEqual(await enrollNewCards(allowed), Array(allowed).fill('FRICTIONLESS'));
    const tracker = await enterCard();
    const asked = await api.enroll(tracker);
    assert.equal(statusOf(asked), 'REQUIRED');
    assert.equal((await api.authorize(tracker)).json['code'], 'tracker.action_not_allowed');
    assert.deepEqual(await api.ledger(tracker), []);
    const transaction = string(enrollmentOf(asked)['authentication_transaction_id']);
    api.issuer.finish(transaction, 'succeeded', '05');
    assert.match((await api.comeBack(tracker, transaction)).headers.get('location')!, /payment_method=pm_/);
  });

  it('a card is asked for in the next hour too, when the count begins anew', async () => {
    await enrollNewCards(allowed);
    const tracker = await enterCard();
    const other = await enterCard();
    await advance(61);
    assert.equal(statusOf(await api.enroll(tracker)), 'REQUIRED');
    assert.deepEqual(await enrollNewCards(1), ['FRICTIONLESS']);
    // Another card on the same tracker is counted by itself.
    await api.act(other, {origin: shop});
    const flex = {transient_token_jwt: transientToken(other, '4000000000002701')};
    await api.act(other, {payment_method: {flex}});
    assert.equal(statusOf(await api.enroll(other)), 'FRICTIONLESS');
  });

  it('nothing is authorized where the bank cannot ask', async () => {
    await enrollNewCards(allowed);
    for (const [outcome, status] of [
      ['attempted', 'UNAVAILABLE'],
      ['unavailable', 'UNAVAILABLE'],
      ['notEligible', 'NOT_ELIGIBLE'],
    ] as const) {
      const tracker = await enterCard();
      assert.equal(statusOf(await api.enroll(tracker, outcome)), status);
      assert.equal((await api.authorize(tracker)).json['code'], 'tracker.ended');
      assert.deepEqual(await api.ledger(tracker), []);
    }
  });

  it('no server bypasses the bank', async () => {
    const below = await enterCard();
    await enrollNewCards(allowed - 1);
    const above = await enterCard();
    assert.equal((await api.authorize(below)).status, 200);
    const refused = await api.authorize(above);
    assert.equal(refused.json['code'], 'tracker.action_not_allowed');
    assert.match(refused.text, /Above the merchant's limit of cards the bank has to ask the shopper/);
  });

  it('a saved card is no new one', async () => {
    const {user, method} = await savedCard(api);
    await enrollNewCards(allowed);
    const tracker = await api.tracker({user, mode: 'payment', entry_mode: 'tms', amount: 900});
    await charge(api, tracker, method);
    assert.equal(statusOf(await api.enroll(tracker)), 'FRICTIONLESS');
  });

  it('the merchant is sent one event for each window, also when many shoppers come at once', async () => {
    await advance(61);
    await enrollNewCards(allowed);
    const trackers = await Promise.all(Array.from({length: 6}, enterCard));
    const replies = await Promise.all(trackers.map((tracker) => api.enroll(tracker)));
    assert.deepEqual(replies.map(statusOf), Array(6).fill('REQUIRED'));
    const events = await api.service.database.query<{data: {tries: number; since: string; until: string}}>(
      `SELECT data FROM events WHERE type = 'velocity.limit_reached' AND data->>'limit' = 'merchant'
       AND tracker = ANY($1::text[])`,
      [trackers],
    );
    assert.deepEqual(
      events.map(({data}) => [data.tries, Date.parse(data.until) - Date.parse(data.since)]),
      [[allowed, 3_600_000]],
    );
  });
});
