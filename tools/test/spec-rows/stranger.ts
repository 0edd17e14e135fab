/** A shop’s server, its page, the card fields and the bank’s page, played over HTTP alone. */

import type {Json, Reply} from '../../../service/test/support/harness.js';

export type {Json, Reply};

export interface Call {
  readonly method?: string;
  readonly body?: unknown;
  /** A body that is sent as it is. */
  readonly raw?: string;
  /** Secret key; the merchant’s own unless `token` is given. `null` sends none. */
  readonly secret?: string | null;
  /** Sent as a bearer token. */
  readonly token?: string;
  /** Origin of the page that calls. */
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Place {
  /** Address of the API, without a slash at its end. */
  readonly service: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

/** Origin of the shop’s pages. A development service takes every origin of this machine. */
export const shop = 'http://localhost:5173';

/** Test cards by what the bank says of them (wire 5), and two that are declined for want of money. */
export const cards = {
  frictionless: '4000000000002701',
  attempted: '4000000000002719',
  required: '4000000000002503',
  stepUpFails: '4000000000002370',
  failed: '4000000000002925',
  unavailable: '4000000000002313',
  rejected: '4000000000002537',
  notEligible: '4000000000002990',
  mastercard: '5200000000002235',
  noMoney: '4000000000009995',
  failsLater: '4000000000000341',
} as const;

const customers = '/user/customers/v1/';
const trackers = '/order/payments/v3/';
/** Cards that a service takes from one address in an hour are more than this (guarantees 3.1). */
const cardsAnHour = 25;

export const claimsOf = (jwt: unknown): Json =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString()) as Json;
export const dataOf = ({json}: Reply): Json => json['data'] ?? ({} as Json);
export const codeOf = ({json}: Reply): unknown => json['code'];
export const actionOf = (reply: Reply): Json => dataOf(reply)['action'] ?? ({} as Json);
export const setupOf = (reply: Reply): Json => actionOf(reply)['payer_authentication_setup'] ?? ({} as Json);
export const enrollmentOf = (reply: Reply): Json =>
  actionOf(reply)['payer_authentication_enrollment'] ?? ({} as Json);
/** The action that is due next. */
export const pendingOf = (reply: Reply): unknown =>
  dataOf(reply)['tracker']?.['next_actions']?.['CYBERSOURCE']?.['kind'];
/** Names of the fields that a refusal complains of. */
export const fieldsOf = ({json}: Reply): string =>
  [...(json['fields'] ?? [])]
    .map(({pointer}) => String(pointer).split('/').at(-1))
    .sort()
    .join(' ');

/** A caller that knows of a service what everybody knows: its address and one merchant’s keys. */
export class Stranger {
  readonly place: Place;
  /** Status of the last answer. */
  lastStatus = 0;
  #cards = 0;

  constructor(place: Place) {
    this.place = place;
  }

  async call(path: string, call: Call = {}): Promise<Reply> {
    const {body, raw, token, origin} = call;
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const secret =
      call.secret === undefined && token === undefined ? this.place.secretKey : (call.secret ?? null);
    return this.send(new URL(path, this.place.service), {
      method: call.method ?? (sent === undefined ? 'GET' : 'POST'),
      headers: {
        ...(sent !== undefined && {'content-type': 'application/json'}),
        ...(secret !== null && {'x-sfpy-merchant-secret': secret}),
        ...(token !== undefined && {authorization: `Bearer ${token}`}),
        ...(origin !== undefined && {origin}),
        ...call.headers,
      },
      ...(sent !== undefined && {body: sent}),
    });
  }

  /** Sends a request of any kind, and follows no redirect. */
  async send(url: URL | string, init: RequestInit): Promise<Reply> {
    const response = await fetch(url, {...init, redirect: 'manual'});
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    this.lastStatus = response.status;
    const json = (isJson ? JSON.parse(text) : {}) as Json;
    return {status: response.status, headers: response.headers, text, json};
  }

  /** `data` of an answer that has to be a success. */
  async data(path: string, call: Call = {}): Promise<Json> {
    const reply = await this.call(path, call);
    const {method = call.body === undefined ? 'GET' : 'POST'} = call;
    if (reply.status > 299) throw new Error(`${method} ${path} → ${reply.status} ${reply.text}`);
    return dataOf(reply);
  }

  async customer(details: object = {first_name: 'Ada', last_name: 'Byron'}): Promise<string> {
    return String((await this.data(customers, {body: details}))['token']);
  }

