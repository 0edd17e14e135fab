import {createHmac, sign, timingSafeEqual, verify} from 'node:crypto';
import type {KeyObject} from 'node:crypto';

/**
 * Signed JWTs (RFC 7519, compact serialization of RFC 7515) with the three algorithms that this service signs with. On `node:crypto`
 * at once and in this thread: a check takes some 60 µs, and handing it to another thread and back costs more than that.
 */
export type Algorithm = 'EdDSA' | 'RS256' | 'HS256';

export type Claims = Readonly<Record<string, unknown>>;

/** What a token must be before a claim of it is believed; everything is compared for equality. */
export interface Expected {
  readonly algorithm: Algorithm;
  readonly type: string;
  readonly issuer: string;
  readonly audience: string;
  /** Claims that must be there; of the times among them (`exp`, `iat`, `nbf`) that they are numbers. */
  readonly claims: readonly string[];
}

/** Not a token, or not the one that was expected. The message is for developers: callers learn nothing of the reason. */
export class JwtError extends Error {
  override readonly name = 'JwtError';
}

const digest = {EdDSA: null, RS256: 'sha256', HS256: 'sha256'} as const;

function signatureOf(algorithm: Algorithm, input: string, key: KeyObject): Buffer {
  if (algorithm === 'HS256') return createHmac('sha256', key).update(input).digest();
  return sign(digest[algorithm], Buffer.from(input), key);
}

function isGenuine(algorithm: Algorithm, input: string, key: KeyObject, signature: Buffer): boolean {
  if (algorithm !== 'HS256') return verify(digest[algorithm], Buffer.from(input), key, signature);
  const right = signatureOf(algorithm, input, key);
  return right.length === signature.length && timingSafeEqual(right, signature);
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs claims as they are; `typ` says what kind of token it is, so that none passes for another (RFC 8725, 3.11). */
export function signJwt(
  header: {readonly alg: Algorithm; readonly typ: string; readonly kid?: string},
  claims: Claims,
  key: KeyObject,
): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${signatureOf(header.alg, input, key).toString('base64url')}`;
}

/** @throws {JwtError} for anything but the one way to write these bytes (RFC 7515, 2). */
export function decodeBase64url(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new JwtError('A part is not base64url.');
  return bytes;
}

/** @throws {JwtError} when a part is not a JSON object. */
export function decodeObject(part: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(decodeBase64url(part).toString());
  } catch {
    throw new JwtError('A part is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new JwtError('A part is not an object.');
  }
  return value as Readonly<Record<string, unknown>>;
}

/**
 * The `kid` of a token's header, unchecked: good for looking a key up among one's own and for nothing else.
 *
 * @throws {JwtError} when it has none.
 */
export function keyIdOf(jwt: string): string {
  const {kid} = decodeObject(jwt.split('.', 1)[0] ?? '');
  if (typeof kid !== 'string') throw new JwtError('The token names no key.');
  return kid;
}

/**
 * The claims of a genuine token. Its times are left to the caller, who knows what they mean.
 *
 * @throws {JwtError} for everything else. Algorithm and kind are settled here and not by the token (RFC 8725, 3.1).
 */
export function verifyJwt(jwt: string, key: KeyObject, expected: Expected): Claims {
  const parts = jwt.split('.');
  const [head, body, tail] = parts;
  if (parts.length !== 3 || !head || !body || !tail) throw new JwtError('A token has three parts.');
  const {alg, typ, crit, b64} = decodeObject(head);
  if (alg !== expected.algorithm || typ !== expected.type) throw new JwtError('Another kind of token.');
  if (crit !== undefined || b64 !== undefined) throw new JwtError('The token wants something unknown.');
  if (!isGenuine(expected.algorithm, `${head}.${body}`, key, decodeBase64url(tail))) {
    throw new JwtError('The signature does not fit.');
  }
  const claims = decodeObject(body);
  if (claims['iss'] !== expected.issuer || claims['aud'] !== expected.audience) {
    throw new JwtError('The token is from or for somebody else.');
  }
  for (const name of expected.claims) {
    const value = claims[name];
    const isTime = name === 'exp' || name === 'iat' || name === 'nbf';
    if (value === undefined || (isTime && !Number.isFinite(value))) {
      throw new JwtError(`The claim ${name} is missing.`);
    }
  }
  return claims;
}
