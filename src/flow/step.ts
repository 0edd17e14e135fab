import {CardVaultError} from '../protocol/index.js';
import {confirm, endingAfterwards, notRead, readOnceMore} from './confirm.js';
import {entryHandlers, fail, leave, openedAnew, reset} from './entry.js';
import type {Effect, EventOf, FlowEvent} from './events.js';
import {handle, type Handlers} from './handlers.js';
import {
  progressOf,
  sessionOf,
  toCapturing,
  toCollecting,
  toFailed,
  toOpening,
  trackerOf,
  type Move,
} from './moves.js';
import {
  atHome,
  keptForLogin,
  mayPass,
  remember,
  toAuthorizing,
  toCancelled,
  toCompleting,
  toConfirming,
  toResuming,
  toSaved,
  toStopped,
} from './saving-moves.js';
import {givenOf, nextStepOf, stopOfStatus} from './outcomes.js';
import type {State, StateOf} from './state.js';

/** Pauses between tries of the last step, in milliseconds. */
const completionPauses = [1000, 3000] as const;

const cancel = (state: State): Move<'stopped'> => toCancelled(state);

export const handlers: Handlers = {
  idle: {
    ...entryHandlers.idle,
    resume: (state, {remembered}) => (remembered ? toResuming(state, remembered) : toOpening(state)),
  },
  opening: {home: atHome, session: opened, error: notOpened, cancel: leave, reset},
  capturing: entryHandlers.capturing,
  collecting: {
    save: (state, {input}) => {
      const run = {...progressOf(state), input, given: givenOf(input), run: state.run};
      const {entryMode, payment, tracker} = sessionOf(state);
      if (entryMode === 'flex' || payment?.securityCode)
        return [{...run, name: 'tokenizing'}, [{type: 'tokenize', input}]];
      const type = entryMode === 'raw' ? 'send-card' : 'use-saved-card';
      return [{...run, name: 'setting-up'}, [{type, tracker}]];
    },
    ...entryHandlers.collecting,
  },
  tokenizing: {
    tokenized: (state) => {
      const {entryMode, tracker} = sessionOf(state);
      const type = entryMode === 'flex' ? 'send-token' : 'use-saved-card';
      return [{...progressOf(state), name: 'setting-up', run: state.run}, [{type, tracker}]];
    },
    'card-refused': (state, {error}) => {
      // Fields whose time is over, or that the page has taken away: a card is only in fresh ones.
      if (['capture-context-expired', 'not-ready'].includes(error.code))
        return toCapturing(state, {renewed: true, error});
      return error.retryable ? toCollecting(state, {error}) : toFailed(state, error);
    },
    cancel,
    reset,
  },
  'setting-up': {
    setup: (state, {card}) => [
      {...progressOf(state), name: 'collecting-device-data', run: state.run, card},
      [{type: 'collect-device-data', session: sessionOf(state)}],
    ],
    'card-refused': (state, {error}) => {
      // Only raw inputs are read here; a transient token is already on its way.
      if (sessionOf(state).entryMode !== 'raw') return [state, []];
      return error.retryable ? toCollecting(state, {error}) : toFailed(state, error);
    },
    error: fail,
    cancel,
    reset,
  },
  'collecting-device-data': {'device-data': collected, error: fail, cancel, reset},
  enrolling: {
    enrollment: enrolled,
    // The pages of an order share a tracker (decision 0086): what refuses this one may be that another has paid.
    error: (state, {error}) =>
      sessionOf(state).payment && error.code === 'request-refused'
        ? toConfirming(state, {error})
        : toFailed(state, error),
    cancel,
    reset,
  },
  'stepping-up': {
    'step-up-ended': (state, {how}) => {
      if (how !== 'leaving') return toConfirming(state, {stepUpEnded: how});
      return state.leaving ? [state, []] : [{...state, leaving: true}, [{type: 'watch-departure'}]];
    },
    resume: (state) => (state.leaving ? toConfirming(state, {stepUpEnded: 'interrupted'}) : [state, []]),
    error: (state, {error}) => toConfirming(state, {stepUpEnded: 'interrupted', error}),
    cancel: (state) => toConfirming(state, {stepUpEnded: 'closed'}),
    reset,
  },
  confirming: {
    payment: (state, {payment}) => (state.paused ? [state, []] : confirm(state, payment)),
    waited: readOnceMore,
    error: notRead,
    reset,
  },
  authorizing: {
    authorized: (state) => toCompleting(state),
    error: (state, {error}) => toConfirming(state, {authorizations: state.authorizations, error}),
    reset,
  },
  completing: {
    completion: (state, {completion}) => toSaved(state, completion),
    waited: completeOnceMore,
    error: notCompleted,
    reset,
  },
  saved: {open: toOpening, reset},
  stopped: {open: toOpening, reset},
  failed: {
    open: (state) => unsettled(state) ?? toOpening(state),
    // Saving something new needs fields, and only an open() brings them back.
    save: (state) => unsettled(state) ?? [state, []],
    reset,
  },
};

/**
 * The pure machine: where a flow stands after an event, and what must be done. No DOM, no network, no clock.
 * An event that does not belong to the state, or to the run, changes nothing: the very same state comes back,
 * without effects.
 */
