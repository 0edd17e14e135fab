import {css, html, nothing, svg, type TemplateResult} from 'lit';
import {heldBy, type Held} from '../../flow/held.js';
import type {PaidOutcome, SavedOutcome, State, StopCause} from '../../flow/index.js';
import {brandNames} from '../../protocol/brand-names.js';
import type {CardVaultError, CardVaultErrorCode} from '../../protocol/index.js';
import type {Say} from '../controllers/locale.js';
import type {Ended} from '../phases.js';
import {enLater} from '../messages/en-later.js';
import type {MessageKey} from '../messages/language.js';
import {namedByPage} from '../step-up/shop-name.js';
import {brandStyles} from './brands.js';
import {warningIcon} from './icons.js';
import {payingStyles} from './paying.js';
import {savedCard, savedCardStyles} from './saved-card.js';

/** English of this part; given to the element when the part arrives. */
export {enLater as messages};
/** The marks of the brands and of the code; they come with this part. */
export {brandMark, codeMark} from './marks.js';
export {brandsView} from './brands.js';
export {namedBrands} from './named-brands.js';
export {payingView, speakOf} from './paying.js';

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

/** The next run begins with nothing of this card. */
export function needsAnotherCard(state: State): boolean {
  return state.name === 'stopped' && !sameCard.includes(state.outcome.cause);
}

/** The sentence for codes whose cause the shopper can tell from others of the same audience. */
const codes: Partial<Record<CardVaultErrorCode, MessageKey>> = {
  'completion-failed': 'errorCompletion',
  'fields-blocked': 'errorFieldsBlocked',
  'fields-timed-out': 'errorFieldsSlow',
  'brand-not-accepted': 'formIncomplete',
  'card-incomplete': 'formIncomplete',
  'login-required': 'errorLogin',
  'too-many-cards': 'errorTooManyCards',
  // The connection of the shopper holds: the service is busy.
  'service-unavailable': 'errorMerchantRetry',
  // Mostly a page in between, such as the login page of a network, which passes.
  'answer-unreadable': 'errorMerchantRetry',
};
/**
 * A save in which something was refused. Only what was sent of the card blames the card: other statuses speak of the session, and
 * once the bank has been asked it has taken the card.
 */
function refusalKey({error: {status}, enrollment}: Failed): 'errorCard' | 'errorMerchantRetry' {
  const isOfCard = enrollment === undefined && (status === undefined || [400, 402, 422].includes(status));
  return isOfCard ? 'errorCard' : 'errorMerchantRetry';
}

/** What a shopper reads of an error: what happened and whose turn it is. */
export function errorKey({code, audience, retryable}: CardVaultError): MessageKey {
  const own = codes[code];
  if (own) return own;
  if (audience === 'network') return code === 'tokenization-failed' ? 'errorTokenization' : 'errorNetwork';
  if (audience === 'shopper') return 'errorShopper';
  return retryable ? 'errorMerchantRetry' : 'errorMerchant';
}

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

/** The words of an ending, for the panel and for the live region. */
export function outcomeText(state: Ended, say: Say, shopName?: string): OutcomeText {
  if (state.name === 'saved') {
    const isPaid = state.outcome.outcome === 'paid';
    const action = isPaid ? undefined : say('saveAnother');
    return {title: say('savedTitle'), sentence: cardLine(state.outcome, say), action};
  }
  const moved = say(money[heldBy(state)]);
  if (state.name === 'stopped') {
    const {cause} = state.outcome;
    return {
      title: say('stoppedTitle'),
      sentence: `${say(causes[cause])} ${moved}`,
      action: say(needsAnotherCard(state) ? 'tryAnotherCard' : 'tryAgain'),
    };
  }
  const {error, saving, unsettled} = state;
  const sent = saving === true || unsettled !== undefined;
  const key = sent && error.code === 'request-refused' ? refusalKey(state) : errorKey(error);
  // After a save a button is the only way back to the fields.
  const again = sent || error.retryable || key === 'errorMerchantRetry';
  const action = key === 'errorCard' ? 'tryAnotherCard' : again ? 'tryAgain' : undefined;
  return {
    title: say(sent ? 'failedTitle' : 'loadFailedTitle'),
    sentence: `${key === 'errorMerchant' ? closed(say, shopName) : say(key)} ${moved}`,
    action: action && say(action),
  };
}

/** No card can be taken until the shop has put something right. */
function closed(say: Say, shopName = namedByPage(document)): string {
  return shopName ? say('errorMerchantAt', {shop: shopName}) : say('errorMerchant');
}

