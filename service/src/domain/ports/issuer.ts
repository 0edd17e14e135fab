/** The interface to the bank that issued a card. */
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Hono} from 'hono';
import type {StepUpKind} from '../../platform/settings.js';
import type {Cardholder, ClearCard} from './card.js';

/** The name shown for the issuing bank of every card. */
export const bankName = 'Example Bank';

/**
 * The bank that issued a card, for payer authentication: device data collection, enrollment and the step-up
 * pages (wire 3 to 5). The writes of `setup` and `enroll` are part of the caller's unit of work.
 */
export interface Issuer {
  /** Routes of the issuer origin. */
  readonly routes: Hono;
  /** Prepares device data collection for a card. The browser opens the returned URL with the token. */
  setup(
    request: {
      readonly tracker: string;
      readonly card: ClearCard;
      readonly origin: string | undefined;
    },
    unit: UnitOfWork,
  ): Promise<{
    readonly referenceId: string;
    readonly accessToken: string;
    readonly deviceDataCollectionUrl: string;
    /** Whether the number is a published test card; missing if the issuer cannot tell. */
    readonly isTestCard?: boolean;
  }>;
  /**
   * Decides whether the shopper is authenticated at once, must confirm on the step-up page, or cannot be
   * authenticated.
   */
  enroll(request: EnrollmentRequest, unit: UnitOfWork): Promise<IssuerEnrollment>;
  /** The result of a step-up. It can be read when the browser returns, and at any later time. */
  result(request: {readonly transactionId: string}): Promise<IssuerResult>;
  /** How this bank asks in its step-ups; undefined for a bank that testers cannot tell how. */
  readonly stepUps?: StepUpChoices;
}

/** Testers' choices of how the bank asks. Without a merchant, a choice is for all that have made none. */
export interface StepUpChoices {
  /** Every way there is, with a sentence for testers. */
  readonly kinds: readonly {readonly kind: StepUpKind; readonly says: string}[];
  chosen(merchant: string | undefined): Promise<StepUpKind>;
  /** Takes effect at the next enrollment; null takes a choice back. */
  choose(merchant: string | undefined, kind: StepUpKind | null): Promise<void>;
}

/** The data that the issuer gets to authenticate a shopper. */
export interface EnrollmentRequest {
  /** Id of the merchant. */
  readonly merchant?: string | undefined;
  readonly tracker: string;
  readonly referenceId: string;
  /** The session id that the browser got from device data collection. */
  readonly sessionId: string | undefined;
  readonly returnUrl: string;
  /**
   * The merchant's name on the step-up page. If it is omitted, the page shows the host of the shop's page.
   */
  readonly shop?: string | undefined;
  /** The purchase; undefined when the card is only saved. */
  readonly purchase?: Purchase | undefined;
  /** Language of the shop's page, as a BCP 47 tag; without it the bank speaks the browser's. */
  readonly language?: string | undefined;
  /** The name that was typed with the card, if one was. */
  readonly cardholder?: Cardholder | undefined;
  /**
   * Whether the bank has to ask the shopper if it can, even where it would not (3-D Secure: challenge mandated).
   */
  readonly mustAsk?: boolean;
  /** Origins that may frame the step-up page. */
  readonly origins: readonly string[];
}

/** The purchase that the bank shows the shopper. */
export interface Purchase {
  readonly kind: 'payment' | 'subscription';
  /** The amount charged now, as decimal text such as `48.00`; undefined for a trial. */
  readonly amount?: string;
  readonly currency: string;
}

export interface IssuerEnrollment {
  readonly transactionId: string;
  readonly enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_FAILED' | 'PENDING_AUTHENTICATION';
  /**
   * VERes, the reply to the lookup: Y can be authenticated, N not enrolled, U no answer, B bypassed (wire 5).
   */
  readonly veres: 'Y' | 'N' | 'U' | 'B';
  /**
   * PARes, the result: Y authenticated, N failed, A attempted, U unavailable, R rejected, C step-up required;
   * null without an authentication (wire 5).
   */
  readonly pares: 'Y' | 'N' | 'A' | 'U' | 'R' | 'C' | null;
  /** Electronic commerce indicator: tells the network how the shopper was authenticated, such as `05`. */
  readonly eci: string | undefined;
  /** `windowSize` is the 3-D Secure code of the step-up page's size, `01` to `05`. */
  readonly stepUp:
    | {
        readonly url: string;
        readonly accessToken: string;
        readonly windowSize: string;
        /** The last instant at which it can begin, where the bank says so. */
        readonly until?: Date;
      }
    | undefined;
  /**
   * Why the issuer gave no answer (VERes `U`); missing if it answered. The tracker's status becomes
   * NOT_ELIGIBLE for `not-available`, and UNAVAILABLE for the others. Case numbers are those of wire 5.
   * - `not-available`: payer authentication is not available for the card (case 2.6).
   * - `error`: the lookup failed (case 2.7).
   * - `timed-out`: the lookup timed out (case 2.8).
   * - `no-device-data`: a step-up was needed, but device data collection had not finished.
   */
  readonly lookup?: 'not-available' | 'error' | 'timed-out' | 'no-device-data';
}

export interface IssuerResult {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'unavailable' | 'rejected' | 'cancelled' | 'error';
  readonly eci: string | undefined;
  /** Of a pending step-up, the last instant at which it can begin, or once begun can end, where the bank says so. */
  readonly until?: Date;
}
