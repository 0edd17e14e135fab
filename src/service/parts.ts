import type {Hono} from 'hono';
import type {BrandId} from '../protocol/index.js';

/** A card number and its security code on their way through the process. Never logged, never stored in clear. */
export interface ClearCard {
  readonly number: string;
  /** Two digits. */
  readonly expirationMonth: string;
  /** Four digits. */
  readonly expirationYear: string;
  readonly securityCode?: string;
  readonly brand: BrandId | 'unknown';
}

/** Hosted card fields: capture contexts, transient tokens, field pages and library (wire: Flex Microform v2). */
export interface Microform {
  /** Routes of the fields origin. */
  readonly routes: Hono;
  issueCaptureContext(request: {
    readonly merchant: string;
    readonly tracker: string;
    readonly targetOrigins: readonly string[];
  }): Promise<{readonly jwt: string}>;
  /** Opens a transient token once; throws `ServiceError` when it is forged, expired, used, or made for another tracker. */
  redeemTransientToken(request: {readonly tracker: string; readonly jwt: string}): Promise<ClearCard>;
}

/** The virtual issuer: device data collection, enrollment and the step-up pages (wire sections 3 to 5). */
export interface Issuer {
  /** Routes of the issuer origin. */
  readonly routes: Hono;
  setup(request: {
    readonly tracker: string;
    readonly card: ClearCard;
    readonly origin: string | undefined;
  }): Promise<{
    readonly referenceId: string;
    readonly accessToken: string;
    readonly deviceDataCollectionUrl: string;
  }>;
  enroll(request: {
    readonly tracker: string;
    readonly referenceId: string;
    /** What the browser says it got from device data collection. */
    readonly sessionId: string | undefined;
    readonly returnUrl: string;
    /** Origins that may frame the step-up page. */
    readonly origins: readonly string[];
  }): Promise<IssuerEnrollment>;
  /** The issuer's own word on a step-up, read when the browser comes back and at any time later. */
  result(request: {readonly transactionId: string}): Promise<IssuerResult>;
}

export interface IssuerEnrollment {
  readonly transactionId: string;
  readonly enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_FAILED' | 'PENDING_AUTHENTICATION';
  readonly veres: 'Y' | 'N' | 'U' | 'B';
  readonly pares: 'Y' | 'N' | 'A' | 'U' | 'R' | 'C' | null;
  readonly eci: string | undefined;
  readonly stepUp:
    {readonly url: string; readonly accessToken: string; readonly windowSize: string} | undefined;
}

export interface IssuerResult {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'unavailable' | 'rejected' | 'cancelled' | 'error';
  readonly eci: string | undefined;
}
