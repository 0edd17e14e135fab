/**
 * What a time-based token may be used for; a closed list (guarantees 3). Reversal, capture and customers are
 * never on it.
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
 * A token minted without a scope may call every tracker action, as clients that ask with `{}` expect
 * (guarantees 3). Capture still needs the secret key.
 */
export const unscopedActions = [...scopedActions, 'REVERSAL'] as const;

export type TokenAction = (typeof unscopedActions)[number];

/** Hosted pages that a token opens; such a token opens nothing else. */
export const hostedPages = ['checkout', 'portal'] as const;
export type HostedPage = (typeof hostedPages)[number];

export interface TokenClaims {
  readonly id: string;
  /** To the second. */
  readonly issuedAt: Date;
  readonly merchant: string;
  /** The one tracker of a scoped token. */
  readonly tracker: string | undefined;
  /** The one web origin of a scoped token. */
  readonly origin: string | undefined;
  readonly customer: string | undefined;
  readonly actions: readonly TokenAction[];
  /** Set for a token of a hosted page. */
  readonly page: HostedPage | undefined;
  /** The one plan, or the one subscription, that the page is about. */
  readonly plan: string | undefined;
  readonly subscription: string | undefined;
}
