import type {Terms} from '../../domain/plans/plan.js';
import type {Subscription} from '../../domain/subscriptions/subscription.js';
import type {CheckoutTools, SessionContext} from './context.js';
import {noContact} from './contact.js';
import type {Contact, ContactProblems} from './contact.js';
import {
  isOffered,
  nextCharge,
  offeredCards,
  unpaidCharge,
  readPlan,
  readSubscriptions,
  termsOf,
} from './subscription-details.js';
import type {SubscriptionDetails} from './subscription-details.js';
import type {Messages} from './messages/en.js';
import type {CardPageData} from './pages/choose-card.js';
import type {Page} from './pages/document.js';
import {embeddedPage} from './pages/embedded-page.js';
import {messagePage} from './pages/message-page.js';
import {changeCardPage, portalPage} from './pages/portal-page.js';
import type {PortalView} from './pages/portal-page.js';
import {contactPage, payPage} from './pages/subscribe-page.js';
import type {SubscribeView} from './pages/subscribe-page.js';
import {isDone, outcomeOf} from './subscribing.js';
import type {Outcome} from './subscribing.js';
import {PageRefusal} from './session-context.js';

/** Query parameters of a page's address. */
interface PageRequest {
  readonly card: string | undefined;
  readonly problem: string | undefined;
  readonly done: string | undefined;
}

/** Draws the page that fits the current state of the session. */
export function sessionPage(
  tools: CheckoutTools,
  context: SessionContext,
  request: PageRequest,
): Promise<Page> {
  if (context.session.kind === 'portal') return portalOf(tools, context, request);
  return context.session.kind === 'embedded'
    ? embeddedOf(tools, context, request)
    : subscribeOf(tools, context, request);
}

/** The return URL after a finished subscription, with the result in its query. */
export const finishedReturnUrl = (
  {returnUrls}: CheckoutTools,
  {merchant, session}: SessionContext,
  {token, state}: Pick<Subscription, 'token' | 'state'>,
): Promise<string | undefined> =>
  returnUrls.withResult(merchant, session.redirect_url, {
    subscription: token,
    state,
    reference: session.reference,
  });

async function subscribeOf(
  tools: CheckoutTools,
  context: SessionContext,
  request: PageRequest,
): Promise<Page> {
  const {session, language} = context;
  const outcome = await outcomeOf(tools, session);
  if (outcome && isDone(outcome)) return donePage(tools, context, outcome);
  if (session.state === 'left' || outcome?.status === 'ended') return leftPage(tools, context);
  const currentView = await subscribeView(tools, context);
  // A second card pays the terms that were agreed on, even if the plan has changed since.
  const view = outcome
    ? {...currentView, plan: {...currentView.plan, ...agreedTerms(outcome.details)}}
    : currentView;
  if (session.customer === null) return contactPage(view, {contact: noContact, problems: {}});
  const cards = await cardsOf(tools, context);
  const problem = outcome ? declineMessage(outcome.details) : problemOf(request);
  // No card is preselected after a decline, because it could be the declined one.
  const wasDeclined = outcome !== undefined || problem === 'declinedForGood';
  const preselected = wasDeclined ? undefined : cards.find(({expired}) => !expired);
  const body = {tries: session.tries, agreed: termsOf(view.plan)};
  const action = {url: `${context.self}/subscribe`, body};
  return payPage(view, {
    cards,
    chosen: preselected?.token,
    problem:
      problem && [language.say(problem), outcome && retryWords(context, outcome.details)].join(' ').trim(),
    data: cardPageData(context, {action, busy: 'subscribing'}),
  });
}

/** When the declined card is tried again without the shopper. */
function retryWords({language}: SessionContext, details: SubscriptionDetails): string | undefined {
  const at = unpaidCharge(details)?.next_attempt_at;
  if (!at) return undefined;
  return language.say('triedAgain', {date: language.day(at, details.subscription.time_zone)});
}

