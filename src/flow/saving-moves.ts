import type {Completion, CardVaultError} from '../protocol/index.js';
import type {Effect, EventOf} from './events.js';
import type {Unchanged} from './handlers.js';
import {ending, progressOf, remainder, trackerOf, type Move} from './moves.js';
import {savedOutcome, stopByEnding, stoppedOutcome, type Stop} from './outcomes.js';
import type {RememberedRun} from './ports.js';
import type {Progress, State, StateName, StateOf} from './state.js';

const notByWaiting: readonly string[] = ['session-expired', 'credentials-refused', 'login-required'];

/** True when the same call may well succeed later: nothing was refused for good. */
export function mayPass({retryable, code}: CardVaultError): boolean {
  return retryable && !notByWaiting.includes(code);
}

/** A run that only needs the shopper to sign in again is kept, to be settled after that; another is over. */
export function keptForLogin(
  {code}: CardVaultError,
  unsettled: NonNullable<Progress['unsettled']>,
): Progress['unsettled'] {
  return code === 'login-required' ? unsettled : undefined;
}

/** A remembered run, taken up under a new number, unless another page has it. */
export function toResuming(state: State, resuming: RememberedRun): Move<'opening'> {
  return [
    {name: 'opening', run: state.run + 1, resuming},
    [{type: 'enter-home', remembered: resuming, wait: false}],
  ];
}

/** A run that lives in another page is followed: this one tells how it has ended. */
export function atHome(
  state: StateOf<'opening'>,
  {here, unsure}: EventOf<'home'>,
): Move<'opening'> | Unchanged<StateOf<'opening'>> {
  const {run, resuming} = state;
  if (!resuming) return [state, []];
  const opening: StateOf<'opening'> = {name: 'opening', run, resuming};
  return here
    ? [{...opening, ...(unsure && {unsure})}, [{type: 'open-session', tracker: resuming.tracker}]]
    : [{...opening, elsewhere: true}, [{type: 'enter-home', remembered: resuming, wait: true}]];
}

/** Keeps the run for the page that follows this one, with what only this page knows. */
export function remember(state: State, step: StateName): Extract<Effect, {readonly type: 'remember'}> {
  const {deviceDataCollected} = state;
  const known = deviceDataCollected === undefined ? {} : {deviceDataCollected};
  return {type: 'remember', remembered: {tracker: trackerOf(state), step, ...known}};
}

/** The truth is read from the service; what window or answer said does not count (flow rule 5). */
export function toConfirming(
  state: State,
  extra: {
    readonly stepUpEnded?: Progress['stepUpEnded'];
    readonly authorizations?: number;
    readonly error?: CardVaultError;
    readonly run?: number;
  },
): Move<'confirming'> {
  const tracker = trackerOf(state);
  return [
    {
      ...progressOf(state),
      name: 'confirming',
      run: extra.run ?? state.run,
      reads: 1,
      authorizations: extra.authorizations ?? 0,
      ...(extra.stepUpEnded && {stepUpEnded: extra.stepUpEnded}),
      ...(extra.error && {error: extra.error}),
    },
    [{type: 'abort'}, remember(state, 'confirming'), {type: 'read-payment', tracker}],
  ];
}

export function toAuthorizing(state: State, authorizations: number): Move<'authorizing'> {
  const tracker = trackerOf(state);
  return [
    {...progressOf(state), name: 'authorizing', run: state.run, authorizations},
    [remember(state, 'authorizing'), {type: 'authorize', tracker}],
  ];
}

export function toCompleting(
  state: State,
  extra: {readonly run?: number; readonly otherwise?: StateOf<'completing'>['otherwise']} = {},
): Move<'completing'> {
  const tracker = trackerOf(state);
  return [
    {...progressOf(state), run: state.run, ...extra, name: 'completing', tries: 1},
    [remember(state, 'completing'), {type: 'complete', tracker}],
  ];
}

export function toSaved(state: State, completion: Completion): Move<'saved'> {
  const progress = remainder(state);
  const outcome = savedOutcome(state, trackerOf(state), completion);
  return [{...progress, name: 'saved', run: state.run, outcome}, ending];
}

export function toStopped(state: State, stop: Stop): Move<'stopped'> {
  const progress = remainder(state);
  return [{...progress, name: 'stopped', run: state.run, outcome: stoppedOutcome(progress, stop)}, ending];
}

/** The shopper's or the page's own `cancel()` before the bank was asked for a challenge. */
export function toCancelled(state: State): Move<'stopped'> {
  return toStopped(state, stopByEnding.closed);
}
