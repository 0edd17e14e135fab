import {CardVaultError} from '../../protocol/index.js';
import {readTimeBasedToken} from './readers.js';
import type {Call} from './transport.js';
import {withoutEndSlashes} from '../../protocol/end-slashes.js';

/** Spares a shopper who has just pressed the shop's button the question whose page it is. */
export interface Vouching {
  /**
   * SHA-256, in base64url, of a random text that the shopper's browser keeps (RFC 7636, method `S256`): 43 characters. The
   * browser that posts the text as `code_verifier` to the address within a minute, from a page of the same origin as the way
   * back, gets the page at once; any other is asked as ever. `<card-vault-subscribe>` sends one with each press.
   */
  readonly codeChallenge?: string;
}

/** Where the hosted page leads back to, and what it is called meanwhile. */
export interface HostedReturn extends Vouching {
  /**
   * The shopper is sent here when all is done. Its origin must be on the merchant's list (`client.origins`). The service adds
   * `state`, `reference` and, as the page has it, `subscription`, `tracker` and `payment_method` to the query. The visitor
   * may have typed it: ask the service, or wait for the event, before giving anything away.
   */
  readonly redirectUrl: string;
  /** The shopper is sent here on giving up, with `state=cancelled`. Default `redirectUrl`. */
  readonly cancelUrl?: string;
  /**
   * The shop's own name for the order; it comes back in the query and stands on the subscription. The link's token names it, as
   * it names both addresses: a shopper who changes one in the address gets a page that says so.
   */
  readonly reference?: string;
  /** Language of the page, such as `ur`. Default, also for one that the pages do not have: the shopper's browser's. */
  readonly locale?: string;
}

export interface SubscribeAddress extends HostedReturn {
  readonly plan: string;
  /**
   * The logged-in shopper. Without one the page asks for name and e-mail address, and makes a customer. A service without scoped
   * tokens, such as the recorded one, cannot be told: there it is refused.
   */
  readonly customer?: string;
}

export interface EmbeddedAddress extends HostedReturn {
  /** A tracker in mode `instrument`, or in mode `payment` with a new card. */
  readonly tracker: string;
}

export interface PortalAddress extends Vouching {
  readonly customer: string;
  /** Shows this subscription alone. Default: all of the customer's. */
  readonly subscription?: string;
  /** Where the page's link back leads. */
  readonly returnUrl: string;
  readonly locale?: string;
}

/**
 * Addresses of the service's hosted pages (wire 1.10). Each holds a fresh token that opens this one page for 15 minutes; make it
 * when the shopper clicks, and answer with a redirect.
 */
export interface Checkout {
  /**
   * Subscribing to a plan.
   * @throws CardVaultError `request-refused` for a `customer` whom the service's page cannot be told
   */
  subscribeUrl(request: SubscribeAddress): Promise<string>;
  /** Saving a card with a tracker, or paying with one: the money is captured, and the way back says `state=paid`. */
  embeddedUrl(request: EmbeddedAddress): Promise<string>;
  /**
   * A customer's subscriptions: see, pause, resume, cancel, change the card.
   * @throws CardVaultError `request-refused` at a service that has no such page
   */
  portalUrl(request: PortalAddress): Promise<string>;
}

/** The hosted pages of a service, and the environment that their addresses name. */
export interface HostedPages {
  /** Without a trailing slash. */
  readonly url: string;
  readonly environment: 'sandbox' | 'production';
  /** The recorded service: its tokens have no scope, and it has no portal (wire 1.10, 9.2). */
  readonly isRecorded: boolean;
}

/** The one recorded API whose pages live on another host (wire 1.1). */
const pagesOfApi: Readonly<Record<string, string>> = {'https://api.getsafepay.com': 'https://getsafepay.com'};

