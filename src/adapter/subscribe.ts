import {CardVaultError} from '../protocol/errors.js';
import {pageFetch} from './begun.js';

/** What a page asks its shop's server when a shopper wants to subscribe. */
export interface SubscribeRequest {
  /** Address of the shop server's `/subscribe` route; relative to the page. */
  readonly subscribeUrl: string;
  readonly plan: string;
  /** The page to come back to, relative to this one; this one when missing. */
  readonly returnUrl: string | undefined;
  /** BCP 47. */
  readonly locale: string;
}

/** Milliseconds for the question. Asking changes nothing: who is tired of waiting asks again. */
const limit = 30_000;

/**
 * The address of the hosted checkout. On its own, not on `http.ts`: pages that only sell plans load nothing else.
 *
 * @throws CardVaultError `shop-server-unreachable`, `service-unavailable`, `request-refused`, `answer-unreadable`
 */
export async function askSubscribeAddress(
  {subscribeUrl, plan, returnUrl, locale}: SubscribeRequest,
  signal: AbortSignal,
  send: typeof fetch = pageFetch,
): Promise<string> {
  const here = globalThis.location.href;
  const url = new URL(subscribeUrl, here).href;
  const response = await send(url, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({plan, return_url: new URL(returnUrl ?? here, here).href, locale}),
    cache: 'no-store',
    credentials: 'same-origin',
    signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
  }).catch((cause: unknown) => {
    throw new CardVaultError('shop-server-unreachable', `The shop's server did not answer at ${url}.`, {
      cause,
    });
  });
  const {status} = response;
  if (!response.ok) {
    const code = status >= 500 ? 'service-unavailable' : 'request-refused';
    throw new CardVaultError(code, `${url} answered ${status} when asked for the checkout.`, {status});
  }
  const answer: unknown = await response.json().catch(() => undefined);
  const address = (answer as {url?: unknown} | undefined)?.url;
  // The browser is sent there: an address of another kind could run as a script of this page.
  if (typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))
    return address;
  const message = `${url} answered without the address of a checkout. Is it the /subscribe route of the shop's server?`;
  throw new CardVaultError('answer-unreadable', message, {status});
}
