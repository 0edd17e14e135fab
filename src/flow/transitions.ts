import type {ActionKind, AuthenticationStatus, nextStepByStatus} from '../protocol/index.js';
import type {EffectType, EventType} from './events.js';
import type {StateName} from './state.js';

/**
 * For each state the events that matter there and the states they may lead to; the first is the usual one. An
 * event that is not named changes nothing. The compiler holds every handler of `step` to this table, and the
 * diagram is drawn from it.
 */
export const transitions = {
  idle: {open: ['opening'], resume: ['opening'], error: ['failed']},
  opening: {
    home: ['opening'],
    session: ['capturing', 'collecting', 'confirming', 'failed'],
    error: ['failed'],
    cancel: ['idle'],
    reset: ['idle'],
  },
  capturing: {
    context: ['capturing'],
    'fields-mounted': ['collecting'],
    error: ['failed'],
    cancel: ['idle'],
    reset: ['idle'],
  },
  collecting: {
    save: ['tokenizing', 'setting-up'],
    'context-ending': ['capturing'],
    error: ['collecting'],
    cancel: ['idle'],
    reset: ['idle'],
  },
  tokenizing: {
    tokenized: ['setting-up'],
    'card-refused': ['collecting', 'capturing', 'failed'],
    cancel: ['stopped'],
    reset: ['idle'],
  },
  'setting-up': {
    setup: ['collecting-device-data'],
    'card-refused': ['collecting', 'failed'],
    error: ['failed'],
    cancel: ['stopped'],
    reset: ['idle'],
  },
  'collecting-device-data': {
    'device-data': ['enrolling'],
    error: ['failed'],
    cancel: ['stopped'],
    reset: ['idle'],
  },
  enrolling: {
    enrollment: ['stepping-up', 'authorizing', 'stopped'],
    error: ['confirming', 'failed'],
    cancel: ['stopped'],
    reset: ['idle'],
  },
  'stepping-up': {
    'step-up-ended': ['confirming', 'stepping-up'],
    resume: ['confirming'],
    error: ['confirming'],
    cancel: ['confirming'],
    reset: ['idle'],
  },
  confirming: {
    payment: ['completing', 'authorizing', 'stopped', 'confirming', 'opening', 'failed'],
    waited: ['confirming'],
    error: ['confirming', 'failed'],
    reset: ['idle'],
  },
  authorizing: {authorized: ['completing'], error: ['confirming'], reset: ['idle']},
  completing: {
    completion: ['saved'],
    waited: ['completing'],
    error: ['completing', 'failed', 'stopped'],
    reset: ['idle'],
  },
  saved: {open: ['opening'], reset: ['idle']},
  stopped: {open: ['opening'], reset: ['idle']},
  failed: {
    open: ['opening', 'confirming', 'completing'],
    save: ['completing', 'confirming', 'opening'],
    reset: ['idle'],
  },
} as const satisfies Readonly<
  Record<StateName, Readonly<Partial<Record<EventType, readonly [StateName, ...StateName[]]>>>>
>;
export type Transitions = typeof transitions;

/** The steps of a tracker (spec 3.1): done in which state, by which action, through which effect. */
export const trackerSteps: readonly {
  readonly step: string;
  readonly operation: string;
  readonly action: ActionKind | undefined;
  readonly state: StateName | undefined;
  readonly effect: EffectType | undefined;
  readonly condition: string;
}[] = [
  row('1', 'create customer', undefined, undefined, undefined, "the shop's server, before the session"),
  row('2', 'setupPayment', undefined, 'opening', 'open-session', "the shop's server opens the tracker"),
  row('3a', 'generateCaptureContext', 'GENERATE_CAPTURE_CONTEXT', 'capturing', 'request-context', 'flex'),
  row('3b', 'processTransientToken', 'PROCESS_TRANSIENT_TOKEN', 'setting-up', 'send-token', 'flex'),
  row('4', 'payerAuthSetup', 'PAYER_AUTH_SETUP', 'setting-up', 'send-card', 'raw'),
  row(
    '4',
    'payerAuthSetup',
    'PAYER_AUTH_SETUP',
    'setting-up',
    'use-saved-card',
    "a saved card; made by the shop's server with the session",
  ),
  row(
    '5',
    'device data collection',
    undefined,
    'collecting-device-data',
    'collect-device-data',
    'up to 10 s',
  ),
  row('6', 'payerAuthEnrollment', 'PAYER_AUTH_ENROLLMENT', 'enrolling', 'enroll', 'always'),
  row('7', 'step-up', undefined, 'stepping-up', 'present-step-up', 'REQUIRED'),
  row('8', 'validation', 'PAYER_AUTH_VALIDATION', 'confirming', 'read-payment', 'done by the service; read'),
  row('9', 'authorize', 'AUTHORIZATION', 'authorizing', 'authorize', 'FRICTIONLESS, ATTEMPTED'),
  row('10', 'reversal', 'REVERSAL', 'completing', 'complete', "the shop's server, where one is owed"),
];

function row(
  step: string,
  operation: string,
  action: ActionKind | undefined,
  state: StateName | undefined,
  effect: EffectType | undefined,
  condition: string,
): (typeof trackerSteps)[number] {
  return {step, operation, action, state, effect, condition};
}

/** The state that an enrollment leads to (spec 3.3). A status that is not in the table stops the flow. */
export const stateAfterEnrollment = {
  'step-up': 'stepping-up',
  authorize: 'authorizing',
  stop: 'stopped',
} as const satisfies Record<(typeof nextStepByStatus)[AuthenticationStatus], StateName>;
