import {CardVaultError} from '../../protocol/index.js';
import {misreadOption} from '../../protocol/option-text.js';
import {createCheckout, hostedPagesOf, type Checkout} from './checkout.js';
import {createCustomers, type Customers} from './customers.js';
import {createBranding, type Branding} from './branding.js';
import {createOrigins, type Origins} from './origins.js';
import {createPayments, type Payments} from './payments.js';
import {createPlans, type Plans} from './plans.js';
import {readTimeBasedToken} from './readers.js';
import {createPaymentMethods, type PaymentMethods} from './saved-cards.js';
import {createSubscriptions, type Subscriptions} from './subscriptions.js';
import {createTransactions, type Transactions} from './transactions.js';
import {createWebhookEndpoints, type WebhookEndpoints} from './webhook-endpoints.js';
import {createTrackers, type Trackers} from './trackers.js';
import {createTransport, type Call, type Fetch} from './transport.js';
import {withoutEndSlashes} from '../../protocol/end-slashes.js';

export interface ServiceClientOptions {
  /** Address of the service's API. */
  readonly serviceUrl: string;
  readonly secretKey: string;
  readonly publicKey: string;
  /** Card processor (spec 2.2). Default `CYBERSOURCE`. */
  readonly intent?: string;
  /** Milliseconds for one call. Default 10 000. */
  readonly timeout?: number;
  readonly fetch?: Fetch;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly newId?: () => string;
  /** Address of the service as browsers reach it, where it differs from `serviceUrl` (a container network). A relay needs none. */
  readonly browserServiceUrl?: string;
  /**
   * Address of the hosted pages, where it is not the one by which browsers reach the service. Default: that one; for the API of
   * production that wire 1.1 records, the host of its pages.
   */
  readonly hostedUrl?: string;
  /** Accepts an `http:` service that is not on this machine (a container network). The secret key travels in clear then. */
  readonly allowInsecureService?: boolean;
}

/** Seconds that a token of a service that names no end is taken to live. */
const usualTokenLife = 900;

/** The service as a shop's server uses it. Every rejection is a `CardVaultError` (see `createTransport` for its codes). */
export interface ServiceClient {
  readonly customers: Customers;
  readonly trackers: Trackers;
  /** Charges saved cards, captures, voids and refunds. */
  readonly payments: Payments;
  readonly paymentMethods: PaymentMethods;
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly transactions: Transactions;
  /** Addresses of the hosted pages; redirect the shopper to them. */
  readonly checkout: Checkout;
  /** The look of the hosted pages, at card-vault-service. */
  readonly branding: Branding;
  /** The web origins of the shop's pages, at card-vault-service. */
  readonly origins: Origins;
  /** Where the service sends the shop's events, and what became of sending them. */
  readonly webhooks: WebhookEndpoints;
  readonly passport: {
    /**
     * A time-based token for one tracker and one web origin (guarantees 3), `expiresIn` in seconds: for services with the feature
     * `scoped-tokens`. Without a request the body is `{}`, as every recorded caller sends it. A service that names no end of life is
     * taken to mean `expiresIn`, or 15 minutes.
     */
    createToken(request?: {
      readonly tracker: string;
      readonly origin: string;
      readonly expiresIn: number;
    }): Promise<{readonly token: string; readonly expiresAt: string}>;
  };
}

/**
 * A client that holds the secret key.
 *
 * @throws CardVaultError `configuration-missing` when an option is missing or wrong, `credentials-refused` in a browser
 * @example
 * const client = createServiceClient({serviceUrl, secretKey, publicKey});
 * const {token} = await client.customers.create({firstName: 'Ada', …});
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  return connect(options, (message) => console.warn(message))();
}

/**
 * Clients as `createServiceClient` makes them, for callers with a hook of their own for warnings. One with a request id names it to the
 * service in every call; it is for that request alone, since it shares no memory of charges and refunds with other clients.
 */
