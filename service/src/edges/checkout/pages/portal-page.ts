import type {Language} from '../language.js';
import type {PortalAction} from '../portal.js';
import {
  nextCharge,
  unpaidCharge,
  paymentStatusOf,
  type OfferedCard,
  type SubscriptionDetails,
} from '../subscription-details.js';
import {periodStart} from '../../../domain/subscriptions/periods.js';
import type {Charge} from '../../../domain/subscriptions/subscription.js';
import {brandMark, cardName} from './card-mark.js';
import {chooseCard, type CardPageData} from './choose-card.js';
import type {Page} from './document.js';
import {markup, type Markup} from './markup.js';

/** What the pages of the portal are drawn from. */
export interface PortalView {
  readonly language: Language;
  readonly shop: string;
  readonly now: Date;
  /** Path of the page. */
  readonly self: string;
  /** The link back to the shop. */
  readonly back: string | undefined;
}

/** The message for each state of a charge. */
const chargeResults = {
  paid: 'paid',
  open: 'open',
  failed: 'unpaid',
  ready: 'notCharged',
  uncollectible: 'notCharged',
  void: 'notCharged',
} as const;

function badge(details: SubscriptionDetails, {language, now}: PortalView): Markup {
  const {say, day} = language;
  const {state, trial_ends_at: trial, time_zone: zone} = details.subscription;
  if (state === 'paused') return markup`<p class="badge">${say('statePaused')}</p>`;
  if (state === 'cancelled') return markup`<p class="badge">${say('stateCancelled')}</p>`;
  if (state === 'failed') return markup`<p class="badge bad">${say('stateFailed')}</p>`;
  switch (paymentStatusOf(details, now)) {
    case 'trial':
      return markup`<p class="badge good">${say('stateTrial', {date: day(trial!, zone)})}</p>`;
    case 'declined':
      return markup`<p class="badge bad">${say('statePastDue')}</p>`;
    case 'waiting':
      return markup`<p class="badge">${say('statePending')}</p>`;
    default:
      return markup`<p class="badge good">${say('stateActive')}</p>`;
  }
}

