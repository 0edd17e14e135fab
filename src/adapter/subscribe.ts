import {CardVaultError} from '../protocol/errors.js';
import {isCurrencyCode, isDecimal, type Price} from '../protocol/price.js';
import {askShopInTime, type ShopCall} from './ask-shop.js';
import {addressOfPage, resolve} from './page-address.js';

/** A hosted page that a page leads to, and back from. */
export interface HostedPageRequest {
  /** The page to come back to, relative to this one; this one when missing. */
  readonly returnUrl: string | undefined;
  /** BCP 47. */
  readonly locale: string;
  /** SHA-256 of the verifier that this browser keeps, in base64url; missing where it can make none. */
  readonly codeChallenge?: string | undefined;
}

/** Where a hosted page is, and how a browser goes there. */
export interface HostedPage {
  readonly url: string;
  /** `POST`: with the verifier in the body, as the shop has vouched for this browser. */
  readonly method: 'GET' | 'POST';
}

/** Request to the shop's server when a shopper wants to subscribe. */
export interface SubscribeRequest extends HostedPageRequest {
  /** Address of the shop server's `/subscribe` route; relative to the page. */
  readonly subscribeUrl: string;
  readonly plan: string;
  /** The page's own reference; the shop's code decides what to do with it. */
  readonly reference?: string | undefined;
}

/** Name and price of a plan, from the shop's server. */
export interface PlanFacts extends Price {
  readonly name: string;
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly count: number;
}

/**
 * The address of the hosted checkout.
 *
 * @throws CardVaultError `shop-server-unreachable`, `login-required`, `service-unavailable`,
 *   `request-refused`,
 *   `answer-unreadable`
 */
export async function askSubscribeAddress(
  {subscribeUrl, plan, reference, ...page}: SubscribeRequest,
  call: ShopCall,
): Promise<HostedPage> {
  const body = {plan, ...leadingBack(page), ...(reference && {reference})};
  return pageIn(subscribeUrl, await ask(subscribeUrl, 'the checkout', call, body));
}

/** The address of the hosted page of the shopper's own subscriptions; the route is beside `/subscribe`. */
export async function askPortalAddress(
  {subscribeUrl, ...page}: HostedPageRequest & Pick<SubscribeRequest, 'subscribeUrl'>,
  call: ShopCall,
): Promise<HostedPage> {
  const url = new URL('portal', resolve(subscribeUrl)).href;
  const body = leadingBack(page);
  return pageIn(url, await ask(url, 'the page of subscriptions', call, body));
}

/** Name and price of the plan. */
export async function askPlanFacts(
  {subscribeUrl, plan}: Pick<SubscribeRequest, 'plan' | 'subscribeUrl'>,
  call: ShopCall,
): Promise<PlanFacts> {
  const url = resolve(subscribeUrl);
  url.searchParams.set('plan', plan);
  const answer = (await ask(url.href, 'the plan', call)) as Readonly<Partial<Record<string, unknown>>> | null;
  const {name, amount, currency, interval, interval_count: count = 1} = answer ?? {};
  if (
    typeof name === 'string' &&
    typeof amount === 'string' &&
    isDecimal(amount) &&
    typeof currency === 'string' &&
    isCurrencyCode(currency) &&
    typeof count === 'number' &&
    typeof interval === 'string' &&
    /^(DAY|WEEK|MONTH|YEAR)$/.test(interval)
  )
    return {name, amount, currency, count, interval: interval.toLowerCase() as PlanFacts['interval']};
  throw new CardVaultError('answer-unreadable', `${url.href} answered without a plan.`);
}

const leadingBack = ({returnUrl, locale, codeChallenge}: HostedPageRequest) => ({
  return_url: (returnUrl === undefined ? addressOfPage() : resolve(returnUrl)).href,
  locale,
  ...(codeChallenge !== undefined && {code_challenge: codeChallenge}),
});

/** @param body missing for a question that only reads. */
async function ask(address: string, what: string, call: ShopCall, body?: object): Promise<unknown> {
  const url = resolve(address).href;
  const request = body ? ({method: 'POST', url, body} as const) : ({method: 'GET', url} as const);
  const {status, body: answer} = await askShopInTime(request, call);
  if (status >= 200 && status < 300) return answer;
  const code = status >= 500 ? 'service-unavailable' : 'request-refused';
  throw new CardVaultError(code, `${url} answered ${status} when asked for ${what}.`, {status});
}

function pageIn(url: string, answer: unknown): HostedPage {
  const {url: address, method} = (answer ?? {}) as {readonly url?: unknown; readonly method?: unknown};
  // The browser is sent there: an address of another kind could run as a script of this page.
  if (typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))
    return {url: address, method: method === 'POST' ? 'POST' : 'GET'};
  const message = `${url} answered without the address of a hosted page. Is it a route of the shop's server?`;
  throw new CardVaultError('answer-unreadable', message);
}