export function connect(
  options: ServiceClientOptions,
  warn: (message: string) => void,
): (requestId?: string) => ServiceClient {
  refuseBrowsers();
  checkOptions(options);
  const transport = createTransport({
    serviceUrl: withoutEndSlashes(options.serviceUrl),
    secretKey: options.secretKey,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeout: options.timeout ?? 10_000,
    newId: options.newId ?? (() => crypto.randomUUID()),
    warn: (message) => warn(`card-vault/server: ${message}`),
  });
  return (requestId) => clientOver(transport(requestId), options);
}

function clientOver(call: Call, options: ServiceClientOptions): ServiceClient {
  const {publicKey, intent = 'CYBERSOURCE', now = Date.now} = options;
  const trackers = createTrackers(call, publicKey, intent);
  return {
    customers: createCustomers(call),
    trackers,
    payments: createPayments({call, openTracker: (tracker, keyed) => trackers.create(tracker, keyed)}),
    paymentMethods: createPaymentMethods(call, now),
    plans: createPlans(call),
    subscriptions: createSubscriptions(call),
    transactions: createTransactions(call),
    checkout: createCheckout(call, hostedPagesOf(options)),
    branding: createBranding(call),
    origins: createOrigins(call),
    webhooks: createWebhookEndpoints(call),
    passport: {
      async createToken(request) {
        const answer = readTimeBasedToken(
          await call({
            method: 'POST',
            path: '/client/passport/v1/token',
            doing: 'asking for a time-based token',
            body: request
              ? {tracker: request.tracker, origin: request.origin, expires_in: request.expiresIn}
              : {},
          }),
        );
        const seconds = request?.expiresIn ?? usualTokenLife;
        const expiresAt = answer.expiresAt ?? new Date(now() + seconds * 1000).toISOString();
        return {token: answer.token, expiresAt};
      },
    },
  };
}

/** The secret key opens every customer's wallet: code that holds it must not run where a shopper can read it. */
function refuseBrowsers(): void {
  if (typeof document === 'undefined') return;
  throw new CardVaultError(
    'credentials-refused',
    'The secret key belongs on the server: card-vault/server does not run in a browser. Use <card-vault> there.',
  );
}

/** Milliseconds that a timer can hold. */
const longestTimeout = 2 ** 31 - 1;

function checkOptions(options: ServiceClientOptions): void {
  const {secretKey, publicKey, timeout, fetch: own} = options;
  const fail = (message: string): never => {
    throw new CardVaultError('configuration-missing', `card-vault/server: ${message}`);
  };
  for (const name of ['serviceUrl', 'secretKey', 'publicKey'] as const) {
    const value: unknown = options[name];
    if (typeof value !== 'string' || value.trim() === '') fail(`${name} is missing.`);
  }
  const {serviceUrl, browserServiceUrl, hostedUrl} = options;
  const misread = misreadOption({serviceUrl, browserServiceUrl, hostedUrl, secretKey, publicKey});
  if (misread !== undefined) fail(misread);
  if (secretKey === publicKey) fail('secretKey and publicKey are the same text; one of them is wrong.');
  if (!/^[\x20-\x7e]+$/.test(secretKey))
    fail(
      'secretKey has characters that no key has. Copy it again: letters of another alphabet may look alike.',
    );
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout > 0 && timeout <= longestTimeout))
    fail(`timeout must be milliseconds above 0, not ${JSON.stringify(timeout)}.`);
  if (own !== undefined && typeof own !== 'function') fail('fetch must be a function.');
  checkAddress('serviceUrl', 'the secret key travels', options, fail);
  if (hostedUrl !== undefined) checkAddress('hostedUrl', 'the tokens of its pages travel', options, fail);
}

function checkAddress(
  name: 'serviceUrl' | 'hostedUrl',
  danger: string,
  options: ServiceClientOptions,
  fail: (message: string) => never,
): void {
  const address: unknown = options[name];
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return fail(`${name} ${JSON.stringify(address)} is no http address.`);
  if (url.username || url.password || url.search || url.hash)
    fail(`${name} must be an address without user, password, query and fragment.`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !options.allowInsecureService)
    fail(`${name} "${url.href}" must be https, or ${danger} in clear (allowInsecureService).`);
}

/** True for a host name that cannot leave this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
