import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {shop, startTestService, string, type TestService} from './support/harness.js';
import {transientToken} from './support/fakes.js';

/** The card expires at the end of January 2030: the notice is due 30 days before the first of February. */
const dueAt = new Date('2030-01-02T00:00:00Z');

describe('a saved card that is about to expire is announced (decision 0062)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  async function save(user: string, year = '2030', card = '4000000000002701'): Promise<string> {
    const tracker = await api.tracker({user});
    await api.act(tracker, {origin: shop});
    const transient = transientToken(tracker, card, '123', year);
    await api.act(tracker, {payment_method: {flex: {transient_token_jwt: transient}}});
    await api.enroll(tracker);
    assert.equal((await api.authorize(tracker)).status, 200);
    return string((await api.payment(tracker))['payment_method']!['token']);
  }

  const noticesOf = async (method: string) =>
    api.service.database.query<{readonly data: Readonly<Record<string, unknown>>; readonly created_at: Date}>(
      `SELECT data, created_at FROM events WHERE subject = $1 AND type = 'payment_method.expiring' ORDER BY position`,
      [method],
    );
  const moveTo = async (to: Date) => {
    const reply = await api.call('/sandbox/v1/clock/advance', {body: {to: to.toISOString()}});
    assert.equal(reply.status, 200, reply.text);
  };

  it('30 days before the expiry, once, with what a shop needs to ask for another card', async () => {
    const user = await api.customer();
    const method = await save(user);
    const [removed, renewed] = [
      await save(user, '2030', '4000000000002719'),
      await save(await api.customer()),
    ];
    const guest = await save(await api.customer({first_name: 'Ada', is_guest: true}));
    await moveTo(new Date(dueAt.getTime() - 1));
    assert.deepEqual(await noticesOf(method), []);
    await api.call(`/user/customers/v1/${user}/wallet/${removed}`, {method: 'DELETE'});
    const owner = (
      await api.service.database.query<{customer: string}>(
        'SELECT customer FROM payment_methods WHERE token = $1',
        [renewed],
      )
    )[0]!.customer;
    assert.equal(await save(owner, '2034'), renewed);

    await moveTo(dueAt);
    const [notice, ...more] = await noticesOf(method);
    assert.equal(more.length, 0);
    assert.deepEqual(notice!.data, {
      payment_method: method,
      customer: user,
      brand: 'visa',
      last_four: '2701',
      expiration_month: '01',
      expiration_year: '2030',
      expires_at: '2030-02-01T00:00:00.000Z',
    });
    await moveTo(new Date('2030-03-01T00:00:00Z'));
    assert.equal((await noticesOf(method)).length, 1);
    for (const other of [removed, guest, renewed]) assert.deepEqual(await noticesOf(other), []);

    // The same card with a new expiry is announced again, at its own time.
    assert.equal(await save(user, '2031'), method);
    await moveTo(new Date('2031-01-02T00:00:00Z'));
    assert.deepEqual(
      (await noticesOf(method)).map(({data}) => data['expires_at']),
      ['2030-02-01T00:00:00.000Z', '2031-02-01T00:00:00.000Z'],
    );
  });

  it('a travelling clock stops at the notice, so that it is dated right', async () => {
    const method = await save(await api.customer(), '2040');
    await moveTo(new Date('2041-06-01T00:00:00Z'));
    const notices = await noticesOf(method);
    assert.deepEqual(
      notices.map(({created_at}) => created_at.toISOString()),
      ['2040-01-02T00:00:00.000Z'],
    );
  });
});
