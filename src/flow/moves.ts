import {CardVaultError, type Session} from '../protocol/index.js';
import type {Effect} from './events.js';
import {isBusy, type Progress, type State, type StateName, type StateOf} from './state.js';

/** A state and what must be done on the way into it. */
export type Move<N extends StateName = StateName> = readonly [StateOf<N>, readonly Effect[]];

const carried = [
  'session',
  'input',
  'given',
  'card',
  'enrollment',
  'deviceDataCollected',
  'stepUpEnded',
  'contextExpiresAt',
  'resuming',
  'unsure',
] as const satisfies readonly (keyof Progress)[];

/**
 * Values that a run takes along from state to state, less what is `dropped`; what belongs to one state alone
 * stays behind.
 */
export function progressOf(state: State, ...dropped: readonly (keyof Progress)[]): Progress {
  const kept = carried.filter((key) => state[key] !== undefined && !dropped.includes(key));
  return Object.fromEntries(kept.map((key) => [key, state[key]]));
}

/** The present run's session. Every state that asks for it is behind `opening`. */
export function sessionOf(state: State): Session {
  if (state.session === undefined) {
    throw new CardVaultError('unexpected', `${state.name} has no session.`);
  }
  return state.session;
}

export function trackerOf(state: State): string {
  return sessionOf(state).tracker;
}

/** A new run with a new tracker. */
export function toOpening(state: State): Move<'opening'> {
  return [{name: 'opening', run: state.run + 1}, [{type: 'open-session'}]];
}

/** Ends the current run. `forget` says whether the run is over for later pages too. */
export function toIdle(state: State, forget: boolean): Move<'idle'> {
  const effects: Effect[] = [{type: 'abort'}, {type: 'unmount-fields'}];
  return [{name: 'idle', run: state.run}, forget ? [...effects, {type: 'forget'}] : effects];
}

export function toCapturing(
  state: State,
  extra: {readonly renewed?: boolean; readonly error?: CardVaultError},
): Move<'capturing'> {
  const progress = progressOf(state, 'contextExpiresAt', 'input');
  const effects: Effect[] = [{type: 'request-context', tracker: trackerOf(state)}];
  return [
    {...progress, name: 'capturing', run: state.run, ...extra},
    state.name === 'opening' ? effects : [{type: 'unmount-fields'}, ...effects],
  ];
}

export function toCollecting(
  state: State,
  extra: {readonly renewed?: boolean; readonly error?: CardVaultError},
): Move<'collecting'> {
  const progress = progressOf(state, 'input');
  const expiresAt = progress.contextExpiresAt;
  return [
    {...progress, name: 'collecting', run: state.run, ...extra},
    expiresAt === undefined ? [] : [{type: 'watch-context', expiresAt}],
  ];
}

export const ending: readonly Effect[] = [{type: 'abort'}, {type: 'unmount-fields'}, {type: 'forget'}];

/** Values that are still of use once a run is over. */
export function remainder(state: State): Progress {
  return progressOf(state, 'input', 'given', 'contextExpiresAt', 'resuming');
}

/** `unsettled` keeps the memory of the run, because something may have been authorized. */
export function toFailed(
  state: State,
  error: CardVaultError,
  unsettled?: Progress['unsettled'],
): Move<'failed'> {
  const failed: StateOf<'failed'> = {
    ...remainder(state),
    ...(isBusy(state) && {saving: true}),
    name: 'failed',
    run: state.run,
    error,
  };
  if (unsettled === undefined) return [failed, ending];
  return [
    {...failed, ...(state.resuming && {resuming: state.resuming}), unsettled},
    [{type: 'abort'}, {type: 'unmount-fields'}],
  ];
}
