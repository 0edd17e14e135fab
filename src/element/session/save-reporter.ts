import type {State} from '../../flow/index.js';
import {
  CardVaultEvent,
  CardVaultSavedEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
  CardVaultStoppedEvent,
} from '../events.js';
import type {StepUpMode} from '../options.js';

/** Tells the page of a save: the bank's page, and the outcome. Names are only added (decision 0008). */
export function reportSave(target: EventTarget, state: State, previous: State, mode: StepUpMode): void {
  const tracker = state.session?.tracker;
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
  if (state.name === previous.name && state.run === previous.run) return;
  if (state.name === 'saved') {
    const {outcome} = state;
    const isPaid = outcome.outcome === 'paid';
    target.dispatchEvent(
      isPaid ? new CardVaultEvent('card-vault-paid', outcome) : new CardVaultSavedEvent(outcome),
    );
  }
  if (state.name === 'stopped') target.dispatchEvent(new CardVaultStoppedEvent(state.outcome));
}
