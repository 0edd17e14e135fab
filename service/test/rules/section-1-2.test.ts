import assert from 'node:assert/strict';
import {decodeJwt} from 'jose';
import {after, before, describe} from 'node:test';
import {shop, string, type Reply} from '../support/harness.js';
import {rule} from './rows.js';
import {
  type RealService,
  actionOf,
  cardOf,
  codeOf,
  enrollmentOf,
  heldAndReversed,
  pendingOf,
  setupOf,
  startRealService,
  zeroOnly,
} from './support.js';

describe('spec 1 and 2: what the service does, and the fields of its resources', () => {
  let api: RealService;
  before(async () => {
    api = await startRealService({allowRaw: true});
  });
  after(() => api.service.close());

  const open = async (body: object): Promise<Reply> =>
    api.call('/order/payments/v3/', {body: {user: await api.customer(), currency: 'PKR', ...body}});
  const ada = {
    ...{first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone_number: '+923001234567'},
    ...{country: 'PK', is_guest: false},
  };

  rule('1.1', 'the merchant keeps, changes and removes customers and their payment methods', async () => {
    const {user, method} = await api.saved({is_account_verification: true}, ada);
    const path = `/user/customers/v1/${user}`;
    const changed = await api.call(path, {method: 'PUT', body: {last_name: 'Lovelace'}});
    assert.deepEqual(changed.json['data'], {token: user, ...ada, last_name: 'Lovelace'});
    assert.deepEqual(await api.wallet(user), [method]);
    assert.equal((await api.call(`${path}/wallet/${method}`, {method: 'DELETE'})).status, 200);
    assert.deepEqual(await api.wallet(user), []);
    assert.equal((await api.call(path, {method: 'DELETE'})).status, 200);
    assert.equal((await api.call(path)).status, 404);
  });

  rule(
    '1.2',
    'a tracker belongs to a customer, and one in mode instrument never takes a payment',
    async () => {
      assert.equal(codeOf(await open({user: undefined})), 'request.invalid');
      assert.equal(codeOf(await open({user: 'cus_nobody'})), 'customer.not_found');
      const [tracker] = await api.enrolled(cardOf('2.1'), {mode: 'instrument'});
      const taking = await api.act(tracker, {authorization: {do_capture: true}});
      assert.equal(codeOf(taking), 'tracker.capture_forbidden');
      assert.deepEqual(await api.books(tracker), []);
      await api.authorize(tracker);
      await api.act(tracker);
      assert.deepEqual(await api.books(tracker), heldAndReversed, 'nothing was ever captured');
    },
  );

  rule('1.3', 'one path takes every action, and a run that succeeds ends with a payment method', async () => {
    const {tracker, user, method} = await api.saved();
    const actions = [...(await api.payment(tracker))['actions']!].map(({kind}) => kind as unknown);
    assert.deepEqual(actions, [
      'GENERATE_CAPTURE_CONTEXT',
      'PROCESS_TRANSIENT_TOKEN',
      'PAYER_AUTH_SETUP',
      'PAYER_AUTH_ENROLLMENT',
      'AUTHORIZATION',
      'REVERSAL',
    ]);
    assert.deepEqual(await api.wallet(user), [method]);
    assert.deepEqual(await api.books(tracker), heldAndReversed);
  });

  rule(
    '1.5',
    'a guest’s payment method is charged once, and a second charge reaches no network',
    async () => {
      const {user, method} = await api.saved({is_account_verification: true}, {...ada, is_guest: true});
      const [first, charged] = await api.charge(user, method);
      assert.equal(charged.status, 200, charged.text);
      const [second, refused] = await api.charge(user, method);
      assert.deepEqual([refused.status, codeOf(refused)], [409, 'payment_method.used_up']);
      assert.equal((await api.books(first)).length, 2);
      assert.deepEqual(await api.books(second), []);
    },
  );

  rule('2.1 fields', 'six fields are kept as they were sent, and a wrong one is named', async () => {
    const reply = await api.call('/user/customers/v1/', {body: ada});
    const {token, ...fields} = reply.json['data'] as unknown as Record<string, unknown>;
    assert.deepEqual(fields, ada);
    assert.match(string(token), /^cus_/);
    const empty = await api.call('/user/customers/v1/', {body: {}});
    assert.equal(codeOf(empty), 'request.invalid');
    assert.match(empty.text, /at least one of first_name, last_name, email and phone_number/);
    assert.equal((await api.call('/user/customers/v1/', {body: {is_guest: true}})).status, 200);
    for (const blank of [
      {first_name: '   '},
      {last_name: ''},
      {email: ' '},
      {first_name: 'A', country: 'ZZ'},
    ]) {
      assert.equal(codeOf(await api.call('/user/customers/v1/', {body: blank})), 'request.invalid');
    }
    const lower = await api.call('/user/customers/v1/', {body: {...ada, country: 'pk'}});
    assert.equal(lower.json['data']!['country'] as unknown, 'PK', 'countries are kept in capitals');
    const wrong = {
      phone_number: '0300 1234567',
      country: 'Pakistan',
      is_guest: 'no',
      email: 'ada',
      first_name: 1,
    };
    const refused = await api.call('/user/customers/v1/', {body: wrong});
    assert.equal(codeOf(refused), 'request.invalid');
    const named = [...refused.json['fields']!].map(({pointer}) => string(pointer)).sort();
    assert.deepEqual(named, ['/country', '/email', '/first_name', '/is_guest', '/phone_number']);
  });

  rule('2.1 token', 'finds the customer again, and is what a tracker calls its user', async () => {
    const user = await api.customer(ada);
    assert.equal((await api.call(`/user/customers/v1/${user}`)).json['data']!['email'], ada.email);
    const opened = await open({user});
    assert.equal(opened.json['data']!['tracker']!['customer'], user);
  });

  rule(
    '2.2 merchant_api_key',
    'either key of the merchant is accepted, another merchant’s is not',
    async () => {
      const {publicKey, secretKey} = api.service.keys;
      for (const key of [publicKey, secretKey]) {
        assert.equal((await open({merchant_api_key: key})).status, 200);
      }
      assert.equal((await open({merchant_api_key: 'sec_another'})).status, 401);
    },
  );

  rule('2.2 user', 'is required and must be a customer that there is', async () => {
    for (const user of [undefined, '', 7, null]) assert.equal(codeOf(await open({user})), 'request.invalid');
    const gone = await api.customer();
    await api.call(`/user/customers/v1/${gone}`, {method: 'DELETE'});
    assert.equal(codeOf(await open({user: gone})), 'customer.not_found');
  });

  rule('2.2 intent', 'CYBERSOURCE is the processor here, and another one is refused by name', async () => {
    const opened = await open({intent: 'CYBERSOURCE'});
    assert.equal(opened.json['data']!['tracker']!['intent'], 'CYBERSOURCE');
    const other = await open({intent: 'PAYFAST'});
    assert.equal(other.json['fields']![0]!['pointer'], '/intent');
  });

  rule('2.2 mode', 'may be left out, and then the tracker only saves a payment method', async () => {
    assert.equal((await open({})).json['data']!['tracker']!['mode'], 'instrument');
    const wrong = await open({mode: 'donation'});
    assert.equal(wrong.json['fields']![0]!['pointer'], '/mode');
  });

  rule('2.2 is_account_verification', 'true asks the network for nothing, else a small amount', async () => {
    const zero = await api.saved({is_account_verification: true});
    assert.deepEqual(await api.books(zero.tracker), zeroOnly);
    for (const small of [await api.saved({is_account_verification: false}), await api.saved()]) {
      assert.deepEqual(await api.books(small.tracker), heldAndReversed);
    }
  });

  rule('2.2 is_account_verification', 'the small amount has the size of its currency', async () => {
    for (const [currency, amount] of Object.entries({PKR: 500, JPY: 5, KWD: 5000})) {
      const {tracker} = await api.saved({currency});
      const lines = await api.ledger(tracker);
      assert.deepEqual(
        lines.map((line) => [line.kind, line.amount, line.currency]),
        [
          ['authorization', amount, currency],
          ['reversal', amount, currency],
        ],
      );
    }
  });

  rule('2.2 currency', 'is the currency that the network sees', async () => {
    const {tracker} = await api.saved({currency: 'USD'});
    assert.deepEqual([...new Set((await api.ledger(tracker)).map(({currency}) => currency))], ['USD']);
    for (const currency of ['usd', 'dollars', '', 840, 'XXQ']) {
      assert.equal(codeOf(await open({currency})), 'request.invalid');
    }
  });

  rule('2.2 entry_mode', 'decides how card details are supplied, and the other way is refused', async () => {
    const [flex, raw] = [await api.tracker(), await api.tracker({entry_mode: 'raw'})];
    assert.equal((await api.payment(flex))['entry_mode'], 'flex', 'when it is left out');
    assert.equal(codeOf(await api.rawCard(flex, cardOf('2.1'))), 'tracker.action_not_allowed');
    assert.equal(codeOf(await api.act(raw, {origin: shop})), 'tracker.action_not_allowed');
    assert.equal((await api.enterCard(flex, cardOf('2.1'))).status, 200);
    assert.equal((await api.rawCard(raw, cardOf('2.1'))).status, 200);
  });

  rule('2.2 token', 'a client that got it reads the payment with it', async () => {
    const opened = await open({});
    const tracker = string(opened.json['data']!['tracker']!['token']);
    assert.match(tracker, /^track_/);
    const token = await api.token({tracker, origin: shop});
    const read = await api.call(`/reporter/api/v1/payments/${tracker}`, {token, origin: shop});
    assert.equal(read.json['data']!['token'], tracker);
  });

  rule(
    '2.3 access_token',
    'is a JWT that device data collection takes, and that step-up does not',
    async () => {
      const tracker = await api.tracker();
      const setup = await api.enterCard(tracker, cardOf('2.9'));
      const jwt = string(setupOf(setup)['access_token']);
      assert.ok(decodeJwt(jwt).exp! > 0);
      await api.collect(setup);
      const enrolled = await api.enrollWith(tracker, await api.collect(setup));
      const stepUp = await fetch(string(enrollmentOf(enrolled)['step_up_url']), {
        method: 'POST',
        body: new URLSearchParams({JWT: jwt}),
      });
      assert.ok(stepUp.status >= 400);
    },
  );

  rule(
    '2.3 device_data_collection_url',
    'is an address on the bank’s origin that takes the form',
    async () => {
      const tracker = await api.tracker({entry_mode: 'raw'});
      const url = new URL(
        string(setupOf(await api.rawCard(tracker, cardOf('2.1')))['device_data_collection_url']),
      );
      assert.equal(url.origin, api.service.urls.issuer);
      const forged = await fetch(url, {method: 'POST', body: new URLSearchParams({JWT: 'eyJ.a.b'})});
      assert.ok(forged.status >= 400);
    },
  );

  const eciOf = async (number: string) => {
    const [tracker, reply] = await api.enrolled(number, {is_account_verification: true});
    const {eci, eci_raw: raw} = enrollmentOf(reply) as unknown as Record<string, string>;
    assert.equal(raw, eci);
    return {tracker, eci};
  };

  rule('2.4 eci 01', 'a Mastercard whose authentication was attempted', async () => {
    assert.equal((await eciOf(cardOf('2.3', 'mastercard'))).eci, '01');
  });

  rule('2.4 eci 02', 'a Mastercard that was authenticated', async () => {
    assert.equal((await eciOf(cardOf('2.1', 'mastercard'))).eci, '02');
  });

  rule('2.4 eci 05', 'a card of any other brand that was authenticated', async () => {
    const others = ['visa', 'amex', 'discover'].map((brand) => cardOf('2.1', brand));
    for (const number of [...others, '3530111333300000', '30569309025904']) {
      assert.equal((await eciOf(number)).eci, '05', number.slice(0, 2));
    }
  });

  rule('2.4 eci 06', 'a card of any other brand whose authentication was attempted', async () => {
    for (const brand of ['visa', 'amex', 'discover'])
      assert.equal((await eciOf(cardOf('2.3', brand))).eci, '06');
  });

  rule('2.4 eci 07', 'no liability shift: a card that cannot be enrolled, or no device data', async () => {
    assert.equal((await eciOf(cardOf('2.4'))).eci, '07');
    for (const brand of ['visa', 'mastercard', 'amex', 'discover']) {
      const [, reply] = await api.enrolled(cardOf('2.6', brand));
      assert.equal(actionOf(reply)['authentication_status'], 'NOT_ELIGIBLE');
      const {eci, eci_raw} = enrollmentOf(reply) as unknown as Record<string, unknown>;
      assert.deepEqual([eci, eci_raw], ['07', '07'], brand);
    }
    const tracker = await api.tracker();
    await api.enterCard(tracker, cardOf('2.1'));
    assert.equal(enrollmentOf(await api.enrollWith(tracker, undefined))['eci'], '07');
  });

  rule(
    '2.4 access_token',
    'opens the bank’s page once the challenge is there, and is given for nothing else',
    async () => {
      const [, challenged] = await api.enrolled(cardOf('2.9'));
      const {access_token: jwt, step_up_url: url} = enrollmentOf(challenged) as unknown as Record<
        string,
        string
      >;
      const page = await fetch(url!, {method: 'POST', body: new URLSearchParams({JWT: jwt!})});
      assert.equal(page.status, 200);
      const [, quiet] = await api.enrolled(cardOf('2.1'));
      assert.equal(enrollmentOf(quiet)['access_token'], undefined);
    },
  );

  rule('2.4 step_up_url', 'is there exactly when the challenge must be shown', async () => {
    for (const [id, expected] of [
      ['2.9', true],
      ['2.1', false],
      ['2.3', false],
      ['2.4', false],
    ] as const) {
      const [, reply] = await api.enrolled(cardOf(id));
      assert.equal('step_up_url' in (enrollmentOf(reply) as object), expected, id);
      assert.equal(enrollmentOf(reply)['authentication_status'] === ('REQUIRED' as unknown), expected, id);
    }
  });

  rule('2.5', 'the payment method is there once the validation succeeded, and not before', async () => {
    const [tracker, reply] = await api.enrolled(cardOf('2.9'), {is_account_verification: true});
    assert.equal(pendingOf(reply), 'PAYER_AUTH_VALIDATION');
    const user = string((await api.payment(tracker))['customer']!['token']);
    assert.deepEqual(await api.wallet(user), []);
    await api.stepUp(tracker, enrollmentOf(reply));
    const [method] = await api.wallet(user);
    assert.match(method!, /^pm_/);
    assert.equal(actionOf(reply)['payment_method']!['last_four'], cardOf('2.9').slice(-4));
    assert.deepEqual(await api.books(tracker), zeroOnly);
  });
});
