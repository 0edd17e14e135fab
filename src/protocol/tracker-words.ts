/** Tracker actions (spec 3.1; the service deduces which one a request means from the tracker and the payload). */
export const actionKinds = [
  'GENERATE_CAPTURE_CONTEXT',
  'PROCESS_TRANSIENT_TOKEN',
  'PAYER_AUTH_SETUP',
  'PAYER_AUTH_ENROLLMENT',
  'PAYER_AUTH_VALIDATION',
  'AUTHORIZATION',
  'CAPTURE',
  'REVERSAL',
  'NOOP',
] as const;
export type ActionKind = (typeof actionKinds)[number];

/** Tracker states as deployments of the service report them. */
export const trackerStates = [
  'TRACKER_STARTED',
  'TRACKER_AUTHORIZED',
  'TRACKER_ENROLLED',
  'TRACKER_ENDED',
  'TRACKER_CANCELLED',
  'TRACKER_EXPIRED',
  'TRACKER_REFUNDED',
  'TRACKER_PARTIAL_REFUND',
  'TRACKER_DISPUTED',
  'TRACKER_REVERSED',
  'TRACKER_VOIDED',
] as const;
export type TrackerState = (typeof trackerStates)[number];

/** Authentication statuses of an enrollment (spec 3.3). */
export const authenticationStatuses = [
  'REQUIRED',
  'FRICTIONLESS',
  'ATTEMPTED',
  'UNAVAILABLE',
  'FAILED',
  'REJECTED',
  'NOT_ELIGIBLE',
] as const;
export type AuthenticationStatus = (typeof authenticationStatuses)[number];

/** Next step of a client after enrollment, by authentication status (spec 3.3). */
export const nextStepByStatus = {
  REQUIRED: 'step-up',
  FRICTIONLESS: 'authorize',
  ATTEMPTED: 'authorize',
  UNAVAILABLE: 'stop',
  FAILED: 'stop',
  REJECTED: 'stop',
  NOT_ELIGIBLE: 'stop',
} as const satisfies Record<AuthenticationStatus, 'step-up' | 'authorize' | 'stop'>;

/** Electronic commerce indicators (spec 2.4) and whether liability shifts to the issuer. */
export const eciTable = {
  '01': {meaning: 'attempted', scheme: 'mastercard', liabilityShift: true},
  '02': {meaning: 'authenticated', scheme: 'mastercard', liabilityShift: true},
  '05': {meaning: 'authenticated', scheme: 'others', liabilityShift: true},
  '06': {meaning: 'attempted', scheme: 'others', liabilityShift: true},
  '07': {meaning: 'not-enrolled', scheme: 'others', liabilityShift: false},
} as const;
export type Eci = keyof typeof eciTable;

/** True only for the indicators that shift liability (spec 2.4); anything else, `00` and nothing included, does not. */
export function liabilityShiftOf(eci: string | undefined): boolean {
  return eci !== undefined && Object.hasOwn(eciTable, eci) && eciTable[eci as Eci].liabilityShift;
}

/** EMV 3-D Secure challenge window sizes in CSS pixels; `05` fills the page. */
export const challengeWindows = {
  '01': {width: 250, height: 400},
  '02': {width: 390, height: 400},
  '03': {width: 500, height: 600},
  '04': {width: 600, height: 400},
  '05': undefined,
} as const;
export type ChallengeWindow = keyof typeof challengeWindows;
