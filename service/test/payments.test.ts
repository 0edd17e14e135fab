import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {rounds} from '../../test/support/rounds.js';
import {startTestService, shop, string, type TestService} from './support/harness.js';
import {books, charge, enrolledPayment, pendingOf, savedCard, stateOf} from './support/payments.js';

const hours = (count: number) => count * 3_600_000;

describe('mode payment (wire 1.6, 1.8)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  const post = (tracker: string, what: string, body: object = {}, key?: string) =>
    api.call(`/order/payments/v3/${tracker}/${what}`, {body, ...(key !== undefined && {key})});
  const later = (milliseconds: number) =>
    api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + milliseconds));

  it('needs an amount, and is no account verification', async () => {
    const user = await api.customer();
    const open = (more: object) =>
      api.call('/order/payments/v3/', {body: {user, currency: 'PKR', mode: 'payment', ...more}});
    for (const more of [
      {},
      {amount: 0},
      {amount: 1.5},
      {amount: '5'},
      {amount: 1, is_account_verification: true},
    ]) {
      const reply = await open(more);
      assert.equal(reply.status, 400, JSON.stringify(more));
      assert.equal(reply.json['code'], 'request.invalid');
    }
    const opened = await open({amount: 1});
    assert.equal(opened.json['data']!['tracker']!['purchase_totals']!['quote_amount']!['amount'], 1);
  });

  it('is held, then captured by an empty payload; a repeat returns the same capture', async () => {
    const tracker = await enrolledPayment(api);
    const held = await api.authorize(tracker);
    assert.deepEqual([pendingOf(held), stateOf(held)], ['CAPTURE', 'TRACKER_AUTHORIZED']);
    const captured = await api.act(tracker);
    assert.equal(captured.status, 200, captured.text);
    assert.deepEqual([pendingOf(captured), stateOf(captured)], ['NOOP', 'TRACKER_ENDED']);
    assert.equal((await api.act(tracker)).status, 200);
    assert.deepEqual(await books(api, tracker), [
      ['authorization', 12_345, true],
      ['capture', 12_345, true],
    ]);
    const payment = await api.payment(tracker);
    assert.equal(payment['charge']!['amount'], 12_345);
    assert.match(string(payment['charge']!['token']), /^ch_/);
    assert.equal(payment['payment_method'], null, 'a card is kept only when card on file was asked for');
  });

  it('the bank gets the amount of a payment, and none when a card is only saved', async () => {
    const purchases = [];
    for (const more of [{mode: 'payment', amount: 1250, currency: 'USD'}, {mode: 'instrument'}]) {
      const tracker = await api.tracker(more);
      await api.setUp(tracker);
      await api.enroll(tracker);
      purchases.push(api.issuer.enrollments.at(-1)!.purchase);
    }
    assert.deepEqual(purchases, [{kind: 'payment', amount: '12.50', currency: 'USD'}, undefined]);
  });

  it('is captured at once with do_capture, and only with the secret key', async () => {
    const tracker = await enrolledPayment(api);
    const body = {authorization: {do_capture: true}};
    const refused = await api.act(tracker, body, {token: await api.token()});
    assert.equal(refused.json['code'], 'tracker.action_forbidden');
    assert.deepEqual(await books(api, tracker), []);
    const taken = await api.act(tracker, body);
    assert.equal(stateOf(taken), 'TRACKER_ENDED');
    assert.deepEqual(
      (await books(api, tracker)).map(([kind]) => kind),
      ['authorization', 'capture'],
    );
  });

  it('a page never captures by an empty payload', async () => {
    const tracker = await enrolledPayment(api);
    await api.authorize(tracker);
    const reply = await api.act(tracker, undefined, {token: await api.token()});
    assert.equal(reply.json['code'], 'tracker.action_forbidden');
    assert.equal((await books(api, tracker)).length, 1);
  });

  it('saves the card with do_card_on_file; without it the number is erased', async () => {
    const savingCard = await enrolledPayment(api);
    await api.act(savingCard, {authorization: {do_capture: true, do_card_on_file: true}});
    assert.match(string((await api.payment(savingCard))['payment_method']!['token']), /^pm_/);
    const notSavingCard = await enrolledPayment(api);
    await api.authorize(notSavingCard);
    const cards = (tracker: string) =>
      api.service.database.query(
        'SELECT 1 FROM vault_cards WHERE id = (SELECT card FROM trackers WHERE token = $1)',
        [tracker],
      );
    assert.deepEqual([(await cards(savingCard)).length, (await cards(notSavingCard)).length], [1, 0]);
  });

  it('a hold can be reversed once instead of captured; a capture after that is refused', async () => {
    const tracker = await enrolledPayment(api);
    await api.authorize(tracker);
    const reversed = await post(tracker, 'reversal');
    assert.deepEqual([pendingOf(reversed), stateOf(reversed)], ['NOOP', 'TRACKER_REVERSED']);
    await api.act(tracker);
    assert.deepEqual(await books(api, tracker), [
      ['authorization', 12_345, true],
      ['reversal', 12_345, true],
    ]);
  });

  it('is voided within 24 hours, once; afterwards nothing can be refunded', async () => {
    const tracker = await enrolledPayment(api);
    await api.act(tracker, {authorization: {do_capture: true}});
    const early = await post(tracker, 'refund');
    assert.equal(early.json['code'], 'tracker.refund_too_early');
    assert.equal(stateOf(await post(tracker, 'void')), 'TRACKER_VOIDED');
    assert.equal(stateOf(await post(tracker, 'void')), 'TRACKER_VOIDED');
    later(hours(24));
    assert.equal((await post(tracker, 'refund')).json['code'], 'tracker.voided');
    assert.deepEqual(
      (await books(api, tracker)).map(([kind]) => kind),
      ['authorization', 'capture', 'void'],
    );
    assert.equal((await api.payment(tracker))['charge']!['balance'], 0);
  });

  it('can be refunded after 24 hours, in parts, up to the captured amount', async () => {
    const tracker = await enrolledPayment(api);
    await api.act(tracker, {authorization: {do_capture: true}});
    later(hours(24));
    assert.equal((await post(tracker, 'void')).json['code'], 'tracker.void_too_late');
    assert.equal((await post(tracker, 'refund', {currency: 'USD'})).json['code'], 'tracker.refund_currency');
    assert.equal(stateOf(await post(tracker, 'refund', {amount: 345})), 'TRACKER_PARTIAL_REFUND');
    assert.equal((await post(tracker, 'refund', {amount: 345})).json['code'], 'tracker.refund_repeated');
    assert.equal((await post(tracker, 'refund', {amount: 345}, 'meant')).status, 200);
    assert.equal((await post(tracker, 'refund', {amount: 12_000})).json['code'], 'tracker.refund_too_large');
    assert.equal(stateOf(await post(tracker, 'refund')), 'TRACKER_REFUNDED');
    assert.equal((await post(tracker, 'refund')).json['code'], 'tracker.refunded');
    const refunds = (await api.ledger(tracker)).filter(({kind}) => kind === 'refund');
    assert.deepEqual(
      refunds.map(({amount}) => amount),
      [345, 345, 11_655],
    );
  });

  it('void and refund need a capture and the secret key', async () => {
    const tracker = await enrolledPayment(api);
    await api.authorize(tracker);
    for (const what of ['void', 'refund']) {
      assert.equal((await post(tracker, what)).json['code'], 'tracker.action_not_allowed');
      const page = await api.call(`/order/payments/v3/${tracker}/${what}`, {
        body: {},
        token: await api.token(),
      });
      assert.equal(page.status, 403);
    }
    await post(tracker, 'reversal');
    for (const what of ['void', 'refund']) {
      assert.equal((await post(tracker, what)).json['code'], 'tracker.nothing_captured');
    }
  });

  it('a step-up holds the amount, or captures it if enrollment asked for it', async () => {
    for (const wanted of [false, true]) {
      const tracker = await api.tracker({mode: 'payment', amount: 700});
      await api.setUp(tracker);
      api.issuer.answerFor(tracker, 'required');
      const enrolled = await api.act(tracker, {
        authorization: {do_capture: wanted},
        authentication_setup: {success_url: `${shop}/ok`, failure_url: `${shop}/no`},
      });
      assert.equal(pendingOf(enrolled), 'PAYER_AUTH_VALIDATION');
      const transaction = string(
        enrolled.json['data']!['action']!['payer_authentication_enrollment']![
          'authentication_transaction_id'
        ],
      );
      api.issuer.finish(transaction, 'succeeded', '05');
      assert.equal((await api.comeBack(tracker, transaction)).status, 303);
      const payment = await api.payment(tracker);
      assert.equal(payment['next_actions']!['CYBERSOURCE']!['kind'], wanted ? 'NOOP' : 'CAPTURE');
      assert.equal((await books(api, tracker)).length, wanted ? 2 : 1);
    }
  });

  it('final statuses end a payment too (spec 3.3)', async () => {
    const tracker = await api.tracker({mode: 'payment', amount: 700});
    await api.setUp(tracker);
    assert.equal(stateOf(await api.enroll(tracker, 'rejected')), 'TRACKER_ENDED');
    assert.equal((await api.act(tracker, {authorization: {do_capture: true}})).status, 409);
    assert.deepEqual(await books(api, tracker), []);
  });
});

