import type {PaidOutcome, SavedOutcome} from '../../flow/index.js';
import {hasEnded} from '../phases.js';
import type {SessionController} from '../session/session.js';

type KeptOutcome = SavedOutcome | PaidOutcome;

/**
 * Takes up the state that `FormValue` has given the browser, and that it kept with the form: a card that was
 * saved, or paid with, before the page was left.
 */
export function restoreForm(
  session: Pick<SessionController, 'busy' | 'stand' | 'state'>,
  kept: unknown,
): void {
  const outcome = readFormState(kept);
  const {busy, state} = session;
  if (outcome && !busy && !hasEnded(state)) session.stand({name: 'saved', run: state.run, outcome});
}

/** Reads the state that the browser kept; anything that is not one is nothing. */
function readFormState(state: unknown): KeptOutcome | undefined {
  if (typeof state !== 'string') return undefined;
  try {
    const outcome = JSON.parse(state) as Partial<SavedOutcome> | Partial<PaidOutcome> | null;
    const method = outcome?.paymentMethod;
    const isWhole =
      isText(outcome?.tracker) &&
      isText(method?.token) &&
      isText(method?.lastFour, /^\d{4}$/) &&
      isText(method?.brand, /^[a-z-]+$/) &&
      (outcome?.outcome === 'saved' || (outcome?.outcome === 'paid' && isText(outcome.payment?.amount)));
    return isWhole ? (outcome as KeptOutcome) : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown, form = /./): boolean {
  return typeof value === 'string' && form.test(value);
}
