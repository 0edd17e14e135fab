import {CompactSign, decodeProtectedHeader, jwtVerify, type CryptoKey} from 'jose';
import type {KeyObject} from 'node:crypto';
import {JwtError} from '../errors.js';

/** The algorithms that this service signs with (RFC 7518, RFC 8037). */
export type Algorithm = 'EdDSA' | 'RS256' | 'HS256';

export type Claims = Readonly<Record<string, unknown>>;

/** The values that a token must have before any of its claims is believed. */
export interface Expected {
  readonly algorithm: Algorithm;
  readonly type: string;
  readonly issuer: string;
  readonly audience: string;
  /** Claims that must be present. Times (`exp`, `iat`, `nbf`) must also be numbers. */
  readonly claims: readonly string[];
}

/**
 * A key for signing or verifying. The library converts a `KeyObject` at every use, so a long-lived key
 * should be a `CryptoKey`.
 */
export type Key = KeyObject | CryptoKey;

const encoder = new TextEncoder();

/**
 * Signs claims. `typ` states the kind of token, so that one kind is not accepted as another (RFC 8725,
 * 3.11). `SignJWT` of the library is slower, because it clones the claims.
 */
export function signJwt(
  header: {readonly alg: Algorithm; readonly typ: string; readonly kid?: string},
  claims: Claims,
  key: Key,
): Promise<string> {
  return new CompactSign(encoder.encode(JSON.stringify(claims))).setProtectedHeader(header).sign(key);
}

/**
 * The `kid` of a token's header, not yet verified: use it only to find a key among one's own.
 *
 * @throws {JwtError} without a `kid`.
 */
export function keyIdOf(jwt: string): string {
  const {kid} = readHeader(jwt);
  if (typeof kid !== 'string') throw new JwtError('The token names no key.');
  return kid;
}

/** The `typ` of a token's header, not yet verified; undefined without a header. */
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
 * Verifies a token and returns its claims. The caller compares the times with the clock.
 *
 * @throws {JwtError} for any other token. The accepted algorithm and type come from `expected`, never from
 *   the token (RFC 8725, 3.1).
 */
export async function verifyJwt(jwt: string, key: Key, expected: Expected): Promise<Claims> {
  const {algorithm, type, issuer, audience, claims} = expected;
  refuseIfNotCanonical(jwt);
  try {
    const {payload} = await jwtVerify(jwt, key, {
      algorithms: [algorithm],
      typ: type,
      issuer,
      audience,
      requiredClaims: [...claims],
      // The library would compare times with the system clock, not the service's.
      clockTolerance: Number.MAX_SAFE_INTEGER,
    });
    // The standard accepts a token if one of several audiences matches. Here a token has exactly one.
    if (payload.aud !== audience) throw new JwtError('The token has more than one audience.');
    return payload;
  } catch (cause) {
    throw cause instanceof JwtError ? cause : new JwtError('The token is not valid.', {cause});
  }
}

/**
 * base64url can encode the same bytes in several ways; only the canonical one is accepted (RFC 7515, 2).
 *
 * @throws {JwtError} for any other.
 */
function refuseIfNotCanonical(jwt: string): void {
  for (const part of jwt.split('.')) {
    if (Buffer.from(part, 'base64url').toString('base64url') !== part) {
      throw new JwtError('A part is not base64url.');
    }
  }
}
