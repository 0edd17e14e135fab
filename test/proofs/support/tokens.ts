import {CompactEncrypt, decodeJwt, importJWK, type JWK} from 'jose';
import type {Service} from '../../../service/src/index.js';
import type {Client} from '../../../bench/support/client.js';

/** The five kinds of token that a page ever holds. */
export type Kind = 'time-based' | 'capture-context' | 'transient' | 'access' | 'session';

/** One genuine token of each kind, all of one tracker and its shopper. */
export interface TokenSet {
  readonly tracker: string;
  token(kind: Kind): string;
  /** Whether a string is taken where a kind of token belongs. */
  opens(place: Kind, text: string): Promise<boolean>;
}

const card = {number: '4000000000002701', securityCode: '123', expirationMonth: '01', expirationYear: '2031'};

type Data = Readonly<Record<string, unknown>>;
const at = <Value>(json: unknown, ...path: readonly string[]): Value =>
  path.reduce<unknown>((value, key) => (value as Data | undefined)?.[key], json) as Value;

async function encrypt(context: string): Promise<string> {
  const jwk = at<JWK>(decodeJwt(context), 'flx', 'jwk');
  return new CompactEncrypt(Buffer.from(JSON.stringify(card)))
    .setProtectedHeader({alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid!})
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
}

/** Opens a tracker and collects one token of each kind, the transient one not yet used. */
export async function setUpTokens(client: Client, service: Service, shop: string): Promise<TokenSet> {
  const {api, fields} = service.urls;
  const json = {'content-type': 'application/json'};
  const post = async (url: string, body: unknown, headers: Readonly<Record<string, string>>) => {
    const {status, text} = await client.send('POST', url, {...json, ...headers}, JSON.stringify(body));
    if (status >= 300) throw new Error(`${url} answered ${status}: ${text}`);
    return text;
  };
  const server = async (path: string, body: unknown) =>
    JSON.parse(
      await post(`${api}${path}`, body, {'x-sfpy-merchant-secret': service.keys.secretKey}),
    ) as unknown;
  const guest = await server('/user/v1/guest/', {first_name: 'Ada', origin: shop});
  const user = at<string>(guest, 'data', 'token');
  const opened = await server('/order/payments/v3/', {user, currency: 'PKR'});
  const tracker = at<string>(opened, 'data', 'tracker', 'token');
  const minted = await server('/client/passport/v1/token', {tracker, origin: shop});
  const act = (payload: unknown) => server(`/order/payments/v3/${tracker}`, {payload});
  const contextOf = async () =>
    at<string>(await act({origin: shop}), 'data', 'action', 'flex', 'capture_context_jwt');
  const transientOf = async (context: string) =>
    post(
      `${fields}/flex/v2/tokens`,
      {captureContext: context, card: await encrypt(context)},
      {origin: fields},
    );

  const first = await transientOf(await contextOf());
  const setUp = await act({payment_method: {flex: {transient_token_jwt: first}}});
  const access = at<string>(setUp, 'data', 'action', 'payer_authentication_setup', 'access_token');
  const collectAt = at<string>(
    setUp,
    'data',
    'action',
    'payer_authentication_setup',
    'device_data_collection_url',
  );
  const context = await contextOf();
  const tokens: Readonly<Record<Kind, string>> = {
    'time-based': at<string>(minted, 'data'),
    'capture-context': context,
    transient: await transientOf(context),
    access,
    session: at<string>(guest, 'data', 'session'),
  };
  const places: Readonly<Record<Kind, (text: string) => Promise<{status: number}>>> = {
    'time-based': (text) =>
      client.send('GET', `${api}/reporter/api/v1/payments/${tracker}`, {
        authorization: `Bearer ${text}`,
        origin: shop,
      }),
    'capture-context': async (text) =>
      client.send(
        'POST',
        `${fields}/flex/v2/tokens`,
        {...json, origin: fields},
        JSON.stringify({captureContext: text, card: await encrypt(context)}),
      ),
    transient: (text) =>
      client.send(
        'POST',
        `${api}/order/payments/v3/${tracker}`,
        {...json, 'x-sfpy-merchant-secret': service.keys.secretKey},
        JSON.stringify({payload: {payment_method: {flex: {transient_token_jwt: text}}}}),
      ),
    session: (text) =>
      client.send('GET', `${api}/user/wallets/v1/`, {authorization: `Bearer ${text}`, origin: shop}),
    access: (text) =>
      client.send(
        'POST',
        collectAt,
        {'content-type': 'application/x-www-form-urlencoded', origin: shop},
        new URLSearchParams({JWT: text}).toString(),
      ),
  };
  return {
    tracker,
    token: (kind) => tokens[kind],
    opens: async (place, text) => (await places[place](text)).status < 300,
  };
}