describe('a saved card with its owner (entry mode tms, wire 1.8)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  async function open(user: string): Promise<string> {
    const tracker = await api.tracker({user, mode: 'payment', entry_mode: 'tms', amount: 900});
    assert.equal((await api.payment(tracker))['next_actions']!['CYBERSOURCE']!['kind'], 'PAYER_AUTH_SETUP');
    return tracker;
  }

  it('setup, enrollment, authorization, and an empty payload captures', async () => {
    const {user, method} = await savedCard(api);
    const tracker = await open(user);
    const setup = await charge(api, tracker, method);
    assert.equal(setup.status, 200, setup.text);
    assert.ok(setup.json['data']!['action']!['payer_authentication_setup']!['access_token']);
    assert.equal(setup.json['data']!['action']!['payment_method']!['last_four'], '2701');
    await api.enroll(tracker);
    assert.equal(pendingOf(await api.authorize(tracker)), 'CAPTURE');
    assert.equal(stateOf(await api.act(tracker)), 'TRACKER_ENDED');
    const payment = await api.payment(tracker);
    assert.equal(payment['payment_method']!['token'], method);
    const wallet = await api.call(`/user/customers/v1/${user}/wallet/`);
    assert.equal(wallet.json['data']!['count'], 1, 'no second method for the same card');
    assert.equal(wallet.json['data']!['wallet']![0]!['usage_count'], 1);
  });

  it('mode cof works the same, with this entry mode only; mode subscription is refused by name', async () => {
    const {user, method} = await savedCard(api);
    const tracker = await api.tracker({user, mode: 'cof', amount: 900});
    assert.equal((await api.payment(tracker))['entry_mode'], 'tms');
    assert.equal((await charge(api, tracker, method)).status, 200);
    assert.equal(
      (await api.authorize(tracker)).json['code'],
      'tracker.action_not_allowed',
      'the payer is asked',
    );
    await api.enroll(tracker);
    assert.equal(pendingOf(await api.authorize(tracker)), 'CAPTURE');
    assert.equal(stateOf(await api.act(tracker)), 'TRACKER_ENDED');
    assert.deepEqual(await books(api, tracker), [
      ['authorization', 900, true],
      ['capture', 900, true],
    ]);
    const refused = async (body: object) => {
      const sent = {user, currency: 'PKR', amount: 900, ...body};
      const {json} = await api.call('/order/payments/v3/', {body: sent});
      return [json['code'], json['fields']?.[0]?.['pointer'], json['fields']?.[0]?.['expected']];
    };
    assert.deepEqual(await refused({mode: 'cof', entry_mode: 'raw'}), [
      ...['request.invalid', '/entry_mode', 'tms, or nothing, in mode cof'],
    ]);
    const [code, pointer, expected] = await refused({mode: 'subscription'});
    assert.deepEqual([code, pointer], ['request.invalid', '/mode']);
    assert.match(String(expected), /a subscription begins in the hosted checkout/);
  });

  it('accepts only the customer’s own saved cards', async () => {
    const {user} = await savedCard(api);
    const foreign = await savedCard(api);
    const tracker = await open(user);
    assert.equal((await charge(api, tracker, foreign.method)).json['code'], 'payment_method.not_found');
    assert.equal((await charge(api, tracker, 'pm_nobody')).json['code'], 'payment_method.not_found');
    const card = {
      card_number: '4000000000002701',
      expiration_month: '01',
      expiration_year: '2030',
      cvv: '123',
    };
    const entered = await api.act(tracker, {payment_method: {card}});
    assert.equal(entered.json['code'], 'tracker.action_not_allowed');
    const flex = await api.tracker({user});
    assert.equal((await charge(api, flex, 'pm_nobody')).json['code'], 'tracker.action_not_allowed');
  });

  it('a stop and a reset leave the saved card in the wallet and in the vault', async () => {
    const {user, method} = await savedCard(api);
    const reset = await open(user);
    await charge(api, reset, method);
    assert.equal((await api.call(`/order/payments/v3/${reset}`, {method: 'PUT', body: {}})).status, 200);
    const stopped = await open(user);
    await charge(api, stopped, method);
    await api.enroll(stopped, 'failed');
    const again = await open(user);
    assert.equal((await charge(api, again, method)).status, 200);
  });

  it('a payment method that was removed meanwhile is refused by name, and nothing is held', async () => {
    const {user, method} = await savedCard(api);
    const tracker = await open(user);
    await charge(api, tracker, method);
    await api.enroll(tracker);
    await api.call(`/user/customers/v1/${user}/wallet/${method}`, {method: 'DELETE'});
    const reply = await api.authorize(tracker);
    assert.equal(reply.json['code'], 'payment_method.not_found');
    assert.deepEqual(await books(api, tracker), []);
  });
});