/** Where the hosted pages of a service live. */
export function hostedPagesOf({
  hostedUrl,
  browserServiceUrl,
  serviceUrl,
}: {
  readonly hostedUrl?: string;
  readonly browserServiceUrl?: string;
  readonly serviceUrl: string;
}): HostedPages {
  const api = withoutEndSlashes(browserServiceUrl ?? serviceUrl);
  const isSandbox = /^http:/.test(api) || /\bsandbox\b/.test(api);
  return {
    url: withoutEndSlashes(hostedUrl ?? pagesOfApi[api] ?? api),
    environment: isSandbox ? 'sandbox' : 'production',
    isRecorded: /(^|\.)getsafepay\.com$/.test(new URL(api).hostname),
  };
}

export function createCheckout(call: Call, {url, environment, isRecorded}: HostedPages): Checkout {
  /** A service that does not tell when a token ends has not read its scope either: only scoped tokens are told so. */
  async function mint(scope: Readonly<Record<string, string | undefined>>) {
    const path = '/client/passport/v1/token';
    const doing = 'asking for the token of a hosted page';
    const body = isRecorded ? {} : scope;
    const {token, expiresAt} = readTimeBasedToken(await call({method: 'POST', path, doing, body}));
    return {token, isScoped: expiresAt !== undefined};
  }

  /** The token names all that the address says, so that a shopper cannot change it there. */
  const words = ({redirectUrl, cancelUrl = redirectUrl, reference}: HostedReturn) => ({
    redirect_url: redirectUrl,
    cancel_url: cancelUrl,
    reference,
  });
  const signed = (request: HostedReturn) => ({...words(request), ...vouching(request)});
  const vouching = ({codeChallenge}: Vouching) => ({code_challenge: codeChallenge});
  const leadingBack = (request: HostedReturn) => ({...words(request), locale: request.locale});

  return {
    async subscribeUrl(request) {
      const {plan, customer} = request;
      const origin = originOf(request);
      const scope = {scope: 'checkout', user: customer, plan, origin, ...signed(request)};
      const {token, isScoped} = await mint(scope);
      if (customer !== undefined && !isScoped) throw cannotNameCustomer();
      const query = {env: environment, plan_id: plan, auth_token: token, ...leadingBack(request)};
      return address(`${url}/checkout/subscribe`, query);
    },
    async embeddedUrl(request) {
      const {tracker} = request;
      const origin = originOf(request);
      const {token} = await mint({scope: 'checkout', tracker, origin, ...signed(request)});
      const query = {environment, tracker, tbt: token, source: 'hosted', ...leadingBack(request)};
      return address(`${url}/embedded`, query);
    },
    async portalUrl({customer, subscription, returnUrl, locale, codeChallenge}) {
      if (isRecorded) throw noPortal();
      const origin = originOf({redirectUrl: returnUrl});
      const {token, isScoped} = await mint({
        scope: 'portal',
        user: customer,
        subscription,
        origin,
        redirect_url: returnUrl,
        ...vouching({codeChallenge}),
      });
      if (!isScoped) throw noPortal();
      return address(`${url}/portal`, {auth_token: token, redirect_url: returnUrl, locale});
    },
  };
}

const noPortal = () =>
  new CardVaultError(
    'request-refused',
    'card-vault/server: this service has no portal. Show a page of your own, with client.subscriptions.',
    {field: 'portalUrl'},
  );

const cannotNameCustomer = () =>
  new CardVaultError(
    'request-refused',
    'card-vault/server: the page of this service cannot be told who subscribes, since its tokens have no scope. Leave customer out, ' +
      'and name the order with reference: it comes back with the shopper and stands on the subscription.',
    {field: 'customer'},
  );

function address(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
  return `${path}?${new URLSearchParams(given).toString()}`;
}

/** The one origin of both ways back: the service sends shoppers to no other that it was not told of. */
function originOf({redirectUrl, cancelUrl = redirectUrl}: HostedReturn): string {
  const [back, cancelled] = [redirectUrl, cancelUrl].map((url) => {
    if (URL.canParse(url) && /^https?:/.test(url)) return new URL(url).origin;
    throw new CardVaultError('configuration-missing', `card-vault/server: "${url}" is no http address.`);
  });
  if (back === cancelled) return back!;
  throw new CardVaultError(
    'configuration-missing',
    'card-vault/server: redirectUrl and cancelUrl must be addresses of one origin.',
  );
}
