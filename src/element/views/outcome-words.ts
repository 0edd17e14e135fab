import {heldBy, type Held} from '../../flow/held.js';
import type {PaidOutcome, SavedOutcome, State, StopCause} from '../../flow/index.js';
import {brandNames} from '../../protocol/brand-names.js';
import type {CardVaultError, CardVaultErrorCode} from '../../protocol/index.js';
import type {Say} from '../shopper/locale.js';
import type {MessageKey} from '../../texts/shapes.js';
import type {Ended} from '../phases.js';
import {namedByPage} from '../shopper/shop-name.js';

type Failed = Extract<Ended, {name: 'failed'}>;

const causes: Readonly<Record<StopCause, MessageKey>> = {
  'issuer-declined': 'issuerDeclined',
  'issuer-rejected': 'issuerRejected',
  'issuer-unavailable': 'issuerUnavailable',
  'card-not-eligible': 'cardNotEligible',
  'cancelled-at-issuer': 'cancelledAtIssuer',
  'closed-by-shopper': 'closedByShopper',
  'step-up-limit': 'stepUpLimit',
  interrupted: 'interrupted',
  'unknown-status': 'unknownStatus',
};
/** Causes after which the same card may well go through. */
const sameCard: readonly StopCause[] = [
  'issuer-unavailable',
  'cancelled-at-issuer',
  'closed-by-shopper',
  'step-up-limit',
  'interrupted',
];

/** Causes that the shopper has brought about on purpose: no alarm. */
const byShopper: readonly StopCause[] = ['cancelled-at-issuer', 'closed-by-shopper', 'interrupted'];

/** The next run begins with nothing of this card. */
export function needsAnotherCard(state: State): boolean {
  if (state.name === 'stopped') return !sameCard.includes(state.outcome.cause);
  return state.name === 'failed' && failureKey(state) === 'errorCard';
}

/** Faults of the connection, or of a server, that have mostly passed when they are read. */
const passing: readonly MessageKey[] = ['errorNetwork', 'errorMerchantRetry'];

/**
 * The form stays, with fresh fields that open by themselves: nothing of the run is open at the bank. Not where
 * the service asks to come back later, or where the shopper has to do something else first.
 */
export function keepsForm(state: Ended): boolean {
  if (state.name === 'saved' || heldBy(state) !== 'nothing') return false;
  if (state.name === 'stopped' || needsAnotherCard(state)) return true;
  const {saving, unsettled, error} = state;
  if (!saving || unsettled || error.code === 'service-unavailable') return false;
  return error.code.endsWith('-expired') || passing.includes(failureKey(state));
}

/** Sentence above the button of the form that stays. */
export function problemAfter(state: Ended, say: Say): {readonly text: string; readonly info: boolean} {
  const info = state.name === 'stopped' && byShopper.includes(state.outcome.cause);
  return {text: outcomeText(state, say).sentence, info};
}

/** The sentence for codes whose cause the shopper can tell from others of the same audience. */
const codes: Partial<Record<CardVaultErrorCode, MessageKey>> = {
  'completion-failed': 'errorCompletion',
  'fields-blocked': 'errorFieldsBlocked',
  'framed-elsewhere': 'errorFramed',
  'fields-timed-out': 'errorFieldsSlow',
  'brand-not-accepted': 'formIncomplete',
  'card-incomplete': 'formIncomplete',
  'login-required': 'errorLogin',
  'too-many-cards': 'errorTooManyCards',
  'order-paid': 'errorOrderPaid',
  'order-changed': 'errorOrderChanged',
  // The connection of the shopper holds: the service is busy.
  'service-unavailable': 'errorMerchantRetry',
  // Mostly a page in between, such as the login page of a network, which passes.
  'answer-unreadable': 'errorMerchantRetry',
};
/**
 * A save in which something was refused. Only what was sent of the card blames the card: other statuses speak
 * of the session, and once the bank has been asked it has taken the card.
 */
function refusalKey({error: {status}, enrollment}: Failed): 'errorCard' | 'errorMerchantRetry' {
  const isOfCard = enrollment === undefined && (status === undefined || [400, 402, 422].includes(status));
  return isOfCard ? 'errorCard' : 'errorMerchantRetry';
}

