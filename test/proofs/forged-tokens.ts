import {SignJWT, generateKeyPair} from 'jose';
import {randomBytes} from 'node:crypto';
import {startService, type Service} from '../../service/src/index.js';
import {Client, percentile, type Timed} from '../../bench/support/client.js';
import {timeChecks} from './support/token-check.js';
import {setUpTokens, type Kind, type TokenSet} from './support/tokens.js';
import type {ProofResult} from './support/proof.js';
import {drawing} from '../support/drawing.js';

export const id = 'B2';
export const title =
  'a forged, altered or misused token opens nothing, and each kind is good in its own place alone';

const shop = 'http://localhost:5173';
/** Of a check alone, p99. */
const mostMs = 2;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

type Forge = (token: string, draw: () => number) => Promise<string> | string;

/** RFC 8725 and guarantees 3, one way each. */
async function forgeries(): Promise<Readonly<Record<string, Forge>>> {
  const stranger = await generateKeyPair('EdDSA', {extractable: true});
  const parts = (token: string) => token.split('.') as [string, string, string];
  const withHeader = (token: string, change: object) => {
    const [header, body, signature] = parts(token);
    return [encode({...decode(header), ...change}), body, signature].join('.');
  };
  const withClaims = (token: string, change: object) => {
    const [header, body, signature] = parts(token);
    return [header, encode({...decode(body), ...change}), signature].join('.');
  };
  const resign = (token: string, header: object, claims: object) => {
    const [head, body] = parts(token).map((part, index) => (index < 2 ? decode(part) : {}));
    return new SignJWT({...body, ...claims})
      .setProtectedHeader({...head, alg: 'EdDSA', ...header})
      .sign(stranger.privateKey);
  };
  const hmac = (token: string) => {
    const [header, body] = parts(token);
    const {alg: _alg, ...rest} = decode(header);
    return new SignJWT(decode(body)).setProtectedHeader({alg: 'HS256', ...rest}).sign(randomBytes(32));
  };
  return {
    'alg none': (token) => `${withHeader(token, {alg: 'none'}).split('.').slice(0, 2).join('.')}.`,
    'alg none with a signature': (token) => withHeader(token, {alg: 'none'}),
    'another algorithm': (token) => withHeader(token, {alg: 'ES256'}),
    'key confusion (HMAC)': hmac,
    'a stranger’s key under our kid': (token) => resign(token, {}, {}),
    'a stranger’s kid': (token) => resign(token, {kid: 'tbt_stranger'}, {}),
    'an embedded key': (token) => withHeader(token, {jwk: {kty: 'OKP', crv: 'Ed25519', x: 'AAAA'}}),
    'a key by address': (token) => withHeader(token, {jku: 'https://evil.example/keys'}),
    'a critical extension': (token) => withHeader(token, {crit: ['b64'], b64: false}),
    'another type': (token) => withHeader(token, {typ: 'JWT'}),
    'another issuer': (token) => withClaims(token, {iss: 'Flex/00'}),
    'another audience': (token) => withClaims(token, {aud: 'https://other.example'}),
    'another tracker': (token) => withClaims(token, {sub: 'track_of_somebody'}),
    'more actions': (token) => withClaims(token, {act: ['REVERSAL', 'CAPTURE']}),
    'another merchant': (token) => withClaims(token, {mer: 'mer_other'}),
    'another shopper': (token) => withClaims(token, {cus: 'cus_of_somebody'}),
    'the type of the other kind': (token) =>
      withHeader(token, {typ: decode(parts(token)[0])['typ'] === 'tbt+jwt' ? 'shopper+jwt' : 'tbt+jwt'}),
    'a longer life': (token) => withClaims(token, {exp: 4_102_444_800}),
    'no end': (token) => withClaims(token, {exp: undefined}),
    'a flipped bit': (token, draw) => {
      const bytes = Buffer.from(token);
      // The last sign of base64url holds bits that mean nothing: it is left alone.
      const at = Math.floor(draw() * (bytes.length - 1));
      const before = bytes[at]!;
      bytes[at] = before === 65 ? 66 : 65;
      return bytes.toString();
    },
    'cut short': (token, draw) => token.slice(0, Math.floor(draw() * (token.length - 1))),
    'a part too many': (token) => `${token}.AAAA`,
    'no signature': (token) => `${parts(token).slice(0, 2).join('.')}.`,
    noise: (_token, draw) => Buffer.from(String(draw())).toString('base64url'),
  };
}

