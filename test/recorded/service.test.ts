import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, describe, it} from 'node:test';
import {startRecorded, type BehaviourChange, type Recorded} from './index.js';
import {
  act,
  at,
  call,
  claimsOf,
  contextFor,
  enrollCard,
  enrollmentOf,
  newCustomer,
  newSession,
  paymentOf,
  setUpCard,
  setUpWith,
  walletOf,
  type Json,
} from './support/shop.js';

interface Case {
  readonly id: string;
  readonly name: string;
  readonly visa: string;
  readonly authentication_status: string;
  readonly eci: Readonly<Record<string, string>>;
}
const {cases} = JSON.parse(readFileSync(new URL('../support/test-cards.json', import.meta.url), 'utf8')) as {
  cases: Case[];
};

const saving = {authorization: {do_capture: false}};
const kindOf = (body: Json) => at(body, 'data', 'tracker', 'next_actions', 'CYBERSOURCE')['kind'];

describe('the recorded service (wire 9.2)', () => {
  let recorded: Recorded;
  before(async () => {
    recorded = await startRecorded();
  });
  after(() => recorded.stop());

  /** A frictionless save; gives what the wallet shows of the card. */
  async function savedCard(
    number: string,
    wallet: NonNullable<BehaviourChange['wallet']>,
    person: Json = {},
  ) {
    recorded.setBehaviour({wallet: {scheme: 'integer', expiry: true, sameCardKeepsToken: false, ...wallet}});
    const session = await newSession(recorded, {}, person);
    await enrollCard(recorded, session, number);
    assert.equal((await act(recorded, session, saving)).status, 200);
    const [method] = await walletOf(recorded, session.customer);
    return {method, card: at(method, 'cybersource'), session};
  }

  it('answers set-up with 201, capabilities, and every processor among the next actions', async () => {
    const {status, body} = await setUpWith(recorded, await newCustomer(recorded));
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(at(body, 'data')).sort(), ['capabilities', 'tracker']);
    assert.deepEqual(at(body, 'data', 'capabilities'), {CYBERSOURCE: true, MPGS: false});
    assert.deepEqual(at(body, 'data', 'tracker', 'next_actions'), {
      CYBERSOURCE: {kind: 'GENERATE_CAPTURE_CONTEXT'},
      MPGS: {kind: 'GENERATE_CAPTURE_CONTEXT'},
    });
    assert.deepEqual(body['status'], {errors: [], message: 'success'});
  });

  it('gives a bare token whatever the body says, and tells no expiry', async () => {
    const bodies = [{}, undefined, {tracker: 'track_1', origin: 'https://shop.example', expires_in: 5}];
    for (const body of bodies) {
      const answer = await call(recorded, 'POST', '/client/passport/v1/token', body);
      assert.deepEqual(Object.keys(answer.body).sort(), ['data', 'status']);
      assert.match(Buffer.from(String(answer.body['data']), 'base64').toString(), /^sec_.+:.+/);
    }
  });

  it('refuses in its envelopes', async () => {
    const {status, body} = await setUpWith(recorded, 'cus_none');
    assert.equal(status, 404);
    assert.deepEqual(body, {
      data: null,
      status: {errors: ['customer not found'], message: 'customer not found'},
    });
    const session = await newSession(recorded);
    recorded.revokeTokens();
    const late = await act(recorded, session, {origin: 'http://localhost:1'});
    assert.equal(late.status, 401);
    assert.deepEqual(Object.keys(late.body).sort(), ['code', 'message']);
  });

  it('keeps customers, wallets and set-up for the secret key', async () => {
    const {token, customer} = await newSession(recorded);
    const headers = {Authorization: `Bearer ${token}`};
    for (const path of [
      `/user/customers/v1/${customer}/wallet/`,
      '/client/passport/v1/token',
      '/order/payments/v3/',
    ]) {
      const method = path.startsWith('/user') ? 'GET' : 'POST';
      const answer = await fetch(`${recorded.serviceUrl}${path}`, {method, headers});
      assert.equal(answer.status, 403, path);
      assert.match(await answer.text(), /requires merchant authentication/);
    }
  });

  it('makes a capture context for https and localhost, and for nothing else', async () => {
    const session = await newSession(recorded);
    const claims = claimsOf(await contextFor(recorded, session, 'https://shop.example'));
    const [{type, data} = {type: '', data: {}}] = claims['ctx'] as {type: string; data: Json}[];
    assert.equal(type, 'mf-2.0.0');
    assert.deepEqual(data['targetOrigins'], ['https://shop.example']);
    assert.match(String(data['clientLibraryIntegrity']), /^sha256-.{44}$/);
    for (const origin of ['http://shop.example', 'https://shop.example/path', 'https://*.example', 1])
      assert.equal((await act(recorded, session, {origin})).status, 400, String(origin));
  });

  it('refuses an action that is not the pending one', async () => {
    const session = await newSession(recorded);
    const {status, body} = await act(recorded, session, saving);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /error performing action 'GENERATE_CAPTURE_CONTEXT'/);
    assert.deepEqual(recorded.tracker(session.tracker).received, ['AUTHORIZATION']);
    assert.deepEqual(recorded.tracker(session.tracker).performed, []);
  });

  for (const {id, name, visa, authentication_status, eci} of cases)
    it(`decides test case ${id}, ${name}: ${authentication_status}`, async () => {
      const session = await newSession(recorded);
      const reply = await enrollCard(recorded, session, visa);
      const enrollment = enrollmentOf(reply);
      assert.equal(enrollment['authentication_status'], authentication_status);
      const isChallenge = authentication_status === 'REQUIRED';
      assert.equal(enrollment['eci'], isChallenge ? undefined : eci['visa']);
      assert.equal('step_up_url' in enrollment, isChallenge);
      const isEnd = ['FAILED', 'REJECTED'].includes(authentication_status);
      assert.equal(
        kindOf(reply.body),
        isEnd ? 'NOOP' : isChallenge ? 'PAYER_AUTH_VALIDATION' : 'AUTHORIZATION',
      );
    });

  it('can answer a failed authentication with an error of the request', async () => {
    recorded.setBehaviour({failures: 'http'});
    for (const number of ['4000000000002925', '4000000000002537', '4456530000001013']) {
      const {status, body} = await enrollCard(recorded, await newSession(recorded), number);
      assert.equal(status, 400);
      assert.match(JSON.stringify(body), /PAYER_AUTH_ENROLLMENT.*payer could not be authenticated/);
    }
    recorded.setBehaviour({failures: 'status'});
  });

  it('raises no challenge without a session id, and takes one with the prefix that its collector told', async () => {
    const statusWith = async (id: (told: string) => string | undefined) => {
      const session = await newSession(recorded);
      const action = await setUpCard(recorded, session, '4000000000002503');
      const jwt = String(at(action, 'payer_authentication_setup')['access_token']);
      const urls = {success_url: 'http://localhost:1/', failure_url: 'http://localhost:1/'};
      const device_fingerprint_session_id = id(String(claimsOf(jwt)['ReferenceId']));
      const reply = await act(recorded, session, {
        authentication_setup: {...urls, device_fingerprint_session_id},
      });
      return enrollmentOf(reply)['authentication_status'];
    };
    assert.equal(await statusWith(() => undefined), 'UNAVAILABLE');
    assert.equal(await statusWith((told) => told), 'REQUIRED');
    assert.equal(await statusWith((told) => `0_${told}`), 'REQUIRED');
  });

  for (const payload of [{}, undefined])
    it(`gives the amount back by ${payload ? 'an empty payload' : 'no payload'}, once`, async () => {
      const {session} = await savedCard('4000000000002701', {});
      const path = `/order/payments/v3/${session.tracker}`;
      const {status, body} = await call(recorded, 'POST', path, {payload});
      assert.equal(status, 200);
      assert.equal(at(body, 'data', 'tracker')['state'], 'TRACKER_REVERSED');
      assert.equal((await call(recorded, 'POST', path, {payload})).status, 400);
      assert.deepEqual(recorded.tracker(session.tracker).performed.slice(-2), ['AUTHORIZATION', 'REVERSAL']);
    });

  it('holds nothing with account verification', async () => {
    const session = await newSession(recorded, {is_account_verification: true});
    await enrollCard(recorded, session, '4000000000002701');
    const {body} = await act(recorded, session, saving);
    assert.equal(at(body, 'data', 'tracker', 'authorization', 'totals')['amount'], 0);
    assert.equal(kindOf(body), 'NOOP');
  });

  it('asks for merchant authentication when a page wants a card on file', async () => {
    const session = await newSession(recorded);
    await enrollCard(recorded, session, '4000000000002701');
    const reply = await act(recorded, session, {authorization: {do_capture: false, do_card_on_file: true}});
    assert.equal(reply.status, 403);
  });

  it('reports a save without a validation, and names no saved method', async () => {
    const {session} = await savedCard('4000000000002701', {});
    const payment = await paymentOf(recorded, session);
    assert.equal('payment_method' in payment, false);
    assert.equal('features' in payment, false);
    const [attempt] = payment['attempts'] as Json[];
    assert.match(String(at(attempt, 'payment_method')['token']), /^method_/);
    assert.equal(attempt && 'validation' in attempt, false);
    for (const name of ['enrollment', 'risk', 'authorization', 'is_success', 'actions_performed'])
      assert.ok(attempt && name in attempt, name);
  });

  const schemes: readonly (readonly ['integer' | 'upper' | 'text' | 'missing', string, Json])[] = [
    ['integer', '4000000000002701', {scheme: 1}],
    ['integer', '5200000000002235', {scheme: 2}],
    ['integer', '340000000002708', {scheme: 3}],
    ['upper', '5200000000002235', {scheme: 'MASTERCARD'}],
    ['text', '340000000002708', {scheme: 'AmericanExpress'}],
    ['missing', '4000000000002701', {card_type: 'VISA', scheme: undefined}],
  ];
  for (const [scheme, number, expected] of schemes)
    it(`shows the scheme of ${number} as ${scheme}`, async () => {
      const {card, method} = await savedCard(number, {scheme});
      for (const [name, value] of Object.entries(expected)) assert.equal(card[name], value);
      assert.equal(card['last_four'], number.slice(-4));
      assert.match(String(method?.['token']), /^pm_/);
    });

  it('can leave the expiry out of the wallet, and lets a guest use a card once', async () => {
    const {card, method} = await savedCard('4000000000002701', {expiry: false}, {is_guest: true});
    assert.equal('expiry_month' in card || 'expiry_year' in card, false);
    assert.equal(method?.['max_usage'], 1);
  });

  for (const sameCardKeepsToken of [true, false])
    it(`${sameCardKeepsToken ? 'can keep' : 'makes a new'} token for the same card of a customer`, async () => {
      const {session, method} = await savedCard('4000000000002701', {sameCardKeepsToken});
      const {body} = await setUpWith(recorded, session.customer);
      const passport = await call(recorded, 'POST', '/client/passport/v1/token', {});
      const again = {
        tracker: String(at(body, 'data', 'tracker')['token']),
        token: String(passport.body['data']),
        customer: session.customer,
      };
      await enrollCard(recorded, again, '4000000000002701');
      await act(recorded, again, saving);
      const wallet = await walletOf(recorded, session.customer);
      assert.equal(wallet.length, sameCardKeepsToken ? 1 : 2);
      assert.equal(recorded.tracker(again.tracker).saved === method?.['token'], sameCardKeepsToken);
    });
});