function facts(details: SubscriptionDetails, {language}: PortalView): Markup {
  const {say, day} = language;
  const {subscription, card} = details;
  const next = nextCharge(details);
  const end = subscription.cancel_at;
  const rows = [
    end !== null && subscription.state !== 'cancelled'
      ? [say('ends'), day(end, subscription.time_zone)]
      : [say('nextPayment'), next ? day(next, subscription.time_zone) : say('noNextPayment')],
    ...(card
      ? [[say('card'), markup`<span class="held">${brandMark(card)}${cardName(card, language)}</span>`]]
      : []),
  ];
  return markup`<dl>
    ${rows.map(
      ([name, value]) =>
        markup`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** A button in a form of its own, so that it works without a script. */
const actionForm = (
  view: PortalView,
  details: SubscriptionDetails,
  action: PortalAction,
  label: string,
  buttonClass: '' | 'accent' | 'danger' = '',
) =>
  markup`<form
    method="post"
    action="${view.self}/subscriptions/${details.subscription.token}/${action}?lang=${view.language.locale}"
  >
    <button class="small ${buttonClass}" type="submit">${label}</button>
  </form>`;

/** The buttons for what the customer can do in the subscription's state. */
function actionButtons(details: SubscriptionDetails, view: PortalView): Markup {
  const {say, locale} = view.language;
  const {subscription} = details;
  const {state, token} = subscription;
  if (state === 'cancelled') return markup``;
  const isEnding = subscription.cancel_at !== null;
  const isUnpaid = unpaidCharge(details) !== undefined;
  const changeCardLink = markup`<a class="button small ${isUnpaid && 'accent'}" href="${view.self}?lang=${locale}&amp;card=${token}"
    >${say(isUnpaid ? 'payNow' : 'changeCard')}</a
  >`;
  return markup`<div class="actions">
      ${(!isEnding || isUnpaid) && changeCardLink} ${state === 'active' && !isEnding && actionForm(view, details, 'pause', say('pause'))}
      ${state === 'paused' && actionForm(view, details, 'resume', say('resume'), 'accent')}
      ${isEnding && actionForm(view, details, 'keep', say('keepIt'))}
    </div>
    ${state === 'active' && !isEnding && markup`<p class="quiet">${say('pauseText')}</p>`}`;
}

/** Ends the subscription: last, because it cannot be taken back. */
function cancelling(details: SubscriptionDetails, view: PortalView): Markup {
  const {say, day} = view.language;
  const {subscription} = details;
  const {state} = subscription;
  if (state === 'cancelled') return markup``;
  const isEnding = subscription.cancel_at !== null;
  const paidUntil = state === 'active' || state === 'paused' ? periodEnd(details, view.now) : undefined;
  return markup`<details>
      <summary class="danger">${say('cancelSubscription')}</summary>
      <div class="actions">
        ${
          paidUntil !== undefined &&
          !isEnding &&
          actionForm(
            view,
            details,
            'cancel-at-end',
            say('cancelAtEnd', {date: day(paidUntil, subscription.time_zone)}),
          )
        }
        ${actionForm(view, details, 'cancel', say('cancelNow'), 'danger')}
      </div>
    </details>`;
}

/** The end of the paid period. */
function periodEnd({subscription}: SubscriptionDetails, now: Date): Date | undefined {
  // A period that is owed is charged later than it begins.
  const next = subscription.next_charge_at && periodStart(subscription, subscription.next_period);
  return next !== null && next > now ? next : undefined;
}

function pastPayments(details: SubscriptionDetails, {language}: PortalView): Markup {
  const {say, day, money} = language;
  const {charges, subscription} = details;
  const row = (charge: Charge) =>
    markup`<tr role="row">
      <td role="cell">${day(charge.due_at, subscription.time_zone)}</td>
      <td role="cell">${money(charge.amount, charge.currency)}</td>
      <td role="cell">${say(chargeResults[charge.state])}</td>
    </tr>`;
  return markup`<details>
    <summary>${say('history')}</summary>
    ${
      charges.length === 0
        ? markup`<p class="quiet">${say('noHistory')}</p>`
        : markup`<table role="table">
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col">${say('date')}</th>
                <th role="columnheader" scope="col">${say('amount')}</th>
                <th role="columnheader" scope="col">${say('result')}</th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              ${charges.map(row)}
            </tbody>
          </table>`
    }
  </details>`;
}

function subscriptionSheet(details: SubscriptionDetails, view: PortalView): Markup {
  const {language} = view;
  const {say, day, money, every} = language;
  const {subscription, name} = details;
  const charge = unpaidCharge(details);
  const isPastDue = charge !== undefined && charge.failure !== null;
  const end = subscription.state !== 'cancelled' && subscription.cancel_at;
  return markup`<article class="sheet" aria-labelledby="${subscription.token}">
    <div class="head">
      <h2 id="${subscription.token}">${name}</h2>
      ${badge(details, view)}
    </div>
    <p class="price">
      <strong>${money(subscription.amount, subscription.currency)}</strong>
      <span>${every(subscription)}</span>
    </p>
    ${
      isPastDue &&
      markup`<p class="alert">
        ${say('pastDueText', {
          price: money(charge.amount, charge.currency),
          date: day(charge.due_at, subscription.time_zone),
        })}
      </p>`
    }
    ${end && !charge && markup`<p class="note">${say('endsNote', {date: day(end, subscription.time_zone)})}</p>`}
    ${facts(details, view)} ${actionButtons(details, view)} ${pastPayments(details, view)}
    ${cancelling(details, view)}
  </article>`;
}

/** The page with all subscriptions of a customer. */
export function portalPage(
  view: PortalView,
  list: readonly SubscriptionDetails[],
  note: string | undefined,
): Page {
  const {language, shop, back, self} = view;
  const {say} = language;
  return {
    title: say('portalTitle'),
    self,
    body: markup`<div class="summary">
        <h1>${say('portalTitle')}</h1>
      </div>
      ${note !== undefined && markup`<p class="note" role="status">${note}</p>`}
      ${
        list.length === 0
          ? markup`<section class="sheet">
              <h2>${say('portalNone')}</h2>
              <p>${say('portalNoneText', {shop})}</p>
            </section>`
          : list.map((details) => subscriptionSheet(details, view))
      }
      ${back !== undefined && markup`<a class="leave" href="${back}">${say('backTo', {shop})}</a>`}`,
  };
}

/** The page that changes the card of a subscription and pays its unpaid charge with the new card. */
export function changeCardPage(
  view: PortalView,
  details: SubscriptionDetails,
  choice: {
    readonly cards: readonly OfferedCard[];
    readonly chosen: string | undefined;
    readonly who: string;
    readonly problem: string | undefined;
    readonly data: CardPageData;
  },
): Page {
  const {language, self} = view;
  const {say, money} = language;
  const charge = unpaidCharge(details);
  const button = charge
    ? say('useCardAndPay', {price: money(charge.amount, charge.currency)})
    : say('useCard');
  return {
    title: say('changeCard'),
    self,
    query: {card: details.subscription.token},
    data: choice.data,
    body: markup`<div class="summary">
        <h1>${say('changeCard')}</h1>
        <p><bdi>${details.name}</bdi></p>
      </div>
      <section class="sheet">${chooseCard({...choice, button, language, texts: choice.data.texts})}</section>
      <a class="leave" href="${self}?lang=${language.locale}">${say('backToSubscriptions')}</a>`,
  };
}
