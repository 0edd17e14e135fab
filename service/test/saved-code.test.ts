import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {codeToken, transientToken} from './support/fakes.js';
import {shop, startTestService, string, type TestService} from './support/harness.js';
import {books, pendingOf, savedCard} from './support/payments.js';

const amex = '378282246310005';

describe('the security code of a saved card (wire 1.8, decision 0021)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  /** A payment with a saved card. */
  const payment = async (number?: string) => {
    const {user, method} = await savedCard(api, number === undefined ? {} : {number});
    const body = {user, currency: 'PKR', amount: 12_345, mode: 'payment', entry_mode: 'tms'};
    const reply = await api.call('/order/payments/v3/', {body});
    return {user, method, tracker: string(reply.json['data']!['tracker']!['token'])};
  };
  const card = (method: string) => ({tokenized_card: {token: method}});
  const ask = (tracker: string, method: string) =>
    api.act(tracker, {origin: shop, payment_method: card(method)});
  const setUp = (tracker: string, method: string, jwt: string, call = {}) =>
    api.act(tracker, {payment_method: {...card(method), flex: {transient_token_jwt: jwt}}}, call);
  const pageToken = async (tracker: string) => ({
    token: await api.token({tracker, origin: shop}),
    origin: shop,
  });

  it('is a feature of the service', async () => {
    const user = await api.customer();
    const body = {user, currency: 'PKR', amount: 1, mode: 'payment', entry_mode: 'tms'};
    const reply = await api.call('/order/payments/v3/', {body});
    assert.ok([...reply.json['data']!['features']!].includes('saved-card-code' as never));
  });

  it('is asked for by the shop’s server, set up by the page, and goes to the network', async () => {
    const {method, tracker} = await payment();
    const asked = await ask(tracker, method);
    assert.equal(asked.status, 200, asked.text);
    assert.match(string(asked.json['data']!['action']!['flex']!['capture_context_jwt']), /^eyJ/);
    assert.equal(pendingOf(asked), 'PAYER_AUTH_SETUP');
    assert.deepEqual(api.microform.contexts.at(-1)?.codeLengths, [3]);
    const page = await pageToken(tracker);
    const set = await setUp(tracker, method, codeToken(tracker), page);
    assert.equal(set.status, 200, set.text);
    assert.equal(pendingOf(set), 'PAYER_AUTH_ENROLLMENT');
    assert.equal((await api.enroll(tracker)).status, 200);
    assert.equal((await api.authorize(tracker, page)).status, 200);
    assert.deepEqual(await books(api, tracker), [['authorization', 12_345, true]]);
  });

  it('that is wrong is declined by the bank', async () => {
    const {method, tracker} = await payment();
    await ask(tracker, method);
    await setUp(tracker, method, codeToken(tracker, '000'));
    await api.enroll(tracker);
    const reply = await api.authorize(tracker);
    assert.equal(reply.json['code'], 'tracker.authorization_declined');
    assert.deepEqual(await books(api, tracker), [['authorization', 12_345, false]]);
    const [entry] = await api.ledger(tracker);
    assert.equal(entry?.decline, 'incorrect_cvc');
  });

  it('has four digits with American Express', async () => {
    const {method, tracker} = await payment(amex);
    await ask(tracker, method);
    assert.deepEqual(api.microform.contexts.at(-1)?.codeLengths, [4]);
  });

  it('cannot be left out once it was asked for, by page or server', async () => {
    const {method, tracker} = await payment();
    await ask(tracker, method);
    for (const call of [{}, await pageToken(tracker)]) {
      const reply = await api.act(tracker, {payment_method: card(method)}, call);
      assert.equal(reply.status, 400);
      assert.equal(reply.json['code'], 'tracker.security_code_missing');
      const [field] = [...reply.json['fields']!];
      assert.equal(field?.['pointer'], '/payload/payment_method/flex/transient_token_jwt');
    }
    assert.equal((await api.enroll(tracker)).json['code'], 'tracker.action_not_allowed');
    assert.equal((await api.authorize(tracker)).json['code'], 'tracker.action_not_allowed');
    // A new context, and a reset, ask for it still.
    await api.act(tracker, {origin: shop}, await pageToken(tracker));
    await api.call(`/order/payments/v3/${tracker}`, {method: 'PUT', body: {}});
    const again = await api.act(tracker, {payment_method: card(method)});
    assert.equal(again.json['code'], 'tracker.security_code_missing');
  });

  it('is asked for by the secret key alone, and only of a saved card', async () => {
    const {method, tracker} = await payment();
    const page = await pageToken(tracker);
    const named = {origin: shop, payment_method: card(method)};
    assert.equal((await api.act(tracker, named, page)).json['code'], 'tracker.action_forbidden');
    assert.equal((await api.act(tracker, {origin: shop}, page)).json['code'], 'tracker.action_not_allowed');
    const fresh = await api.tracker({mode: 'payment', amount: 100});
    assert.equal((await api.act(fresh, named)).json['code'], 'tracker.action_not_allowed');
    const unasked = await setUp(tracker, method, codeToken(tracker));
    assert.equal(unasked.json['code'], 'tracker.action_not_allowed');
    const stranger = await savedCard(api);
    assert.equal((await ask(tracker, stranger.method)).json['code'], 'payment_method.not_found');
  });

  it('belongs to the card that the server named, also for a page that knows another one', async () => {
    const {user, method, tracker} = await payment();
    const other = await api.tracker({is_account_verification: true, user});
    await api.setUp(other, '5200000000002235');
    await api.enroll(other);
    await api.authorize(other);
    const second = string((await api.payment(other))['payment_method']!['token']);
    await ask(tracker, method);
    const page = await pageToken(tracker);
    const refused = await setUp(tracker, second, codeToken(tracker), page);
    assert.equal(refused.json['code'], 'tracker.method_fixed');
  });

  it('comes in a token of its own: of no other tracker, no whole card, and once', async () => {
    const {method, tracker} = await payment();
    await ask(tracker, method);
    const foreign = codeToken((await payment()).tracker);
    const wrong = [foreign, transientToken(tracker, '4000000000002701'), 'transient.e30.signature'];
    for (const jwt of wrong) assert.equal((await setUp(tracker, method, jwt)).status, 400);
    const once = codeToken(tracker);
    assert.equal((await setUp(tracker, method, once)).status, 200);
    assert.equal((await setUp(tracker, method, once)).status, 400);
  });

  it('is nowhere in the database, the answers and the log', async () => {
    const {method, tracker} = await payment(amex);
    await ask(tracker, method);
    const set = await setUp(tracker, method, codeToken(tracker, '7319'));
    await api.enroll(tracker);
    const paid = await api.authorize(tracker);
    const {database} = api.service;
    const tables = await database.query<{name: string}>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    );
    const kept = [];
    for (const {name} of tables)
      for (const {row} of await database.query<{row: string}>(
        `SELECT to_jsonb(t)::text AS row FROM ${name} t`,
      ))
        kept.push(row);
    const answers = [set.text, paid.text, JSON.stringify(await api.payment(tracker))];
    for (const place of [answers, api.logs, kept]) {
      const text = place.join('\n');
      assert.ok(text.includes(tracker) || place === api.logs, 'the search finds what is there');
      // Four digits are in many a random id, so the test searches for them as a whole value.
      assert.doesNotMatch(text, /["':]\s?7319["',}\\]/);
    }
  });

  it('that the process has forgotten ends in a decline, and the network is not asked', async () => {
    const {method, tracker} = await payment();
    await api.act(tracker, {payment_method: card(method)});
    await api.enroll(tracker);
    // As after a restart: the row says that a code was asked for, and no memory has one.
    await api.service.database.query('UPDATE trackers SET code_wanted = true WHERE token = $1', [tracker]);
    const reply = await api.authorize(tracker);
    assert.equal(reply.json['code'], 'tracker.authorization_declined');
    assert.deepEqual(await books(api, tracker), []);
  });
});
