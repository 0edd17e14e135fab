import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {createCardVaultServer, type CardVaultServer} from '../../src/server/index.js';
import {rightCode, startRecorded, type Recorded} from './index.js';
import {act, back, claimsOf, enrollCard, enrollmentOf, newSession, type Json} from './support/shop.js';

const shop = 'http://localhost:5173';

describe('a payment with a saved card at the recorded service (wire 1.8, 9)', () => {
  let recorded: Recorded;
  let customer: string;
  let chosen = '';
  let vault: CardVaultServer;

  /** A request of the shop's page. */
  async function ask(path: string, method = 'POST'): Promise<{status: number; body: Json}> {
    const headers = {origin: shop, 'sec-fetch-site': 'same-origin'};
    const response = await vault.handle(new Request(`${shop}/card-vault${path}`, {method, headers}));
    return {status: response.status, body: (await response.json()) as Json};
  }

  /** Browsers take every name below `localhost` for this machine; Node asks the resolver. */
  const post = (url: string, form: Record<string, string>) =>
    fetch(url.replace('issuer.localhost', '127.0.0.1'), {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });

  /** The shopper in the bank's frame: enters the code, and is carried back to the service. */
  async function passTheBank({step_up_url, access_token}: Json): Promise<void> {
    const asked = await post(String(step_up_url), {JWT: String(access_token), MD: 'null'});
    const [answer] = /\/challenge\/\w+\/answer/.exec(await asked.text()) ?? [];
    const done = await post(`${recorded.acsOrigin}${answer}`, {press: 'submit', code: rightCode});
    const page = await done.text();
    const [, transaction = ''] = /name="TransactionId" value="(\w+)"/.exec(page) ?? [];
    const back = await post(`${recorded.serviceUrl}/payer-authentication/return`, {
      ...{TransactionId: transaction, MD: 'null'},
    });
    assert.ok(back.status < 400, String(back.status));
  }

  before(async () => {
    recorded = await startRecorded();
    const saving = await newSession(recorded);
    customer = saving.customer;
    await passTheBank(enrollmentOf(await enrollCard(recorded, saving, '4000000000002503')));
    vault = createCardVaultServer({
      ...{serviceUrl: recorded.serviceUrl, secretKey: recorded.secretKey, publicKey: recorded.publicKey},
      ...{publicUrl: shop, currency: 'USD', timeout: 60_000, onError: () => undefined},
      customer: () => customer,
      payment: () => ({paymentMethod: chosen, amount: 2400, currency: 'USD'}),
    });
  });
  after(() => recorded.stop());

  it('goes from the list to the card, through the bank’s page, and holds what the shop named', async () => {
    const {body: list} = await ask('/payment-methods', 'GET');
    chosen = String((list['payment_methods'] as Json[])[0]!['token']);

    const {status, body: session} = await ask('/session');
    assert.equal(status, 200, JSON.stringify(session));
    const {mode, amount, payment_method: named} = session;
    assert.deepEqual([mode, amount, named], ['payment', '24.00', chosen]);
    const tracker = String(session['tracker']);
    const page = {tracker, token: String(session['time_based_token']), customer};
    // What the collector would have told.
    const {ReferenceId: device_fingerprint_session_id} = claimsOf(
      String((session['setup'] as Json)['access_token']),
    );
    const authentication_setup = {...back, device_fingerprint_session_id};
    const enrolled = enrollmentOf(await act(recorded, page, {authentication_setup}));
    assert.equal(enrolled['authentication_status'], 'REQUIRED');
    const {body: early} = await ask(`/session/${tracker}/complete`);
    assert.deepEqual([early['payment_method'], recorded.taken(tracker)], [null, 0]);

    await passTheBank(enrolled);
    const {body: paid} = await ask(`/session/${tracker}/complete`);
    assert.deepEqual(paid['payment'], {status: 'authorized', amount: '24.00', currency: 'USD'});
    assert.equal((paid['payment_method'] as Json)['token'], chosen);
    await ask(`/session/${tracker}/complete`);
    // An empty payload, which captures at our service, would give the amount back at this one: it is not sent.
    await assert.rejects(
      vault.client.payments.capture(tracker),
      /pending action is CAPTURE; that of \S+ is REVERSAL/,
    );
    const {state, performed} = recorded.tracker(tracker);
    assert.equal(state, 'TRACKER_AUTHORIZED');
    assert.deepEqual(performed.slice(-2), ['PAYER_AUTH_VALIDATION', 'AUTHORIZATION']);
  });
});
