import {CompactEncrypt, decodeJwt, importJWK, type JWK} from 'jose';
import {randomUUID} from 'node:crypto';
import {developmentKeys} from '../../service/src/options.js';
import type {Client} from './client.js';

/** Addresses of a running service. */
export interface Addresses {
  readonly api: string;
  readonly fields: string;
  readonly issuer: string;
}

/** Wire 5, case 2.1: no step-up, so the whole save needs no browser. */
const usualCard = {
  number: '4000000000002701',
  securityCode: '123',
  expirationMonth: '01',
  expirationYear: '2031',
};

type Data = Readonly<Record<string, unknown>>;

/** Reads a value inside JSON by its path. */
function at<Value>(json: unknown, ...path: readonly string[]): Value {
  return path.reduce<unknown>((value, key) => (value as Data | undefined)?.[key], json) as Value;
}

/** Whose shop it is; by default that of a service with the keys for development. */
interface SaveOptions {
  readonly card?: typeof usualCard;
  readonly shop?: string;
  readonly secretKey?: string;
  /** Hears every answer. */
  readonly heard?: (answer: string) => void;
}

/**
 * Saves one card as a shop and its page do, every call of spec 3.1: customer, tracker, time-based token, capture context,
 * transient token (encrypted as a field does it), setup, device data, enrollment, authorization, reversal. Every POST carries an
 * idempotency key.
 *
 * @returns the tracker.
 * @throws when any step is refused.
 */
export async function saveCard(
  client: Pick<Client, 'send'>,
  {api, fields, issuer}: Addresses,
  options: SaveOptions = {},
): Promise<string> {
  const {card = usualCard, shop = 'http://localhost:5173', heard} = options;
  const post = async (url: string, body: unknown, headers: Readonly<Record<string, string>>) => {
    const sent = JSON.stringify(body);
    const {status, text} = await client.send(
      'POST',
      url,
      {'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers},
      sent,
    );
    heard?.(text);
    if (status >= 300) throw new Error(`${url} answered ${status}: ${text}`);
    return text;
  };
  const secret = {'x-sfpy-merchant-secret': options.secretKey ?? developmentKeys.secretKey};
  const server = async (path: string, body: unknown) =>
    JSON.parse(await post(`${api}${path}`, body, secret)) as unknown;
  const user = at<string>(await server('/user/customers/v1/', {first_name: 'Ada'}), 'data', 'token');
  const opened = await server('/order/payments/v3/', {user, currency: 'PKR'});
  const tracker = at<string>(opened, 'data', 'tracker', 'token');
  const minted = await server('/client/passport/v1/token', {tracker, origin: shop});
  const page = {authorization: `Bearer ${at<string>(minted, 'data')}`, origin: shop};
  const act = async (payload: unknown) =>
    JSON.parse(await post(`${api}/order/payments/v3/${tracker}`, {payload}, page)) as unknown;

  const context = at<string>(await act({origin: shop}), 'data', 'action', 'flex', 'capture_context_jwt');
  const transient = await post(
    `${fields}/flex/v2/tokens`,
    {captureContext: context, card: await encrypt(context, card)},
    {origin: fields},
  );
  const setUp = await act({payment_method: {flex: {transient_token_jwt: transient}}});
  const jwt = at<string>(setUp, 'data', 'action', 'payer_authentication_setup', 'access_token');
  await client.send(
    'POST',
    at<string>(setUp, 'data', 'action', 'payer_authentication_setup', 'device_data_collection_url'),
    {'content-type': 'application/x-www-form-urlencoded', origin: issuer},
    new URLSearchParams({JWT: jwt}).toString(),
  );
  const claims = decodeJwt(jwt);
  await act({
    billing: {street_1: 'Street 1', city: 'Lahore', country: 'PK'},
    authentication_setup: {
      success_url: `${shop}/card-vault/return?outcome=success`,
      failure_url: `${shop}/card-vault/return?outcome=failure`,
      device_fingerprint_session_id: claims['ReferenceId'] ?? claims['reference'],
    },
  });
  await act({authorization: {do_capture: false}});
  await server(`/order/payments/v3/${tracker}`, {});
  return tracker;
}

async function encrypt(context: string, card: typeof usualCard): Promise<string> {
  const jwk = at<JWK>(decodeJwt(context), 'flx', 'jwk');
  return new CompactEncrypt(Buffer.from(JSON.stringify(card)))
    .setProtectedHeader({alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid!})
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
}
