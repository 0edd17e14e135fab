import {randomBytes} from 'node:crypto';
import {JwtError, type ServiceError} from '../errors.js';
import {Cache} from '../cache.js';
import type {Clock} from '../clock/clock.js';
import {keyIdOf, signJwt, verifyJwt, type Claims} from '../jwt/jws.js';
import type {ServiceUrls} from '../settings.js';
import {algorithm, type PassportKeys} from './keys.js';

const issuer = 'card-vault';
/** The longest lifetime that any token gets. */
export const longestLifeSeconds = 3600;
/** How far the clock of the process that signed a token may be ahead of ours. */
const leewaySeconds = 60;
const maxCachedTokens = 2000;

/** A kind of token, and how it differs from others. */
export interface TokenKind<Read> {
  /** `typ` of the header. It keeps one kind from being accepted as another (RFC 8725, 3.11). */
  readonly type: string;
  /** Claims that this kind requires besides its times and its id. */
  readonly claims: readonly string[];
  /** The content of a genuine token; undefined if the claims are not valid. */
  readonly read: (claims: Claims) => Read | undefined;
  /** The error for every invalid token; only expiry has its own. */
  readonly refused: () => ServiceError;
  readonly expired: () => ServiceError;
}

/** Tokens of one kind, signed with the passport's keys for this service alone. */
export interface Tokens<Read> {
  /** @param lifeSeconds At most `longestLifeSeconds`; a longer life is shortened. */
  sign(claims: Claims, lifeSeconds: number): Promise<{readonly token: string; readonly expiresAt: Date}>;
  /**
   * The claims of a genuine token, also of an expired one.
   *
   * @throws {ServiceError} `refused` of this kind.
   */
  read(token: string): Promise<GenuineToken<Read>>;
}

/** A token whose signature is ours, which may still be outside its lifetime. */
export interface GenuineToken<Read> {
  readonly claims: Read;
  /** Why the token cannot be used now, such as that it expired; undefined while it is valid. */
  readonly timeError: ServiceError | undefined;
}

/** A verified token as it is cached, because a page sends the same one with every call. */
interface CachedToken<Read> {
  readonly claims: Read;
  /** Seconds since the epoch. */
  readonly issuedAt: number;
  readonly notBefore: number;
  readonly expires: number;
}

export function createTokens<Read>(
  deps: {readonly keys: PassportKeys; readonly clock: Clock; readonly urls: ServiceUrls},
  kind: TokenKind<Read>,
): Tokens<Read> {
  const {keys, clock, urls} = deps;
  const {type, refused} = kind;
  const cache = new Cache<CachedToken<Read>>({maxEntries: maxCachedTokens});

  /** Caches the claims of a verified token; undefined if they are not valid. */
  function cacheClaims(token: string, payload: Claims): CachedToken<Read> | undefined {
    const {iat, nbf, exp} = payload as {iat: number; nbf: number; exp: number};
    const claims = kind.read(payload);
    return claims && cache.set(token, {claims, issuedAt: iat, notBefore: nbf, expires: exp});
  }

  /**
   * Verifies everything about a token but its times. Keys are never withdrawn, so the result may be cached.
   */
  async function verify(token: string): Promise<CachedToken<Read>> {
    try {
      const key = await keys.find(keyIdOf(token));
      if (!key) throw refused();
      const payload = await verifyJwt(token, key, {
        algorithm,
        type,
        issuer,
        audience: urls.api,
        claims: ['iat', 'nbf', 'exp', 'jti', ...kind.claims],
      });
      const cached = cacheClaims(token, payload);
      if (!cached) throw refused();
      return cached;
    } catch (error) {
      throw error instanceof JwtError ? refused() : error;
    }
  }

  /** Compares a token's times with the clock; at every use, also of a cached token. */
  function timeErrorOf({issuedAt, notBefore, expires}: CachedToken<Read>): ServiceError | undefined {
    const now = clock.now().getTime() / 1000;
    if (notBefore > now + leewaySeconds || issuedAt > now + leewaySeconds) return refused();
    // The leeway is for new tokens from a process whose clock is ahead. Expiry gets no leeway.
    const hasExpired = expires <= now || now - issuedAt > longestLifeSeconds + leewaySeconds;
    return hasExpired ? kind.expired() : undefined;
  }

  return {
    async sign(claims, lifeSeconds) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      const expires = issuedAt + Math.min(lifeSeconds, longestLifeSeconds);
      const times = {iat: issuedAt, nbf: issuedAt, exp: expires};
      const jti = randomBytes(16).toString('base64url');
      const payload = {...claims, iss: issuer, aud: urls.api, ...times, jti};
      const token = await signJwt({alg: algorithm, typ: type, kid: keys.kid}, payload, keys.signing);
      // This process has just signed it, so it need not verify it later.
      cacheClaims(token, payload);
      return {token, expiresAt: new Date(expires * 1000)};
    },

    async read(token) {
      const cached = cache.get(token) ?? (await verify(token));
      return {claims: cached.claims, timeError: timeErrorOf(cached)};
    },
  };
}
