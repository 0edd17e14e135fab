import type {Terms} from '../../domain/plans/plan.js';
import type {Subscription} from '../../domain/subscriptions/subscription.js';
import type {CheckoutTools, SessionContext} from './context.js';
import {noContact} from './contact.js';
import type {Contact, ContactProblems} from './contact.js';
import {
  isOffered,
  nextCharge,
  offeredCards,
  owed,
  readPlan,
  readShown,
  termsOf,
} from './shown-subscription.js';
import type {Shown} from './shown-subscription.js';
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

/** What the address of a page says besides its session. */
interface PageRequest {
  readonly card: string | undefined;
  readonly problem: string | undefined;
  readonly done: string | undefined;
}

/** The page as things stand now. */
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

/** The shop's address for a finished subscription, with the result in its query. */
export const wayOn = (
  {returnUrls}: CheckoutTools,
  {merchant, session}: SessionContext,
  {token, state}: Pick<Subscription, 'token' | 'state'>,
): Promise<string | undefined> =>
  returnUrls.leading(merchant, session.redirect_url, {
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
  if (session.state === 'left' || outcome?.standing === 'over') return leftPage(tools, context);
  const offered = await subscribeView(tools, context);
  // What was agreed on stays, should the plan have changed between two cards.
  const view = outcome ? {...offered, plan: {...offered.plan, ...agreedOn(outcome.shown)}} : offered;
  if (session.customer === null) return contactPage(view, {contact: noContact, problems: {}});
  const cards = await cardsOf(tools, context);
  const problem = outcome ? declinedWords(outcome.shown) : problemOf(request);
  // A card that was declined is not put forward again.
  const again = outcome !== undefined || problem === 'declinedForGood';
  const usable = again ? undefined : cards.find(({expired}) => !expired);
  const body = {tries: session.tries, agreed: termsOf(view.plan)};
  const action = {url: `${context.self}/subscribe`, body};
  return payPage(view, {
    cards,
    chosen: usable?.token,
    problem:
      problem && [language.say(problem), outcome && retryWords(context, outcome.shown)].join(' ').trim(),
    data: cardPageData(context, {action, busy: 'subscribing'}),
  });
}

/** When the declined card is tried again without the shopper. */
function retryWords({language}: SessionContext, shown: Shown): string | undefined {
  const at = owed(shown)?.next_attempt_at;
  if (!at) return undefined;
  return language.say('triedAgain', {date: language.day(at, shown.subscription.time_zone)});
}

const agreedOn = ({subscription}: Shown): Terms => {
  const {amount, amount_minor, currency, interval_unit, interval_count} = subscription;
  const {number_of_billing_cycles, time_zone, product} = subscription;
  return {
    ...{amount, amount_minor, currency, interval_unit, interval_count},
    ...{number_of_billing_cycles, time_zone, product},
  };
};

/** What the page before this one was refused. */
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

/** Writes down who the shopper is, once; answers with the form again when something in it is wrong. */
export async function contactAnswer(
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
    // Of two that were sent at once the first stays; the other customer owns nothing.
    tx.atEnd('UPDATE checkout_sessions SET customer = $2 WHERE token = $1 AND customer IS NULL', [
      session.token,
      token,
    ]);
  });
  return undefined;
}

const cardsOf = async ({methods, clock}: CheckoutTools, {session}: SessionContext) =>
  offeredCards(await methods.list(session.merchant, session.customer!), clock.now());

const hard = /stolen|lost|closed|fraud|pick_?up/;

/** Why the last try failed, in words for the shopper. */
function declinedWords({charges}: Shown): keyof Messages {
  const failure = charges[0]?.failure ?? '';
  if (/insufficient/.test(failure)) return 'declinedFunds';
  return hard.test(failure) ? 'declinedForGood' : 'declined';
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
    says: {
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
  {shown, standing}: Outcome,
): Promise<Page> {
  const {language, shop, self} = context;
  const {say, money, day} = language;
  const {subscription, name} = shown;
  const href = await wayOn(tools, context, subscription);
  const price = money(subscription.amount, subscription.currency);
  const next = nextCharge(shown);
  const blanks = {price, product: name, date: next ? day(next, subscription.time_zone) : ''};
  const text = {
    paid: say(next ? 'doneText' : 'doneLast', blanks),
    trial: say('doneTrial', blanks),
    waiting: say('waitingText'),
  }[standing as 'paid' | 'trial' | 'waiting'];
  return messagePage({
    kind: standing === 'waiting' ? 'wait' : 'good',
    title: say(standing === 'waiting' ? 'waitingTitle' : 'doneTitle'),
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
    const says = {tracker, payment_method, state: 'saved', reference};
    const href = await tools.returnUrls.leading(merchant, session.redirect_url, says);
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

const notes = {
  changed: 'changed',
  card: 'cardChanged',
  paid: 'cardChangedPaid',
  trouble: 'troubleText',
} as const;

async function portalOf(tools: CheckoutTools, context: SessionContext, request: PageRequest): Promise<Page> {
  const {database, clock, returnUrls} = tools;
  const {session, language, shop, self, merchant} = context;
  const {merchant: id, customer, subscription: only} = session;
  const list = await readShown(database, {merchant: id, customer: customer!, only});
  const back = await returnUrls.validate(merchant, session.redirect_url);
  const view: PortalView = {language, shop, now: clock.now(), self, back: back?.href};
  const chosen = list.find(({subscription}) => subscription.token === request.card);
  if (chosen && chosen.subscription.state !== 'cancelled')
    return changeOf(tools, context, {view, chosen, request: request});
  const note = Object.entries(notes).find(([name]) => name === request.done)?.[1];
  return portalPage(view, list, note && language.say(note));
}

async function changeOf(
  tools: CheckoutTools,
  context: SessionContext,
  {
    view,
    chosen,
    request: request,
  }: {readonly view: PortalView; readonly chosen: Shown; readonly request: PageRequest},
): Promise<Page> {
  const {token: subscription, payment_method: current} = chosen.subscription;
  const cards = await cardsOf(tools, context);
  const others = cards.filter(({token, expired}) => !expired && (token !== current || owed(chosen)));
  const {session, self, language} = context;
  const body = {tries: session.tries, subscription};
  const failed = request.problem && owed(chosen) ? declinedWords(chosen) : ('declinedForGood' as const);
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