async function tryForgeries(
  {service, client, tokens}: Rig,
  runs: number,
  violations: string[],
): Promise<{readonly accepted: number; readonly times: readonly number[]}> {
  const ways = Object.entries(await forgeries());
  const draw = drawing(7);
  const places: readonly Kind[] = ['time-based', 'session'];
  const shapes = new Map(places.map((place) => [place, new Set<string>()]));
  const times: number[] = [];
  let accepted = 0;
  for (let run = 0; run < runs; run++) {
    const place = places[Math.floor(run / ways.length) % places.length]!;
    const [name, forge] = ways[run % ways.length]!;
    const good = tokens.token(place);
    const forged = await forge(good, draw);
    if (forged === good) continue;
    const path = place === 'session' ? '/user/wallets/v1/' : `/reporter/api/v1/payments/${tokens.tracker}`;
    const reply = await client.send('GET', `${service.urls.api}${path}`, {
      authorization: `Bearer ${forged}`,
      origin: shop,
    });
    times.push(reply.milliseconds);
    if (reply.status < 400) violations.push(`${name} of ${place} was accepted`);
    if (reply.status < 400) accepted++;
    // An empty bearer is no credential at all; every other refusal reads the same.
    if (/credentials_missing/.test(reply.text)) continue;
    shapes.get(place)!.add(`${reply.status} ${reply.text}`);
  }
  for (const [place, {size}] of shapes) {
    if (size !== 1)
      violations.push(`${size} different refusals of ${place}: ${[...shapes.get(place)!].join(' | ')}`);
  }
  return {accepted, times};
}

const read = (
  client: Client,
  service: Service,
  tracker: string,
  headers: Record<string, string>,
): Promise<Timed> => client.send('GET', `${service.urls.api}/reporter/api/v1/payments/${tracker}`, headers);

/** A good token where it does not belong: other tracker, other or no origin, an action it may not do, after its time. */
async function tryMisuse({service, client, tokens}: Rig, violations: string[]): Promise<number> {
  const bearer = {authorization: `Bearer ${tokens.token('time-based')}`};
  const other = (await setUpTokens(client, service, shop)).tracker;
  const post = (path: string, body: unknown) =>
    client.send(
      'POST',
      `${service.urls.api}${path}`,
      {...bearer, origin: shop, 'content-type': 'application/json'},
      JSON.stringify(body),
    );
  const misuses: Readonly<Record<string, () => Promise<Timed>>> = {
    'another tracker': () => read(client, service, other, {...bearer, origin: shop}),
    'another origin': () => read(client, service, tokens.tracker, {...bearer, origin: 'http://localhost:9'}),
    'no origin': () => read(client, service, tokens.tracker, bearer),
    'the origin null': () => read(client, service, tokens.tracker, {...bearer, origin: 'null'}),
    'a reversal': () => post(`/order/payments/v3/${tokens.tracker}/reversal`, {}),
    'a capture': () =>
      post(`/order/payments/v3/${tokens.tracker}`, {payload: {authorization: {do_capture: true}}}),
    'a new tracker': () => post('/order/payments/v3/', {user: 'cus_x', currency: 'PKR'}),
    'a new customer': () => post('/user/customers/v1/', {}),
    'another token': () => post('/client/passport/v1/token', {}),
    metadata: () => post(`/order/payments/v3/${tokens.tracker}/metadata`, {data: {}}),
  };
  for (const [name, misuse] of Object.entries(misuses)) {
    const {status} = await misuse();
    if (status !== 403 && status !== 404) violations.push(`a good token used for ${name}: ${status}`);
  }
  return Object.keys(misuses).length;
}

const kinds: readonly Kind[] = ['time-based', 'capture-context', 'transient', 'access', 'session'];

/** Every kind of token in the place of every kind: only the diagonal opens. */
async function tryCrossUse(rig: Rig, violations: string[]): Promise<void> {
  for (const place of kinds) {
    for (const kind of kinds) {
      // Of its own for each try: some kinds are good once.
      const tokens = await setUpTokens(rig.client, rig.service, shop);
      const opens = await tokens.opens(place, tokens.token(kind));
      if (opens !== (place === kind))
        violations.push(`${kind} in the place of ${place}: ${opens ? 'opens' : 'refused'}`);
    }
  }
}

interface Rig {
  readonly service: Service;
  readonly client: Client;
  readonly tokens: TokenSet;
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const service = await startService({port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
  const client = new Client(4);
  const violations: string[] = [];
  try {
    const rig = {service, client, tokens: await setUpTokens(client, service, shop)};
    const bearer = {authorization: `Bearer ${rig.tokens.token('time-based')}`, origin: shop};
    const good = await read(client, service, rig.tokens.tracker, bearer);
    if (good.status !== 200) violations.push(`the genuine token is refused: ${good.status} ${good.text}`);
    const {accepted, times} = await tryForgeries(rig, bar ? 50_000 : 2_000, violations);
    const misuses = await tryMisuse(rig, violations);
    await tryCrossUse(rig, violations);
    const checks = await timeChecks(bar ? 5000 : 500);
    const slowest = percentile(checks, 99);
    // In CI the machine does other things meanwhile.
    if (bar && slowest > mostMs) violations.push(`a check takes ${slowest.toFixed(2)} ms (p99)`);
    return {
      lines: [
        `${times.length} forged time-based tokens and sessions, ${accepted} accepted, one refusal for all of a kind`,
        `${misuses} misuses of a good token refused; 5 × 5 kinds in each other’s places: only the diagonal opens`,
        `a refusal over HTTP: p50 ${percentile(times, 50).toFixed(2)} ms, p99 ${percentile(times, 99).toFixed(2)} ms`,
        `the check alone, in process, of ${checks.length} genuine and altered ones: p50 ${percentile(checks, 50).toFixed(2)} ms, p99 ${slowest.toFixed(2)} ms`,
      ],
      violations: violations.slice(0, 20),
    };
  } finally {
    client.close();
    await service.close();
  }
}