/** The card was on its way when it failed. */
const wasSent = ({saving, unsettled}: Failed): boolean => saving === true || unsettled !== undefined;

function failureKey(state: Failed): MessageKey {
  const {error} = state;
  // Fields that never came up had a context that had just come: what takes it for old has another clock.
  if (!wasSent(state) && error.code === 'capture-context-expired') return 'errorClock';
  return wasSent(state) && error.code === 'request-refused' ? refusalKey(state) : errorKey(error);
}

/** Sentence for a shopper about an error: what happened, and who acts next. */
export function errorKey({code, audience, retryable}: CardVaultError): MessageKey {
  const own = codes[code];
  if (own) return own;
  if (audience === 'network') return code === 'tokenization-failed' ? 'errorTokenization' : 'errorNetwork';
  if (audience === 'shopper') return 'errorShopper';
  return retryable ? 'errorMerchantRetry' : 'errorMerchant';
}

/** The order is no longer what the page shows: the same page cannot pay it. */
const ofOrder: readonly MessageKey[] = ['errorOrderPaid', 'errorOrderChanged'];

/** Whether money moved, for every ending without a saved card. */
const money: Readonly<Record<Held, MessageKey>> = {
  nothing: 'notCharged',
  maybe: 'smallHold',
  unknown: 'unknownHold',
  payment: 'payUnknown',
};

export interface OutcomeText {
  readonly title: string;
  readonly sentence: string;
  /** Text of the button; none where nothing the shopper does would help. */
  readonly action: string | undefined;
}

/**
 * The words of an ending, for the panel and for the live region.
 *
 * @param afterSave - A save came to nothing just before, and now its fields cannot come back.
 */
export function outcomeText(
  state: Ended,
  say: Say,
  shopName = namedByPage(document),
  afterSave = false,
): OutcomeText {
  if (state.name === 'saved') {
    const isPaid = state.outcome.outcome === 'paid';
    const action = isPaid ? undefined : say('saveAnother');
    const title = say('savedTitle', shopName ? {shop: shopName} : undefined);
    return {title, sentence: cardLine(state.outcome, say), action};
  }
  const held = heldBy(state);
  const moved = say(money[held]);
  if (state.name === 'stopped') {
    const {cause} = state.outcome;
    const ended = byShopper.includes(cause) ? 'unfinishedTitle' : 'stoppedTitle';
    return {
      title: say(held === 'payment' ? 'failedTitle' : ended),
      sentence: `${say(causes[cause])} ${moved}`,
      action: say(needsAnotherCard(state) ? 'tryAnotherCard' : 'tryAgain'),
    };
  }
  const sent = wasSent(state);
  const key = failureKey(state);
  if (ofOrder.includes(key)) {
    const sentence = key === 'errorOrderPaid' ? say(key) : `${say(key)} ${moved}`;
    return {title: say('notPaidTitle'), sentence, action: undefined};
  }
  // After a save a button is the only way back to the fields.
  const again = sent || state.error.retryable || key === 'errorMerchantRetry';
  const action = needsAnotherCard(state) ? 'tryAnotherCard' : again ? 'tryAgain' : undefined;
  const said = key === 'errorMerchant' && shopName ? say('errorMerchantAt', {shop: shopName}) : say(key);
  return {
    title: say(sent ? 'failedTitle' : 'loadFailedTitle'),
    // Nothing was asked of a card whose fields never came up.
    sentence: sent || afterSave || held !== 'nothing' ? `${said} ${moved}` : said,
    action: action && say(action),
  };
}

function cardLine({paymentMethod}: SavedOutcome | PaidOutcome, say: Say): string {
  const {brand, lastFour, expirationMonth, expirationYear} = paymentMethod;
  const name = brand === 'unknown' ? say('unknownBrand') : brandNames[brand];
  // Isolated, so that the digits keep their order in right-to-left sentences.
  const card = `\u2066${name} \u2022\u2022\u2022\u2022\u00a0${lastFour}\u2069`;
  if (expirationMonth === undefined || expirationYear === undefined) return card;
  return say('savedCard', {card, expiry: `\u2066${expirationMonth}/${expirationYear.slice(2)}\u2069`});
}
