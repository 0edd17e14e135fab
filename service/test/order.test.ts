import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {transientToken} from './support/fakes.js';
import {
  now,
  shop,
  startTestService,
  string,
  type Json,
  type Reply,
  type TestService,
} from './support/harness.js';

const pending = (reply: Reply) => reply.json['data']!['tracker']!['next_actions']!['CYBERSOURCE']!['kind'];

describe('the service enforces the order itself (spec 3.1)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService({allowRaw: true});
  });
  after(() => api.service.close());

  const card = {card_number: '4000 0000 0000 2701', expiration_month: '1', expiration_year: '30', cvv: '123'};

  async function refused(reply: Reply, action: string, waiting: string) {
    assert.equal(reply.status, 400, reply.text);
    assert.equal(reply.json['code'], 'tracker.action_not_allowed');
    const message = string(reply.json['message']);
    assert.ok(message.startsWith(`error performing action '${action}'`), message);
    assert.match(message, new RegExp(waiting));
    await Promise.resolve();
  }

  it('a flex tracker starts with a capture context, a raw one with the card', async () => {
    const flex = await api.payment(await api.tracker());
    assert.equal(flex['next_actions']!['CYBERSOURCE']!['kind'], 'GENERATE_CAPTURE_CONTEXT');
    assert.equal(flex['state'], 'TRACKER_STARTED');
    assert.deepEqual([...flex['attempts']!], []);
    const raw = await api.payment(await api.tracker({entry_mode: 'raw'}));
    assert.equal(raw['next_actions']!['CYBERSOURCE']!['kind'], 'PAYER_AUTH_SETUP');
  });

  it('an action that is too early is refused, the pending one is named, and nothing changes', async () => {
    const tracker = await api.tracker();
    const jwt = transientToken(tracker, '4000000000002701');
    const token = {payment_method: {flex: {transient_token_jwt: jwt}}};
    const early = 'GENERATE_CAPTURE_CONTEXT is pending';
    await refused(await api.act(tracker, token), 'PROCESS_TRANSIENT_TOKEN', early);
    await refused(await api.enroll(tracker), 'PAYER_AUTH_ENROLLMENT', early);
    await refused(await api.authorize(tracker), 'AUTHORIZATION', early);
    await api.act(tracker, {origin: shop});
    await refused(await api.enroll(tracker), 'PAYER_AUTH_ENROLLMENT', 'PROCESS_TRANSIENT_TOKEN is pending');
    assert.equal(pending(await api.act(tracker, token)), 'PAYER_AUTH_ENROLLMENT');
    await refused(await api.authorize(tracker), 'AUTHORIZATION', 'PAYER_AUTH_ENROLLMENT is pending');
    await api.enroll(tracker, 'required');
    await refused(await api.authorize(tracker), 'AUTHORIZATION', 'PAYER_AUTH_VALIDATION is pending');
    await refused(await api.enroll(tracker), 'PAYER_AUTH_ENROLLMENT', 'PAYER_AUTH_VALIDATION is pending');
    await refused(await api.act(tracker), 'PAYER_AUTH_VALIDATION', 'does not run without a payload');
    assert.deepEqual(await api.ledger(tracker), []);
  });

  it('after an authorization only the reversal is possible', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    await api.enroll(tracker);
    await api.authorize(tracker);
    for (const reply of [
      await api.authorize(tracker),
      await api.enroll(tracker),
      await api.act(tracker, {origin: shop}),
    ]) {
      assert.equal(reply.status, 400, reply.text);
    }
    assert.equal((await api.ledger(tracker)).length, 1);
  });

  it('until enrollment a shopper may correct the card; the old number is erased', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    const cards = () => api.service.database.query<{last_four: string}>('SELECT last_four FROM vault_cards');
    const count = (await cards()).length;
    await api.setUp(tracker, '4111111111111111');
    const jwt = transientToken(tracker, '4000000000002719');
    await api.act(tracker, {payment_method: {flex: {transient_token_jwt: jwt}}});
    assert.equal((await cards()).length, count);
    assert.equal((await api.payment(tracker))['attempts']![0]!['payment_method']!['last_four'], '2719');
  });

  it('a tracker accepts at most ten cards', async () => {
    const tracker = await api.tracker();
    await api.act(tracker, {origin: shop});
    const submit = () => {
      const jwt = transientToken(tracker, '4000000000002701');
      return api.act(tracker, {payment_method: {flex: {transient_token_jwt: jwt}}});
    };
    for (let count = 0; count < 10; count++) assert.equal((await submit()).status, 200);
    const refusal = await submit();
    assert.equal(refusal.status, 429);
    assert.equal(refusal.json['code'], 'tracker.too_many_cards');
    assert.ok(refusal.headers.get('retry-after'));
  });

  it('raw mode needs the card in the request and has no capture context; flex mode the reverse', async () => {
    const raw = await api.tracker({entry_mode: 'raw'});
    await refused(await api.act(raw, {origin: shop}), 'GENERATE_CAPTURE_CONTEXT', 'entry mode raw');
    const setup = await api.act(raw, {payment_method: {card}});
    assert.equal(setup.status, 200, setup.text);
    const method = setup.json['data']!['action']!['payment_method']!;
    assert.deepEqual(
      [method['last_four'], method['expiration_month'], method['expiration_year'], method['bin_number']],
      ['2701', '01', '2030', '400000'],
    );
    assert.equal(api.issuer.setups.at(-1)!.card.securityCode, '123');
    await api.enroll(raw);
    assert.equal(pending(await api.authorize(raw)), 'REVERSAL');
    const flex = await api.tracker();
    await refused(await api.act(flex, {payment_method: {card}}), 'PAYER_AUTH_SETUP', 'entry mode flex');
  });

  it('a wrong raw card is refused field by field, without repeating any of it', async () => {
    const tracker = await api.tracker({entry_mode: 'raw'});
    const wrong = {card_number: '4000000000002702', expiration_month: '13', expiration_year: '1', cvv: 'abc'};
    const reply = await api.act(tracker, {payment_method: {card: wrong}});
    assert.equal(reply.status, 400);
    assert.equal(reply.json['code'], 'card.invalid');
    const pointers = [...reply.json['fields']!].map((field) => field['pointer']) as unknown as string[];
    assert.deepEqual(
      pointers,
      ['card_number', 'expiration_month', 'expiration_year', 'cvv'].map(
        (name) => `/payload/payment_method/card/${name}`,
      ),
    );
    for (const value of ['4000000000002702', '"13"', 'abc']) assert.ok(!reply.text.includes(value));
  });

  it('a raw card is good from this month to the same month in twenty years', async () => {
    const tracker = await api.tracker({entry_mode: 'raw'});
    const send = (month: string, year: number) =>
      api.act(tracker, {
        payment_method: {card: {...card, expiration_month: month, expiration_year: String(year)}},
      });
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
    const place = 'payload.payment_method.card.';
    for (const [sent, says] of [
      [[month, year - 1], 'expiration_year must be this year or a later one: the card has expired'],
      [[month - 1, year], 'expiration_month must be this month or a later one: the card has expired'],
      [[month + 1, year + 20], 'expiration_year must be at most 20 years ahead'],
      [[1, 2099], 'expiration_year must be at most 20 years ahead'],
    ] as const) {
      const reply = await send(String(sent[0]), sent[1]);
      assert.deepEqual([reply.status, reply.json['message']] as unknown[], [400, place + says]);
    }
    for (const good of [year, year + 20])
      assert.equal((await send(String(month), good)).status, 200, String(good));
  });

  it('saving a card never captures (guarantees 4.3)', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    const authorization = {do_capture: true};
    const early = await api.act(tracker, {
      authorization,
      authentication_setup: {success_url: `${shop}/r`, failure_url: `${shop}/r`},
    });
    assert.equal(early.status, 403);
    await api.enroll(tracker);
    const reply = await api.act(tracker, {authorization});
    assert.equal(reply.json['code'], 'tracker.capture_forbidden');
    assert.deepEqual(await api.ledger(tracker), []);
  });

  it('two actions at the same time: one effect, the other is refused with 409', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    let open = () => {};
    api.issuer.gate = new Promise((resolve) => (open = resolve));
    const asked = api.issuer.enrollments.length;
    const first = api.enroll(tracker);
    while (api.issuer.enrollments.length === asked) await new Promise((resolve) => setImmediate(resolve));
    const second = await api.enroll(tracker);
    open();
    assert.equal(second.status, 409);
    assert.equal(second.json['code'], 'tracker.busy');
    assert.equal((await first).status, 200);
    assert.equal(api.issuer.enrollments.length, asked + 1);
  });

  it('sixteen authorizations, then sixteen reversals at once: one of each at the network', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    await api.enroll(tracker);
    const many = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({length: 16}, work));
    const authorized = await many(() => api.authorize(tracker));
    assert.equal(authorized.filter(({status}) => status === 200).length, 1);
    assert.ok(authorized.every(({status}) => [200, 400, 409].includes(status)));
    const reversed = await many(() => api.act(tracker));
    assert.ok(reversed.every(({status}) => status === 200));
    assert.deepEqual(
      (await api.ledger(tracker)).map(({kind}) => kind),
      ['authorization', 'reversal'],
    );
  });

  it('a repeated reversal returns the first one’s result', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    await api.enroll(tracker);
    await api.authorize(tracker);
    const first = await api.call(`/order/payments/v3/${tracker}/reversal`, {method: 'POST'});
    assert.equal(first.status, 200, first.text);
    for (const again of [
      await api.act(tracker),
      await api.act(tracker, {}),
      await api.call(`/order/payments/v3/${tracker}/reversal`, {method: 'POST'}),
    ]) {
      assert.equal(again.status, 200, again.text);
      assert.deepEqual(again.json['data']!['action'], first.json['data']!['action']);
    }
    assert.equal((await api.ledger(tracker)).length, 2);
  });

  it('an owed reversal is recorded before the network gets the authorization', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    await api.enroll(tracker);
    await api.authorize(tracker);
    const owed = () =>
      api.service.database.query<{amount: number; created_at: Date; settled_at: Date | null}>(
        'SELECT * FROM owed_reversals WHERE tracker = $1',
        [tracker],
      );
    assert.equal((await owed())[0]!.amount, 500);
    assert.equal((await owed())[0]!.settled_at, null);
    await api.act(tracker);
    assert.notEqual((await owed())[0]!.settled_at, null);
  });

  it('no body, {}, [] and {"payload":{}} all run what is pending; anything unknown beside them does not', async () => {
    const mobile = {payload: {is_mobile: true}};
    for (const call of [{}, {body: {}}, {body: []}, {body: {payload: {}}}, {body: mobile}]) {
      const fresh = await api.tracker();
      const reply = await api.call(`/order/payments/v3/${fresh}`, {method: 'POST', ...call});
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(api.microform.contexts.at(-1)!.targetOrigins, [api.service.urls.api]);
    }
    const tracker = await api.tracker();
    for (const body of [{origin: shop}, {payload: {surprise: 1}}, {payload: null}, {payload: []}, [{}]]) {
      const reply = await api.call(`/order/payments/v3/${tracker}`, {body});
      assert.equal(reply.status, 400, JSON.stringify(body));
    }
  });

  it('fields that other clients send beside the payload are accepted; wrong types are named', async () => {
    const tracker = await api.tracker();
    const beside = {action: 'GENERATE_CAPTURE_CONTEXT', entry_mode: 'flex', use_action_chaining: true};
    const path = `/order/payments/v3/${tracker}`;
    const good = await api.call(path, {
      body: {...beside, payload: {origin: shop, is_mobile: true, other: 1}},
    });
    assert.equal(good.status, 200, good.text);
    const bad = await api.call(path, {body: {action: 1, use_action_chaining: 'yes', payload: {origin: 5}}});
    assert.equal(bad.status, 400);
    assert.deepEqual([...bad.json['fields']!] as unknown as Json, [
      {
        pointer: '/payload/origin',
        expected:
          'the origin of the page with the card fields, such as https://shop.example, of at most 2048 characters',
        got: 'a number',
      },
      {pointer: '/action', expected: 'a string', got: 'a number'},
      {pointer: '/use_action_chaining', expected: 'true or false', got: 'a string'},
    ]);
  });

  it('a field of the payload beside it is refused by its name, with the way that works', async () => {
    const tracker = await api.tracker();
    for (const body of [{origin: shop}, {payload: {origin: shop}, billing: {city: 'Lahore'}}]) {
      const {status, json} = await api.call(`/order/payments/v3/${tracker}`, {body});
      assert.deepEqual([status, json['code'] as unknown], [400, 'request.invalid']);
      assert.match(JSON.stringify(json), /(origin|billing): belongs in payload/);
    }
  });

  it('a payload that names two actions is refused', async () => {
    const tracker = await api.tracker();
    const reply = await api.act(tracker, {
      origin: shop,
      payment_method: {flex: {transient_token_jwt: transientToken(tracker, '4000000000002701')}},
    });
    assert.equal(reply.json['code'], 'tracker.payload_unclear');
  });

  it('reset starts over until enrollment has reached the bank', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    const reset = () => api.call(`/order/payments/v3/${tracker}`, {method: 'PUT', body: {}});
    const reply = await reset();
    assert.equal(pending(reply), 'GENERATE_CAPTURE_CONTEXT');
    assert.equal((await api.payment(tracker))['attempts']!['length'] as unknown, 0);
    await api.setUp(tracker);
    await api.enroll(tracker, 'required');
    assert.equal((await reset()).status, 409);
  });

  it('metadata is stored with the tracker and merged', async () => {
    const tracker = await api.tracker({metadata: {shelf: 1}});
    const path = `/order/payments/v3/${tracker}/metadata`;
    await api.call(path, {body: {data: {source: 'shop', order_id: 'A-1'}}});
    const reply = await api.call(path, {body: {data: {order_id: 'A-2'}}});
    const expected = {shelf: 1, source: 'shop', order_id: 'A-2'};
    assert.deepEqual(reply.json['data']!['tracker']!['metadata'], expected);
  });

  it('without a session id the issuer knows that it is missing, and its answer is stored', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    await api.enroll(tracker, 'unavailable', {device_fingerprint_session_id: undefined});
    assert.equal(api.issuer.enrollments.at(-1)!.sessionId, undefined);
    const other = await api.tracker();
    await api.setUp(other);
    await api.enroll(other, 'frictionless', {device_fingerprint_session_id: ''});
    assert.equal(api.issuer.enrollments.at(-1)!.sessionId, undefined);
  });

  it('an error of the issuer leaves the tracker unchanged', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    api.issuer.gate = Promise.reject(new Error('the bank is on fire'));
    api.issuer.gate.catch(() => undefined);
    const broken = await api.enroll(tracker);
    api.issuer.gate = Promise.resolve();
    assert.equal(broken.status, 500);
    assert.ok(!broken.text.includes('fire'));
    assert.equal((await api.enroll(tracker)).status, 200);
  });
});

