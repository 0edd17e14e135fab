import assert from 'node:assert/strict';
import {decodeJwt} from 'jose';
import {encryptCard} from '../../src/simulators/microform/index.js';
import {start} from '../../src/start.js';
import type {ServiceOptions} from '../../src/index.js';
import {testCards} from '../../src/simulators/issuer/index.js';
import {openWithTables} from '../support/database.js';
import {serviceDatabaseAddress} from '../support/engine.js';
import {ServiceClient, now, shop, string, type Call, type Json, type Reply} from '../support/harness.js';

/** The number of a test card, by its case (wire 5) and brand. */
export function cardOf(id: string, brand = 'visa'): string {
  const card = testCards.find((one) => one.case === id && one.brand === brand);
  assert.ok(card, `no ${brand} of case ${id}`);
  return card.number;
}

const details = (number: string) => ({
  number,
  securityCode: number.length === 15 ? '1234' : '123',
  expirationMonth: '01',
  expirationYear: '2030',
});

/** `data.action` of an answer. */
export const actionOf = (reply: Reply): Json => reply.json['data']!['action']!;
export const setupOf = (reply: Reply): Json => actionOf(reply)['payer_authentication_setup']!;
export const enrollmentOf = (reply: Reply): Json => actionOf(reply)['payer_authentication_enrollment']!;
export const pendingOf = (reply: Reply): unknown =>
  reply.json['data']!['tracker']!['next_actions']!['CYBERSOURCE']!['kind'];
export const codeOf = (reply: Reply): unknown => reply.json['code'];

/**
 * A service with its real card fields and bank. The methods do over HTTP what a shop, its page and the bank's
 * page do: encrypt cards, collect device data, answer the step-up.
 */
export class RealService extends ServiceClient {
  /** Gets a capture context, encrypts a card for it, and returns the transient token. */
  async transientToken(tracker: string, number: string): Promise<string> {
    const opened = await this.act(tracker, {origin: shop});
    assert.equal(opened.status, 200, opened.text);
    return this.typeInto(string(actionOf(opened)['flex']!['capture_context_jwt']), number);
  }

  /** Encrypts a card number and exchanges it for a transient token, as the number field does. */
  async typeInto(captureContext: string, number: string): Promise<string> {
    const {flx} = decodeJwt(captureContext) as unknown as {flx: {jwk: Parameters<typeof encryptCard>[1]}};
    const {fields} = this.service.urls;
    const response = await fetch(`${fields}/flex/v2/tokens`, {
      method: 'POST',
      headers: {'content-type': 'application/json', origin: fields},
      body: JSON.stringify({captureContext, card: await encryptCard(details(number), flx.jwk)}),
    });
    assert.equal(response.status, 201);
    return response.text();
  }

  process(tracker: string, jwt: string): Promise<Reply> {
    return this.act(tracker, {payment_method: {flex: {transient_token_jwt: jwt}}});
  }

  /** Step 3: sends a card through hosted fields. */
  async enterCard(tracker: string, number: string): Promise<Reply> {
    const reply = await this.process(tracker, await this.transientToken(tracker, number));
    assert.equal(reply.status, 200, reply.text);
    return reply;
  }

  /** Step 4: sends a card in plain text. */
  rawCard(tracker: string, number: string, more: object = {}): Promise<Reply> {
    const {securityCode: cvv, expirationMonth, expirationYear} = details(number);
    const card = {
      card_number: number,
      cvv,
      expiration_month: expirationMonth,
      expiration_year: expirationYear,
    };
    return this.act(tracker, {payment_method: {card: {...card, ...more}}});
  }

  /** Step 5: opens the page of device data collection, and returns the session id that it reports. */
  async collect(setup: Reply): Promise<string> {
    const {access_token: jwt, device_data_collection_url: url} = setupOf(setup) as unknown as Record<
      string,
      string
    >;
    const answer = await fetch(url!, {method: 'POST', body: new URLSearchParams({JWT: jwt!})});
    assert.equal(answer.status, 200);
    await answer.text();
    const claims = decodeJwt(jwt!);
    return string(claims['ReferenceId'] ?? claims['reference']);
  }

