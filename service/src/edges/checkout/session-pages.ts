import {toDecimalText} from '../../../../src/protocol/currencies.js';
import type {Terms} from '../../domain/plans/plan.js';
import type {Subscription} from '../../domain/subscriptions/subscription.js';
import {whoOf, type CheckoutTools, type SessionContext} from './context.js';
import {cardPageData, cardsOf, declineText, retryText} from './card-pages.js';
import {noContact, type Contact, type ContactProblems} from './contact.js';
import {
  isOffered,
  nextCharge,
  unpaidCharge,
  readPlan,
  readSubscriptions,
  termsOf,
  type SubscriptionDetails,
} from './subscription-details.js';
import type {Page} from './pages/document.js';
import {embeddedPage} from './pages/embedded-page.js';
import {messagePage} from './pages/message-page.js';
import {changeCardPage, portalPage, type PortalView} from './pages/portal-page.js';
import {contactPage, messagesOfSubscribing, payPage, type SubscribeView} from './pages/subscribe-page.js';
import {messagesOfPayment, paymentPage} from './pages/payment-page.js';
import {isOver, paidReturnUrl, paymentOf} from './payments.js';
import {isDone, outcomeOf, type Outcome} from './subscribing.js';
import {PageRefusal} from './session-context.js';

/** Query parameters of a page's address. */
interface PageRequest {
  /** In the portal, the subscription whose card is to be changed. */
  readonly card: string | undefined;
  /** Why the page's script opens the page again: only `terms`, where the plan has changed (`browser/checkout.ts`). */
  readonly problem: string | undefined;
  /** The result of the last action, a name of `doneMessages`. */
  readonly done: string | undefined;
}

/** Draws the page that fits the current state of the session. */
export function sessionPage(
  tools: CheckoutTools,
  context: SessionContext,
  request: PageRequest,
): Promise<Page> {
  switch (context.session.kind) {
    case 'portal':
      return drawPortal(tools, context, request);
    case 'embedded':
      return drawEmbedded(tools, context);
    case 'payment':
      return drawPayment(tools, context);
    case 'subscribe':
      return drawSubscribe(tools, context, request);
  }
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

/** The page to enter a name, or to pay, or the outcome. */
async function drawSubscribe(
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
  const changed = request.problem === 'terms' ? language.say('priceChanged') : undefined;
  // No card is preselected after a decline, because it could be the declined one.
  const preselected = outcome ? undefined : cards.find(({expired}) => !expired);
  const body = {tries: session.tries, agreed: termsOf(view.plan)};
  const action = {url: `${context.self}/subscribe`, body};
  return payPage(view, {
    cards,
    chosen: preselected?.token,
    who: await whoOf(tools, context),
    problem: outcome ? declineText(language, outcome.details) : changed,
    retry: outcome && retryText(language, outcome.details),
    data: cardPageData(context, {
      action,
      messages: messagesOfSubscribing(language, view.plan),
      busy: language.say('subscribing'),
    }),
  });
}

/** The terms of the plan when the shopper subscribed. */
const agreedTerms = ({subscription}: SubscriptionDetails): Terms => ({
  amount: subscription.amount,
  amount_minor: subscription.amount_minor,
  currency: subscription.currency,
  interval_unit: subscription.interval_unit,
  interval_count: subscription.interval_count,
  number_of_billing_cycles: subscription.number_of_billing_cycles,
  time_zone: subscription.time_zone,
  product: subscription.product,
});

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

/** The page of a subscription that is paid, on trial, or waiting for the bank's answer. */
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
  const back = href === undefined ? undefined : {href, label: say('backTo', {shop})};
  if (status === 'waiting') {
    return messagePage({kind: 'wait', title: say('waitingTitle'), text: say('waitingText'), back, self});
  }
  const paidText = next ? 'doneText' : 'doneLast';
  const text = say(status === 'trial' ? 'doneTrial' : paidText, values);
  return messagePage({kind: 'good', title: say('doneTitle'), text, back, self});
}

