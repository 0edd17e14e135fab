import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Hono} from 'hono';
import type {ClearCard} from './card.js';

/** What the bank of every card calls itself. */
export const bankName = 'Example Bank';

/**
 * The virtual issuer: device data collection, enrollment and the step-up pages (wire 3 to 5). What it remembers of a question is
 * part of the caller's unit of work.
 */
export interface Issuer {
  /** Routes of the issuer origin. */
  readonly routes: Hono;
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
  }>;
  enroll(request: EnrollmentRequest, unit: UnitOfWork): Promise<IssuerEnrollment>;
  /** The issuer's own word on a step-up, read when the browser comes back and at any time later. */
  result(request: {readonly transactionId: string}): Promise<IssuerResult>;
}

/** What the bank gets to know of a payer. */
export interface EnrollmentRequest {
  readonly tracker: string;
  readonly referenceId: string;
  /** What the browser says it got from device data collection. */
  readonly sessionId: string | undefined;
  readonly returnUrl: string;
  /** The merchant's name as the bank shows it to the shopper; its host if omitted. */
  readonly shop?: string | undefined;
  /** What the shopper pays for; missing where the card is only saved. */
  readonly purchase?: Purchase | undefined;
  /** Origins that may frame the step-up page. */
  readonly origins: readonly string[];
}

/** What a shopper is about to pay for with the card that the bank asks about. */
export interface Purchase {
  readonly kind: 'payment' | 'subscription';
  /** What is charged now, as decimal text such as `48.00`; missing where a subscription begins with a trial. */
  readonly amount?: string;
  readonly currency: string;
}

export interface IssuerEnrollment {
  readonly transactionId: string;
  readonly enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_FAILED' | 'PENDING_AUTHENTICATION';
  readonly veres: 'Y' | 'N' | 'U' | 'B';
  readonly pares: 'Y' | 'N' | 'A' | 'U' | 'R' | 'C' | null;
  readonly eci: string | undefined;
  readonly stepUp:
    {readonly url: string; readonly accessToken: string; readonly windowSize: string} | undefined;
  /**
   * Why there is no answer of an issuer, where VERes is `U`: the card takes no part (wire 5, case 2.6: NOT_ELIGIBLE), the
   * lookup went wrong (case 2.7), it timed out (case 2.8), or a step-up was due and could not be raised because device data
   * collection had not finished (the last three: UNAVAILABLE). Missing where the issuer answered.
   */
  readonly lookup?: 'not-available' | 'error' | 'timed-out' | 'no-device-data';
}

export interface IssuerResult {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'unavailable' | 'rejected' | 'cancelled' | 'error';
  readonly eci: string | undefined;
}
