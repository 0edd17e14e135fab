/** Everything that can go wrong, closed. Expected outcomes (stopped by the bank, cancelled …) are values, not errors. */
export const cardVaultErrorCodes = [
  /** The shop's server could not be reached. */
  'shop-server-unreachable',
  /** The shop's server answered with an error or with something that is no session. */
  'session-refused',
  /** The shop's server answered 401: the shopper is not signed in, or no longer. */
  'login-required',
  /** The service could not be reached. */
  'service-unreachable',
  /** The service answered 5xx or asked to come back later. */
  'service-unavailable',
  /** The service or the shop's server refuses the secret key or the time-based token, also after one renewal. */
  'credentials-refused',
  /** The session is over and could not be renewed. */
  'session-expired',
  /** The service refused a request as wrong in itself. */
  'request-refused',
  /** An answer does not have the shape the specification gives it. */
  'answer-unreadable',
  'request-timed-out',
  /** The capture context is no capture context, names no integrity hash, or is meant for another origin. */
  'capture-context-invalid',
  'capture-context-expired',
  /** The card field library did not load: blocked by a policy, an extension, a network, or its hash differs. */
  'fields-blocked',
  'fields-timed-out',
  /** The shopper's entries are not complete or not right. */
  'card-incomplete',
  'brand-not-accepted',
  'tokenization-failed',
  /** The transient token of the card fields ended before the service opened it; the card has to be entered again. */
  'transient-token-expired',
  'device-data-url-refused',
  'step-up-url-refused',
  'shell-unreachable',
  'entry-mode-refused',
  /** The payment was saved or authorized but the last step did not answer; trying again is safe. */
  'completion-failed',
  /** A call that does not fit the element's state, such as `save()` while saving. */
  'not-ready',
  'configuration-missing',
  'unexpected',
] as const;
export type CardVaultErrorCode = (typeof cardVaultErrorCodes)[number];

/** Who can put it right. */
export type ErrorAudience = 'shopper' | 'merchant' | 'network';

export interface CardVaultErrorDetails {
  readonly audience?: ErrorAudience;
  readonly retryable?: boolean;
  /** HTTP status, where an answer was the cause. */
  readonly status?: number;
  /** The field at fault: a JSON pointer into an answer, or the name of an input. */
  readonly field?: string;
  readonly cause?: unknown;
}

const defaults: Readonly<Record<CardVaultErrorCode, readonly [ErrorAudience, boolean]>> = {
  'shop-server-unreachable': ['network', true],
  'session-refused': ['merchant', true],
  'login-required': ['shopper', true],
  'service-unreachable': ['network', true],
  'service-unavailable': ['network', true],
  'credentials-refused': ['merchant', true],
  'session-expired': ['shopper', true],
  'request-refused': ['merchant', false],
  'answer-unreadable': ['merchant', false],
  'request-timed-out': ['network', true],
  'capture-context-invalid': ['merchant', true],
  'capture-context-expired': ['shopper', true],
  'fields-blocked': ['network', true],
  'fields-timed-out': ['network', true],
  'card-incomplete': ['shopper', true],
  'brand-not-accepted': ['shopper', true],
  'tokenization-failed': ['network', true],
  'transient-token-expired': ['shopper', true],
  'device-data-url-refused': ['merchant', false],
  'step-up-url-refused': ['merchant', false],
  'shell-unreachable': ['merchant', true],
  'entry-mode-refused': ['merchant', false],
  'completion-failed': ['network', true],
  'not-ready': ['merchant', true],
  'configuration-missing': ['merchant', false],
  unexpected: ['merchant', true],
};

/** The one error of this package. `code` is stable and closed; `message` is for developers and never holds card data. */
export class CardVaultError extends Error {
  override readonly name = 'CardVaultError';
  readonly code: CardVaultErrorCode;
  readonly audience: ErrorAudience;
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly field: string | undefined;

  constructor(code: CardVaultErrorCode, message: string, details: CardVaultErrorDetails = {}) {
    super(message, 'cause' in details ? {cause: details.cause} : undefined);
    this.code = code;
    this.audience = details.audience ?? defaults[code][0];
    this.retryable = details.retryable ?? defaults[code][1];
    this.status = details.status;
    this.field = details.field;
  }
}