const agreedTerms = ({subscription}: SubscriptionDetails): Terms => {
  const {amount, amount_minor, currency, interval_unit, interval_count} = subscription;
  const {number_of_billing_cycles, time_zone, product} = subscription;
  return {
    ...{amount, amount_minor, currency, interval_unit, interval_count},
    ...{number_of_billing_cycles, time_zone, product},
  };
};

/** The message for the problem that the page's address names. */
const problemOf = ({problem}: PageRequest): keyof Messages | undefined =>
  problem === undefined ? undefined : problem === 'terms' ? 'priceChanged' : 'declinedForGood';

async function subscribeView(
  {database, clock, returnUrls}: CheckoutTools,
  context: SessionContext,
): Promise<SubscribeView> {
  const {session, language, shop, self, merchant} = context;
  const plan = await readPlan(database, session.merchant, session.plan!);
  if (!plan || (!isOffered(plan) && session.subscription === null)) {
    const back = await returnUrls.validate(merchant, session.cancel_url);
    throw new PageRefusal('plan', {shop, back: back?.href});
  }
  return {language, shop, plan, now: clock.now(), self};
}

/**
 * Creates the customer from the contact form, once.
 *
 * @returns the form with its problems if a field is wrong.
 */
export async function submitContact(
  tools: CheckoutTools,
  context: SessionContext,
  form: {readonly contact: Contact; readonly problems: ContactProblems},
): Promise<Page | undefined> {
  const {session} = context;
  if (session.kind !== 'subscribe') throw new PageRefusal('link');
  if (session.customer !== null) return undefined;
  if (Object.keys(form.problems).length > 0) return contactPage(await subscribeView(tools, context), form);
  const details = {...form.contact, phone_number: null, country: null, is_guest: false};
  await tools.database.transaction((tx) => {
    const {token} = tools.customers.create(tx, session.merchant, details);
    // If two forms arrive at once, the session keeps the first customer; the second one stays unused.
    tx.atEnd('UPDATE checkout_sessions SET customer = $2 WHERE token = $1 AND customer IS NULL', [
      session.token,
      token,
    ]);
  });
  return undefined;
}

const cardsOf = async ({methods, clock}: CheckoutTools, {session}: SessionContext) =>
  offeredCards(await methods.list(session.merchant, session.customer!), clock.now());

const permanentDeclines = /stolen|lost|closed|fraud|pick_?up/;

/** The message that explains the last decline to the shopper. */
function declineMessage({charges}: SubscriptionDetails): keyof Messages {
  const failure = charges[0]?.failure ?? '';
  if (/insufficient/.test(failure)) return 'declinedFunds';
  return permanentDeclines.test(failure) ? 'declinedForGood' : 'declined';
}

function cardPageData(
  {self, shop, language}: SessionContext,
  {action, busy, query = ''}: {action?: CardPageData['action']; busy: keyof Messages; query?: string},
): CardPageData {
  const {say, locale} = language;
  return {
    sessionUrl: `${self}/card`,
    shopName: shop,
    locale,
    ...(action && {action}),
    self: `${self}?lang=${locale}${query}`,
    texts: {
      busy: say(busy),
      connection: say('connection'),
      chooseCard: say('chooseCard'),
      notice: say('notice', {shop}),
    },
  };
}

async function donePage(
  tools: CheckoutTools,
  context: SessionContext,
  {details, status}: Outcome,
): Promise<Page> {
  const {language, shop, self} = context;
  const {say, money, day} = language;
  const {subscription, name} = details;
  const href = await finishedReturnUrl(tools, context, subscription);
  const price = money(subscription.amount, subscription.currency);
  const next = nextCharge(details);
  const values = {price, product: name, date: next ? day(next, subscription.time_zone) : ''};
  const text = {
    paid: say(next ? 'doneText' : 'doneLast', values),
    trial: say('doneTrial', values),
    waiting: say('waitingText'),
  }[status as 'paid' | 'trial' | 'waiting'];
  return messagePage({
    kind: status === 'waiting' ? 'wait' : 'good',
    title: say(status === 'waiting' ? 'waitingTitle' : 'doneTitle'),
    text,
    back: href === undefined ? undefined : {href, label: say('backTo', {shop})},
    self,
  });
}

