import type {Clock} from '../clock/clock.js';
import {unauthorized} from '../errors.js';
import {typeOf} from '../jwt/jws.js';
import type {Claims} from '../jwt/jws.js';
import type {ServiceSettings, ServiceUrls} from '../settings.js';
import type {PassportKeys} from './keys.js';
import {createTokens} from './tokens.js';
import type {Genuine, TokenKind} from './tokens.js';

/** What a shopper's session says. */
export interface SessionClaims {
  readonly id: string;
  readonly merchant: string;
  /** The owner of a session. */
  readonly customer: string;
  /** The one web origin that may use it, where one was named. */
  readonly origin: string | undefined;
}

/**
 * A shopper's session (wire 1.2): opens what is this shopper's own, saved cards and addresses, and no action
 * of a tracker, for which there are time-based tokens. Signed with the same keys, of a type of its own:
 * neither passes for the other.
 */
export interface ShopperSessions {
  /** Lives as long as the setting `tokenTtlSeconds` says. */
  open(session: Omit<SessionClaims, 'id'>): Promise<{readonly token: string; readonly expiresAt: Date}>;
  /** @throws {ServiceError} 401 with one and the same text for everything that is no session. */
  read(token: string): Promise<Genuine<SessionClaims>>;
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

/** Whether a string has the form of a session token. Only selects the verifier; proves nothing. */
export const isSessionToken = (token: string): boolean => typeOf(token) === sessionKind.type;