describe('opening a tracker (spec 4.2)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());
  const open = (body: object) => api.call('/order/payments/v3/', {body});

  it('answers as deployments of the service do', async () => {
    const user = await api.customer();
    const reply = await open({
      user,
      currency: 'PKR',
      mode: 'instrument',
      merchant_api_key: api.service.keys.secretKey,
    });
    const tracker = reply.json['data']!['tracker']!;
    assert.match(string(tracker['token']), /^track_[0-9a-f-]{36}$/);
    assert.equal(tracker['client'], api.service.keys.publicKey);
    assert.equal(tracker['customer'], user);
    assert.equal(tracker['entry_mode'], 'flex');
    assert.deepEqual(tracker['purchase_totals']!['base_amount'], {currency: 'PKR', amount: 500});
    assert.deepEqual(reply.json['status'], {errors: [], message: 'success'});
    assert.equal(reply.json['data']!['capabilities']!['CYBERSOURCE'], true);
    assert.ok(!reply.text.includes(api.service.keys.secretKey));
  });

  it('lists the service’s features, and so does fetchPayment (wire 9.6)', async () => {
    const features = [
      'idempotency-keys',
      'scoped-tokens',
      'readable-reporter',
      'microform-extras',
      'merchant-claim',
      'names-method',
      'default-method',
      'saved-card-code',
      'consent',
      'page-language',
      'lasting-names',
      'cardholder-name',
    ];
    const reply = await open({user: await api.customer(), currency: 'PKR'});
    assert.deepEqual(reply.json['data']!['features'], features);
    const payment = await api.payment(string(reply.json['data']!['tracker']!['token']));
    assert.deepEqual(payment['features'], features);
    const token = await api.token();
    const read = await api.call(`/reporter/api/v1/payments/${string(payment['token'])}`, {token});
    assert.deepEqual(read.json['data']!['features'], features);
  });

  it('needs a customer that exists', async () => {
    assert.equal((await open({currency: 'PKR'})).json['code'], 'request.invalid');
    const unknown = await open({user: 'cus_nobody', currency: 'PKR'});
    assert.equal(unknown.status, 404);
    assert.equal(unknown.json['code'], 'customer.not_found');
  });

  it('refuses raw entry without the merchant’s PCI certificate (spec 4.3)', async () => {
    const reply = await open({user: await api.customer(), currency: 'PKR', entry_mode: 'raw'});
    assert.equal(reply.status, 403);
    assert.equal(reply.json['code'], 'tracker.raw_not_enabled');
    assert.match(string(reply.json['message']), /PCI/);
  });

  it('refuses another merchant’s key in the body', async () => {
    const reply = await open({user: await api.customer(), currency: 'PKR', merchant_api_key: 'sec_other'});
    assert.equal(reply.status, 401);
  });

  it('names every wrong field at once', async () => {
    const reply = await open({
      user: 5,
      currency: 'rupees',
      is_account_verification: 'yes',
      entry_mode: 'magic',
    });
    const pointers = [...reply.json['fields']!].map((field) => field['pointer']) as unknown as string[];
    assert.deepEqual(pointers.sort(), ['/currency', '/entry_mode', '/is_account_verification', '/user']);
    assert.equal([...reply.json['status']!['errors']!].length, 4);
  });
});
