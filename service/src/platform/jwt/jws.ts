import {CompactSign, decodeProtectedHeader, jwtVerify} from 'jose';
import type {CryptoKey} from 'jose';
import type {KeyObject} from 'node:crypto';
import {JwtError} from '../errors.js';

/** The algorithms that this service signs with (RFC 7518, RFC 8037). */
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

/**
 * A key that is held as long as the process runs is best a `CryptoKey`, which the library need not make of it
 * at every use.
 */
export type Key = KeyObject | CryptoKey;

const bytesOf = new TextEncoder();

/**
 * Signs claims as they are; `typ` says what kind of token it is, so that none passes for another (RFC 8725,
 * 3.11). Not by `SignJWT`, which clones the claims for others to change.
 */
export function signJwt(
  header: {readonly alg: Algorithm; readonly typ: string; readonly kid?: string},
  claims: Claims,
  key: Key,
): Promise<string> {
  return new CompactSign(bytesOf.encode(JSON.stringify(claims))).setProtectedHeader(header).sign(key);
}

/**
 * The `kid` of a token's header, unchecked: good for looking a key up among one's own and for nothing else.
 *
 * @throws {JwtError} when it has none.
 */
export function keyIdOf(jwt: string): string {
  const {kid} = readHeader(jwt);
  if (typeof kid !== 'string') throw new JwtError('The token names no key.');
  return kid;
}

/** The `typ` of a token's header, unchecked; nothing for what has no header. */
export function typeOf(jwt: string): unknown {
  try {
    return readHeader(jwt).typ;
  } catch {
    return undefined;
  }
}

function readHeader(jwt: string): {readonly kid?: unknown; readonly typ?: unknown} {
  try {
    return decodeProtectedHeader(jwt);
  } catch (cause) {
    throw new JwtError('The token has no header.', {cause});
  }
}

/**
 * The claims of a genuine token. Its times are left to the caller, who knows what they mean.
 *
 * @throws {JwtError} for everything else. Algorithm and kind are settled here and not by the token (RFC 8725,
 *   3.1).
 */
export async function verifyJwt(jwt: string, key: Key, expected: Expected): Promise<Claims> {
  const {algorithm, type: typ, issuer, audience, claims} = expected;
  refuseOtherSpellings(jwt);
  try {
    const {payload} = await jwtVerify(jwt, key, {
      ...{algorithms: [algorithm], typ, issuer, audience, requiredClaims: [...claims]},
      clockTolerance: Number.MAX_SAFE_INTEGER,
    });
    // One of several audiences would do for the standard, not here: a token is good for one place.
    if (payload.aud !== audience) throw new JwtError('The token has another audience, too.');
    return payload;
  } catch (cause) {
    throw cause instanceof JwtError ? cause : new JwtError('The token does not hold.', {cause});
  }
}

/** @throws {JwtError} for anything but the one way to write a token's bytes (RFC 7515, 2). */
function refuseOtherSpellings(jwt: string): void {
  for (const part of jwt.split('.')) {
    if (Buffer.from(part, 'base64url').toString('base64url') !== part) {
      throw new JwtError('A part is not base64url.');
    }
  }
}
