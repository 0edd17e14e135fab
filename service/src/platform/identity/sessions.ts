import type {Clock} from '../clock/clock.js';
import {unauthorized} from '../errors.js';
import {typeOf, type Claims} from '../jwt/jws.js';
import type {ServiceSettings, ServiceUrls} from '../settings.js';
import type {PassportKeys} from './keys.js';
import {createTokens, type GenuineToken, type TokenKind} from './tokens.js';

/** The content of a shopper's session token. */
export interface SessionClaims {
  readonly id: string;
  readonly merchant: string;
  /** The shopper. */
  readonly customer: string;
  /** The one web origin that may use the session, if one was named. */
  readonly origin: string | undefined;
}

/**
 * A shopper's session (wire 1.2) opens the shopper's own saved cards and addresses; tracker actions need a
 * time-based token. Both are signed with the same keys, but their types differ, so neither is accepted as
 * the other.
 */
export interface ShopperSessions {
  /** Signs a session that lasts for the setting `tokenTtlSeconds`. */
  open(session: Omit<SessionClaims, 'id'>): Promise<{readonly token: string; readonly expiresAt: Date}>;
  /** @throws {ServiceError} 401 with the same text for every token that is not a session. */
  read(token: string): Promise<GenuineToken<SessionClaims>>;
}

export function createShopperSessions(deps: {
  readonly keys: PassportKeys;
  readonly clock: Clock;
  readonly urls: ServiceUrls;
  readonly settings: ServiceSettings;
}): ShopperSessions {
  const tokens = createTokens(deps, sessionKind);
  return {
    open: ({merchant, customer, origin}) =>
      tokens.sign(
        {mer: merchant, cus: customer, ...(origin !== undefined && {ori: origin})},
        deps.settings.tokenTtlSeconds,
      ),
    read: (token) => tokens.read(token),
  };
}

export const sessionRefused = () =>
  unauthorized('The shopper’s session is not valid here.', 'credentials_refused');

const sessionKind: TokenKind<SessionClaims> = {
  type: 'shopper+jwt',
  claims: ['mer', 'cus'],
  read: readClaims,
  refused: sessionRefused,
  expired: () =>
    unauthorized(
      'The shopper’s session has expired. Ask the shop’s server for a new one.',
      'session_expired',
    ),
};

function readClaims({jti, mer, cus, ori}: Claims): SessionClaims | undefined {
  if (typeof jti !== 'string' || typeof mer !== 'string' || typeof cus !== 'string') return undefined;
  return {id: jti, merchant: mer, customer: cus, origin: typeof ori === 'string' ? ori : undefined};
}

/**
 * Whether a token's header says that it is a session. This only selects the verifier and proves nothing.
 */
export const isSessionToken = (token: string): boolean => typeOf(token) === sessionKind.type;
