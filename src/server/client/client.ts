import {CardVaultError, type EntryMode} from '../../protocol/index.js';
import {createCheckout, type Checkout} from './checkout.js';
import {createPlans, type Plans} from './plans.js';
import {
  readCaptureContextText,
  readCustomer,
  readPayment,
  readTimeBasedToken,
  readTracker,
  readWallet,
  type Customer,
  type PaymentRecord,
  type SavedPaymentMethod,
  type Tracker,
} from './readers.js';
import {createSubscriptions, type Subscriptions} from './subscriptions.js';
import {createTransactions, type Transactions} from './transactions.js';
import {createWebhookEndpoints, type WebhookEndpoints} from './webhook-endpoints.js';
import {createTransport, type Call, type Fetch} from './transport.js';
import type {Repeatable} from './repeatable.js';

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
  /** Accepts an `http:` service that is not on this machine (a container network). The secret key travels in clear then. */
  readonly allowInsecureService?: boolean;
}

/** A customer to be created (spec 2.1). The e-mail address is not unique; keep the returned token. */
export interface NewCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** International format with a leading plus. */
  readonly phoneNumber: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** A guest's payment methods can be used once (spec 1.5). */
  readonly isGuest?: boolean;
}

export interface NewTracker {
  readonly customer: string;
  readonly currency: string;
  readonly accountVerification: boolean;
  readonly entryMode: EntryMode;
}

/** Seconds that a token of a service that names no end is taken to live. */
const usualTokenLife = 900;

/** The service as a shop's server uses it. Every rejection is a `CardVaultError` (see `createTransport` for its codes). */
export interface ServiceClient {
  readonly customers: {
    create(customer: NewCustomer, options?: Repeatable): Promise<Customer>;
    read(token: string): Promise<Customer>;
    remove(token: string): Promise<void>;
  };
  readonly trackers: {
    /** setupPayment in mode `instrument`: the tracker only saves a payment method. */
    create(tracker: NewTracker, options?: Repeatable): Promise<Tracker>;
    /** GENERATE_CAPTURE_CONTEXT for the pages of one web origin: the signed context (wire 2.1). */
    captureContext(token: string, origin: string): Promise<string>;
    /** fetchPayment. */
    fetch(token: string): Promise<PaymentRecord>;
    /** Performs the pending reversal: the tracker path with an empty payload (spec 3.1 step 10). */
    reverse(token: string, options?: Repeatable): Promise<void>;
    /** Asks for the reversal by name; for a tracker on which another action is pending. */
    reverseHeld(token: string, options?: Repeatable): Promise<void>;
  };
  readonly paymentMethods: {
    list(customer: string): Promise<readonly SavedPaymentMethod[]>;
    remove(request: {readonly customer: string; readonly token: string}): Promise<void>;
  };
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly transactions: Transactions;
  /** Addresses of the hosted pages; redirect the shopper to them. */
  readonly checkout: Checkout;
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
  return connect(options, (message) => console.warn(message));
}

/** A client as `createServiceClient` makes it, for callers with a hook of their own for warnings. */
export function connect(options: ServiceClientOptions, warn: (message: string) => void): ServiceClient {
  refuseBrowsers();
  checkOptions(options);
  const {publicKey, intent = 'CYBERSOURCE', timeout = 10_000} = options;
  const now = options.now ?? Date.now;
  const call = createTransport({
    serviceUrl: options.serviceUrl.replace(/\/+$/, ''),
    secretKey: options.secretKey,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeout,
    newId: options.newId ?? (() => crypto.randomUUID()),
    warn: (message) => warn(`card-vault/server: ${message}`),
  });
  return {
    customers: customers(call),
    trackers: trackers(call, publicKey, intent),
    paymentMethods: paymentMethods(call, now),
    plans: createPlans(call),
    subscriptions: createSubscriptions(call),
    transactions: createTransactions(call),
    checkout: createCheckout(call, (options.browserServiceUrl ?? options.serviceUrl).replace(/\/+$/, '')),
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

function customers(call: Call): ServiceClient['customers'] {
  const path = (token: string) => `/user/customers/v1/${encodeURIComponent(token)}`;
  return {
    create: async (customer, options = {}) =>
      readCustomer(
        await call({
          method: 'POST',
          path: '/user/customers/v1/',
          doing: 'creating a customer',
          body: {
            first_name: customer.firstName,
            last_name: customer.lastName,
            email: customer.email,
            phone_number: customer.phoneNumber,
            country: customer.country,
            is_guest: customer.isGuest ?? false,
          },
          ...options,
        }),
      ),
    read: async (token) =>
      readCustomer(await call({method: 'GET', path: path(token), doing: 'reading a customer'})),
    remove: async (token) => {
      await call({method: 'DELETE', path: path(token), doing: 'removing a customer'});
    },
  };
}

function trackers(call: Call, publicKey: string, intent: string): ServiceClient['trackers'] {
  const path = (token: string) => `/order/payments/v3/${encodeURIComponent(token)}`;
  const reverse = async (address: string, body: Record<string, unknown>, options: Repeatable) => {
    await call({method: 'POST', path: address, doing: 'reversing a held amount', body, ...options});
  };
  return {
    create: async (tracker, options = {}) =>
      readTracker(
        await call({
          method: 'POST',
          path: '/order/payments/v3/',
          doing: 'opening a tracker',
          body: {
            merchant_api_key: publicKey,
            user: tracker.customer,
            intent,
            mode: 'instrument',
            entry_mode: tracker.entryMode,
            currency: tracker.currency,
            is_account_verification: tracker.accountVerification,
          },
          ...options,
        }),
        intent,
      ),
    captureContext: async (token, origin) =>
      readCaptureContextText(
        await call({
          method: 'POST',
          path: path(token),
          doing: 'making a capture context',
          body: {payload: {origin}},
        }),
      ),
    fetch: async (token) =>
      readPayment(
        await call({
          method: 'GET',
          path: `/reporter/api/v1/payments/${encodeURIComponent(token)}`,
          doing: 'reading a payment',
        }),
      ),
    reverse: (token, options = {}) => reverse(path(token), {payload: {}}, options),
    reverseHeld: (token, options = {}) => reverse(`${path(token)}/reversal`, {}, options),
  };
}

function paymentMethods(call: Call, now: () => number): ServiceClient['paymentMethods'] {
  const path = (customer: string) => `/user/customers/v1/${encodeURIComponent(customer)}/wallet/`;
  return {
    list: async (customer) =>
      readWallet(await call({method: 'GET', path: path(customer), doing: 'reading a wallet'}), now()),
    remove: async ({customer, token}) => {
      await call({
        method: 'DELETE',
        path: path(customer) + encodeURIComponent(token),
        doing: 'removing a payment method',
      });
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

function checkOptions({serviceUrl, secretKey, publicKey, allowInsecureService}: ServiceClientOptions): void {
  const fail = (message: string): never => {
    throw new CardVaultError('configuration-missing', `card-vault/server: ${message}`);
  };
  for (const [name, value] of Object.entries({serviceUrl, secretKey, publicKey})) {
    if (typeof value !== 'string' || value.trim() === '') fail(`${name} is missing.`);
  }
  if (secretKey === publicKey) fail('secretKey and publicKey are the same text; one of them is wrong.');
  const url = URL.canParse(serviceUrl) ? new URL(serviceUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return fail(`serviceUrl "${serviceUrl}" is no http address.`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecureService) {
    fail(
      `serviceUrl "${serviceUrl}" must be https, or the secret key travels in clear (allowInsecureService).`,
    );
  }
}

/** True for a host name that cannot leave this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
