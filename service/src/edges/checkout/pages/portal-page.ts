import type {Language} from '../language.js';
import {nextCharge, owed, standingOf} from '../shown-subscription.js';
import type {OfferedCard, Shown} from '../shown-subscription.js';
import type {Charge} from '../../../domain/subscriptions/subscription.js';
import {cardName, chooseCard} from './choose-card.js';
import type {CardPageData} from './choose-card.js';
import type {Page} from './document.js';
import {markup, type Markup} from './markup.js';

export interface PortalView {
  readonly language: Language;
  readonly shop: string;
  readonly now: Date;
  readonly self: string;
  /** The link back to the shop. */
  readonly back: string | undefined;
}

const results = {
  paid: 'paid',
  open: 'open',
  failed: 'unpaid',
  ready: 'notCharged',
  uncollectible: 'notCharged',
  void: 'notCharged',
} as const;

function badge(shown: Shown, {language, now}: PortalView): Markup {
  const {say, day} = language;
  const {state, trial_ends_at: trial, time_zone: zone} = shown.subscription;
  if (state === 'paused') return markup`<p class="badge">${say('statePaused')}</p>`;
  if (state === 'cancelled') return markup`<p class="badge">${say('stateCancelled')}</p>`;
  if (state === 'failed') return markup`<p class="badge bad">${say('stateFailed')}</p>`;
  switch (standingOf(shown, now)) {
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

function facts(shown: Shown, {language}: PortalView): Markup {
  const {say, day} = language;
  const {subscription, card} = shown;
  const next = nextCharge(shown);
  const end = subscription.cancel_at;
  const rows = [
    end !== null && subscription.state !== 'cancelled'
      ? [say('ends'), day(end, subscription.time_zone)]
      : [say('nextPayment'), next ? day(next, subscription.time_zone) : say('noNextPayment')],
    ...(card ? [[say('card'), cardName(card, language)]] : []),
  ];
  return markup`<dl>
    ${rows.map(
      ([name, value]) =>
        markup`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** A button that is a form of its own: it works without a script. */
const act = (view: PortalView, shown: Shown, name: string, label: string, kind = '') =>
  markup`<form
    method="post"
    action="${view.self}/subscriptions/${shown.subscription.token}/${name}?lang=${view.language.locale}"
  >
    <button class="small ${kind}" type="submit">${label}</button>
  </form>`;

function actions(shown: Shown, view: PortalView): Markup {
  const {say, day, locale} = view.language;
  const {subscription} = shown;
  const {state, token} = subscription;
  if (state === 'cancelled') return markup``;
  const ending = subscription.cancel_at !== null;
  const late = owed(shown) !== undefined;
  const change = markup`<a class="button small ${late && 'accent'}" href="${view.self}?lang=${locale}&amp;card=${token}"
    >${say(late ? 'payNow' : 'changeCard')}</a
  >`;
  const period = state === 'active' || state === 'paused' ? periodEnd(shown, view.now) : undefined;
  return markup`<div class="actions">
      ${!ending && change} ${state === 'active' && !ending && act(view, shown, 'pause', say('pause'))}
      ${state === 'paused' && act(view, shown, 'resume', say('resume'), 'accent')}
      ${ending && act(view, shown, 'keep', say('keepIt'))}
    </div>
    ${state === 'active' && !ending && markup`<p class="quiet">${say('pauseText')}</p>`}
    <details>
      <summary>${say('cancelSubscription')}</summary>
      <div class="actions">
        ${
          period !== undefined &&
          !ending &&
          act(view, shown, 'cancel-at-end', say('cancelAtEnd', {date: day(period, subscription.time_zone)}))
        }
        ${act(view, shown, 'cancel', say('cancelNow'), 'danger')}
      </div>
    </details>`;
}

/** When what was paid for is over: where the next period would begin. */
function periodEnd({subscription}: Shown, now: Date): Date | undefined {
  const next = subscription.next_charge_at;
  return next !== null && next > now ? next : undefined;
}

function history(shown: Shown, {language}: PortalView): Markup {
  const {say, day, money} = language;
  const {charges, subscription} = shown;
  const row = (charge: Charge) =>
    markup`<tr>
      <td>${day(charge.due_at, subscription.time_zone)}</td>
      <td>${money(charge.amount, charge.currency)}</td>
      <td>${say(results[charge.state])}</td>
    </tr>`;
  return markup`<details>
    <summary>${say('history')}</summary>
    ${
      charges.length === 0
        ? markup`<p class="quiet">${say('noHistory')}</p>`
        : markup`<table>
            <thead>
              <tr>
                <th scope="col">${say('date')}</th>
                <th scope="col">${say('amount')}</th>
                <th scope="col">${say('result')}</th>
              </tr>
            </thead>
            <tbody>
              ${charges.map(row)}
            </tbody>
          </table>`
    }
  </details>`;
}

function sheet(shown: Shown, view: PortalView): Markup {
  const {language} = view;
  const {say, day, money, every} = language;
  const {subscription, name} = shown;
  const charge = owed(shown);
  const late = charge !== undefined && charge.failure !== null;
  const end = subscription.state !== 'cancelled' && subscription.cancel_at;
  return markup`<article class="sheet" aria-labelledby="${subscription.token}">
    <div class="head">
      <h2 id="${subscription.token}">${name}</h2>
      ${badge(shown, view)}
    </div>
    <p class="price">
      <strong>${money(subscription.amount, subscription.currency)}</strong>
      <span>${every(subscription)}</span>
    </p>
    ${
      late &&
      markup`<p class="alert">
        ${say('pastDueText', {
          price: money(charge.amount, charge.currency),
          date: day(charge.due_at, subscription.time_zone),
        })}
      </p>`
    }
    ${end && markup`<p class="note">${say('endsNote', {date: day(end, subscription.time_zone)})}</p>`}
    ${facts(shown, view)} ${actions(shown, view)} ${history(shown, view)}
  </article>`;
}

/** All that a customer has subscribed to. */
export function portalPage(view: PortalView, list: readonly Shown[], note: string | undefined): Page {
  const {language, shop, back, self} = view;
  const {say} = language;
  return {
    title: say('portalTitle'),
    self,
    body: markup`<div class="summary">
        <p class="shop"><bdi>${shop}</bdi></p>
        <h1>${say('portalTitle')}</h1>
      </div>
      ${note !== undefined && markup`<p class="note" role="status">${note}</p>`}
      ${
        list.length === 0
          ? markup`<section class="sheet">
              <h2>${say('portalNone')}</h2>
              <p>${say('portalNoneText', {shop})}</p>
            </section>`
          : list.map((shown) => sheet(shown, view))
      }
      ${back !== undefined && markup`<a class="leave" href="${back}">${say('backTo', {shop})}</a>`}`,
  };
}

/** Changing the card of one subscription, and paying with it what is owed. */
export function changeCardPage(
  view: PortalView,
  shown: Shown,
  choice: {
    readonly cards: readonly OfferedCard[];
    readonly chosen: string | undefined;
    readonly problem: string | undefined;
    readonly data: CardPageData;
  },
): Page {
  const {language, shop, self} = view;
  const {say, money} = language;
  const charge = owed(shown);
  const button = charge
    ? say('useCardAndPay', {price: money(charge.amount, charge.currency)})
    : say('useCard');
  return {
    title: say('changeCard'),
    self,
    query: {card: shown.subscription.token},
    data: choice.data,
    body: markup`<div class="summary">
        <p class="shop"><bdi>${shop}</bdi></p>
        <h1>${say('changeCard')}</h1>
        <p><bdi>${shown.name}</bdi></p>
      </div>
      <section class="sheet">${chooseCard({...choice, button, language})}</section>
      <a class="leave" href="${self}?lang=${language.locale}">${say('backToSubscriptions')}</a>`,
  };
}
