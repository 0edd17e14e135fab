import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {shop, startTestService, string, type Call, type Json, type TestService} from './support/harness.js';

const home = {street_1: '3A-2 7th South Street', city: 'Karachi', country: 'PK'};
const relayed = {'x-sfpy-ip-address': '203.0.113.7', 'x-sfpy-user-agent': 'Shop/1.0 (relayed)'};

describe('the fields of a payment that clients decode (wire 1.7)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  async function enrolled(payload: object, call: (tracker: string) => Promise<Call>): Promise<string> {
    const tracker = await api.tracker({mode: 'payment', amount: 1200});
    await api.setUp(tracker);
    api.issuer.answerFor(tracker, 'frictionless');
    const setup = {success_url: `${shop}/r`, failure_url: `${shop}/r`, device_fingerprint_session_id: null};
    const reply = await api.act(
      tracker,
      {authentication_setup: setup, ...payload},
      {...(await call(tracker))},
    );
    assert.equal(reply.status, 200, reply.text);
    return tracker;
  }
  const attemptOf = (payment: Json) => payment['attempts']![0]!;

  it('billing, IP address and user agent that a server relays are returned to servers only', async () => {
    const payload = {billing: home, authorization: {do_card_on_file: true}, is_mobile: true};
    const tracker = await enrolled(payload, () => Promise.resolve({headers: relayed}));
    const payment = await api.payment(tracker);
    const attempt = attemptOf(payment);
    assert.deepEqual(attempt['billing'] as unknown, {
      ...home,
      street_2: null,
      state: null,
      postal_code: null,
    });
    const {issuer, do_card_on_file: isSaved} = attempt['payment_method']!;
    assert.deepEqual([issuer, isSaved, attempt['risk'], attempt['tracker']] as unknown[], [
      ...['Example Bank', true, null, tracker],
    ]);
    const at = attempt['updated_at'] as unknown;
    assert.deepEqual(payment['location'] as unknown, {tracker, ip_address: '203.0.113.7', created_at: at});
    assert.deepEqual(payment['device'] as unknown, {
      ...{tracker, user_agent: 'Shop/1.0 (relayed)', created_at: at},
    });
    const token = await api.token({tracker, origin: shop});
    const page = await api.call(`/reporter/api/v1/payments/${tracker}`, {token, origin: shop});
    const {location, device, attempts} = page.json['data']!;
    assert.deepEqual([location, device, attempts![0]!['billing']] as unknown[], [null, null, null]);
    assert.equal(page.json['data']!['client']!['email'] as unknown, '');
  });

  it('a page’s own connection decides its IP address and user agent; an address that cannot be read is kept nowhere', async () => {
    const page = await enrolled({}, async (tracker) => ({
      ...{token: await api.token({tracker, origin: shop}), origin: shop},
      headers: {...relayed, 'user-agent': 'Browser/2.0'},
    }));
    const payment = await api.payment(page);
    assert.equal(payment['device']!['user_agent'] as unknown, 'Browser/2.0');
    assert.match(string(payment['location']!['ip_address']), /^(::1|127\.0\.0\.1|::ffff:127\.0\.0\.1)$/);
    const server = await enrolled({}, () => Promise.resolve({headers: {'x-sfpy-ip-address': 'not one'}}));
    const serverPayment = await api.payment(server);
    assert.deepEqual(
      [serverPayment['location'], serverPayment['device'], attemptOf(serverPayment)['billing']] as unknown[],
      [null, null, null],
    );
  });

  it('fields of a native SDK are accepted and ignored', async () => {
    const tracker = await api.tracker({mode: 'payment', amount: 1200});
    await api.setUp(tracker);
    const setup = await api.enroll(tracker, 'frictionless', {
      sdk_reference_id: 'a session of such a library',
    });
    assert.equal(setup.status, 200, setup.text);
    const reply = await api.act(tracker, {
      ...{authorization: {do_capture: false, sdk_on_validate_jwt: 'eyJ.not.one'}, is_mobile: true},
    });
    assert.equal(reply.status, 200, reply.text);
    const wrong = await api.act(await api.tracker(), {authorization: {sdk_on_validate_jwt: 1}});
    assert.equal(wrong.json['code'], 'request.invalid');
  });

  it('are erased with the customer', async () => {
    const tracker = await enrolled({billing: home}, () => Promise.resolve({headers: relayed}));
    const customer = string((await api.payment(tracker))['customer']!['token']);
    await api.call(`/user/customers/v1/${customer}`, {method: 'DELETE'});
    const payment = await api.payment(tracker);
    assert.deepEqual([payment['location'], payment['device']] as unknown[], [null, null]);
    assert.equal(attemptOf(payment)['billing'] as unknown, null);
    const rows = await api.service.database.query('SELECT shopper FROM trackers WHERE token = $1', [tracker]);
    assert.deepEqual(rows, [{shopper: null}]);
  });
});
