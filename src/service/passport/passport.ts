import {randomBytes} from 'node:crypto';
import type {Clock} from '../clock/clock.js';
import {unauthorized} from '../http/envelope.js';
import {JwtError, keyIdOf, signJwt, verifyJwt} from '../jwt/jws.js';
import type {Claims} from '../jwt/jws.js';
import type {ServiceSettings, ServiceUrls} from '../parts.js';
import {scopedActions, unscopedActions} from './claims.js';
import {hostedPages} from './claims.js';
import type {HostedPage, TokenAction, TokenClaims} from './claims.js';
import {algorithm} from './keys.js';
import type {PassportKeys} from './keys.js';

const issuer = 'card-vault';
const type = 'tbt+jwt';
/** Hard ceiling of a token's life. */
export const longestLifeSeconds = 3600;
/** How far the clocks of several processes may differ when a token is brand new. */
const leewaySeconds = 60;

/** One tracker, one customer, one origin. */
export interface TokenScope {
  readonly tracker: string;
  readonly customer: string;
  readonly origin: string;
}

/** A hosted page, and whom and what it is for. Missing names leave that open. */
export interface HostedScope {
  readonly page: HostedPage;
  readonly customer?: string | undefined;
  readonly tracker?: string | undefined;
  readonly plan?: string | undefined;
  readonly subscription?: string | undefined;
}

export interface Passport {
  /** @param request.expiresIn Seconds; the setting `tokenTtlSeconds` when missing. */
  mint(request: {
    readonly merchant: string;
    readonly scope: TokenScope | HostedScope | undefined;
    readonly expiresIn: number | undefined;
  }): Promise<{readonly token: string; readonly expiresAt: Date}>;
  /** @throws {ServiceError} 401 with one and the same text for everything but a genuine token that ran out. */
  verify(token: string): Promise<TokenClaims>;
}

export function createPassport(deps: {
  readonly keys: PassportKeys;
  readonly clock: Clock;
  readonly urls: ServiceUrls;
  readonly settings: ServiceSettings;
}): Passport {
  const {keys, clock, urls, settings} = deps;
  const checked = new Map<string, Checked>();

  /** Everything about a token but its times. Keys are never taken back, so that what was genuine stays so. */
  async function check(token: string): Promise<Checked> {
    try {
      const key = await keys.find(keyIdOf(token));
      if (!key) throw refused();
      const payload = await verifyJwt(token, key, {
        algorithm,
        type,
        issuer,
        audience: urls.api,
        claims: ['iat', 'nbf', 'exp', 'jti', 'mer', 'act'],
      });
      const {iat, nbf, exp} = payload as {iat: number; nbf: number; exp: number};
      return remember(checked, token, {
        claims: readClaims(payload),
        ...{issuedAt: iat, notBefore: nbf, expires: exp},
      });
    } catch (error) {
      throw error instanceof JwtError ? refused() : error;
    }
  }

  return {
    async mint({merchant, scope, expiresIn}) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      const life = Math.min(expiresIn ?? settings.tokenTtlSeconds, longestLifeSeconds);
      const expires = issuedAt + life;
      const claims = {
        ...(scope && scopeClaims(scope)),
        mer: merchant,
        act: scope ? ('page' in scope ? [] : scopedActions) : unscopedActions,
        iss: issuer,
        aud: urls.api,
        iat: issuedAt,
        nbf: issuedAt,
        exp: expires,
        jti: randomBytes(16).toString('base64url'),
      };
      const token = await signJwt({alg: algorithm, typ: type, kid: keys.kid}, claims, keys.signing);
      return {token, expiresAt: new Date(expires * 1000)};
    },

    async verify(token) {
      const known = checked.get(token) ?? (await check(token));
      judgeTimes(known, clock.now());
      return known.claims;
    },
  };
}

function scopeClaims(scope: TokenScope | HostedScope): Readonly<Record<string, string>> {
  const {customer, tracker} = scope;
  const claims = {
    sub: tracker,
    cus: customer,
    ...('page' in scope ? {pag: scope.page, pln: scope.plan, sbn: scope.subscription} : {ori: scope.origin}),
  };
  return Object.fromEntries(
    Object.entries(claims).filter((one): one is [string, string] => one[1] !== undefined),
  );
}

/** What may be remembered of a genuine token: a page sends the same one with every call of a save. */
interface Checked {
  readonly claims: TokenClaims;
  /** Seconds since the epoch. */
  readonly issuedAt: number;
  readonly notBefore: number;
  readonly expires: number;
}

const mostRemembered = 2000;

function remember(checked: Map<string, Checked>, token: string, known: Checked): Checked {
  checked.set(token, known);
  // A map keeps its order: the first is the one that has been here longest.
  for (const oldest of checked.keys()) {
    if (checked.size <= mostRemembered) break;
    checked.delete(oldest);
  }
  return known;
}

/** Judged at every use, by the clock as it stands then. */
function judgeTimes({issuedAt, notBefore, expires}: Checked, at: Date): void {
  const now = at.getTime() / 1000;
  if (notBefore > now + leewaySeconds || issuedAt > now + leewaySeconds) throw refused();
  // The leeway is for tokens from a process whose clock is ahead; an end that was announced is an end.
  if (expires <= now || now - issuedAt > longestLifeSeconds + leewaySeconds) throw expired();
}

const expired = () =>
  unauthorized('The time-based token has expired. Ask the shop’s server for a fresh one.', 'tbt_expired');
const refused = () => unauthorized('The time-based token is not valid here.', 'credentials_refused');

function readClaims({mer, act, cus, ori, jti, sub, pag, pln, sbn}: Claims): TokenClaims {
  const known = new Set<unknown>(unscopedActions);
  const optional = (value: unknown) => (typeof value === 'string' ? value : undefined);
  if (typeof mer !== 'string' || !Array.isArray(act) || typeof jti !== 'string') throw refused();
  return {
    id: jti,
    merchant: mer,
    tracker: optional(sub),
    origin: optional(ori),
    customer: optional(cus),
    actions: act.filter((action): action is TokenAction => known.has(action)),
    page: hostedPages.find((page) => page === pag),
    plan: optional(pln),
    subscription: optional(sbn),
  };
}
