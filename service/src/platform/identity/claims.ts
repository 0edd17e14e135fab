/**
 * The only actions that a scoped time-based token allows (guarantees 3). It never allows reversals,
 * captures or customer routes.
 */
export const scopedActions = [
  'GENERATE_CAPTURE_CONTEXT',
  'PROCESS_TRANSIENT_TOKEN',
  'PAYER_AUTH_SETUP',
  'PAYER_AUTH_ENROLLMENT',
  'AUTHORIZATION',
  'FETCH_PAYMENT',
] as const;

/**
 * The actions that a token without a scope allows: every tracker action but capture, because clients that
 * send `{}` expect them (guarantees 3). Capture needs the secret key.
 */
export const unscopedActions = [...scopedActions, 'REVERSAL'] as const;

export type TokenAction = (typeof unscopedActions)[number];

/** Hosted pages. A token for one of them opens that page and nothing else. */
export const hostedPages = ['checkout', 'portal'] as const;
export type HostedPage = (typeof hostedPages)[number];

/** The return URLs of a hosted page, and the shop's own name for what it is about. */
export interface LinkClaims {
  readonly redirectUrl: string | undefined;
  readonly cancelUrl: string | undefined;
  readonly reference: string | undefined;
}

/** The content of a time-based token, read from its JWT. */
export interface TokenClaims {
  readonly id: string;
  /** Precise to the second. */
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly merchant: string;
  /** The one tracker that a scoped token opens. */
  readonly tracker: string | undefined;
  /** The one web origin from which a scoped token may be used. */
  readonly origin: string | undefined;
  readonly customer: string | undefined;
  readonly actions: readonly TokenAction[];
  /** Set for a token of a hosted page. */
  readonly page: HostedPage | undefined;
  /** The one plan, or the one subscription, that the hosted page shows. */
  readonly plan: string | undefined;
  readonly subscription: string | undefined;
  /** The rest of a hosted page's link, so that the address cannot change it; undefined if none is signed. */
  readonly link: LinkClaims | undefined;
  /** SHA-256, in base64url, of a random value that only the browser which asked for the link has (RFC 7636, S256). */
  readonly codeChallenge: string | undefined;
  /** Id of the token that opened the hosted page which got this one. */
  readonly openedBy: string | undefined;
}
