import {CardVaultError} from '../protocol/errors.js';
import {pageFetch} from './begun.js';

/** A hosted page that a page leads to, and back from. */
export interface HostedPageRequest {
  /** The page to come back to, relative to this one; this one when missing. */
  readonly returnUrl: string | undefined;
  /** BCP 47. */
  readonly locale: string;
}

/** What a page asks its shop's server when a shopper wants to subscribe. */
export interface SubscribeRequest extends HostedPageRequest {
  /** Address of the shop server's `/subscribe` route; relative to the page. */
  readonly subscribeUrl: string;
  readonly plan: string;
  /** What the page calls it; the shop's code decides what becomes of that. */
  readonly reference?: string | undefined;
}

/** What a plan is called and costs, as the shop's server tells it. */
export interface PlanFacts {
  readonly name: string;
  /** In the currency's own unit, as text. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly count: number;
}

/** Time limit of a request, in milliseconds. A request changes nothing, so it is safe to repeat. */
const limit = 30_000;

/**
 * The address of the hosted checkout. On its own, not on `http.ts`: pages that only sell plans load nothing else.
 *
 * @throws CardVaultError `shop-server-unreachable`, `service-unavailable`, `request-refused`, `answer-unreadable`
 */
export async function askSubscribeAddress(
  {subscribeUrl, plan, returnUrl, locale, reference}: SubscribeRequest,
  signal: AbortSignal,
  send: typeof fetch = pageFetch,
): Promise<string> {
  const body = {plan, ...leadingBack(returnUrl, locale), ...(reference && {reference})};
  return addressIn(subscribeUrl, await ask(subscribeUrl, 'the checkout', {body, signal, send}));
}

/** The address of the hosted page of the shopper's own subscriptions; the route is beside `/subscribe`. */
export async function askPortalAddress(
  {subscribeUrl, returnUrl, locale}: HostedPageRequest & Pick<SubscribeRequest, 'subscribeUrl'>,
  signal: AbortSignal,
  send: typeof fetch = pageFetch,
): Promise<string> {
  const url = new URL('portal', new URL(subscribeUrl, globalThis.location.href)).href;
  const body = leadingBack(returnUrl, locale);
  return addressIn(url, await ask(url, 'the page of subscriptions', {body, signal, send}));
}

/** What the plan is called and costs. */
export async function askPlanFacts(
  {subscribeUrl, plan}: Pick<SubscribeRequest, 'plan' | 'subscribeUrl'>,
  signal: AbortSignal,
  send: typeof fetch = pageFetch,
): Promise<PlanFacts> {
  const url = new URL(subscribeUrl, globalThis.location.href);
  url.searchParams.set('plan', plan);
  const answer = (await ask(url.href, 'the plan', {signal, send})) as Readonly<
    Partial<Record<string, unknown>>
  > | null;
  const {name, amount, currency, interval, interval_count: count = 1} = answer ?? {};
  if (
    typeof name === 'string' &&
    typeof amount === 'string' &&
    Number.isFinite(Number(amount)) &&
    typeof currency === 'string' &&
    /^[A-Z]{3}$/.test(currency) &&
    typeof count === 'number' &&
    typeof interval === 'string' &&
    /^(DAY|WEEK|MONTH|YEAR)$/.test(interval)
  )
    return {name, amount, currency, count, interval: interval.toLowerCase() as PlanFacts['interval']};
  throw new CardVaultError('answer-unreadable', `${url.href} answered without a plan.`);
}

const leadingBack = (returnUrl: string | undefined, locale: string) => {
  const here = globalThis.location.href;
  return {return_url: new URL(returnUrl ?? here, here).href, locale};
};

interface Question {
  /** Missing for a question that only reads. */
  readonly body?: object;
  readonly signal: AbortSignal;
  readonly send: typeof fetch;
}

async function ask(address: string, what: string, {body, signal, send}: Question): Promise<unknown> {
  const url = new URL(address, globalThis.location.href).href;
  const unanswered = (cause: unknown): never => {
    signal.throwIfAborted();
    throw new CardVaultError('shop-server-unreachable', `The shop's server did not answer at ${url}.`, {
      cause,
    });
  };
  const response = await send(url, {
    ...(body && {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify(body),
    }),
    cache: 'no-store',
    credentials: 'same-origin',
    signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
  }).catch(unanswered);
  const {status} = response;
  if (!response.ok) {
    const code = status >= 500 ? 'service-unavailable' : 'request-refused';
    throw new CardVaultError(code, `${url} answered ${status} when asked for ${what}.`, {status});
  }
  // Read as text first: browsers throw different errors from `json()` for a body that is not JSON.
  const text = await response.text().catch(unanswered);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addressIn(url: string, answer: unknown): string {
  const address = (answer as {url?: unknown} | undefined)?.url;
  // The browser is sent there: an address of another kind could run as a script of this page.
  if (typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))
    return address;
  const message = `${url} answered without the address of a hosted page. Is it a route of the shop's server?`;
  throw new CardVaultError('answer-unreadable', message);
}
