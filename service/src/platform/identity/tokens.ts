import {randomBytes} from 'node:crypto';
import {JwtError} from '../errors.js';
import {Cache} from '../cache.js';
import type {Clock} from '../clock/clock.js';
import type {ServiceError} from '../errors.js';
import {keyIdOf, signJwt, verifyJwt} from '../jwt/jws.js';
import type {Claims} from '../jwt/jws.js';
import type {ServiceUrls} from '../settings.js';
import {algorithm} from './keys.js';
import type {PassportKeys} from './keys.js';

const issuer = 'card-vault';
/** Hard ceiling of a token's life. */
export const longestLifeSeconds = 3600;
/** How far the clocks of several processes may differ when a token is brand new. */
const leewaySeconds = 60;
const mostRemembered = 2000;

/** What distinguishes one kind of token from another. */
export interface TokenKind<Read> {
  /** `typ` of the header: no kind passes for another (RFC 8725, 3.11). */
  readonly type: string;
  /** Claims that must be there, beside the times and the id. */
  readonly claims: readonly string[];
  /** What a genuine token says; nothing when its claims make no sense. */
  readonly read: (claims: Claims) => Read | undefined;
  /** One and the same for everything but a genuine token that ran out. */
  readonly refused: () => ServiceError;
  readonly expired: () => ServiceError;
}

/** Tokens of one kind, signed with the passport's keys for this service alone. */
export interface Tokens<Read> {
  /** @param life Seconds; never longer than `longestLifeSeconds`. */
  sign(claims: Claims, life: number): Promise<{readonly token: string; readonly expiresAt: Date}>;
  /**
   * The claims of a genuine token, also of an expired one.
   *
   * @throws {ServiceError} the refusal of this kind.
   */
  read(token: string): Promise<Genuine<Read>>;
}

export interface Genuine<Read> {
  readonly claims: Read;
  /** Why it opens nothing at this hour; missing while it does. */
  readonly over: ServiceError | undefined;
}

/** What may be remembered of a genuine token: a page sends the same one with every call of a save. */
interface Checked<Read> {
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
  const checked = new Cache<Checked<Read>>({most: mostRemembered});

  /** Only ever of a token that is genuine; nothing when its claims make no sense. */
  function keep(token: string, payload: Claims): Checked<Read> | undefined {
    const {iat, nbf, exp} = payload as {iat: number; nbf: number; exp: number};
    const claims = kind.read(payload);
    return claims && checked.set(token, {claims, issuedAt: iat, notBefore: nbf, expires: exp});
  }

  /** Everything about a token but its times. Keys are never taken back, so that what was genuine stays so. */
  async function check(token: string): Promise<Checked<Read>> {
    try {
      const key = await keys.find(keyIdOf(token));
      if (!key) throw refused();
      const payload = await verifyJwt(token, key, {
        ...{algorithm, type, issuer, audience: urls.api},
        claims: ['iat', 'nbf', 'exp', 'jti', ...kind.claims],
      });
      const known = keep(token, payload);
      if (!known) throw refused();
      return known;
    } catch (error) {
      throw error instanceof JwtError ? refused() : error;
    }
  }

  /** Checked at every use, by the current clock, also for cached tokens. */
  function checkTimes({issuedAt, notBefore, expires}: Checked<Read>): ServiceError | undefined {
    const now = clock.now().getTime() / 1000;
    if (notBefore > now + leewaySeconds || issuedAt > now + leewaySeconds) return refused();
    // The leeway is for tokens from a process whose clock is ahead; expiry has none.
    const isOver = expires <= now || now - issuedAt > longestLifeSeconds + leewaySeconds;
    return isOver ? kind.expired() : undefined;
  }

  return {
    async sign(claims, life) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      const expires = issuedAt + Math.min(life, longestLifeSeconds);
      const times = {iat: issuedAt, nbf: issuedAt, exp: expires};
      const jti = randomBytes(16).toString('base64url');
      const payload = {...claims, iss: issuer, aud: urls.api, ...times, jti};
      const token = await signJwt({alg: algorithm, typ: type, kid: keys.kid}, payload, keys.signing);
      // What was signed here needs no second look when it comes back.
      keep(token, payload);
      return {token, expiresAt: new Date(expires * 1000)};
    },

    async read(token) {
      const known = checked.get(token) ?? (await check(token));
      return {claims: known.claims, over: checkTimes(known)};
    },
  };
}