  async open(more: object = {}): Promise<Reply> {
    return this.call(trackers, {body: {user: await this.customer(), currency: 'PKR', ...more}});
  }

  async tracker(more: object = {}): Promise<string> {
    const reply = await this.open(more);
    if (reply.status > 299) throw new Error(`POST ${trackers} → ${reply.status} ${reply.text}`);
    return String(dataOf(reply)['tracker']!['token']);
  }

  act(tracker: string, payload?: unknown, call: Call = {}): Promise<Reply> {
    return this.call(trackers + tracker, {body: payload === undefined ? {} : {payload}, ...call});
  }

  authorize(tracker: string, call: Call = {}): Promise<Reply> {
    return this.act(tracker, {authorization: {do_capture: false}}, call);
  }

  async payment(tracker: string): Promise<Json> {
    return this.data(`/reporter/api/v1/payments/${tracker}`);
  }

  /** A time-based token; the body may limit it. */
  async token(body: object = {}): Promise<string> {
    return String((await this.call('/client/passport/v1/token', {body})).json['data']);
  }

  /** What the simulated network was asked for: kind and amount, with `declined` where it said no. */
  async ledger(tracker: string): Promise<readonly string[]> {
    const lines = await this.data(`/sandbox/v1/ledger?tracker=${tracker}`);
    return [...lines].map(({kind, amount, approved}) =>
      [kind, amount, ...((approved as unknown) === false ? ['declined'] : [])].join(' '),
    );
  }

  async wallet(user: string): Promise<readonly string[]> {
    const {wallet} = await this.data(`${customers}${user}/wallet/`);
    return [...wallet!].map(({token}) => String(token));
  }

  /** Moves the service’s clock; all that falls due is done when it answers. */
  async pass(period: string): Promise<void> {
    await this.data('/sandbox/v1/clock/advance', {body: {by: period}});
  }

