import {html, nothing, type TemplateResult} from 'lit';
import {brandNames} from '../../protocol/brand-names.js';
import type {PaymentMethod, SessionPayment} from '../../protocol/index.js';
import type {Say, LocaleController} from '../shopper/locale.js';
import {css} from '../styles/css.js';
import {brandMark} from './marks.js';
import {moneyText} from '../../protocol/money-text.js';
import type {MessageKey} from '../../texts/shapes.js';
import {formatTag} from '../../texts/written.js';

/** The saved card, drawn. A screen reader reads `name`; what is drawn is left to the eye. */
export function savedCard(
  {brand, lastFour, expirationMonth, expirationYear}: PaymentMethod,
  name: string,
  say: Say,
  badge: TemplateResult,
): TemplateResult {
  const mark = brandMark(brand, brand === 'unknown' ? say('unknownBrand') : brandNames[brand]);
  const dated = expirationMonth !== undefined && expirationYear !== undefined;
  return html`<div class="saved-card" part="saved-card saved-card-${brand}" role="img" aria-label=${name}>
    <div class="plastic ${brand}" aria-hidden="true">
      <span class="chip"></span>${mark}
      <span class="last-four">••••&nbsp;${lastFour}</span>
      <span class="until">${dated ? `${expirationMonth}/${expirationYear.slice(-2)}` : ''}</span>
    </div>
    ${badge}
  </div>`;
}

export const savedCardStyles = css`
  .outcome {
    --_c: calc(var(--card-vault-card-scale, 1) * var(--_u));
  }
  .saved-card {
    position: relative;
    direction: ltr;
    justify-self: start;
    align-self: start;
    animation: settle 160ms ease-out;
  }
  .plastic {
    --_from: #4b5563;
    --_to: #2b323d;
    display: grid;
    grid-template: calc(20 * var(--_c)) 1fr auto / 1fr auto;
    align-items: center;
    column-gap: calc(6 * var(--_c));
    /* Wider where the page's font is: the number and the expiry are in one line. */
    inline-size: max-content;
    min-inline-size: calc(124 * var(--_c));
    block-size: calc(78 * var(--_c));
    padding: calc(9 * var(--_c));
    border: 1px solid rgb(255 255 255 / 16%);
    border-radius: calc(7 * var(--_c));
    color: #fff;
    background: linear-gradient(135deg, var(--_from), var(--_to));
    box-shadow: 0 1px 2px rgb(0 0 0 / 22%);
    font-variant-numeric: tabular-nums;
    line-height: calc(16 * var(--_c));
  }
  .visa {
    --_from: #2350c8;
    --_to: #14307f;
  }
  .mastercard {
    --_from: #3a3742;
    --_to: #1d1b22;
  }
  .maestro {
    --_from: #24568f;
    --_to: #15304f;
  }
  .amex {
    --_from: #1a66b8;
    --_to: #0e4177;
  }
  .discover {
    --_from: #a04a12;
    --_to: #6a2c06;
  }
  .diners {
    --_from: #1b4f93;
    --_to: #0a2c58;
  }
  .jcb {
    --_from: #1d6b3c;
    --_to: #0d4022;
  }
  .unionpay {
    --_from: #0f6670;
    --_to: #083a41;
  }
  .chip {
    grid-area: 1 / 1;
    inline-size: calc(18 * var(--_c));
    block-size: calc(13 * var(--_c));
    border-radius: 3px;
    background: linear-gradient(135deg, #ead9a0, #bf9f57);
  }
  .plastic .mark {
    grid-area: 1 / 1 / auto / span 2;
    justify-self: end;
    inline-size: calc(30 * var(--_c));
    block-size: calc(20 * var(--_c));
  }
  .last-four,
  .until {
    align-self: last baseline;
  }
  .last-four {
    grid-area: 3 / 1;
    font-size: calc(12 * var(--_c));
    font-weight: 600;
    white-space: nowrap;
  }
  .until {
    grid-area: 3 / 2;
    font-size: calc(10 * var(--_c));
    white-space: nowrap;
  }
  .saved-card .sign {
    position: absolute;
    inset-block-start: calc(-7 * var(--_c));
    inset-inline-end: calc(-7 * var(--_c));
    inline-size: calc(22 * var(--_c));
    block-size: calc(22 * var(--_c));
    color: var(--_surface);
    background: var(--_success);
    box-shadow: 0 0 0 2px var(--_surface);
  }
  @container (inline-size < max(320px, 20rem)) {
    .outcome.typed {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @keyframes settle {
    from {
      opacity: 0;
      transform: translateY(-12px) scale(0.96);
    }
  }
  @media (forced-colors: active) {
    .plastic {
      border-color: CanvasText;
      background: Canvas;
      box-shadow: none;
    }
    .chip {
      border: 1px solid CanvasText;
      background: Canvas;
    }
    .saved-card .sign {
      color: CanvasText;
      background: Canvas;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .saved-card {
      animation: none;
    }
  }
`;

