/**
 * Public addresses without a trailing slash. Known once the service listens: read them when answering, not
 * before.
 */
export interface ServiceUrls {
  readonly api: string;
  readonly fields: string;
  readonly issuer: string;
}

/**
 * How device data collection reports: both message forms of the wire, nothing, too late, or `Status: false`.
 */
export type DeviceDataMode = 'v1' | 'v2' | 'never' | 'late' | 'status-false';

/**
 * What a development run may turn while it runs. Parts read the value when they need it and never copy it.
 */
export interface ServiceSettings {
  deviceData: {mode: DeviceDataMode; delayMs: number};
  /** How long the issuer's directory is silent for the test cards that time out, in milliseconds. */
  directoryTimeoutMs: number;
  /** Whether FAILED and REJECTED arrive as an authentication status or as an HTTP error (wire 0). */
  enrollmentFailures: 'status' | 'http';
  oneTimeCode: string;
  stepUpAttempts: number;
  /** A step-up that has not begun after this many milliseconds counts as abandoned. */
  challengeStartLimitMs: number;
  /** How long a receiver of events may take to answer, in real milliseconds. */
  webhookTimeoutMs: number;
  /** Lifetime of a time-based token in seconds. */
  tokenTtlSeconds: number;
  /**
   * How long a tracker may take from its creation to its last action, in seconds; then it is
   * `TRACKER_EXPIRED`.
   */
  trackerTtlSeconds: number;
}

/** Settings of a run for which nothing else was said. */
export function defaultSettings(): ServiceSettings {
  return {
    deviceData: {mode: 'v1', delayMs: 300},
    directoryTimeoutMs: 10_500,
    enrollmentFailures: 'status',
    oneTimeCode: '1234',
    stepUpAttempts: 3,
    challengeStartLimitMs: 30_000,
    webhookTimeoutMs: 15_000,
    tokenTtlSeconds: 900,
    trackerTtlSeconds: 86_400,
  };
}