async function leftPage(
  {returnUrls}: CheckoutTools,
  {session, merchant, language, shop, self}: SessionContext,
): Promise<Page> {
  const {say, sayInForm} = language;
  const back = await returnUrls.validate(merchant, session.cancel_url);
  return messagePage({
    kind: 'wait',
    title: session.kind === 'payment' ? sayInForm('notPaidTitle') : say('leftTitle'),
    text: say('leftText'),
    back: back && {href: back.href, label: say('backTo', {shop})},
    self,
  });
}

/** The page to save a card, or the outcome. */
async function drawEmbedded(tools: CheckoutTools, context: SessionContext): Promise<Page> {
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
    {
      who: await whoOf(tools, context),
      data: cardPageData(context, {busy: say('saving')}),
    },
  );
}

/** The page of a payment, or the outcome: also that of another tab or browser. */
async function drawPayment(tools: CheckoutTools, context: SessionContext): Promise<Page> {
  const {session, language, shop, self, merchant} = context;
  const {say, sayInForm} = language;
  const {tracker, paid, isChanged} = await paymentOf(tools, session);
  const price = language.money(toDecimalText(tracker.amount, tracker.currency), tracker.currency);
  if (paid) {
    const href = await paidReturnUrl(tools, context, paid);
    const text = session.state === 'done' ? shop : sayInForm('errorOrderPaid');
    const back = href === undefined ? undefined : {href, label: say('backTo', {shop})};
    return messagePage({kind: 'good', title: sayInForm('paidTitle', {amount: price}), text, back, self});
  }
  if (session.state === 'left') return leftPage(tools, context);
  if (isChanged || isOver(tracker)) {
    const back = await tools.returnUrls.validate(merchant, session.cancel_url);
    throw new PageRefusal('link', {shop, back: back?.href});
  }
  return paymentPage(
    {language, shop, self, price},
    cardPageData(context, {
      action: {url: `${self}/paid`, body: {}},
      pays: true,
      messages: {...messagesOfPayment(language, price), offline: say('connection')},
      busy: sayInForm('paying', {amount: price}),
    }),
  );
}

/** The messages for the results that the page's address may name. */
const doneMessages = {
  changed: 'changed',
  card: 'cardChanged',
  paid: 'cardChangedPaid',
  trouble: 'troubleText',
} as const;

/** The list of subscriptions, or the page to change the card of one. */
async function drawPortal(
  tools: CheckoutTools,
  context: SessionContext,
  request: PageRequest,
): Promise<Page> {
  const {database, clock, returnUrls} = tools;
  const {session, language, shop, self, merchant} = context;
  const {customer, subscription: only} = session;
  const list = await readSubscriptions(database, {merchant: merchant.id, customer: customer!, only});
  const back = await returnUrls.validate(merchant, session.redirect_url);
  const view: PortalView = {language, shop, now: clock.now(), self, back: back?.href};
  const chosen = list.find(({subscription}) => subscription.token === request.card);
  if (chosen && chosen.subscription.state !== 'cancelled') {
    return drawCardChange(tools, context, view, chosen);
  }
  const note = Object.entries(doneMessages).find(([name]) => name === request.done)?.[1];
  return portalPage(view, list, note && language.say(note));
}

/** @param chosen the subscription whose card is changed. */
async function drawCardChange(
  tools: CheckoutTools,
  context: SessionContext,
  view: PortalView,
  chosen: SubscriptionDetails,
): Promise<Page> {
  const {token: subscription, payment_method: currentCard} = chosen.subscription;
  const unpaid = unpaidCharge(chosen);
  const cards = await cardsOf(tools, context);
  // The current card is offered only to pay an unpaid charge with it.
  const offered = cards.filter(({token, expired}) => !expired && (unpaid || token !== currentCard));
  const {session, self, language} = context;
  const body = {tries: session.tries, subscription};
  const wasDeclined = session.tries > 0 && !!unpaid?.failure;
  return changeCardPage(view, chosen, {
    cards: offered,
    chosen: undefined,
    who: await whoOf(tools, context),
    problem: wasDeclined ? declineText(language, chosen) : undefined,
    data: cardPageData(context, {
      action: {url: `${self}/change-card`, body},
      busy: language.say('subscribing'),
      query: `&card=${subscription}`,
    }),
  });
}