/** Sentences of a payment, in the place of those of a save. */
const instead: Partial<Record<MessageKey, MessageKey>> = {
  save: 'pay',
  saving: 'paying',
  savedTitle: 'paidTitle',
  stoppedTitle: 'notPaidTitle',
  unfinishedTitle: 'notPaidYetTitle',
  failedTitle: 'payFailedTitle',
  // The shop has chosen the card.
  tryAnotherCard: 'tryAgain',
  errorCard: 'errorMerchantRetry',
  errorCompletion: 'payCompletion',
  stepUpTitle: 'stepUpPayTitle',
  stepUpShop: 'stepUpPayShop',
  stepUpCancel: 'stepUpPayCancel',
  stepUpEnding: 'stepUpPayEnding',
};

/** The amount as the page's language writes it. */
const amountOf = (payment: SessionPayment, language: string): string =>
  `\u2066${moneyText(payment, formatTag(language))}\u2069`;

/** From now on a payment is spoken of, or no longer. */
export function speakOf(payment: SessionPayment | undefined, locale: LocaleController): void {
  locale.instead = (key, values) => {
    const other = payment && (key === 'savedTitle' && values?.['shop'] ? 'paidShop' : instead[key]);
    return other && locale.say(other, {...values, amount: amountOf(payment, locale.tag)});
  };
}

/** The saved card of a payment, in the place of the fields. */
export function payingView(
  payment: SessionPayment | undefined,
  {say, tag}: LocaleController,
): TemplateResult | undefined {
  if (!payment) return undefined;
  const {brand, lastFour, expirationMonth, expirationYear} = payment.paymentMethod;
  const name = brand === 'unknown' ? say('unknownBrand') : brandNames[brand];
  const until =
    expirationMonth && expirationYear && `\u2066${expirationMonth}/${expirationYear.slice(-2)}\u2069`;
  const card = `\u2066${name} \u2022\u2022\u2022\u2022\u00a0${lastFour}\u2069`;
  return html`<div class="field wide">
    <div class="paying" part="payment">
      <span aria-hidden="true">${brandMark(brand, name)}</span>
      <span class="paying-card" part="payment-card"
        >${until ? say('savedCard', {card, expiry: until}) : card}</span
      >
      <b part="payment-amount">${amountOf(payment, tag)}</b>
    </div>
    ${payment.securityCode ? nothing : html`<p class="error wide"></p>`}
  </div>`;
}

export const payingStyles = css`
  .paying {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: var(--_height);
    padding: 3px var(--_inset);
    border: var(--_line) solid
      var(--card-vault-panel-border-color, color-mix(in srgb, var(--_border) 60%, transparent));
    border-radius: var(--card-vault-panel-radius, var(--_radius));
    background: var(--card-vault-panel-background, var(--_surface));
    box-shadow: var(--card-vault-panel-shadow, none);
    font-size: calc(16 * var(--_u));
    /* Two lines are as high as the field whose room was kept. */
    line-height: calc(20 * var(--_u));
    font-variant-numeric: tabular-nums;
  }
  .paying-card {
    flex: 1;
    min-inline-size: 0;
  }
  .paying .mark {
    display: block;
  }
`;
