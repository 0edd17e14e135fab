import type {Recorded} from '../index.js';

export type Json = Record<string, unknown>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export const at = (value: unknown, ...keys: string[]): Json =>
  keys.reduce((found, key) => (found[key] ?? {}) as Json, value as Json);

async function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {'Content-Type': 'application/json', ...headers},
    ...(body !== undefined && {body: JSON.stringify(body)}),
  });
  const text = await response.text();
  if (response.status === 500) throw new Error(text);
  return {status: response.status, headers: response.headers, body: JSON.parse(text) as Json};
}

/** A call of the shop's server, with the secret. */
export const call = ({serviceUrl, secretKey}: Recorded, method: string, path: string, body?: unknown) =>
  send(`${serviceUrl}${path}`, method, {'X-SFPY-MERCHANT-SECRET': secretKey}, body);

const ada = {
  first_name: 'Ada',
  last_name: 'Shopper',
  email: 'ada@shop.example',
  phone_number: '+15550100',
  country: 'US',
};

export async function newCustomer(recorded: Recorded, more: Json = {}): Promise<string> {
  const {body} = await call(recorded, 'POST', '/user/customers/v1/', {...ada, ...more});
  return String(at(body, 'data')['token']);
}

export const setUpWith = (recorded: Recorded, user: string, more: Json = {}) =>
  call(recorded, 'POST', '/order/payments/v3/', {
    merchant_api_key: recorded.publicKey,
    user,
    intent: 'CYBERSOURCE',
    mode: 'instrument',
    currency: 'USD',
    ...more,
  });

/** What a page has in hand when it begins. */
export interface Session {
  readonly tracker: string;
  readonly token: string;
  readonly customer: string;
}

export async function newSession(recorded: Recorded, more: Json = {}, person: Json = {}): Promise<Session> {
  const customer = await newCustomer(recorded, person);
  const {body} = await setUpWith(recorded, customer, more);
  const passport = await call(recorded, 'POST', '/client/passport/v1/token', {});
  const tracker = String(at(body, 'data', 'tracker')['token']);
  return {tracker, token: String(passport.body['data']), customer};
}

/** An action as a page sends it, with the time-based token alone. */
export const act = ({serviceUrl}: Recorded, {tracker, token}: Session, payload: Json) =>
  send(`${serviceUrl}/order/payments/v3/${tracker}`, 'POST', {Authorization: `Bearer ${token}`}, {payload});

export async function contextFor(recorded: Recorded, session: Session, origin: string): Promise<string> {
  const {body} = await act(recorded, session, {origin});
  return String(at(body, 'data', 'action', 'flex')['capture_context_jwt']);
}

export const claimsOf = (jwt: string): Json =>
  JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString('utf8')) as Json;

const year = String(new Date().getFullYear() + 3);

/** A card's way to the enrollment, as if a page had typed it. */
export async function setUpCard(recorded: Recorded, session: Session, number: string): Promise<Json> {
  const context = await contextFor(recorded, session, 'http://localhost:1');
  const card = {number, code: '123', expirationMonth: '01', expirationYear: year};
  const {body} = await send(`${recorded.fieldsOrigin}/flex/v2/tokens`, 'POST', {}, {context, card});
  const flex = {transient_token_jwt: body['token']};
  const reply = await act(recorded, session, {payment_method: {flex}});
  return at(reply.body, 'data', 'action');
}

export const back = {success_url: 'http://localhost:1/good', failure_url: 'http://localhost:1/bad'};

/** The enrollment, with the session id that a collector would have told unless another is given. */
export async function enrollCard(
  recorded: Recorded,
  session: Session,
  number: string,
  more: Json = {},
): Promise<Reply> {
  const action = await setUpCard(recorded, session, number);
  const jwt = String(at(action, 'payer_authentication_setup')['access_token']);
  const authentication_setup = {
    ...back,
    device_fingerprint_session_id: claimsOf(jwt)['ReferenceId'],
    ...more,
  };
  return act(recorded, session, {authentication_setup});
}

export const enrollmentOf = ({body}: Reply): Json =>
  at(body, 'data', 'action', 'payer_authentication_enrollment');

export async function walletOf(recorded: Recorded, customer: string): Promise<Json[]> {
  const {body} = await call(recorded, 'GET', `/user/customers/v1/${customer}/wallet/`);
  return at(body, 'data')['wallet'] as Json[];
}

export const paymentOf = async (recorded: Recorded, {tracker}: Session): Promise<Json> =>
  at((await call(recorded, 'GET', `/reporter/api/v1/payments/${tracker}`)).body, 'data');
