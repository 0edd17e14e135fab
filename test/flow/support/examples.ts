import {
  eventTypes,
  step,
  type CardInput,
  type EventOf,
  type EventType,
  type FlowEvent,
  type State,
  type StateName,
} from '../../../src/flow/index.js';
import {
  CardVaultError,
  authenticationStatuses,
  validationResults,
  type Payment,
  type Session,
} from '../../../src/protocol/index.js';
import {paymentMethod, payment, session, setup} from './fake-ports.js';

export const input: CardInput = {expirationMonth: '01', expirationYear: '2030', billing: {country: 'PK'}};

/** Errors of every kind the flow tells apart: of an answer, and of a card that could not be read. */
const answerErrors: readonly CardVaultError[] = [
  new CardVaultError('service-unreachable', 'lost'),
  new CardVaultError('request-refused', 'refused for good'),
  new CardVaultError('session-refused', 'no'),
];
const cardErrors: readonly CardVaultError[] = [
  new CardVaultError('capture-context-expired', 'too late'),
  new CardVaultError('card-incomplete', 'not yet'),
  new CardVaultError('entry-mode-refused', 'refused for good'),
];

/** What fetchPayment may say at one moment or another. */
export const payments: readonly Payment[] = [
  payment({enrollment: undefined, nextAction: 'PAYER_AUTH_ENROLLMENT'}),
  payment(),
  payment({confirmed: true}),
  payment({nextAction: 'NOOP', state: 'TRACKER_ENDED'}),
  payment({nextAction: 'AUTHORIZATION', enrollment: {status: 'FRICTIONLESS', eci: '05'}}),
  payment({nextAction: 'AUTHORIZATION', enrollment: {status: 'ATTEMPTED', eci: '06'}}),
  payment({nextAction: 'NOOP', enrollment: {status: 'ATTEMPTED', eci: '06'}}),
  payment({nextAction: 'REVERSAL', enrollment: {status: 'FRICTIONLESS', eci: '05'}, authorized: true}),
  payment({nextAction: 'NOOP', paymentMethod, enrollment: {status: 'FRICTIONLESS', eci: '05'}}),
  payment({enrollment: {status: 'UNKNOWN'}}),
  ...authenticationStatuses.slice(3).map((status) => payment({nextAction: 'NOOP', enrollment: {status}})),
  ...validationResults.map((result) =>
    payment({nextAction: 'NOOP', validation: {result, ...(result === 'succeeded' && {eci: '02'})}}),
  ),
];

const raw: Session = {...session, entryMode: 'raw'};
const paying: Session = {
  ...session,
  entryMode: 'tms',
  payment: {amount: '24.00', currency: 'USD', paymentMethod},
};

/** Events of one type, with every content that matters, for a run. */
export function eventsOf(type: EventType, run: number): readonly FlowEvent[] {
  const examples: {readonly [E in EventType]: readonly EventOf<E>[]} = {
    open: [{type: 'open'}],
    save: [{type: 'save', input}],
    cancel: [{type: 'cancel'}],
    reset: [{type: 'reset'}],
    resume: [{type: 'resume', remembered: {tracker: 'track_1', step: 'stepping-up'}}],
    home: [
      {type: 'home', run, here: true},
      {type: 'home', run, here: true, unsure: true},
      {type: 'home', run, here: false},
    ],
    session: [
      {type: 'session', run, session},
      {type: 'session', run, session: raw},
      {type: 'session', run, session: paying},
      {type: 'session', run, session: {...session, features: []}},
      {type: 'session', run, session: {...session, tracker: 'track_2'}},
    ],
    context: [{type: 'context', run, expiresAt: 900_000}],
    'fields-mounted': [{type: 'fields-mounted', run}],
    'context-ending': [{type: 'context-ending', run}],
    tokenized: [{type: 'tokenized', run}],
    'card-refused': cardErrors.map((error) => ({type: 'card-refused', run, error})),
    setup: [{type: 'setup', run, card: setup.card}],
    'device-data': [true, false].map((collected) => ({type: 'device-data', run, collected})),
    enrollment: [...authenticationStatuses, 'UNKNOWN' as const].map((status) => ({
      type: 'enrollment',
      run,
      enrollment: {status, ...(status === 'FRICTIONLESS' && {eci: '05'})},
    })),
    'step-up-ended': (['returned', 'closed', 'leaving', 'timed-out'] as const).map((how) => ({
      type: 'step-up-ended',
      run,
      how,
    })),
    payment: payments.map((truth) => ({type: 'payment', run, payment: truth})),
    authorized: [{type: 'authorized', run}],
    completion: [{type: 'completion', run, completion: {paymentMethod, reversed: true}}],
    waited: [{type: 'waited', run}],
    error: answerErrors.map((error) => ({type: 'error', run, error})),
  };
  return examples[type];
}

/** Every event with every content, for a run. */
export function allEvents(run: number): readonly FlowEvent[] {
  return eventTypes.flatMap((type) => eventsOf(type, run));
}

/** The state without its run numbers, as text: two states with one text behave alike. */
export function textOf(state: State): string {
  const {error, paused, ...rest} = state as State & {
    readonly error?: CardVaultError;
    readonly paused?: boolean;
  };
  return JSON.stringify({...rest, run: 0, error: error?.code, paused: paused === true});
}

/** One state of every kind that can be reached, found by trying every event everywhere. */
export function reachableStates(): readonly State[] {
  const found = new Map<string, State>();
  const open: State[] = [{name: 'idle', run: 0}];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (found.has(textOf(state))) continue;
    found.set(textOf(state), state);
    for (const event of allEvents(state.run)) open.push(step(state, event)[0]);
  }
  return [...found.values()];
}

export function namesOf(states: readonly State[]): ReadonlySet<StateName> {
  return new Set(states.map(({name}) => name));
}
