import type {FlowPorts, RememberedRun} from './ports.js';
import {isBusy, type State} from './state.js';

/**
 * True while the run lives in this page: another page that knows of it, such as a duplicated tab, waits until
 * it does not. Where the page is left for the bank nothing is held: the browser would not keep the page for the
 * way back.
 */
export function livesHere(state: State, {returnTo}: Pick<FlowPorts, 'returnTo'>): boolean {
  if (state.name === 'opening') return state.resuming !== undefined;
  return isBusy(state) && !(state.name === 'stepping-up' && returnTo?.() !== undefined);
}

/**
 * True where the run may go on in a page that nothing is known of: at the bank, where it was left for that, and
 * in every other where the browser does not tell.
 */
export function mayLiveElsewhere(
  {step}: RememberedRun,
  {home, returnTo}: Pick<FlowPorts, 'home' | 'returnTo'>,
): boolean {
  return home?.isKnown === false || (step === 'stepping-up' && returnTo?.() !== undefined);
}
