import {offeredCards, unpaidCharge, type SubscriptionDetails} from './subscription-details.js';
import type {CheckoutTools, SessionContext} from './context.js';
import type {Language} from './language.js';
import type {CardPageData} from './pages/choose-card.js';

/** The shopper's saved cards that this page may offer. */
export const cardsOf = async ({methods, clock}: CheckoutTools, {session}: SessionContext) =>
  offeredCards(await methods.list(session.merchant, session.customer!), clock.now());

const permanentDeclines = /stolen|lost|closed|fraud|pick_?up/;

/** Explains the decline of the newest charge to the shopper, in the words of the card form. */
export function declineText({say, sayInForm}: Language, {charges}: SubscriptionDetails): string {
  const failure = charges[0]?.failure ?? '';
  if (/insufficient/.test(failure)) return say('declinedFunds');
  const reason = permanentDeclines.test(failure) ? 'issuerRejected' : 'issuerDeclined';
  return `${sayInForm(reason)} ${sayInForm('notCharged')}`;
}

/** The data for the page's script. `query` is added to the address that the script opens next. */
export function cardPageData(
  {self, shop, language}: SessionContext,
  {
    action,
    pays,
    messages,
    busy,
    query = '',
  }: Pick<CardPageData, 'action' | 'pays' | 'messages'> & {readonly busy: string; readonly query?: string},
): CardPageData {
  const {say, sayInForm, locale} = language;
  return {
    sessionUrl: `${self}/card`,
    shopName: shop,
    locale,
    // Answers are in the language of the page.
    ...(action && {action: {...action, url: `${action.url}?lang=${locale}`}}),
    ...(pays && {pays}),
    ...(messages && {messages}),
    self: `${self}?lang=${locale}${query}`,
    texts: {
      busy,
      connection: say('connection'),
      trouble: say('troubleText'),
      refused: `${sayInForm('errorCard')} ${sayInForm('notCharged')}`,
      notice: say('notice', {shop}),
    },
  };
}

/** Says when the declined card will be tried again without the shopper. */
export function retryText(language: Language, details: SubscriptionDetails): string | undefined {
  const at = unpaidCharge(details)?.next_attempt_at;
  if (!at) return undefined;
  return language.say('triedAgain', {date: language.day(at, details.subscription.time_zone)});
}
