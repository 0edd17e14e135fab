import {isRecord} from '../protocol/answer.js';
import {CardVaultError, type EntryMode} from '../protocol/index.js';
import {connect, isLoopback, type ServiceClient, type ServiceClientOptions} from './client/client.js';
import {currencyProblem} from './client/currency.js';
import type {Fetch} from './client/transport.js';
import {createLibraryNote, type LibraryNote} from './library.js';
import {createOwners, type Owners} from './owners.js';
import {memoryTrackerStore, type TrackerStore} from './store.js';
import type {WebhookOptions} from './webhooks/webhooks.js';

/** A value, or how to find it for one request. */
export type PerRequest<T> = T | ((request: Request) => T | Promise<T>);

/** Whether a plan is offered to whoever sent the request; `customer` is missing for somebody who is not logged in. */
export type OffersPlan = (
  plan: string,
  visit: {readonly request: Request; readonly customer: string | undefined},
) => boolean | Promise<boolean>;

/** The shop's own name for a subscription to a plan, such as the number of an order. */
export type ReferenceFor = (
  plan: string,
  visit: {
    readonly request: Request;
    readonly customer: string | undefined;
    /** What the page calls it (`<card-vault-subscribe reference>`). A shopper may have changed it: look it up before you take it. */
    readonly asked?: string;
  },
) => string | undefined | Promise<string | undefined>;