function cardLine({paymentMethod}: SavedOutcome | PaidOutcome, say: Say): string {
  const {brand, lastFour, expirationMonth, expirationYear} = paymentMethod;
  const name = brand === 'unknown' ? say('unknownBrand') : brandNames[brand];
  // Isolated, so that the digits keep their order in right-to-left sentences.
  const card = `\u2066${name} \u2022\u2022\u2022\u2022 ${lastFour}\u2069`;
  if (expirationMonth === undefined || expirationYear === undefined) return card;
  return say('savedCard', {card, expiry: `\u2066${expirationMonth}/${expirationYear.slice(2)}\u2069`});
}

export interface OutcomeView {
  readonly state: Ended;
  readonly say: Say;
  readonly shopName: string | undefined;
  readonly onAction: () => void;
  /** The panel's button is the one to press: no other button says the same. */
  readonly primary: boolean;
}

/** How a run ended: what happened, whose turn it is, and one button that does the next sensible thing. */
export function outcomeView({state, say, shopName, onAction, primary}: OutcomeView): TemplateResult {
  const {title, sentence, action} = outcomeText(state, say, shopName);
  const saved = state.name === 'saved';
  const method = saved ? state.outcome.paymentMethod : undefined;
  const sign = html`<div class="sign" part="outcome-icon">${saved ? checkIcon() : warningIcon()}</div>`;
  return html`<div class="outcome ${state.name}" part="outcome outcome-${state.name}">
    ${method ? savedCard(method, sentence, say, sign) : sign}
    <div class="texts">
      <p class="title" part="outcome-title" id="outcome-title" tabindex="-1">${title}</p>
      <p class="sentence" part="outcome-text">
        <span part="outcome-line" aria-hidden=${method ? 'true' : nothing}>${sentence}</span>
        ${method?.singleUse ? html`<span class="tag" part="single-use">${say('singleUse')}</span>` : nothing}
      </p>
      ${
        action
          ? html`<button
              class="button again ${primary && !saved ? '' : 'quiet'}"
              part="outcome-button"
              type="button"
              @click=${onAction}
            >
              ${action}
            </button>`
          : nothing
      }
    </div>
  </div>`;
}

function checkIcon(): TemplateResult {
  return html`<svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    ${svg`<path d="M3.5 8.5l3 3 6-7" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`}
  </svg>`;
}

const panelStyles = css`
  /* The form keeps its room under the outcome, so that nothing below them moves. */
  .stage {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .stage > * {
    grid-area: 1 / 1;
  }
  .form[hidden] {
    display: block;
    visibility: hidden;
  }
  .outcome {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-content: center;
    gap: 16px;
    padding: 16px;
    border: 1px solid color-mix(in srgb, var(--_border) 60%, transparent);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_ink);
    animation: appear 150ms ease-out;
  }
  @keyframes appear {
    from {
      transform: translateY(-3px);
    }
  }
  .sign {
    display: grid;
    place-items: center;
    inline-size: 32px;
    block-size: 32px;
    border-radius: 50%;
    color: var(--_danger);
    background: color-mix(in srgb, var(--_danger) 12%, transparent);
  }
  :host {
    --_success: var(--card-vault-success, light-dark(#11703a, #66d694));
  }
  .saved .sign {
    color: var(--_success);
    background: color-mix(in srgb, var(--_success) 14%, transparent);
  }
  .title {
    margin: 0;
    font-size: calc(16 * var(--_u));
    font-weight: 600;
    line-height: calc(24 * var(--_u));
    outline: 0;
  }
  .sentence {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin: 2px 0 0;
    font-size: calc(14 * var(--_u));
    line-height: calc(22 * var(--_u));
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
  .saved .sentence {
    color: var(--_ink);
  }
  .tag {
    padding: 0 8px;
    border: 1px solid var(--_border);
    border-radius: 11px;
    font-size: calc(12 * var(--_u));
    line-height: calc(20 * var(--_u));
    color: var(--_muted);
  }
  .again {
    min-block-size: 44px;
    margin-block-start: 12px;
    padding: 8px 16px;
    font-size: calc(14 * var(--_u));
  }
  @media (forced-colors: active) {
    .sign {
      border: 1px solid currentcolor;
    }
    .mark .ground {
      fill: Canvas;
    }
    .mark .ink {
      fill: CanvasText;
    }
    .mark .shape {
      fill: none;
      stroke: CanvasText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .outcome {
      animation: none;
    }
  }
`;

export const styles = css`
  ${panelStyles}${savedCardStyles}${brandStyles}${payingStyles}
`;
