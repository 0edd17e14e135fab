import {css, html, type TemplateResult} from 'lit';
import {brandNames} from '../../protocol/brand-names.js';
import type {SessionPayment} from '../../protocol/index.js';
import {moneyText} from '../../protocol/money-text.js';
import type {LocaleController} from '../shopper/locale.js';
import type {MessageKey} from '../../texts/shapes.js';
import {brandMark} from './marks.js';

/** Sentences of a payment, in the place of those of a save. */
const instead: Partial<Record<MessageKey, MessageKey>> = {
  save: 'pay',
  saving: 'paying',
  savedTitle: 'paidTitle',
  stoppedTitle: 'notPaidTitle',
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
  `\u2066${moneyText(payment, language)}\u2069`;

/** From now on a payment is spoken of, or no longer. */
export function speakOf(payment: SessionPayment | undefined, locale: LocaleController): void {
  locale.instead = (key, values) => {
    const other = payment && instead[key];
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
  const card = `\u2066${name} \u2022\u2022\u2022\u2022 ${lastFour}\u2069`;
  return html`<div class="paying wide" part="payment">
    <span aria-hidden="true">${brandMark(brand, name)}</span>
    <span class="paying-card" part="payment-card"
      >${until ? say('savedCard', {card, expiry: until}) : card}</span
    >
    <b part="payment-amount">${amountOf(payment, tag)}</b>
  </div>`;
}

export const payingStyles = css`
  .paying {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: var(--_height);
    margin-block-end: 10px;
    padding: 8px var(--_inset);
    border: 1px solid color-mix(in srgb, var(--_border) 70%, transparent);
    border-radius: var(--_radius);
    background: var(--_surface);
    font-size: calc(16 * var(--_u));
    line-height: calc(24 * var(--_u));
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
