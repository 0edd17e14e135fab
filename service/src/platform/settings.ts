import {networkOf} from '../../../src/protocol/brand-codes.js';
import {brandIds, cardBrands} from '../../../src/protocol/brands.js';
import {defaultCardLimits, type CardLimits} from './card-limits.js';

/**
 * Public base addresses without a trailing slash. They are empty until the service listens, so read them
 * for each answer.
 */
export interface ServiceUrls {
  readonly api: string;
  readonly fields: string;
  readonly issuer: string;
  /** The hosted pages: the address of the API, unless they have a port of their own. */
  readonly hosted: string;
}

/**
 * How the device data collection page reports: in one of the two message formats of the wire, never, too
 * late, or with `Status: false`.
 */
export type DeviceDataMode = 'v1' | 'v2' | 'never' | 'late' | 'status-false';

/** How the simulated bank can ask the shopper in a step-up (decision 0069). */
export const stepUpKinds = [
  'code',
  'answered',
  'new-code',
  'app',
  'passkey',
  'window',
  'slow',
  'down',
] as const;
export type StepUpKind = (typeof stepUpKinds)[number];

/**
 * Settings that a development run may change while it runs. Read a value when it is needed, and never copy
 * it.
 */
export interface ServiceSettings {
  deviceData: {mode: DeviceDataMode; delayMs: number};
  /** How long the simulated issuer's directory delays its answer for the test cards that time out. */
  directoryTimeoutMs: number;
  /** Whether FAILED and REJECTED are answered as an authentication status or as an HTTP error (wire 0). */
  enrollmentFailures: 'status' | 'http';
  /**
   * Whether the merchant's server may authorize a card that was set up without payer authentication (spec 3.1
   * step 9). Not every card payment provider allows it.
   */
  allowBypass: boolean;
  /** The card networks whose cards are taken, by their names in a capture context (wire 2.1). */
  networks: readonly string[];
  cardLimits: CardLimits;
  /** Limits that published test cards count for too. In development those that the operator has set, in production all. */
  testCardLimits: Partial<CardLimits>;
  /** How the simulated bank asks the shoppers of a merchant that has not chosen otherwise. */
  stepUp: StepUpKind;
  oneTimeCode: string;
  stepUpAttempts: number;
  /** A step-up that has not begun after this time counts as abandoned. */
  challengeStartLimitMs: number;
  /** How long a webhook receiver may take to answer, in real time. */
  webhookTimeoutMs: number;
  /** Lifetime of a time-based token in seconds. */
  tokenTtlSeconds: number;
  /** Time from a tracker's creation to its last action. After that it is `TRACKER_EXPIRED`. */
  trackerTtlSeconds: number;
}

/** The default settings. */
export function defaultSettings(): ServiceSettings {
  return {
    deviceData: {mode: 'v1', delayMs: 300},
    directoryTimeoutMs: 10_500,
    enrollmentFailures: 'status',
    allowBypass: false,
    networks: brandIds.filter((id) => !cardBrands[id].local).map(networkOf),
    cardLimits: defaultCardLimits,
    testCardLimits: {},
    stepUp: 'code',
    oneTimeCode: '1234',
    stepUpAttempts: 3,
    challengeStartLimitMs: 30_000,
    webhookTimeoutMs: 15_000,
    tokenTtlSeconds: 900,
    trackerTtlSeconds: 86_400,
  };
}
