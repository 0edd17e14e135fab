import {isBusy, type State} from '../../flow/index.js';
import {
  CardVaultErrorEvent,
  CardVaultReadyEvent,
  CardVaultSavedEvent,
  CardVaultStepEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
  CardVaultStoppedEvent,
} from '../events.js';
import type {StepUpMode} from '../options.js';

/** Tells the page of a move of the flow: the step itself, and what the step means. Names are only added (decision 0008). */
export function reportMove(target: EventTarget, state: State, previous: State, mode: StepUpMode): void {
  const tracker = state.session?.tracker;
  if (state.name !== previous.name)
    target.dispatchEvent(
      new CardVaultStepEvent({step: state.name, previous: previous.name, run: state.run, tracker}),
    );
  if (state.name === 'stepping-up' && previous.name !== 'stepping-up')
    target.dispatchEvent(new CardVaultStepUpOpenEvent({mode, tracker}));
  if (previous.name === 'stepping-up' && state.name !== 'stepping-up')
    target.dispatchEvent(
      new CardVaultStepUpCloseEvent({
        mode,
        tracker: tracker ?? previous.session?.tracker,
        ended: state.stepUpEnded ?? 'interrupted',
      }),
    );
  reportArrival(target, state, previous);
}

function reportArrival(target: EventTarget, state: State, previous: State): void {
  if (state.name === previous.name && state.run === previous.run) return;
  switch (state.name) {
    case 'collecting':
      if (!isBusy(previous))
        target.dispatchEvent(
          new CardVaultReadyEvent({tracker: state.session?.tracker, renewed: state.renewed === true}),
        );
      if (state.error) target.dispatchEvent(new CardVaultErrorEvent(state.error));
      break;
    case 'saved':
      target.dispatchEvent(new CardVaultSavedEvent(state.outcome));
      break;
    case 'stopped':
      target.dispatchEvent(new CardVaultStoppedEvent(state.outcome));
      break;
    case 'failed':
      target.dispatchEvent(new CardVaultErrorEvent(state.error));
      break;
    default:
  }
}
