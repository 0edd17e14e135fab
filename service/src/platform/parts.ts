import type {Hono} from 'hono';
import type {BrandId} from '../../../src/protocol/index.js';
import type {Clock} from './clock/clock.js';
import type {FaultPoints} from '../edges/faults/faults.js';
import type {UnitOfWork} from './idempotency/unit-of-work.js';
import type {Database} from './storage/database.js';

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

/**
 * Hosted card fields: capture contexts, transient tokens, field pages and library (wire: Flex Microform v2). What a call leaves
 * behind is part of the caller's unit of work.
 */
export interface Microform {
  /** Routes of the fields origin. */
  readonly routes: Hono;
  issueCaptureContext(
    request: {
      readonly merchant: string;
      readonly tracker: string;
      readonly targetOrigins: readonly string[];
    },
    unit: UnitOfWork,
  ): Promise<{readonly jwt: string}>;
  /**
   * Opens a transient token once; throws `ServiceError` when it is forged, expired, used, or made for another tracker. It counts as
   * used once the unit is committed.
   */
  redeemTransientToken(
    request: {readonly tracker: string; readonly jwt: string},
    unit: UnitOfWork,
  ): Promise<ClearCard>;
}

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

/** What the bank is told of a payer. */
export interface EnrollmentRequest {
  readonly tracker: string;
  readonly referenceId: string;
  /** What the browser says it got from device data collection. */
  readonly sessionId: string | undefined;
  readonly returnUrl: string;
  /** What the merchant calls itself: the bank tells the shopper. Its host when missing. */
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

/** Where a sealed text belongs. It is bound to all of it: another record, merchant or key opens nothing. */
export interface SealContext {
  /** Unique id of the record that keeps the sealed text, such as `card_…`. */
  readonly record: string;
  readonly merchant: string;
}

/** The vault's locks (AES-256-GCM under a data key of its own for each record). */
export interface Vault {
  /** Seals bytes or text into one printable string that a text column can keep. */
  seal(plain: string | Uint8Array, context: SealContext): Promise<string>;
  /** Opens what `seal` made; throws when the text, the context or the key does not fit. */
  open(sealed: string, context: SealContext): Promise<Uint8Array>;
  /** The same for the same text and merchant, and nothing else can be told from it (HMAC-SHA256, hex). */
  fingerprint(text: string, merchant: string): string;
}

/** Public addresses without a trailing slash. Known once the service listens: read them when answering, not before. */
export interface ServiceUrls {
  readonly api: string;
  readonly fields: string;
  readonly issuer: string;
}

/** How device data collection reports: both message forms of the wire, nothing, too late, or `Status: false`. */
export type DeviceDataMode = 'v1' | 'v2' | 'never' | 'late' | 'status-false';

/** What a development run may turn while it runs. Parts read the value when they need it and never copy it. */
export interface ServiceSettings {
  deviceData: {mode: DeviceDataMode; delayMs: number};
  /** How long the issuer's directory is silent for the test cards that time out, in milliseconds. */
  directoryTimeoutMs: number;
  /** Whether FAILED and REJECTED arrive as an authentication status or as an HTTP error (wire 0). */
  enrollmentFailures: 'status' | 'http';
  oneTimeCode: string;
  stepUpAttempts: number;
  /** A step-up that nobody has begun after this many milliseconds counts as abandoned. */
  challengeStartLimitMs: number;
  /** How long a receiver of events may take to answer, in real milliseconds. */
  webhookTimeoutMs: number;
  /** Lifetime of a time-based token in seconds. */
  tokenTtlSeconds: number;
  /** How long a tracker may take from its creation to its last action, in seconds; then it is `TRACKER_EXPIRED`. */
  trackerTtlSeconds: number;
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Structured logging. Only fields on the allow-list of `http/log.ts` are written; an event is `part.what_happened`. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/**
 * What `createMicroform(deps)` and `createIssuer(deps)` get. Both are async, are called after the migrations that
 * their index exports as `migrations: readonly Migration[]` have run, and answer a `Microform` or an `Issuer`. Keys a part
 * signs with are its own: it makes them once and keeps them sealed in its own tables.
 */
export interface PartDependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly vault: Vault;
  readonly urls: ServiceUrls;
  readonly settings: ServiceSettings;
  readonly logger: Logger;
  /** Faults on demand; missing where there are none. */
  readonly faults?: FaultPoints;
}

export type CreateMicroform = (deps: PartDependencies) => Promise<Microform>;
export type CreateIssuer = (deps: PartDependencies) => Promise<Issuer>;
