import type {Plan} from '../../../domain/plans/plan.js';
import type {Language} from '../language.js';
import {upcomingChargeDates, type OfferedCard} from '../subscription-details.js';
import type {ContactProblems, Contact} from '../contact.js';
import {chooseCard, type CardPageData} from './choose-card.js';
import type {Page} from './document.js';
import {Markup, markup} from './markup.js';

/** What the pages for subscribing are drawn from. */
export interface SubscribeView {
  readonly language: Language;
  readonly shop: string;
  readonly plan: Plan;
  readonly now: Date;
  /** Path of the page. */
  readonly self: string;
}

/** What is subscribed to, and its price. */
function summary({language, plan, now}: SubscribeView): Markup {
  const {say, money, day, every} = language;
  const [first] = upcomingChargeDates(plan, now, 1);
  return markup`<section class="summary" aria-labelledby="title">
    <h1 id="title">${say('subscribeTo', {product: plan.name ?? plan.product})}</h1>
    <p class="price"><strong>${money(plan.amount, plan.currency)}</strong> <span>${every(plan)}</span></p>
    ${plan.trial_period_days > 0 && markup`<p class="free">${say('trial', {date: day(first!, plan.time_zone)})}</p>`}
    ${plan.description !== null && markup`<p><bdi>${plan.description}</bdi></p>`}
  </section>`;
}

/** The dates of the first charges: below the form on a phone, where the form would else lie below the fold. */
function payments({language, plan, now}: SubscribeView, retry?: string): Markup {
  const {say, money, day} = language;
  const price = money(plan.amount, plan.currency);
  const dates = upcomingChargeDates(plan, now, 3);
  const dateLabel = (date: Date) =>
    date.getTime() === now.getTime() ? say('today') : day(date, plan.time_zone);
  return markup`<section class="summary" aria-labelledby="coming">
    <h2 id="coming">${say('upcoming')}</h2>
    <ol class="charges">
      ${dates.map((date) => markup`<li><span>${dateLabel(date)}</span><span>${price}</span></li>`)}
    </ol>
    <p class="quiet">${furtherPayments(plan, dates.length, language)}</p>
    <p class="quiet" id="retry" role="status">${retry}</p>
  </section>`;
}

/** Says how the payments continue after those that are listed. */
function furtherPayments(plan: Plan, listed: number, {say, every}: Language): string {
  const cycles = plan.number_of_billing_cycles;
  if (cycles === null) return say('andSoOn', {every: every(plan)});
  const total = say('cycles', {count: cycles});
  return cycles > listed ? `${total}, ${every(plan)}` : total;
}

/** What the shopper agrees to. */
function terms({language, shop, plan}: SubscribeView): Markup {
  const {say, money, every} = language;
  const values = {shop, price: money(plan.amount, plan.currency), every: every(plan)};
  const count = plan.number_of_billing_cycles;
  return markup`${count === null ? say('terms', values) : say('termsCycles', {...values, count})}`;
}

const leaveLink = ({language, shop, self}: SubscribeView) =>
  markup`<a class="leave" href="${self}/leave">${language.say('cancelAndGoBack', {shop})}</a>`;

/** The page that asks a shopper without a customer token for a name and an e-mail address. */
export function contactPage(
  view: SubscribeView,
  {contact, problems}: {readonly contact: Contact; readonly problems: ContactProblems},
): Page {
  const {language, self} = view;
  const {say} = language;
  const field = (name: keyof Contact, label: string, type: 'text' | 'email', autocomplete: string) =>
    markup`<div class="field">
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        type="${type}"
        value="${contact[name]}"
        autocomplete="${autocomplete}"
        maxlength="200"
        required
        aria-describedby="${name}-problem"
        ${new Markup(problems[name] ? ' aria-invalid="true"' : '')}${new Markup(type === 'email' ? ' dir="ltr"' : '')}
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
        ${leaveLink(view)}
      </div>
      ${payments(view)}`,
  };
}

/** What the element says while the shopper subscribes: the card is only saved on the way. */
export function messagesOfSubscribing(
  {say, sayInForm}: Language,
  plan: Pick<Plan, 'trial_period_days'>,
): Readonly<Record<string, string>> {
  const under = {saving: say('subscribing'), savedTitle: say('subscribing')};
  if (plan.trial_period_days > 0) {
    // Nothing is paid today, and no card is saved for its own sake.
    const title = say('notSubscribed');
    const titles = {stoppedTitle: title, unfinishedTitle: title, failedTitle: title};
    return {...under, ...titles, stepUpCancel: say('cancel'), stepUpEnding: say('trialEnding')};
  }
  return {
    ...under,
    stoppedTitle: sayInForm('notPaidTitle'),
    unfinishedTitle: sayInForm('notPaidYetTitle'),
    failedTitle: sayInForm('payFailedTitle'),
    stepUpTitle: sayInForm('stepUpPayTitle'),
    stepUpShop: sayInForm('stepUpPayShop'),
    stepUpCancel: sayInForm('stepUpPayCancel'),
    stepUpEnding: sayInForm('stepUpPayEnding'),
  };
}

/** The page where the shopper chooses a card and agrees to the terms. */
export function payPage(
  view: SubscribeView,
  choice: {
    readonly cards: readonly OfferedCard[];
    readonly chosen: string | undefined;
    readonly who: string;
    readonly problem: string | undefined;
    /** When a declined card is tried again. */
    readonly retry: string | undefined;
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
        <section class="sheet">${chooseCard({...choice, button, language, texts: choice.data.texts, terms: terms(view)})}</section>
        ${leaveLink(view)}
      </div>
      ${payments(view, choice.retry)}`,
  };
}
