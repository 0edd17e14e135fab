import type {BrandId} from './brands.js';
import type {Price} from './price.js';
import type {ActionKind, AuthenticationStatus, Feature, SessionMode, TrackerState} from './vocabulary.js';

/** Answer of the shop's server to an opened session (decision 0007). The credential is not part of it. */
export interface Session {
  readonly tracker: string;
  /** ISO instant at which the time-based token stops working. */
  readonly expiresAt: string;
  readonly accountVerification: boolean;
  readonly entryMode: SessionMode;
  /** Payment of the session, and its saved card; entry mode `tms` only. */
  readonly payment?: SessionPayment;
  /** Absolute address of the shop's return page; becomes success_url and failure_url. */
  readonly returnUrl: string;
  /** Address of the shop's shell page (decision 0002), absolute; missing where the shop serves none. */
  readonly frameUrl?: string;
  /** Features of the service beyond those recorded of the real one; missing means none. */
  readonly features?: readonly Feature[];
}

/** A payment with a saved card. The shop's server alone names card and amount. */
export interface SessionPayment extends Price {
  readonly paymentMethod: PaymentMethod;
  /** The shopper is asked for the card's security code (feature `saved-card-code`). */
  readonly securityCode?: boolean;
}

/** Result of a payment: taken, or held until the shop takes it. */
export interface PaidAmount extends Price {
  readonly status: 'captured' | 'authorized';
}

/** A capture context as the service issued it: the signed text and the claims the page needs from it. */
export interface CaptureContext {
  readonly jwt: string;
  readonly clientLibrary: string;
  /** Missing only where the shop takes a library without one. */
  readonly clientLibraryIntegrity?: string;
  readonly targetOrigins: readonly string[];
  readonly allowedCardNetworks: readonly string[];
  /** Public key of the merchant that it was made for; missing where the service names none. */
  readonly merchant?: string | undefined;
  /** Address of a field's document that can be loaded before the context is there; missing where the service has none. */
  readonly earlyFrame?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly issuedAt: number;
}

/** Facts of a card that may be shown. Never a number. */
export interface CardSummary {
  readonly brand: BrandId | 'unknown';
  readonly lastFour: string;
  /** Two digits; missing when it is unknown. */
  readonly expirationMonth?: string;
  /** Four digits; missing when it is unknown. */
  readonly expirationYear?: string;
}

/** Data that payer authentication needs before the enrollment, from the set-up’s answer (spec 2.3). */
export interface PayerAuthenticationSetup {
  readonly card: CardSummary;
  readonly accessToken: string;
  readonly deviceDataCollectionUrl: string;
}

/**
 * The bank's answer to the enrollment (spec 2.4). An unknown status reads `UNKNOWN` and must stop the flow.
 */
export interface Enrollment {
  readonly status: AuthenticationStatus | 'UNKNOWN';
  readonly eci?: string;
  /** Present together when the status is REQUIRED. */
  readonly stepUp?: {readonly accessToken: string; readonly url: string; readonly windowSize?: string};
}

export interface Authorization {
  readonly token: string;
}

/** The truth about a tracker, as fetchPayment tells it. */
export interface Payment {
  readonly tracker: string;
  readonly state: TrackerState | 'UNKNOWN';
  readonly nextAction: ActionKind | 'UNKNOWN';
  readonly enrollment?: {readonly status: AuthenticationStatus | 'UNKNOWN'; readonly eci?: string};
  /** Present once the step-up has ended at the bank. */
  readonly validation?: {readonly result: ValidationResult; readonly eci?: string};
  /** Something shows that the bank confirmed the card, in a service that tells no validation (wire 9.2). */
  readonly confirmed?: boolean;
  readonly authorized: boolean;
  readonly reversed: boolean;
  readonly paymentMethod?: PaymentMethod;
}

export const validationResults = [
  'succeeded',
  'failed',
  'unavailable',
  'rejected',
  'cancelled',
  'error',
] as const;
export type ValidationResult = (typeof validationResults)[number];

export interface PaymentMethod extends CardSummary {
  readonly token: string;
  /** True for a guest's method, which may be used once (spec 1.5). */
  readonly singleUse: boolean;
  /** True when the customer had saved this card before: the token is the earlier one, its expiry is the new one. */
  readonly duplicate?: boolean;
  /** In a list of saved methods: the card's month is over. */
  readonly expired?: boolean;
  /** In a list of saved methods: the customer's default; missing where the service keeps none (feature `default-method`). */
  readonly isDefault?: boolean;
  /** Consent of the shopper when the card was saved, as the service keeps it. */
  readonly consent?: KeptConsent;
}

/** The words by which a shopper agrees to later charges of a card, and their language (BCP 47). */
export interface Consent {
  readonly text: string;
  readonly language: string;
}

export interface KeptConsent extends Consent {
  /** ISO instant, by the service's clock. */
  readonly givenAt: string;
}

/** The answer of the flow's last step. */
export interface Completion {
  readonly paymentMethod: PaymentMethod;
  /** Present when something was paid. */
  readonly payment?: PaidAmount;
  /** A reversal was made now or before. */
  readonly reversed: boolean;
}

/** The billing address that an enrollment may carry (spec 4.3). */
export interface BillingAddress {
  readonly street1?: string;
  readonly street2?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postalCode?: string;
  /** ISO 3166 alpha-2. */
  readonly country?: string;
}

/** Card details in plain text, in raw mode (spec 4.3). They live only in the call that sends them. */
export interface RawCard {
  readonly cardNumber: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly securityCode: string;
}
