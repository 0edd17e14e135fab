/** The party that can mend it. */
export type ErrorAudience = 'shopper' | 'merchant' | 'network';

/**
 * Everything that can go wrong, closed: who can put it right, and whether the same may succeed later. Expected outcomes
 * (stopped by the bank, cancelled …) are values, not errors.
 */
const defaults = {
  /** The shop's server could not be reached. */
  'shop-server-unreachable': ['network', true],
  /** The shop's server answered with an error or with something that is no session. */
  'session-refused': ['merchant', true],
  /** The shopper is not signed in: the shop's server answered 401, or redirected to a page that is not JSON or on another origin. */
  'login-required': ['shopper', true],
  /** The service could not be reached. */
  'service-unreachable': ['network', true],
  /** The service answered 5xx or asked to come back later. */
  'service-unavailable': ['network', true],
  /** The service or the shop's server refuses the secret key or the time-based token, also after one renewal. */
  'credentials-refused': ['merchant', true],
  /** The session is over and could not be renewed. */
  'session-expired': ['shopper', true],
  /** The service refused a request as wrong in itself. */
  'request-refused': ['merchant', false],
  /** An answer does not have the shape the specification gives it. */
  'answer-unreadable': ['merchant', false],
  'request-timed-out': ['network', true],
  /** The capture context is no capture context, names no integrity hash, or is meant for another origin or merchant. */
  'capture-context-invalid': ['merchant', true],
  'capture-context-expired': ['shopper', true],
  /** The page stands in a frame of another site, where the card fields refuse to be shown. */
  'framed-elsewhere': ['merchant', false],
  /** The card field library did not load: blocked by a policy, an extension, a network, or its hash differs. */
  'fields-blocked': ['network', true],
  'fields-timed-out': ['network', true],
  /** The shopper's entries are not complete or not right. */
  'card-incomplete': ['shopper', true],
  'brand-not-accepted': ['shopper', true],
  /** The service takes no more cards of this shopper, of this card, or from this address for a while. */
  'too-many-cards': ['shopper', true],
  'tokenization-failed': ['network', true],
  /** The transient token of the card fields ended before the service opened it; the card has to be entered again. */
  'transient-token-expired': ['shopper', true],
  'device-data-url-refused': ['merchant', false],
  'step-up-url-refused': ['merchant', false],
  'shell-unreachable': ['merchant', true],
  'entry-mode-refused': ['merchant', false],
  /** The payment was saved or authorized but the last step did not answer; trying again is safe. */
  'completion-failed': ['network', true],
  /** Another payment has the money of this order, or the shop asks for none any more. */
  'order-paid': ['shopper', false],
  /** The shop asks for another amount, currency or card than the page has shown. */
  'order-changed': ['shopper', false],
  /** A call that does not fit the element's state, such as `save()` while saving. */
  'not-ready': ['merchant', true],
  'configuration-missing': ['merchant', false],
  unexpected: ['merchant', true],
} as const satisfies Readonly<Record<string, readonly [ErrorAudience, boolean]>>;

export type CardVaultErrorCode = keyof typeof defaults;
export const cardVaultErrorCodes = Object.keys(defaults) as readonly CardVaultErrorCode[];

export interface CardVaultErrorDetails {
  readonly audience?: ErrorAudience;
  readonly retryable?: boolean;
  /** HTTP status, where an answer was the cause. */
  readonly status?: number;
  /** The field at fault: a JSON pointer into an answer, or the name of an input. */
  readonly field?: string | undefined;
  readonly cause?: unknown;
}

/** The one error of this package. `code` is stable and closed; `message` is for developers and never holds card data. */
export class CardVaultError extends Error {
  /** Always the name of the class. */
  override readonly name = 'CardVaultError';
  /** Fault, from a closed list. */
  readonly code: CardVaultErrorCode;
  /** The party that can mend it. */
  readonly audience: ErrorAudience;
  /** The same again may succeed. */
  readonly retryable: boolean;
  /** The HTTP status, where a server has answered. */
  readonly status: number | undefined;
  /** The name of the field that is meant, where it is one. */
  readonly field: string | undefined;

  constructor(code: CardVaultErrorCode, message: string, details: CardVaultErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.audience = details.audience ?? defaults[code][0];
    this.retryable = details.retryable ?? defaults[code][1];
    this.status = details.status;
    this.field = details.field;
  }
}
