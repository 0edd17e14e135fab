import type {State} from './state.js';

/**
 * Names the amount that a run without a save may have left at the bank: no amount, perhaps a small one that
 * is given back, or not known. A save is never a charge: no operation of the flow captures (spec 3.1).
 * Whether a payment was made is not known: `payment`.
 */
export type Held = 'nothing' | 'maybe' | 'unknown' | 'payment';

/**
 * Read from what the run knows. Only an authorization holds an amount, and none without the bank's consent
 * before it.
 */
export function heldBy(state: State): Held {
  if (state.name === 'stopped' && state.outcome.cause === 'interrupted' && state.unsure)
    return state.session?.payment ? 'payment' : 'nothing';
  if (state.name !== 'failed') return 'nothing';
  const {error, session, enrollment, stepUpEnded, unsettled, resuming} = state;
  // The shop's server has given back what was held, before it said so.
  if (['order-paid', 'order-changed'].includes(error.code)) return 'nothing';
  // Taken up from an earlier page, which knew more.
  const asked = [enrollment, stepUpEnded, unsettled, resuming].some((known) => known !== undefined);
  if (!asked) return 'nothing';
  if (session === undefined) return 'unknown';
  if (session.payment) return 'payment';
  return session.accountVerification ? 'nothing' : 'maybe';
}