  /** Step 6: enrolls the card. */
  enrollWith(tracker: string, session: string | undefined, call: Call = {}): Promise<Reply> {
    const billing = {
      ...{street_1: 'Street 1', street_2: '', city: 'Lahore', state: 'Punjab'},
      ...{postal_code: '54000', country: 'PK'},
    };
    const setup = {
      success_url: `${shop}/return?outcome=success`,
      failure_url: `${shop}/return?outcome=failure`,
      ...(session !== undefined && {device_fingerprint_session_id: session}),
    };
    return this.act(tracker, {billing, authentication_setup: setup}, call);
  }

  /** Steps 2 to 6: enrolls a card of a new customer through hosted fields. */
  async enrolled(number: string, more: object = {}, customer?: object): Promise<[string, Reply]> {
    const tracker = await this.tracker(more, customer);
    const setup = await this.enterCard(tracker, number);
    const reply = await this.enrollWith(tracker, await this.collect(setup));
    assert.equal(reply.status, 200, reply.text);
    return [tracker, reply];
  }

  /** Step 7: enters the code on the bank's page, or cancels if `code` is empty, and follows the redirect. */
  async stepUp(tracker: string, enrollment: Json, code = '1234'): Promise<Reply> {
    const url = string(enrollment['step_up_url']);
    const token = string(enrollment['access_token']);
    await fetch(url, {method: 'POST', body: new URLSearchParams({JWT: token}), redirect: 'manual'});
    await fetch(`${url}/answer`, {
      method: 'POST',
      headers: {'content-type': 'application/json', origin: this.service.urls.issuer},
      body: JSON.stringify({token, ...(code ? {action: 'confirm', code} : {action: 'cancel'})}),
    });
    return this.comeBack(tracker, string(enrollment['authentication_transaction_id']));
  }

  /** Steps 1 to 10: saves a card without a step-up, and reverses a held amount. */
  async saved(
    more: object = {},
    customer?: object,
  ): Promise<{tracker: string; user: string; method: string}> {
    const [tracker] = await this.enrolled(cardOf('2.1'), more, customer);
    assert.equal((await this.authorize(tracker)).status, 200);
    const payment = await this.payment(tracker);
    if (payment['next_actions']!['CYBERSOURCE']!['kind'] !== ('NOOP' as unknown)) await this.act(tracker);
    const user = string(payment['customer']!['token']);
    return {tracker, user, method: string(payment['payment_method']!['token'])};
  }

  /** Charges a saved payment method with one request. */
  async charge(user: string, method: string, amount = 900): Promise<[string, Reply]> {
    const tracker = await this.tracker({user, mode: 'unscheduled_cof', amount});
    return [tracker, await this.act(tracker, {payment_method: {tokenized_card: {token: method}}})];
  }

  /** Payment method tokens in a customer's wallet. */
  async wallet(user: string): Promise<readonly string[]> {
    const reply = await this.call(`/user/customers/v1/${user}/wallet/`);
    assert.equal(reply.status, 200, reply.text);
    return [...reply.json['data']!['wallet']!].map(({token}) => string(token));
  }

  /** Kind, amount and approval of each entry of a tracker in the network's ledger. */
  async books(tracker: string): Promise<unknown[]> {
    return (await this.ledger(tracker)).map(({kind, amount, approved}) => [kind, amount, approved]);
  }

  async moveClock(milliseconds: number): Promise<void> {
    const to = new Date(this.service.clock.now().getTime() + milliseconds).toISOString();
    assert.equal((await this.call('/sandbox/v1/clock/advance', {body: {to}})).status, 200);
  }
}

/** Starts a complete service on free ports, with the engine under test and a clock that stands still. */
export async function startRealService(options: ServiceOptions = {}): Promise<RealService> {
  const logs: string[] = [];
  const database = options.database ?? (await serviceDatabaseAddress());
  const service = await start(
    {
      ...{port: 0, fieldsPort: 0, issuerPort: 0, databaseThread: false},
      clock: {now: () => now},
      origins: [shop],
      log: (line) => logs.push(line),
      settings: {directoryTimeoutMs: 0},
      ...options,
      database,
    },
    database === 'memory:' ? await openWithTables() : undefined,
  );
  return new RealService(service, logs);
}

/** The ledger entries of a small amount that was held and reversed. */
export const heldAndReversed = [
  ['authorization', 500, true],
  ['reversal', 500, true],
];
export const zeroOnly = [['authorization', 0, true]];