  /** Moves the clock before the limit on cards of an hour is reached. */
  async spareCards(): Promise<void> {
    if (this.#cards <= cardsAnHour) return;
    this.#cards = 0;
    await this.pass('PT61M');
  }

  /** What the number field does with a capture context: encrypts the card, and gets a transient token for it. */
  async typeInto(context: unknown, number: string): Promise<string> {
    this.#cards++;
    const claims = claimsOf(context);
    const {path, origin: fields, jwk} = claims['flx'] as unknown as FieldsClaim;
    const security = number.startsWith('3') && number.length === 15 ? '1234' : '123';
    const card = {number, securityCode: security, expirationMonth: '01', expirationYear: '2035'};
    const reply = await this.send(fields + path, {
      method: 'POST',
      headers: {'content-type': 'application/json', origin: fields},
      body: JSON.stringify({captureContext: context, card: await encrypted(card, jwk)}),
    });
    if (reply.status !== 201) throw new Error(`the card field → ${reply.status} ${reply.text}`);
    return reply.text;
  }

  async transientToken(tracker: string, number: string): Promise<string> {
    const opened = await this.act(tracker, {origin: shop});
    return this.typeInto(actionOf(opened)['flex']?.['capture_context_jwt'], number);
  }

  process(tracker: string, jwt: string, call: Call = {}): Promise<Reply> {
    return this.act(tracker, {payment_method: {flex: {transient_token_jwt: jwt}}}, call);
  }

  /** Step 3: a card through the hosted fields. */
  async enterCard(tracker: string, number: string): Promise<Reply> {
    return this.process(tracker, await this.transientToken(tracker, number));
  }

  /** Step 4: a card in plain text. */
  rawCard(tracker: string, more: object = {}): Promise<Reply> {
    this.#cards++;
    const month = {expiration_month: '01', expiration_year: '2035'};
    const card = {card_number: cards.frictionless, cvv: '123', ...month, ...more};
    return this.act(tracker, {payment_method: {card}});
  }

  /** Step 5: posts the page of device data collection, and reads its session id. */
  async collect(setup: Reply): Promise<string> {
    const {access_token: jwt, device_data_collection_url: url} = setupOf(setup);
    const page = await this.send(String(url), {
      method: 'POST',
      body: new URLSearchParams({JWT: String(jwt)}),
    });
    if (page.status !== 200) throw new Error(`device data collection → ${page.status}`);
    const claims = claimsOf(jwt);
    return String(claims['ReferenceId'] ?? claims['reference']);
  }

  /** Step 6. */
  enroll(tracker: string, session?: string, call: Call = {}): Promise<Reply> {
    const billing = {street_1: 'Mall Road 1', city: 'Lahore', postal_code: '54000', country: 'PK'};
    const authentication_setup = {
      success_url: `${shop}/return?outcome=success`,
      failure_url: `${shop}/return?outcome=failure`,
      ...(session !== undefined && {device_fingerprint_session_id: session}),
    };
    return this.act(tracker, {billing, authentication_setup}, call);
  }

  /** Steps 2 to 6. */
  async enrolled(number: string, more: object = {}): Promise<readonly [tracker: string, reply: Reply]> {
    const tracker = await this.tracker(more);
    const setup = await this.enterCard(tracker, number);
    const reply = await this.enroll(tracker, await this.collect(setup));
    if (reply.status !== 200) throw new Error(`enrollment → ${reply.status} ${reply.text}`);
    return [tracker, reply];
  }

  /** Step 7: the shopper’s code, or a press on “cancel”, and the redirect through the service. */
  async stepUp(tracker: string, enrolled: Reply, code?: string): Promise<Reply> {
    const {step_up_url: url, access_token: token, authentication_transaction_id: id} = enrollmentOf(enrolled);
    const form = {method: 'POST', body: new URLSearchParams({JWT: String(token)})};
    await this.send(String(url), form);
    await this.send(`${String(url)}/answer`, {
      method: 'POST',
      headers: {'content-type': 'application/json', origin: new URL(String(url)).origin},
      body: JSON.stringify({token, ...(code === undefined ? {action: 'cancel'} : {action: 'confirm', code})}),
    });
    return this.comeBack(tracker, id);
  }

  comeBack(tracker: string, transaction: unknown): Promise<Reply> {
    return this.send(`${this.place.service}${trackers}${tracker}/validation`, {
      method: 'POST',
      headers: {origin: 'null'},
      body: new URLSearchParams({TransactionId: String(transaction), MD: 'null'}),
    });
  }

  /** Steps 1 to 9, and 10 where an amount is held. */
  async saved(
    more: object = {},
    number: string = cards.frictionless,
  ): Promise<{readonly tracker: string; readonly user: string; readonly method: string}> {
    const [tracker] = await this.enrolled(number, more);
    await this.authorize(tracker);
    const payment = await this.payment(tracker);
    if (String(payment['next_actions']!['CYBERSOURCE']!['kind']) === 'REVERSAL') await this.act(tracker);
    const method = String(payment['payment_method']?.['token']);
    return {tracker, user: String(payment['customer']!['token']), method};
  }

  /** Charges a saved card by the shop alone. */
  async charge(user: string, method: string): Promise<Reply> {
    const tracker = await this.tracker({user, mode: 'unscheduled_cof', amount: 900});
    return this.act(tracker, {payment_method: {tokenized_card: {token: method}}});
  }
}

/** Where a card is sent, and the key that it is encrypted with. */
interface FieldsClaim {
  readonly path: string;
  readonly origin: string;
  readonly jwk: EncryptionKey;
}

interface EncryptionKey {
  readonly kty: string;
  readonly e: string;
  readonly n: string;
  readonly kid: string;
}

/** A compact JWE (RFC 7516): RSA-OAEP-256 for the content key, A256GCM for the card. */
async function encrypted(card: object, {kid, ...jwk}: EncryptionKey): Promise<string> {
  const {subtle} = globalThis.crypto;
  const text = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString('base64url');
  const header = Buffer.from(JSON.stringify({alg: 'RSA-OAEP-256', enc: 'A256GCM', kid})).toString(
    'base64url',
  );
  const {kty, e, n} = jwk;
  const oaep = {name: 'RSA-OAEP', hash: 'SHA-256'};
  const wrapping = await subtle.importKey('jwk', {kty, e, n}, oaep, false, ['wrapKey']);
  const content = await subtle.generateKey({name: 'AES-GCM', length: 256}, true, ['encrypt']);
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(12));
  const wrapped = await subtle.wrapKey('raw', content, wrapping, {name: 'RSA-OAEP'});
  const gcm = {name: 'AES-GCM', iv, additionalData: Buffer.from(header), tagLength: 128};
  const sealed = Buffer.from(await subtle.encrypt(gcm, content, Buffer.from(JSON.stringify(card))));
  // WebCrypto puts the tag of 16 bytes after the text; a JWE has it apart.
  return [header, text(wrapped), text(iv), text(sealed.subarray(0, -16)), text(sealed.subarray(-16))].join(
    '.',
  );
}
