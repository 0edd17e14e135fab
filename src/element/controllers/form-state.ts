import type {SavedOutcome} from '../../flow/index.js';
import {hasEnded} from '../phases.js';
import type {SessionController} from './session.js';

/** Takes up what the browser kept with the form: a card that was saved before the page was left. */
export function restoreForm(session: SessionController, kept: unknown): void {
  const outcome = readFormState(kept);
  const {busy, state} = session;
  if (outcome && !busy && !hasEnded(state)) session.stand({name: 'saved', run: state.run, outcome});
}

/** Reads the state that the browser kept; anything that is not one is nothing. */
function readFormState(state: unknown): SavedOutcome | undefined {
  if (typeof state !== 'string') return undefined;
  try {
    const outcome = JSON.parse(state) as Partial<SavedOutcome> | null;
    const method = outcome?.paymentMethod;
    const whole =
      outcome?.outcome === 'saved' &&
      typeof outcome.tracker === 'string' &&
      typeof method?.token === 'string' &&
      /^\d{4}$/.test(method.lastFour) &&
      /^[a-z-]+$/.test(method.brand);
    return whole ? (outcome as SavedOutcome) : undefined;
  } catch {
    return undefined;
  }
}
