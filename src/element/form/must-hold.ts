import type {State} from '../../flow/index.js';
import {tell} from '../option.js';
import {hasEnded} from '../phases.js';
import {skipsValidation} from './owner-form.js';

interface Holder {
  readonly quiet?: boolean | undefined;
  readonly inactive: boolean;
  readonly required: boolean;
}

/** Facts of a drawn element about its card. */
export interface CardToHold {
  readonly state: () => State;
  readonly store: {
    readonly empty: boolean;
    readonly rules: {readonly firstProblem: string | undefined} | undefined;
  };
  readonly live: {readonly value: {readonly busy: boolean} | undefined};
}

/**
 * Whether a submission of the form waits for the card, also while what saves a card is being loaded. Nothing
 * is required of what the shopper does not see; a complete card is saved all the same: it may stand in an
 * earlier step of its form.
 */
export function mustHold(
  host: Holder,
  {live, state, store}: CardToHold,
  isHidden: boolean,
  submitter: HTMLElement | null,
): boolean {
  const now = state();
  const {empty, rules} = store;
  const {inactive, required} = host;
  const busy = live.value?.busy;
  if (isHidden && !busy && (empty || rules?.firstProblem)) {
    if (required) tell(host, 'not-shown');
    return false;
  }
  if (now.name === 'saved' || inactive) return false;
  if (busy) return true;
  const skips = skipsValidation(submitter);
  if (hasEnded(now) || (skips && (!rules || rules.firstProblem))) return required && !skips;
  return required || !empty;
}
