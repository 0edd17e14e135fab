import {
  type AuthenticationStatus,
  type BillingAddress,
  type Completion,
  type Payment,
  type ValidationResult,
  liabilityShiftOf,
  nextStepByStatus,
} from '../protocol/index.js';
import type {
  Authentication,
  CardInput,
  Given,
  PaidOutcome,
  Progress,
  SavedOutcome,
  StopCause,
  StoppedOutcome,
  StopReason,
} from './state.js';

export type Stop = readonly [StopReason, StopCause];

/** Why a flow stops at enrollment (spec 3.3). A status that is not known stops it too. */
const stopByStatus = {
  UNAVAILABLE: ['unavailable', 'issuer-unavailable'],
  FAILED: ['failed', 'issuer-declined'],
  REJECTED: ['rejected', 'issuer-rejected'],
  NOT_ELIGIBLE: ['not-eligible', 'card-not-eligible'],
  UNKNOWN: ['unavailable', 'unknown-status'],
} as const satisfies Record<string, Stop>;

/** Why a flow stops after a step-up, by the truth that was read. */
const stopByValidation: Readonly<Record<Exclude<ValidationResult, 'succeeded'>, Stop>> = {
  failed: ['failed', 'issuer-declined'],
  rejected: ['rejected', 'issuer-rejected'],
  unavailable: ['unavailable', 'issuer-unavailable'],
  error: ['unavailable', 'issuer-unavailable'],
  cancelled: ['cancelled', 'cancelled-at-issuer'],
};

/** The authorization itself was declined. */
export const stopByDecline: Stop = ['failed', 'issuer-declined'];

/** Why a step-up ended when the service knows no answer of the bank. */
export const stopByEnding = {
  closed: ['cancelled', 'closed-by-shopper'],
  'timed-out': ['timed-out', 'step-up-limit'],
  interrupted: ['cancelled', 'interrupted'],
} as const satisfies Record<string, Stop>;

export type NextStep = 'step-up' | 'authorize' | 'stop';

/** Next step after an enrollment (spec 3.3); a status that is not in the table stops the run. */
export function nextStepOf(status: AuthenticationStatus | 'UNKNOWN'): NextStep {
  return Object.hasOwn(nextStepByStatus, status) ? nextStepByStatus[status as AuthenticationStatus] : 'stop';
}

/** The stop behind an enrollment status, or nothing when the status lets the flow go on. */
export function stopOfStatus(status: AuthenticationStatus | 'UNKNOWN'): Stop | undefined {
  if (nextStepOf(status) !== 'stop') return undefined;
  return Object.hasOwn(stopByStatus, status)
    ? stopByStatus[status as keyof typeof stopByStatus]
    : stopByStatus.UNKNOWN;
}

/** The stop behind the bank's answer to a step-up, or nothing when there is none or it is a yes. */
export function stopOfValidation(validation: Payment['validation']): Stop | undefined {
  if (validation === undefined || validation.result === 'succeeded') return undefined;
  return stopByValidation[validation.result];
}

/**
 * Facts of the authentication that the run knows; liability shifts only when device data was collected (spec
 * 3.1 step 6).
 */
function authenticationOf(progress: Progress): Authentication | undefined {
  const {enrollment, deviceDataCollected} = progress;
  if (enrollment === undefined) return undefined;
  return {
    status: enrollment.status,
    eci: enrollment.eci,
    liabilityShift: deviceDataCollected === true && liabilityShiftOf(enrollment.eci),
  };
}

export function stoppedOutcome(progress: Progress, [reason, cause]: Stop): StoppedOutcome {
  const authentication = authenticationOf(progress);
  return {
    outcome: 'stopped',
    reason,
    cause,
    // Nothing was bought, so there is no liability to shift, regardless of the indicator.
    authentication: authentication && {...authentication, liabilityShift: false},
    tracker: progress.session?.tracker,
  };
}

/** A text with as many digits as a card number is not read back, whichever field it was typed into. */
export function givenOf({cardholderName, billing}: CardInput): Given {
  const isNumber = (text: string): boolean => text.replace(/\D/g, '').length >= 12;
  const address = Object.entries(billing ?? {}).filter(([, text]) => text && !isNumber(String(text)));
  return {
    ...(cardholderName && !isNumber(cardholderName) && {cardholderName}),
    ...(address.length > 0 && {billing: Object.fromEntries(address) as BillingAddress}),
  };
}

export function savedOutcome(
  {given, ...progress}: Progress,
  tracker: string,
  {paymentMethod, payment}: Completion,
): SavedOutcome | PaidOutcome {
  const ending = {
    ...given,
    paymentMethod,
    authentication: authenticationOf(progress) ?? {
      status: 'UNKNOWN',
      eci: undefined,
      liabilityShift: false,
    },
    tracker,
  };
  return payment ? {outcome: 'paid', payment, ...ending} : {outcome: 'saved', ...ending};
}
