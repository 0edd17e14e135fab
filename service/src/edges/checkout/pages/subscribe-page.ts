import type {Plan} from '../../../domain/plans/plan.js';
import type {Language} from '../language.js';
import {comingCharges} from '../shown-subscription.js';
import type {OfferedCard} from '../shown-subscription.js';
import type {ContactProblems, Contact} from '../contact.js';
import {chooseCard} from './choose-card.js';
import type {CardPageData} from './choose-card.js';
import type {Page} from './document.js';
import {Markup, markup} from './markup.js';

export interface SubscribeView {
  readonly language: Language;
  readonly shop: string;
  readonly plan: Plan;
  readonly now: Date;
  readonly self: string;
}

/** What is bought, for how much, and when it is charged. */
function summary({language, shop, plan, now}: SubscribeView): Markup {
  const {say, money, day, every} = language;
  const price = money(plan.amount, plan.currency);
  const dates = comingCharges(plan, now, 3);
  const more = plan.number_of_billing_cycles === null || plan.number_of_billing_cycles > dates.length;
  const name = (date: Date) => (date.getTime() === now.getTime() ? say('today') : day(date, plan.time_zone));
  return markup`<section class="summary" aria-labelledby="title">
    <p class="shop"><bdi>${shop}</bdi></p>
    <h1 id="title">${say('subscribeTo', {product: plan.name ?? plan.product})}</h1>
    <p class="price"><strong>${price}</strong> <span>${every(plan)}</span></p>
    ${plan.trial_period_days > 0 && markup`<p class="free">${say('trial', {date: day(dates[0]!, plan.time_zone)})}</p>`}
    ${plan.description !== null && markup`<p><bdi>${plan.description}</bdi></p>`}
    <h2 id="coming">${say('upcoming')}</h2>
    <div>
      <ol class="charges" aria-labelledby="coming">
        ${dates.map((date) => markup`<li><span>${name(date)}</span><span>${price}</span></li>`)}
      </ol>
    </div>
    <p class="quiet">
      ${
        plan.number_of_billing_cycles === null
          ? say('andSoOn', {every: every(plan)})
          : `${say('cycles', {count: plan.number_of_billing_cycles})}${more ? `, ${every(plan)}` : ''}`
      }.
    </p>
  </section>`;
}

function terms({language, shop, plan}: SubscribeView): Markup {
  const {say, money, every} = language;
  const blanks = {shop, price: money(plan.amount, plan.currency), every: every(plan)};
  const count = plan.number_of_billing_cycles;
  return markup`${count === null ? say('terms', blanks) : say('termsCycles', {...blanks, count})}`;
}

const leave = ({language, shop, self}: SubscribeView) =>
  markup`<a class="leave" href="${self}/leave">${language.say('cancelAndGoBack', {shop})}</a>`;

/** The step before the card, for a shopper without a customer token. */
export function contactPage(
  view: SubscribeView,
  {contact, problems}: {readonly contact: Contact; readonly problems: ContactProblems},
): Page {
  const {language, self} = view;
  const {say} = language;
  const field = (name: keyof Contact, label: string, kind: 'text' | 'email', fill: string) =>
    markup`<div class="field">
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        type="${kind}"
        value="${contact[name]}"
        autocomplete="${fill}"
        maxlength="200"
        required
        aria-describedby="${name}-problem"
        ${new Markup(problems[name] ? ' aria-invalid="true"' : '')}${new Markup(kind === 'email' ? ' dir="ltr"' : '')}
      />
      <p class="problem" id="${name}-problem">${problems[name] && say(problems[name])}</p>
    </div>`;
  return {
    title: say('subscribeTo', {product: view.plan.name ?? view.plan.product}),
    wide: true,
    self,
    body: markup`${summary(view)}
      <div class="stack">
        <section class="sheet" aria-labelledby="about-you">
          <h2 id="about-you">${say('aboutYou')}</h2>
          <form method="post" action="${self}/customer?lang=${language.locale}" novalidate>
            <div class="pair">
              ${field('first_name', say('firstName'), 'text', 'given-name')}
              ${field('last_name', say('lastName'), 'text', 'family-name')}
            </div>
            ${field('email', say('email'), 'email', 'email')}
            <button class="main" type="submit">${say('goOn')}</button>
          </form>
        </section>
        ${leave(view)}
      </div>`,
  };
}

/** Choosing the card and agreeing. */
export function payPage(
  view: SubscribeView,
  choice: {
    readonly cards: readonly OfferedCard[];
    readonly chosen: string | undefined;
    readonly problem: string | undefined;
    readonly data: CardPageData;
  },
): Page {
  const {language, plan, self} = view;
  const {say, money} = language;
  const price = money(plan.amount, plan.currency);
  const button = plan.trial_period_days > 0 ? say('subscribeFree') : say('subscribe', {price});
  return {
    title: say('subscribeTo', {product: plan.name ?? plan.product}),
    wide: true,
    self,
    data: choice.data,
    body: markup`${summary(view)}
      <div class="stack">
        <section class="sheet">${chooseCard({...choice, button, language, terms: terms(view)})}</section>
        ${leave(view)}
      </div>`,
  };
}
