/** The tracker's state machine: which action may follow which, and what each outcome leads to. */
import {
  nextStepByStatus,
  type ActionKind,
  type AuthenticationStatus,
  type TrackerState,
} from '../../../../src/protocol/index.js';
import type {IssuerEnrollment} from '../ports/issuer.js';
import type {Tracker} from './tracker.js';
import {type TrackerEntryMode, modeOf} from './modes.js';

/** Actions that a request can perform. `NOOP` means that none is pending. VOID and REFUND undo a capture. */
export type PerformedAction = Exclude<ActionKind, 'NOOP'> | 'VOID' | 'REFUND';

/** When an action is allowed, and which actions may be pending after it. */
export interface Move {
  /** The pending actions (`next_actions.CYBERSOURCE.kind`) that allow this one. */
  readonly from: readonly ActionKind[];
  readonly to: readonly ActionKind[];
  /** An omitted list allows every entry mode. */
  readonly entryModes?: readonly TrackerEntryMode[];
  /** Whether an empty payload ("run the next pending action", wire 1.6) runs the action. */
  readonly runsEmpty: boolean;
}

/**
 * The order of spec 3.1. Before enrollment a shopper may correct the card, so earlier steps can be repeated.
 * After enrollment no step can be repeated.
 */
export const moves: Readonly<Record<PerformedAction, Move>> = {
  GENERATE_CAPTURE_CONTEXT: {
    from: ['GENERATE_CAPTURE_CONTEXT', 'PROCESS_TRANSIENT_TOKEN', 'PAYER_AUTH_ENROLLMENT'],
    to: ['PROCESS_TRANSIENT_TOKEN'],
    entryModes: ['flex'],
    runsEmpty: true,
  },
  PROCESS_TRANSIENT_TOKEN: {
    from: ['PROCESS_TRANSIENT_TOKEN', 'PAYER_AUTH_ENROLLMENT'],
    to: ['PAYER_AUTH_ENROLLMENT'],
    entryModes: ['flex'],
    runsEmpty: false,
  },
  PAYER_AUTH_SETUP: {
    from: ['PAYER_AUTH_SETUP', 'PAYER_AUTH_ENROLLMENT'],
    to: ['PAYER_AUTH_ENROLLMENT'],
    entryModes: ['raw', 'tms'],
    runsEmpty: false,
  },
  PAYER_AUTH_ENROLLMENT: {
    from: ['PAYER_AUTH_ENROLLMENT'],
    to: ['PAYER_AUTH_VALIDATION', 'AUTHORIZATION', 'NOOP'],
    runsEmpty: false,
  },
  PAYER_AUTH_VALIDATION: {
    from: ['PAYER_AUTH_VALIDATION'],
    to: ['REVERSAL', 'CAPTURE', 'NOOP'],
    runsEmpty: false,
  },
  AUTHORIZATION: {from: ['AUTHORIZATION'], to: ['REVERSAL', 'CAPTURE', 'NOOP'], runsEmpty: false},
  CAPTURE: {from: ['CAPTURE'], to: ['NOOP'], runsEmpty: true},
  REVERSAL: {from: ['REVERSAL', 'CAPTURE'], to: ['NOOP'], runsEmpty: true},
  VOID: {from: ['NOOP'], to: ['NOOP'], runsEmpty: false},
  REFUND: {from: ['NOOP'], to: ['NOOP'], runsEmpty: false},
};

/** The first pending action of a tracker whose shopper takes part. */
export const firstActionByEntryMode: Readonly<Record<TrackerEntryMode, ActionKind>> = {
  flex: 'GENERATE_CAPTURE_CONTEXT',
  raw: 'PAYER_AUTH_SETUP',
  tms: 'PAYER_AUTH_SETUP',
};

/**
 * The pending action of a new tracker and after a reset. A charge without the shopper starts at its
 * authorization, because there is no payer to authenticate.
 */
