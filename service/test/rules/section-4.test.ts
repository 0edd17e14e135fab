import assert from 'node:assert/strict';
import {after, before, describe} from 'node:test';
import {shop, string} from '../support/harness.js';
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
} from './support.js';

describe('spec 4: endpoints', () => {
  let api: RealService;
  before(async () => {
    api = await startRealService({allowRaw: true});
  });
  after(() => api.service.close());

  const named = (reply: Awaited<ReturnType<RealService['act']>>) =>
    [...reply.json['fields']!].map(({pointer}) => string(pointer)).sort();

  rule('4', 'a body that is no JSON is refused, and nothing has happened', async () => {
    const before = (await api.call('/user/customers/v1/')).json['data']!['count'];
    const post = (raw: string, type: string) =>
      api.call('/user/customers/v1/', {raw, headers: {'content-type': type}});
    assert.equal(
      codeOf(await post('first_name=Ada', 'application/x-www-form-urlencoded')),
      'request.not_json',
    );
    assert.equal(codeOf(await post('{"first_name":', 'application/json')), 'request.unparsable');
    assert.equal(codeOf(await post('[1]', 'application/json')), 'request.invalid');
    assert.equal((await api.call('/user/customers/v1/')).json['data']!['count'], before);
  });

  rule('4.1', 'creates a customer and returns the record with its token', async () => {
    const reply = await api.call('/user/customers/v1/', {body: {first_name: 'Ada', is_guest: false}});
    assert.equal(reply.status, 200);
    assert.match(string(reply.json['data']!['token']), /^cus_/);
    assert.equal(reply.json['data']!['first_name'], 'Ada');
    const page = await api.call('/user/customers/v1/', {body: {}, token: await api.token()});
    assert.equal(page.status, 403, 'a page creates no customers');
  });

  rule('4.2', 'creates a tracker, server-side; card details in plain text need entry_mode raw', async () => {
    const body = {user: await api.customer(), currency: 'PKR'};
    const page = await api.call('/order/payments/v3/', {body, token: await api.token()});
    assert.equal(codeOf(page), 'merchant_authentication_required');
    const tracker = await api.tracker();
    assert.equal(codeOf(await api.rawCard(tracker, cardOf('2.1'))), 'tracker.action_not_allowed');
    assert.equal((await api.rawCard(await api.tracker({entry_mode: 'raw'}), cardOf('2.1'))).status, 200);
  });

  rule(
    '4.3 payload',
    'one key, payload, says which action is meant; two actions at once are refused',
    async () => {
      const tracker = await api.tracker();
      const both = await api.act(tracker, {origin: shop, authorization: {do_capture: false}});
      assert.equal(codeOf(both), 'tracker.payload_unclear');
      assert.equal(codeOf(await api.act(tracker, {nonsense: true})), 'tracker.payload_unclear');
      const wrong = await api.call(`/order/payments/v3/${tracker}`, {body: {payload: 'origin'}});
      assert.deepEqual(named(wrong), ['/payload']);
      assert.equal(pendingOf(await api.act(tracker, {origin: shop})), 'PROCESS_TRANSIENT_TOKEN');
    },
  );

  rule('4.3 generateCaptureContext', 'takes an origin and no address, wildcard or other site', async () => {
    const tracker = await api.tracker();
    assert.equal((await api.act(tracker, {origin: shop})).status, 200);
    for (const origin of [`${shop}/checkout`, 'https://*.example', 'http://shop.example', 'shop', 'null']) {
      const reply = await api.act(tracker, {origin});
      assert.equal(codeOf(reply), 'origin_invalid', origin);
    }
    assert.deepEqual(named(await api.act(tracker, {origin: 7})), ['/payload/origin']);
  });

  rule(
    '4.3 processTransientToken',
    'takes the JWT of the card fields and nothing that resembles it',
    async () => {
      const tracker = await api.tracker();
      const jwt = await api.transientToken(tracker, cardOf('2.1'));
      const [head, body, signature] = jwt.split('.') as [string, string, string];
      for (const forged of [`${head}.${body}.${signature.slice(0, -4)}AAAA`, `${head}.${body}.`, 'eyJ', '']) {
        assert.equal((await api.process(tracker, forged)).status, 400);
      }
      const reply = await api.process(tracker, jwt);
      assert.equal(reply.status, 200, reply.text);
      const {
        card_type: type,
        expiration_month: month,
        bin_number: bin,
      } = actionOf(reply)['payment_method'] as unknown as Record<string, string>;
      assert.deepEqual([type, month, bin], ['Visa', '01', '400000']);
    },
  );

  rule('4.3 payerAuthSetup', 'takes four texts; a wrong one is named and never repeated', async () => {
    const tracker = await api.tracker({entry_mode: 'raw'});
    const wrong = {card_number: '4000000000002702', expiration_month: '13', expiration_year: '99', cvv: '12'};
    const reply = await api.rawCard(tracker, cardOf('2.1'), wrong);
    const card = '/payload/payment_method/card';
    assert.deepEqual(named(reply), [`${card}/card_number`, `${card}/cvv`, `${card}/expiration_month`]);
    assert.doesNotMatch(reply.text, /4000000000002702/);
    const typed = await api.rawCard(tracker, cardOf('2.1'), {card_number: 4000000000002701, cvv: undefined});
    assert.deepEqual(named(typed), [`${card}/card_number`, `${card}/cvv`]);
    const right = await api.rawCard(tracker, cardOf('2.1'));
    assert.equal(actionOf(right)['payment_method']!['last_four'], '2701');
    assert.ok(setupOf(right)['access_token']);
  });

  rule('4.3 payerAuthEnrollment', 'takes billing and return addresses of the shop’s own', async () => {
    const tracker = await api.tracker();
    const session = await api.collect(await api.enterCard(tracker, cardOf('2.1')));
    const setup = {
      success_url: `${shop}/ok`,
      failure_url: `${shop}/no`,
      device_fingerprint_session_id: session,
    };
    const send = (more: object, billing: unknown = {street_1: 'Street 1', city: 'Lahore', country: 'PK'}) =>
      api.act(tracker, {billing, authentication_setup: {...setup, ...more}});
    assert.equal(codeOf(await send({success_url: 'https://evil.example/'})), 'return_url.refused');
    assert.equal(codeOf(await send({failure_url: 'javascript:alert(1)'})), 'return_url.refused');
    assert.deepEqual(named(await send({success_url: undefined})), [
      '/payload/authentication_setup/success_url',
    ]);
    assert.deepEqual(named(await send({}, {postal_code: 54000})), ['/payload/billing/postal_code']);
    const reply = await send({});
    assert.equal(reply.status, 200, reply.text);
    assert.equal(actionOf(reply)['authentication_status'], 'FRICTIONLESS');
    assert.ok(enrollmentOf(reply)['eci']);
  });

  rule('4.3 authorize', 'do_capture says whether a payment is taken at once or held', async () => {
    const payment = async () => (await api.enrolled(cardOf('2.1'), {mode: 'payment', amount: 700}))[0];
    const [held, captured, refusedPayment] = [await payment(), await payment(), await payment()];
    assert.equal(pendingOf(await api.act(held, {authorization: {do_capture: false}})), 'CAPTURE');
    assert.deepEqual(await api.books(held), [['authorization', 700, true]]);
    assert.equal(pendingOf(await api.act(captured, {authorization: {do_capture: true}})), 'NOOP');
    assert.deepEqual(await api.books(captured), [
      ['authorization', 700, true],
      ['capture', 700, true],
    ]);
    const refused = await api.act(refusedPayment, {authorization: {do_capture: 'yes'}});
    assert.deepEqual(named(refused), ['/payload/authorization/do_capture']);
    assert.deepEqual(await api.books(refusedPayment), []);
  });

  rule('4.3 reversal', 'is the empty payload, and before anything is held it reverses nothing', async () => {
    const tracker = await api.tracker({entry_mode: 'raw'});
    assert.equal(codeOf(await api.act(tracker)), 'tracker.action_not_allowed');
    const [held] = await api.enrolled(cardOf('2.1'));
    await api.authorize(held);
    const token = await api.token({tracker: held, origin: shop});
    const page = await api.act(held, undefined, {token, origin: shop});
    assert.equal(codeOf(page), 'tracker.action_forbidden', 'a page gives nothing back');
    assert.deepEqual(await api.books(held), heldAndReversed.slice(0, 1));
    assert.equal((await api.act(held)).status, 200);
    assert.deepEqual(await api.books(held), heldAndReversed);
  });

  rule('4.3 flex', 'no answer of a whole save repeats the number that the hosted fields took', async () => {
    const tracker = await api.tracker();
    const setup = await api.enterCard(tracker, cardOf('2.1'));
    const enrolled = await api.enrollWith(tracker, await api.collect(setup));
    const answers = [setup, enrolled, await api.authorize(tracker), await api.act(tracker)];
    const read = await api.call(`/reporter/api/v1/payments/${tracker}`);
    for (const {text} of [...answers, read]) assert.doesNotMatch(text, /4000000000002701|000000002701/);
    assert.doesNotMatch(api.logs.join('\n'), /4000000000002701/);
  });

  rule('4.3 raw', 'is refused to a merchant whose certificate the service does not hold', async () => {
    const strict = await startRealService();
    try {
      const body = {user: await strict.customer(), currency: 'PKR', entry_mode: 'raw'};
      const reply = await strict.call('/order/payments/v3/', {body});
      assert.deepEqual([reply.status, codeOf(reply)], [403, 'tracker.raw_not_enabled']);
      assert.match(reply.text, /PCI certificate/);
    } finally {
      await strict.service.close();
    }
  });

  rule('4.4', 'a client that holds the tracker token reads the truth of the payment', async () => {
    const [tracker] = await api.enrolled(cardOf('2.1'));
    await api.authorize(tracker);
    const path = `/reporter/api/v1/payments/${tracker}`;
    const token = await api.token({tracker, origin: shop});
    const reply = await api.call(path, {token, origin: shop});
    const payment = reply.json['data']!;
    assert.equal(payment['state'], 'TRACKER_AUTHORIZED');
    assert.equal(payment['next_actions']!['CYBERSOURCE']!['kind'], 'REVERSAL');
    assert.equal(payment['attempts']![0]!['enrollment']!['authentication_status'], 'FRICTIONLESS');
    const {token: _, ...personal} = payment['customer'] as Record<string, unknown>;
    assert.deepEqual([...new Set(Object.values(personal))], [''], 'nothing personal');
    assert.equal((await api.call(path, {secret: null})).status, 401);
    assert.equal((await api.call('/reporter/api/v1/payments/track_nobody')).status, 404);
  });
});
