import {SignJWT, errors, jwtVerify} from 'jose';
import type {JWTPayload} from 'jose';
import {randomBytes} from 'node:crypto';
import type {Clock} from '../clock/clock.js';
import {unauthorized} from '../http/envelope.js';
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
  return {
    async mint({merchant, scope, expiresIn}) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      const life = Math.min(expiresIn ?? settings.tokenTtlSeconds, longestLifeSeconds);
      const expires = issuedAt + life;
      const token = await new SignJWT({
        ...(scope && scopeClaims(scope)),
        mer: merchant,
        act: scope ? ('page' in scope ? [] : scopedActions) : unscopedActions,
      })
        .setProtectedHeader({alg: algorithm, typ: type, kid: keys.kid})
        .setIssuer(issuer)
        .setAudience(urls.api)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(expires)
        .setJti(randomBytes(16).toString('base64url'))
        .sign(keys.signing);
      return {token, expiresAt: new Date(expires * 1000)};
    },

    async verify(token) {
      const now = clock.now();
      try {
        const {payload} = await jwtVerify(
          token,
          async ({kid}) => {
            const key = kid === undefined ? undefined : await keys.find(kid);
            if (!key) throw new errors.JWKSNoMatchingKey();
            return key;
          },
          {
            algorithms: [algorithm],
            issuer,
            audience: urls.api,
            typ: type,
            requiredClaims: ['iat', 'nbf', 'exp', 'jti', 'mer', 'act'],
            maxTokenAge: longestLifeSeconds + leewaySeconds,
            clockTolerance: leewaySeconds,
            currentDate: now,
          },
        );
        // The leeway is for tokens from a process whose clock is ahead; an end that was announced is an end.
        if ((payload.exp ?? 0) * 1000 <= now.getTime()) throw expired();
        return readClaims(payload);
      } catch (error) {
        if (error instanceof errors.JOSEError) {
          throw error instanceof errors.JWTExpired ? expired() : refused();
        }
        throw error;
      }
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

const expired = () =>
  unauthorized('The time-based token has expired. Ask the shop’s server for a fresh one.', 'tbt_expired');
const refused = () => unauthorized('The time-based token is not valid here.', 'credentials_refused');

function readClaims(payload: JWTPayload): TokenClaims {
  const {mer, act, cus, ori, pag, pln, sbn} = payload;
  const known = new Set<unknown>(unscopedActions);
  const optional = (value: unknown) => (typeof value === 'string' ? value : undefined);
  if (typeof mer !== 'string' || !Array.isArray(act) || !payload.jti) throw refused();
  return {
    id: payload.jti,
    merchant: mer,
    tracker: payload.sub,
    origin: optional(ori),
    customer: optional(cus),
    actions: act.filter((action): action is TokenAction => known.has(action)),
    page: hostedPages.find((page) => page === pag),
    plan: optional(pln),
    subscription: optional(sbn),
  };
}