export const firstActionOf = ({mode, entry_mode}: Pick<Tracker, 'mode' | 'entry_mode'>): ActionKind =>
  modeOf({mode}).payerTakesPart ? firstActionByEntryMode[entry_mode] : 'AUTHORIZATION';

/** Whether a tracker with this pending action and entry mode can perform the action. */
export function allows(action: PerformedAction, pending: ActionKind, entryMode: TrackerEntryMode): boolean {
  const {from, entryModes} = moves[action];
  return from.includes(pending) && (entryModes?.includes(entryMode) ?? true);
}

/** The pending action that an authorization without payer authentication skips (spec 3.1 step 9). */
export const bypassed: ActionKind = 'PAYER_AUTH_ENROLLMENT';

/** The pending action, if it can run without a payload. */
export function pendingWithoutPayload(pending: ActionKind): PerformedAction | undefined {
  if (!(pending in moves)) return undefined;
  const action = pending as PerformedAction;
  return moves[action].runsEmpty ? action : undefined;
}

/** The tracker's state after an enrollment (spec 3.3). It ends if the shopper cannot go on. */
export function afterEnrollment(status: AuthenticationStatus): {next: ActionKind; state: TrackerState} {
  switch (nextStepByStatus[status]) {
    case 'step-up':
      return {next: 'PAYER_AUTH_VALIDATION', state: 'TRACKER_ENROLLED'};
    case 'authorize':
      return {next: 'AUTHORIZATION', state: 'TRACKER_ENROLLED'};
    case 'stop':
      return {next: 'NOOP', state: 'TRACKER_ENDED'};
  }
}

/**
 * The tracker's state after an approved authorization. The mode decides what follows: the hold of a saved
 * card must be reversed (spec 3.1 step 10), that of a payment waits for its capture.
 */
export function afterAuthorization(
  {mode, amount}: Pick<Tracker, 'mode' | 'amount'>,
  captured: boolean,
): {next: ActionKind; state: TrackerState} {
  if (captured || amount === 0) return {next: 'NOOP', state: 'TRACKER_ENDED'};
  return {next: modeOf({mode}).afterHold, state: 'TRACKER_AUTHORIZED'};
}

/** The statuses for PARes, the issuer's answer about the payer (wire 5). */
const statusByPares = {
  // Authenticated without a challenge.
  Y: 'FRICTIONLESS',
  A: 'ATTEMPTED',
  U: 'UNAVAILABLE',
  // Not authenticated.
  N: 'FAILED',
  R: 'REJECTED',
  // A challenge: the shopper must confirm on the step-up page.
  C: 'REQUIRED',
} as const satisfies Record<NonNullable<IssuerEnrollment['pares']>, AuthenticationStatus>;

/**
 * Maps the issuer's answer to a status of spec 3.3 by the rules of wire 5. VERes tells whether the card is
 * enrolled: `Y` yes, `N` no, `B` bypassed, `U` unknown. Where the bank had to ask the shopper and did not, no
 * answer lets the tracker go on.
 */
export function statusOf(answer: IssuerEnrollment, mustAsk = false): AuthenticationStatus {
  const status = plainStatusOf(answer);
  return mustAsk && nextStepByStatus[status] === 'authorize' ? 'UNAVAILABLE' : status;
}

function plainStatusOf(answer: IssuerEnrollment): AuthenticationStatus {
  // A challenge without the data of its step-up page cannot be shown.
  if (answer.enrollmentStatus === 'PENDING_AUTHENTICATION' && answer.stepUp === undefined)
    return 'UNAVAILABLE';
  if (answer.veres !== 'Y') {
    const cannotEnroll = answer.veres === 'N' || answer.veres === 'B' || answer.lookup === 'not-available';
    return cannotEnroll ? 'NOT_ELIGIBLE' : 'UNAVAILABLE';
  }
  const status = answer.pares === null ? 'UNAVAILABLE' : statusByPares[answer.pares];
  return status === 'REQUIRED' && answer.stepUp === undefined ? 'UNAVAILABLE' : status;
}
