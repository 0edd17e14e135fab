import {type AuthenticationStatus, type Payment, CardVaultError} from '../protocol/index.js';
import type {FlowAnswer} from './events.js';
import {toFailed, toOpening, trackerOf, type Move} from './moves.js';
import {keptForLogin, mayPass, toAuthorizing, toCompleting, toStopped} from './saving-moves.js';
import {
  nextStepOf,
  stopByDecline,
  stopByEnding,
  stopOfStatus,
  stopOfValidation,
  type Stop,
} from './outcomes.js';
import type {Progress, StateOf} from './state.js';

/** Pauses between readings of the truth, in milliseconds: the service may still be talking to the bank. */
const readPauses = [500, 1000, 2000, 4000] as const;
/** An authorization whose answer was lost is sent once more when the service knows of none. */
const authorizationLimit = 2;

type Confirming = StateOf<'confirming'>;
type Confirmed = Move<'completing' | 'authorizing' | 'stopped' | 'confirming' | 'opening' | 'failed'>;

/** Turns the truth about a tracker into the next step of the run that asked for it. */
export function confirm(before: Confirming, payment: Payment): Confirmed {
  const status = before.enrollment?.status ?? payment.enrollment?.status;
  const state = withTruth(before, payment, status);
  // Another payment has the order's money, or the order's amount is another one now: the shop's server knows which.
  const isReplaced = payment.state === 'TRACKER_CANCELLED' && state.session?.payment !== undefined;
  if (isReplaced && status !== undefined) return toCompleting(state);
  if (status === undefined) return nothingDone(state);
  const stop = stopOfStatus(status) ?? stopOfValidation(payment.validation);
  if (stop !== undefined) return toStopped(state, stop);
  // The saved card of a payment is known from its beginning, and shows nothing.
  const isSaved = payment.paymentMethod !== undefined && !state.session?.payment;
  if (isSaved || payment.authorized) return toCompleting(state);
  // The service authorizes together with a challenge's yes (wire 1.6): an end without an authorization is a
  // decline.
  if (payment.validation)
    return payment.state !== 'TRACKER_ENDED' || isSilent(state)
      ? toCompleting(state)
      : toStopped(state, stopByDecline);
  if (nextStepOf(status) === 'authorize') return notAuthorized(state, payment);
  return payment.confirmed ? toCompleting(state) : notAnswered(state, payment);
}

/**
 * A service that names neither validation nor method may leave no trace of a yes: then silence is not a no.
 */
function isSilent({session}: Confirming): boolean {
  return session?.features?.includes('names-method') !== true;
}

/** Adds what the service knows: the bank's last word wins, and a run taken up again learns what it was. */
function withTruth(
  state: Confirming,
  payment: Payment,
  status: AuthenticationStatus | 'UNKNOWN' | undefined,
): Confirming {
  if (status === undefined) return state;
  const eci = payment.validation?.eci ?? state.enrollment?.eci ?? payment.enrollment?.eci;
  // If the stored run does not say: a challenge implies that device data was collected (wire 1.6); otherwise
  // claim no liability shift.
  const deviceDataCollected = state.deviceDataCollected ?? status === 'REQUIRED';
  return {...state, enrollment: {status, ...(eci !== undefined && {eci})}, deviceDataCollected};
}

/** Nothing was enrolled on this tracker: there is nothing to take up, so a fresh run begins. */
function nothingDone(state: Confirming): Move<'opening' | 'failed'> {
  if (state.error !== undefined) return toFailed(state, state.error);
  const [opening, effects] = toOpening(state);
  return [opening, [{type: 'abort'}, {type: 'forget'}, ...effects]];
}

function notAuthorized(
  state: Confirming,
  payment: Payment,
): Move<'authorizing' | 'completing' | 'stopped' | 'failed'> {
  const {authorizations, error} = state;
  // The bank's no to the authorization itself: a tracker at its end without one, or 402 where the state does
  // not say.
  if (error?.status === 402) return toStopped(state, stopByDecline);
  if (payment.state === 'TRACKER_ENDED') return ended(state, stopByDecline);
  const again =
    error === undefined || authorizations === 0 || (mayPass(error) && authorizations < authorizationLimit);
  if (payment.nextAction === 'AUTHORIZATION' && again) return toAuthorizing(state, authorizations + 1);
  return toFailed(
    state,
    error ?? new CardVaultError('request-refused', 'The service made no authorization for this card.'),
  );
}

/** A step-up without an answer of the bank. */
function notAnswered(
  state: Confirming,
  {nextAction}: Payment,
): Move<'stopped' | 'confirming' | 'completing' | 'failed'> {
  if (state.error !== undefined) return toFailed(state, state.error);
  const how = state.stepUpEnded ?? 'interrupted';
  const awaited = nextAction === 'PAYER_AUTH_VALIDATION';
  // A page that was left for the bank did not see the return, but a service that awaits no validation did.
  const hasAnswer = !awaited && isSilent(state) && (how === 'returned' || how === 'interrupted');
  if (hasAnswer) return ended(state, stopByDecline);
  if (how !== 'returned')
    return awaited ? toStopped(state, stopByEnding[how]) : ended(state, stopByEnding[how]);
  const error = new CardVaultError(
    'service-unavailable',
    'The step-up is over, but the service has no result of it yet.',
  );
  const last = readPauses[state.reads - 1] === undefined;
  return last && isSilent(state) ? toCompleting(state, {otherwise: error}) : readAgain(state, error);
}

/**
 * Nothing is left to be done, and nothing shows a yes. Where that is no proof, the shop's server looks for
 * the card.
 */
function ended(state: Confirming, stop: Stop): Move<'completing' | 'stopped'> {
  return isSilent(state) ? toCompleting(state, {otherwise: stop}) : toStopped(state, stop);
}

function readAgain(state: Confirming, error: CardVaultError): Move<'confirming' | 'failed'> {
  const ms = readPauses[state.reads - 1];
  if (ms === undefined) return toFailed(state, error, 'truth');
  return [{...state, paused: true}, [{type: 'wait', ms}]];
}

/** A reading of the truth that did not succeed. */
export function notRead(
  state: Confirming,
  event: Extract<FlowAnswer, {readonly type: 'error'}>,
): Move<'confirming' | 'failed'> {
  if (state.paused) return [state, []];
  const {error} = event;
  return mayPass(error) ? readAgain(state, error) : toFailed(state, error, keptForLogin(error, 'truth'));
}

/** The pause is over: the truth is read again. */
export function readOnceMore(state: Confirming): Move<'confirming'> {
  if (!state.paused) return [state, []];
  return [
    {...state, paused: false, reads: state.reads + 1},
    [{type: 'read-payment', tracker: trackerOf(state)}],
  ];
}

/** How a step-up that a former run began is looked at by the run that settles it. */
export function endingAfterwards(ended: Progress['stepUpEnded']): Progress['stepUpEnded'] {
  return ended === 'returned' ? 'interrupted' : ended;
}
