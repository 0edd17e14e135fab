import type {Clock} from '../clock/clock.js';
import {unauthorized} from '../errors.js';
import type {Claims} from '../jwt/jws.js';
import type {ServiceSettings, ServiceUrls} from '../settings.js';
import {
  hostedPages,
  scopedActions,
  unscopedActions,
  type HostedPage,
  type LinkClaims,
  type TokenAction,
  type TokenClaims,
} from './claims.js';
import type {RevokedTokens} from './revoked-tokens.js';
import type {PassportKeys} from './keys.js';
import {createTokens, type GenuineToken, type TokenKind} from './tokens.js';

/** Limits a token to one tracker, one customer and one origin. */
export interface TokenScope {
  readonly tracker: string;
  readonly customer: string;
  readonly origin: string;
  /** Id of the token that opened the hosted page for which this one is minted: it ends both. */
  readonly openedBy?: string | undefined;
}

/** Limits a token to a hosted page and its subject. Omitted fields do not limit it. */
export interface HostedScope {
  readonly page: HostedPage;
  readonly customer?: string | undefined;
  readonly tracker?: string | undefined;
  readonly plan?: string | undefined;
  readonly subscription?: string | undefined;
  readonly link?: LinkClaims | undefined;
  readonly codeChallenge?: string | undefined;
}

/** Mints and verifies time-based tokens. */
export interface Passport {
  /** @param request.expiresIn Seconds; default: the setting `tokenTtlSeconds`. */
  mint(request: {
    readonly merchant: string;
    readonly scope: TokenScope | HostedScope | undefined;
    readonly expiresIn: number | undefined;
  }): Promise<{readonly token: string; readonly expiresAt: Date}>;
  /**
   * @throws {ServiceError} 401. Expired tokens have their own text; all other refusals share one, so that
   *   it reveals nothing.
   */
  verify(token: string): Promise<TokenClaims>;
  /** Like `verify`, but also returns the claims of expired and revoked tokens. */
  read(token: string): Promise<GenuineToken<TokenClaims>>;
}

export function createPassport(deps: {
  readonly keys: PassportKeys;
  readonly clock: Clock;
  readonly urls: ServiceUrls;
  readonly settings: ServiceSettings;
  readonly revokedTokens: RevokedTokens;
}): Passport {
  const tokens = createTokens(deps, timeBasedKind);
  return {
    mint: ({merchant, scope, expiresIn}) =>
      tokens.sign(
        {...(scope && scopeClaims(scope)), mer: merchant, act: actionsOf(scope)},
        expiresIn ?? deps.settings.tokenTtlSeconds,
      ),
    async verify(token) {
      const {claims, timeError} = await tokens.read(token);
      if (timeError) throw timeError;
      if (await deps.revokedTokens.has(claims.id)) throw tokenRefused();
      return claims;
    },
    read: (token) => tokens.read(token),
  };
}

/** The actions that a token allows. A hosted page acts through its own routes, not by API actions. */
function actionsOf(scope: TokenScope | HostedScope | undefined): readonly TokenAction[] {
  if (scope === undefined) return unscopedActions;
  return 'page' in scope ? [] : scopedActions;
}

function scopeClaims(scope: TokenScope | HostedScope): Readonly<Record<string, string>> {
  const {customer, tracker} = scope;
  const claims = {
    sub: tracker,
    cus: customer,
    ...('page' in scope
      ? {
          pag: scope.page,
          pln: scope.plan,
          sbn: scope.subscription,
          cch: scope.codeChallenge,
          ...linkClaims(scope.link),
        }
      : {ori: scope.origin, opn: scope.openedBy}),
  };
  return Object.fromEntries(
    Object.entries(claims).filter((claim): claim is [string, string] => claim[1] !== undefined),
  );
}

const linkClaims = (link: LinkClaims | undefined) => ({
  rdr: link?.redirectUrl,
  cnl: link?.cancelUrl,
  ref: link?.reference,
});

export const tokenRefused = () =>
  unauthorized(
    'The time-based token is not valid here. Ask the shop’s server for a fresh one.',
    'credentials_refused',
  );

const timeBasedKind: TokenKind<TokenClaims> = {
  type: 'tbt+jwt',
  claims: ['mer', 'act', 'iat'],
  read: readClaims,
  refused: tokenRefused,
  expired: () =>
    unauthorized('The time-based token has expired. Ask the shop’s server for a fresh one.', 'tbt_expired'),
};

function readClaims({
  mer,
  act,
  cus,
  ori,
  jti,
  sub,
  pag,
  pln,
  sbn,
  opn,
  rdr,
  cnl,
  ref,
  cch,
  iat,
  exp,
}: Claims): TokenClaims | undefined {
  const knownActions = new Set<unknown>(unscopedActions);
  const stringOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const link = {redirectUrl: stringOf(rdr), cancelUrl: stringOf(cnl), reference: stringOf(ref)};
  if (typeof mer !== 'string' || !Array.isArray(act) || typeof jti !== 'string') return undefined;
  return {
    id: jti,
    issuedAt: new Date(Number(iat) * 1000),
    expiresAt: new Date(Number(exp) * 1000),
    merchant: mer,
    tracker: stringOf(sub),
    origin: stringOf(ori),
    customer: stringOf(cus),
    actions: act.filter((action): action is TokenAction => knownActions.has(action)),
    page: hostedPages.find((page) => page === pag),
    plan: stringOf(pln),
    subscription: stringOf(sbn),
    link: Object.values(link).some((value) => value !== undefined) ? link : undefined,
    codeChallenge: stringOf(cch),
    openedBy: stringOf(opn),
  };
}