/** What a session pays, as the shop's code says it. Nothing of it comes from the page. */
export interface SessionPayment {
  /** Token of the saved card; it must be one of the shopper's own. */
  readonly paymentMethod: string;
  /** Whole minor units of the currency: 4800 is $48.00. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** False: the amount is held, and `client.payments.capture` takes it later. Default true. */
  readonly capture?: boolean;
  /**
   * True: the shopper is asked for the card's security code, at a service with the feature `saved-card-code`. A page cannot leave it
   * out. Default false.
   */
  readonly securityCode?: boolean;
  /** The shop's own number of the order; the service keeps it as `order_id` of the tracker's metadata. */
  readonly orderId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface CardVaultServerOptions extends ServiceClientOptions {
  /**
   * The shop's login: the customer token of whoever sent the request, or nothing for somebody who is not logged in
   * (answered with 401). It alone decides who may save, list and remove cards.
   */
  readonly customer: (request: Request) => string | null | undefined | Promise<string | null | undefined>;
  /** ISO 4217 code of the small amount, or of the zero. */
  readonly currency: PerRequest<string>;
  /** True: zero-amount authorization, nothing to reverse. Default false: a small amount is held and reversed (spec 3.1). */
  readonly accountVerification?: PerRequest<boolean>;
  /**
   * Plans that `POST /subscribe` leads to: their tokens, or who is offered which. Default: every active plan, because no answer to a
   * browser names one that a page of the shop did not, and nobody guesses a token. Say it when some prices are for some people.
   */
  readonly plans?: readonly string[] | OffersPlan;
  /** Names what `POST /subscribe` begins: it comes back to the shop's page, and stands on the subscription and its events. */
  readonly reference?: ReferenceFor;
  /** Default `flex`. `raw` only where the service has the merchant's PCI certificate. */
  readonly entryMode?: PerRequest<EntryMode>;
  /**
   * What this session pays with a saved card, by the shop's own order: asked when a page opens a session, with its request. Nothing:
   * the session saves a card. The page can choose neither card nor amount; its address may name the shop's order, which the hook looks
   * up for the shopper who is signed in (decision 0086).
   */
  readonly payment?: (
    request: Request,
  ) => SessionPayment | null | undefined | Promise<SessionPayment | null | undefined>;
  /** What the shop wants to find again on the tracker and in its events, such as `{order_id: '1042'}`. Default nothing. */
  readonly metadata?: PerRequest<Readonly<Record<string, unknown>>>;
  /** Where the routes are mounted. Default `/card-vault`. */
  readonly basePath?: string;
  /**
   * Address of the shop as browsers see it, such as `https://shop.example`. Required outside a development machine, where the
   * default is the request's own: the kit names no origin to the service but this one and those of `origins`.
   */
  readonly publicUrl?: string;
  /** Further origins whose pages are the shop's: they may call the routes (CORS with credentials) and frame the return page. */
  readonly origins?: readonly string[];
  /**
   * Life of a time-based token in seconds, at a service with the feature `scoped-tokens`; any other decides for itself. Default 900.
   */
  readonly tokenLife?: number;
  /**
   * True: the page sends its tracker actions to `/relay` of this server, which passes them on with the page's own token. For a
   * service whose CORS a page cannot pass. Default false: the page calls the service itself.
   */
  readonly relay?: boolean;
  /**
   * Milliseconds between readings of the wallet in the last step, where the service does not name the saved card itself and the card
   * is not there yet. Default 200, 400 and 800.
   */
  readonly walletPauses?: readonly number[];
  /**
   * True: the page takes a card field library for which the capture context names no integrity hash, as the oldest contexts do (wire
   * 9.3). Default false: it refuses.
   */
  readonly libraryWithoutHash?: boolean;
  /** Set when the shop's pages are cross-origin isolated: shell and return page then send `require-corp` too. */
  readonly crossOriginIsolated?: boolean;
  /** What the shop does on events of the service, at `POST /webhooks`. Without a secret every event is refused. */
  readonly webhooks?: Omit<WebhookOptions, 'publicKey'>;
  /** Trackers that may come to owe a reversal, or whose card is found in the wallet. Default: this process's memory. */
  readonly store?: TrackerStore;
  /**
   * Hears every failure that is not the shopper's or the page's: a service that is down, a wrong key, a hook that throws; and, once,
   * that the service speaks another version of the protocol. `requestId` finds the request in the service's log. Default: each cause
   * is written once to the error stream.
   */
  readonly onError?: (error: unknown, request: Request | undefined, requestId?: string) => void;
}

/** The options with their defaults, checked once. */
export interface Config {
  readonly client: ServiceClient;
  /** The client for one request to the shop, whose id the service is told. */
  readonly clientFor: (requestId: string) => ServiceClient;
  readonly publicKey: string;
  /** Where and how the relay passes requests on. */
  readonly upstream: {
    readonly url: string;
    readonly fetch: Fetch;
    readonly timeout: number;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly relay: boolean;
  readonly owners: Owners;
  readonly library: LibraryNote;
  readonly store: TrackerStore;
  readonly walletPauses: readonly number[];
  readonly libraryWithoutHash: boolean;
  readonly basePath: string;
  readonly publicOrigin: string | undefined;
  readonly origins: readonly string[];
  readonly browserServiceUrl: string;
  /** The service is on this machine: plain http addresses of this machine are allowed in the shell. */
  readonly local: boolean;
  readonly tokenLife: number;
  readonly crossOriginIsolated: boolean;
  readonly customer: CardVaultServerOptions['customer'];
  readonly offers: OffersPlan;
  readonly reference: ReferenceFor;
  readonly payment: NonNullable<CardVaultServerOptions['payment']>;
  readonly currency: (request: Request) => Promise<string>;
  readonly accountVerification: (request: Request) => Promise<boolean>;
  readonly entryMode: (request: Request) => Promise<EntryMode>;
  readonly metadata: (request: Request) => Promise<Readonly<Record<string, unknown>>>;
  readonly onError: NonNullable<CardVaultServerOptions['onError']>;
  readonly now: () => number;
}

/**
 * @throws CardVaultError `configuration-missing`, naming the option
 */
export function configure(options: CardVaultServerOptions): Config {
  refuseWrongValues(options);
  const clientFor = connect(options, warningsTo(options.onError));
  if (typeof options.customer !== 'function') {
    throw missing(
      'customer is missing: a function that answers the customer token of the logged-in shopper.',
    );
  }
  const browserServiceUrl = (options.browserServiceUrl ?? options.serviceUrl).replace(/\/+$/, '');
  return {
    client: clientFor(),
    clientFor,
    publicKey: options.publicKey,
    upstream: upstreamOf(options),
    relay: options.relay ?? false,
    owners: createOwners(),
    library: createLibraryNote(),
    walletPauses: options.walletPauses ?? [200, 400, 800],
    libraryWithoutHash: options.libraryWithoutHash ?? false,
    store: options.store ?? memoryTrackerStore(),
    basePath: basePathOf(options.basePath ?? '/card-vault'),
    publicOrigin: options.publicUrl === undefined ? undefined : originOf(options.publicUrl, 'publicUrl'),
    origins: (options.origins ?? []).map((origin) => originOf(origin, 'origins')),
    browserServiceUrl,
    local: isLoopback(new URL(browserServiceUrl).hostname),
    tokenLife: options.tokenLife ?? 900,
    crossOriginIsolated: options.crossOriginIsolated ?? false,
    customer: options.customer,
    offers: offersOf(options.plans),
    reference: options.reference ?? (() => undefined),
    payment: options.payment ?? (() => undefined),
    currency: currencyOf(options.currency),
    accountVerification: perRequest(options.accountVerification ?? false),
    entryMode: perRequest(options.entryMode ?? 'flex'),
    metadata: perRequest(options.metadata ?? {}),
    onError: options.onError ?? writeOnce(),
    now: options.now ?? Date.now,
  };
}

function upstreamOf({serviceUrl, fetch: own, timeout = 10_000}: CardVaultServerOptions): Config['upstream'] {
  return {
    url: serviceUrl.replace(/\/+$/, ''),
    fetch: own ?? ((url, init) => fetch(url, init)),
    timeout,
    headers: {},
  };
}

function warningsTo(onError: CardVaultServerOptions['onError']): (message: string) => void {
  if (onError) return (message) => onError(new Error(message), undefined);
  return (message) => console.warn(message);
}

function perRequest<T extends string | boolean | object>(
  option: PerRequest<T>,
): (request: Request) => Promise<T> {
  return async (request) => (typeof option === 'function' ? option(request) : option) as T | Promise<T>;
}

/** A fixed code is validated at once, one that depends on the request with each request. */
function currencyOf(option: PerRequest<string>): (request: Request) => Promise<string> {
  const validate = (currency: unknown): string => {
    if (currency === undefined || currency === '') throw missing('currency is missing, for example "USD".');
    const problem = currencyProblem(currency);
    if (problem !== undefined) throw missing(`currency ${problem}`);
    return currency as string;
  };
  if (typeof option === 'function') return async (request) => validate(await option(request));
  const currency = validate(option);
  return () => Promise.resolve(currency);
}

const isPause = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0;
const storeMethods = ['add', 'remove', 'list'] as const;

/** What an option must be, in words and as a check. What a function answers is known with each request only. */
const expectations: Readonly<
  Partial<Record<keyof CardVaultServerOptions, readonly [string, (value: unknown) => boolean]>>
> = {
  tokenLife: [
    'whole seconds from 1 to 3600',
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 3600,
  ],
  timeout: ['milliseconds above 0', (value) => Number.isFinite(value) && Number(value) > 0],
  walletPauses: ['a list of milliseconds', (value) => Array.isArray(value) && value.every(isPause)],
  entryMode: [
    '"flex", "raw" or a function',
    (value) => value === 'flex' || value === 'raw' || typeof value === 'function',
  ],
  accountVerification: [
    'true, false or a function',
    (value) => typeof value === 'boolean' || typeof value === 'function',
  ],
  metadata: ['an object or a function', (value) => isRecord(value) || typeof value === 'function'],
  onError: ['a function', (value) => typeof value === 'function'],
  payment: ['a function', (value) => typeof value === 'function'],
  store: [
    `an object with the methods ${storeMethods.join(', ')}`,
    (value) => isRecord(value) && storeMethods.every((name) => typeof value[name] === 'function'),
  ],
};

function refuseWrongValues(options: CardVaultServerOptions): void {
  for (const [name, [expected, accepts]] of Object.entries(expectations)) {
    const value: unknown = options[name as keyof CardVaultServerOptions];
    if (value !== undefined && !accepts(value))
      throw missing(
        `${name} must be ${expected}, not ${isRecord(value) ? 'another object' : JSON.stringify(value)}.`,
      );
  }
}

/** Without a hook a failure would leave no trace. A service that is down fails each request: one line says it. */
export function writeOnce(): NonNullable<CardVaultServerOptions['onError']> {
  const written = new Set<string>();
  return (error) => {
    const cause = error instanceof Error ? `${error.name} ${error.message}` : String(error);
    if (written.has(cause) || written.size > 1000) return;
    written.add(cause);
    console.error('card-vault/server:', error);
  };
}

function offersOf(plans: CardVaultServerOptions['plans']): OffersPlan {
  if (plans === undefined) return () => true;
  if (typeof plans === 'function') return plans;
  if (Array.isArray(plans)) return (plan) => plans.includes(plan);
  throw missing(
    'plans must be a list of tokens, or a function that answers true for a plan that is offered.',
  );
}

export function basePathOf(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  if (!/^(\/[\w.~-]+)*$/.test(trimmed)) throw missing(`basePath "${path}" is no path such as "/card-vault".`);
  return trimmed;
}

function originOf(address: string, option: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw missing(`${option}: "${address}" is no http address.`);
  return url.origin;
}

function missing(message: string): CardVaultError {
  return new CardVaultError('configuration-missing', `card-vault/server: ${message}`);
}