export function step(state: State, event: FlowEvent): readonly [State, readonly Effect[]] {
  return handle(handlers, state, event);
}

function opened(
  state: StateOf<'opening'>,
  event: EventOf<'session'>,
): Move<'capturing' | 'collecting' | 'confirming' | 'failed'> {
  const {session} = event;
  const {resuming} = state;
  if (resuming === undefined) return openedAnew(state, event);
  if (resuming.tracker !== session.tracker)
    return notTakenUp(
      state,
      new CardVaultError('session-refused', "The shop's server answered with another tracker."),
    );
  const {deviceDataCollected} = resuming;
  const known = deviceDataCollected === undefined ? {} : {deviceDataCollected};
  const {run, unsure} = state;
  const began: StateOf<'opening'> = {name: 'opening', run, session, ...known, ...(unsure && {unsure})};
  return toConfirming(began, {stepUpEnded: 'interrupted'});
}

function notOpened(state: StateOf<'opening'>, {error}: EventOf<'error'>): Move<'failed'> {
  if (state.resuming === undefined) return toFailed(state, error);
  const later = mayPass(error) && error.code !== 'session-refused';
  return later || keptForLogin(error, 'truth') ? toFailed(state, error, 'truth') : notTakenUp(state, error);
}

/**
 * A remembered run that is refused for good is over. The bank may have agreed to it, so an empty form alone would
 * be a save lost without a word.
 */
function notTakenUp(state: StateOf<'opening'>, error: CardVaultError): Move<'failed'> {
  const {code, message, status, audience} = error;
  const {resuming} = state;
  const said = `The save that an earlier page began cannot be taken up again. ${message}`;
  const failure = new CardVaultError(code, said, {
    cause: error,
    audience,
    ...(status !== undefined && {status}),
  });
  const [failed, effects] = toFailed(state, failure);
  return [{...failed, ...(resuming && {resuming}), saving: true}, effects];
}

function collected(
  state: StateOf<'collecting-device-data'>,
  event: EventOf<'device-data'>,
): Move<'enrolling'> {
  const enrolling: StateOf<'enrolling'> = {
    ...progressOf(state, 'input'),
    name: 'enrolling',
    run: state.run,
    deviceDataCollected: event.collected,
  };
  return [
    enrolling,
    [remember(enrolling, 'enrolling'), {type: 'enroll', session: sessionOf(state), input: state.input}],
  ];
}

/** Next state after an enrollment, by its status (spec 3.3). */
function enrolled(
  before: StateOf<'enrolling'>,
  {enrollment}: EventOf<'enrollment'>,
): Move<'stepping-up' | 'authorizing' | 'stopped'> {
  const {status, eci} = enrollment;
  const state = {...before, enrollment: {status, ...(eci !== undefined && {eci})}};
  const next = nextStepOf(status);
  if (next === 'authorize') return toAuthorizing(state, 1);
  if (next === 'step-up') {
    return [
      {...progressOf(state), name: 'stepping-up', run: state.run},
      [remember(state, 'stepping-up'), {type: 'present-step-up', session: sessionOf(state)}],
    ];
  }
  return toStopped(state, stopOfStatus(status) ?? ['unavailable', 'unknown-status']);
}

function notCompleted(
  state: StateOf<'completing'>,
  {error}: EventOf<'error'>,
): Move<'completing' | 'failed' | 'stopped'> {
  if (state.paused) return [state, []];
  const {otherwise} = state;
  if (otherwise !== undefined && error.code === 'request-refused') {
    return otherwise instanceof CardVaultError
      ? toFailed(state, otherwise, 'truth')
      : toStopped(state, otherwise);
  }
  if (!mayPass(error)) return toFailed(state, error, keptForLogin(error, otherwise ? 'truth' : 'completion'));
  const ms = completionPauses[state.tries - 1];
  if (ms !== undefined) return [{...state, paused: true}, [{type: 'wait', ms}]];
  if (otherwise !== undefined) return toFailed(state, error, 'truth');
  const failure = new CardVaultError(
    'completion-failed',
    `The card went through, but the last step did not answer: ${error.message}`,
    {cause: error},
  );
  return toFailed(state, failure, 'completion');
}

function completeOnceMore(state: StateOf<'completing'>): Move<'completing'> {
  if (!state.paused) return [state, []];
  return [{...state, paused: false, tries: state.tries + 1}, [{type: 'complete', tracker: trackerOf(state)}]];
}

/** Takes up a run that may have authorized, on its own tracker, before anything new is begun. */
function unsettled(state: StateOf<'failed'>): Move<'opening' | 'confirming' | 'completing'> | undefined {
  const {session, resuming, stepUpEnded} = state;
  const run = state.run + 1;
  if (state.unsettled === undefined) return undefined;
  if (session === undefined) return resuming && toResuming(state, resuming);
  if (state.unsettled === 'completion') return toCompleting(state, {run});
  const ended = endingAfterwards(stepUpEnded);
  return toConfirming(state, {run, ...(ended && {stepUpEnded: ended})});
}
