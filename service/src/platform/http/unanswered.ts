/** Paths that public clients of the original service ask for and this one does not answer on purpose, with the way that works. */
import {ServiceError} from '../errors.js';
import type {ServiceUrls} from '../settings.js';
import {withoutEndSlashes} from '../../../../src/protocol/end-slashes.js';

const accounts =
  'Shoppers have no accounts with a password here: a shop logs its own shoppers in. Make them customers with POST /user/customers/v1.';
const discounts = 'There are no discounts here. Name the reduced amount in POST /order/payments/v3.';
const vault =
  'Cards are kept by trackers here, never outside of one. Open one in mode instrument with POST /order/payments/v3.';
const push = 'This is for the vendor’s own app. Register a webhook endpoint with POST /client/webhooks/v1.';
const links =
  'There are no payment links here. Charge a saved card with POST /order/payments/v3, or sell a plan at /checkout/subscribe.';
const frames = 'These are the vendor’s own pages in frames. Put <card-vault> into your page instead.';

/** Beginnings of paths, the longest first. */
const reasons: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^\/user\/v2\/push-notification\//, push],
  [
    /^\/user\/v2\/guest$/,
    'Nothing public shows what this call takes. Make a guest with POST /user/v1/guest, or a customer with is_guest.',
  ],
  [/^\/(user|auth)\/v2(\/|$)/, accounts],
  [/^\/order\/discounts\//, discounts],
  [/^\/order\/payments\/v3\/[^/]+\/discount$/, discounts],
  [/^\/order\/vault\//, vault],
  [/^\/invoice\/quick-links\//, links],
  [
    /^\/order\/v1\/init$/,
    'This is the interface before trackers. Open a tracker with POST /order/payments/v3 and the secret key.',
  ],
  [/^\/(components|drops\/\w+)$/, frames],
  [/^\/subscribe$/, 'This address is no longer in use. The page to subscribe is at /checkout/subscribe.'],
  [
    /^\/client\/subscriptions\/v1$/,
    'A subscription begins in the hosted checkout alone. Send the shopper to /checkout/subscribe.',
  ],
];

/** The hosted pages (wire 1.10). */
const page = /^\/(checkout(\/|$)|embedded$|portal$)/;

/** The same at the API, where the hosted pages have a host of their own. */
export const unansweredByApi =
  (urls: ServiceUrls): typeof unansweredError =>
  (path, hint) =>
    page.test(withoutEndSlashes(path))
      ? elsewhere(
          `The hosted pages have a host of their own: ${urls.hosted}. Name it to the kit as hostedUrl.`,
        )
      : unansweredError(path, hint);

/** The same at the host of the hosted pages. */
export const unansweredByPages =
  (urls: ServiceUrls): typeof unansweredError =>
  (path, hint) =>
    page.test(path)
      ? unansweredError(path, hint)
      : elsewhere(
          `Only the hosted pages live here. The API is at ${urls.api}: name that to the kit as serviceUrl.`,
        );

const elsewhere = (message: string) => new ServiceError(404, 'not_found', message);

/**
 * The refusal of a path that no route has: its own reason, if clients are known to ask for it.
 *
 * @param hint - What else may be meant, as a sentence after a blank; empty for nothing.
 */
export function unansweredError(path: string, hint = ''): ServiceError {
  const bare = withoutEndSlashes(path);
  const [, reason] = reasons.find(([known]) => known.test(bare)) ?? [];
  const message =
    reason === undefined
      ? `No route has this path.${hint} A development run lists them at /docs.`
      : reason + hint;
  return new ServiceError(404, 'not_found', message);
}