async function leftPage(
  {returnUrls}: CheckoutTools,
  {session, merchant, language, shop, self}: SessionContext,
): Promise<Page> {
  const {say} = language;
  const back = await returnUrls.validate(merchant, session.cancel_url);
  return messagePage({
    kind: 'wait',
    title: say('leftTitle'),
    text: say('leftText'),
    back: back && {href: back.href, label: say('backTo', {shop})},
    self,
  });
}

async function embeddedOf(
  tools: CheckoutTools,
  context: SessionContext,
  request: PageRequest,
): Promise<Page> {
  const {session, language, shop, self, merchant} = context;
  const {say} = language;
  if (session.state === 'done') {
    const {tracker, payment_method, reference} = session;
    const result = {tracker, payment_method, state: 'saved', reference};
    const href = await tools.returnUrls.withResult(merchant, session.redirect_url, result);
    const back = href === undefined ? undefined : {href, label: say('backTo', {shop})};
    return messagePage({kind: 'good', title: say('savedTitle'), text: say('savedText', {shop}), back, self});
  }
  if (session.state === 'left') return leftPage(tools, context);
  const {next_kind: next} = await tools.engine.read(session.merchant, session.tracker!);
  if (next === 'NOOP') {
    const back = await tools.returnUrls.validate(merchant, session.cancel_url);
    throw new PageRefusal('used', {shop, back: back?.href});
  }
  return embeddedPage(
    {language, shop, self},
    {problem: request.problem && say('declinedForGood'), data: cardPageData(context, {busy: 'saving'})},
  );
}

/** Messages by the result that the page's address names. */
const doneMessages = {
  changed: 'changed',
  card: 'cardChanged',
  paid: 'cardChangedPaid',
  trouble: 'troubleText',
} as const;

async function portalOf(tools: CheckoutTools, context: SessionContext, request: PageRequest): Promise<Page> {
  const {database, clock, returnUrls} = tools;
  const {session, language, shop, self, merchant} = context;
  const {merchant: id, customer, subscription: only} = session;
  const list = await readSubscriptions(database, {merchant: id, customer: customer!, only});
  const back = await returnUrls.validate(merchant, session.redirect_url);
  const view: PortalView = {language, shop, now: clock.now(), self, back: back?.href};
  const chosen = list.find(({subscription}) => subscription.token === request.card);
  if (chosen && chosen.subscription.state !== 'cancelled')
    return cardChangeOf(tools, context, {view, chosen, request});
  const note = Object.entries(doneMessages).find(([name]) => name === request.done)?.[1];
  return portalPage(view, list, note && language.say(note));
}

async function cardChangeOf(
  tools: CheckoutTools,
  context: SessionContext,
  {
    view,
    chosen,
    request,
  }: {readonly view: PortalView; readonly chosen: SubscriptionDetails; readonly request: PageRequest},
): Promise<Page> {
  const {token: subscription, payment_method: current} = chosen.subscription;
  const cards = await cardsOf(tools, context);
  const others = cards.filter(({token, expired}) => !expired && (token !== current || unpaidCharge(chosen)));
  const {session, self, language} = context;
  const body = {tries: session.tries, subscription};
  const failed =
    request.problem && unpaidCharge(chosen) ? declineMessage(chosen) : ('declinedForGood' as const);
  return changeCardPage(view, chosen, {
    cards: others,
    chosen: undefined,
    problem: request.problem && language.say(failed),
    data: cardPageData(context, {
      action: {url: `${self}/change-card`, body},
      busy: 'subscribing',
      query: `&card=${subscription}`,
    }),
  });
}
