import type {Language} from '../language.js';
import {chooseCard, type CardPageData} from './choose-card.js';
import type {Page} from './document.js';
import {markup} from './markup.js';

/** What the page of a payment is drawn from. */
export interface PaymentView {
  readonly language: Language;
  readonly shop: string;
  /** Path of the page. */
  readonly self: string;
  /** The amount as the page's language writes it. */
  readonly price: string;
}

/** The page that takes a payment with a card that is typed on it. */
export function paymentPage({language, shop, self, price}: PaymentView, data: CardPageData): Page {
  const {say, sayInForm} = language;
  return {
    title: sayInForm('pay', {amount: price}),
    self,
    data,
    body: markup`<section class="summary" aria-labelledby="title">
        <h1 id="title">${sayInForm('pay', {amount: price})}</h1>
      </section>
      <section class="sheet">
        ${chooseCard({cards: [], chosen: undefined, button: sayInForm('pay', {amount: price}), language, texts: data.texts})}
      </section>
      <a class="leave" href="${self}/leave">${say('cancelAndGoBack', {shop})}</a>`,
  };
}

/** The sentences of a payment, in the place of those that the element has for saving a card. */
const instead = {
  saving: 'paying',
  savedTitle: 'paidTitle',
  stoppedTitle: 'notPaidTitle',
  unfinishedTitle: 'notPaidYetTitle',
  failedTitle: 'payFailedTitle',
  smallHold: 'payUnknown',
  unknownHold: 'payUnknown',
  errorCompletion: 'payCompletion',
  stepUpTitle: 'stepUpPayTitle',
  stepUpShop: 'stepUpPayShop',
  stepUpCancel: 'stepUpPayCancel',
  stepUpEnding: 'stepUpPayEnding',
} as const;

/** What the element says on the page of a payment. */
export function messagesOfPayment({sayInForm}: Language, amount: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(instead).map(([key, other]) => [key, sayInForm(other, {amount})]));
}
