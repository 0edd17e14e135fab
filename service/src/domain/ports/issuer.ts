import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Hono} from 'hono';
import type {ClearCard} from './card.js';

/** The issuing bank's name for every card. */
export const bankName = 'Example Bank';

/**
 * The virtual issuer: device data collection, enrollment and the step-up pages (wire 3 to 5). What it stores
 * is part of the caller's unit of work.
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
  /** The issuer's verdict on a step-up, read when the browser returns and at any time later. */
  result(request: {readonly transactionId: string}): Promise<IssuerResult>;
}

/** What the bank learns about a payer. */
export interface EnrollmentRequest {
  readonly tracker: string;
  readonly referenceId: string;
  /** The session id that the browser got from device data collection. */
  readonly sessionId: string | undefined;
  readonly returnUrl: string;
  /** The merchant's name as the bank shows it to the shopper; its host if omitted. */
  readonly shop?: string | undefined;
  /** The purchase; undefined when the card is only saved. */
  readonly purchase?: Purchase | undefined;
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
  readonly veres: 'Y' | 'N' | 'U' | 'B';
  readonly pares: 'Y' | 'N' | 'A' | 'U' | 'R' | 'C' | null;
  readonly eci: string | undefined;
  readonly stepUp:
    {readonly url: string; readonly accessToken: string; readonly windowSize: string} | undefined;
  /**
   * Why there is no answer of an issuer, where VERes is `U`: the card takes no part (wire 5, case 2.6:
   * NOT_ELIGIBLE), the lookup went wrong (case 2.7), it timed out (case 2.8), or a step-up was due and could
   * not be raised because device data collection had not finished (the last three: UNAVAILABLE). Missing
   * where the issuer answered.
   */
  readonly lookup?: 'not-available' | 'error' | 'timed-out' | 'no-device-data';
}

export interface IssuerResult {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'unavailable' | 'rejected' | 'cancelled' | 'error';
  readonly eci: string | undefined;
}