describe('a saved card without its owner (mode unscheduled_cof, wire 1.8)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());
  const open = (user: string) => api.tracker({user, mode: 'unscheduled_cof', amount: 2500});

  it('one request charges it and ends the tracker', async () => {
    const {user, method} = await savedCard(api);
    const tracker = await open(user);
    const reply = await charge(api, tracker, method);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual([pendingOf(reply), stateOf(reply)], ['NOOP', 'TRACKER_ENDED']);
    assert.deepEqual(await books(api, tracker), [
      ['authorization', 2500, true],
      ['capture', 2500, true],
    ]);
    const second = await charge(api, tracker, method);
    assert.equal(second.json['code'], 'tracker.ended');
    const payment = await api.payment(tracker);
    assert.equal(payment['payment_method']!['token'], method);
    assert.equal(payment['attempts']![0]!['payment_method']!['last_four'], '2701');
  });

  it('needs merchant authentication', async () => {
    const {user, method} = await savedCard(api);
    const tracker = await open(user);
    const body = {payload: {payment_method: {tokenized_card: {token: method}}}};
    const reply = await api.call(`/order/payments/v3/${tracker}`, {body, token: await api.token()});
    assert.equal(reply.status, 403);
    assert.equal(reply.json['message'], 'this request requires merchant authentication.');
    assert.deepEqual(await books(api, tracker), []);
  });

  it('refuses enrollment, an entered card and any other entry mode', async () => {
    const {user} = await savedCard(api);
    const tracker = await open(user);
    assert.equal((await api.enroll(tracker)).json['code'], 'tracker.action_not_allowed');
    assert.equal((await api.authorize(tracker)).json['code'], 'tracker.payload_unclear');
    assert.equal((await api.act(tracker)).json['code'], 'tracker.action_not_allowed');
    const body = {user, currency: 'PKR', mode: 'unscheduled_cof', amount: 1, entry_mode: 'flex'};
    assert.equal((await api.call('/order/payments/v3/', {body})).json['code'], 'request.invalid');
    assert.deepEqual(await books(api, tracker), []);
  });

  it('a guest’s method is charged once (spec 1.5, 8.1); a decline does not count', async () => {
    const {user, method} = await savedCard(api, {guest: true});
    assert.equal((await charge(api, await open(user), method)).status, 200);
    const second = await open(user);
    const refused = await charge(api, second, method);
    assert.equal(refused.status, 409);
    assert.equal(refused.json['code'], 'payment_method.used_up');
    assert.equal((await api.payment(second))['state'], 'TRACKER_STARTED');
  });

  it('a charge of a guest that is voided gives the use back, once', async () => {
    const {user, method} = await savedCard(api, {guest: true});
    const undo = () => api.call(`/order/payments/v3/${voided}/void`, {body: {}});
    const voided = await open(user);
    assert.equal((await charge(api, voided, method)).status, 200);
    for (let time = 0; time < 2; time++) assert.equal(stateOf(await undo()), 'TRACKER_VOIDED');
    const kept = await open(user);
    const again = await charge(api, kept, method);
    assert.equal(again.status, 200, again.text);
    assert.equal((await charge(api, await open(user), method)).json['code'], 'payment_method.used_up');
  });

  it('a guest’s method used by 64 trackers at once has one success (V11)', async () => {
    for (let round = 0; round < rounds(1); round++) {
      const {user, method} = await savedCard(api, {guest: true});
      const trackers = await Promise.all(Array.from({length: 64}, () => open(user)));
      const replies = await Promise.all(trackers.map((tracker) => charge(api, tracker, method)));
      assert.equal(replies.filter(({status}) => status === 200).length, 1);
      for (const {status, json} of replies.filter((reply) => reply.status !== 200))
        assert.deepEqual([status, json['code']], [409, 'payment_method.used_up']);
      const lines = (await Promise.all(trackers.map((tracker) => books(api, tracker)))).flat();
      assert.deepEqual(
        lines.map(([kind]) => kind),
        ['authorization', 'capture'],
      );
    }
  });

  it('an expired card is refused by name', async () => {
    const {user, method} = await savedCard(api);
    api.service.clock.advanceTo(new Date('2030-02-01T00:00:00Z'));
    const tracker = await open(user);
    assert.equal((await charge(api, tracker, method)).json['code'], 'payment_method.expired');
  });
});
