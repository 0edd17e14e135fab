import type {State} from '../flow/index.js';

/** Nothing has begun. */
export const idle: State = {name: 'idle', run: 0};

/** A run that is over; the element shows how it ended. */
export type Ended = Extract<State, {name: 'saved' | 'stopped' | 'failed'}>;

export function hasEnded(state: State): state is Ended {
  return state.name === 'saved' || state.name === 'stopped' || state.name === 'failed';
}

/** The fields cannot be filled yet. */
export function isLoading({name}: State): boolean {
  return name === 'idle' || name === 'opening' || name === 'capturing';
}
