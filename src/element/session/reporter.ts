import {isBusy, type State} from '../../flow/index.js';
import {CardVaultErrorEvent, CardVaultReadyEvent, CardVaultStepEvent} from '../events.js';

/**
 * Tells the page of a move of the flow: the step itself, and that the fields are live or that something
 * broke. `save-reporter.ts` tells it how a save ends. Names are only added (decision 0008).
 */
export function reportMove(target: EventTarget, state: State, previous: State, more: () => void): void {
  const tracker = state.session?.tracker;
  if (state.name !== previous.name)
    target.dispatchEvent(
      new CardVaultStepEvent({step: state.name, previous: previous.name, run: state.run, tracker}),
    );
  more();
  if (state.name === previous.name && state.run === previous.run) return;
  if (state.name === 'collecting' && !isBusy(previous))
    target.dispatchEvent(new CardVaultReadyEvent({tracker, renewed: state.renewed === true}));
  if ((state.name === 'collecting' || state.name === 'failed') && state.error)
    target.dispatchEvent(new CardVaultErrorEvent(state.error));
}
