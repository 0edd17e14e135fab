import {addressHeader, addressProof, addressProofHeader, digestOfKey} from '../protocol/address-proof.js';
import {isRecord} from '../protocol/answer.js';
import {CardVaultError, type EntryMode} from '../protocol/index.js';
import {misreadOption} from '../protocol/option-text.js';
import {hostedPagesOf} from './client/checkout.js';
import {connect, isLoopback, type ServiceClient} from './client/client.js';
import {currencyProblem} from './client/currency.js';
import type {Fetch} from './client/transport.js';
import {createLibraryNote, type LibraryNote} from './library.js';
import type {
  CardVaultServerOptions,
  ExpectedConsent,
  OffersPlan,
  PerRequest,
  ReferenceFor,
} from './options.js';
import {createCallBook, type CallBook} from './call-book.js';
import {createOrders, type Orders} from './orders.js';
import {createOwners, type Owners} from './owners.js';
import {createSessionLimit, mostSessions, type SessionLimit} from './session-limit.js';
import {memoryTrackerStore, type TrackerStore} from './store.js';
import {withoutEndSlashes} from '../protocol/end-slashes.js';

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
    /** Sent with each request that is passed on. */
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly relay: boolean;
  /** The headers that name the shopper's address for one token; none if it is not known. */
  readonly addressHeaders: (request: Request, token: string) => Promise<Readonly<Record<string, string>>>;
  readonly owners: Owners;
  readonly orders: Orders;
  readonly library: LibraryNote;
  readonly sessions: SessionLimit;
  readonly store: TrackerStore;
  readonly walletPauses: readonly number[];
  readonly libraryWithoutHash: boolean;
  readonly basePath: string;
  readonly publicOrigin: string | undefined;
  readonly origins: readonly string[];
  readonly browserServiceUrl: string;
  /** Where the hosted pages live, without a trailing slash. */
  readonly hostedUrl: string;
  /** The service is on this machine: plain http addresses of this machine are allowed in the shell. */
  readonly local: boolean;
  readonly tokenLife: number;
  readonly crossOriginIsolated: boolean;
  /** The calls for each request, where the shop lets pages see them. */
  readonly calls: CallBook | undefined;
  readonly customer: CardVaultServerOptions['customer'];
  readonly offers: OffersPlan;
  readonly reference: ReferenceFor;
  readonly payment: NonNullable<CardVaultServerOptions['payment']>;
  readonly consent: ExpectedConsent | undefined;
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
export function configure(given: CardVaultServerOptions): Config {
  refuseWrongValues(given);
  const calls = given.trace ? createCallBook(given.fetch ?? ((url, init) => fetch(url, init))) : undefined;
  const options = calls ? {...given, fetch: calls.fetch} : given;
  const warn = warningsTo(options.onError);
  const clientFor = connect(options, warn);
  const misread = misreadOption(options, (name) => !textOptions.test(name));
  if (misread !== undefined) throw missing(misread);
  if (typeof options.customer !== 'function') {
    throw missing(
      'customer is missing: a function that answers the customer token of the logged-in shopper.',
    );
  }
  const browserServiceUrl = withoutEndSlashes(options.browserServiceUrl ?? options.serviceUrl);
  const local = isLoopback(new URL(browserServiceUrl).hostname);
  if (options.relay && !options.shopperAddress && !local) warn(addressUnknown);
  const {sessionsPerCustomer = local ? Infinity : mostSessions, now = Date.now} = options;
  return {
    client: clientFor(),
    clientFor,
    publicKey: options.publicKey,
    upstream: upstreamOf(options),
    relay: options.relay ?? false,
    addressHeaders: addressHeadersOf(options),
    owners: createOwners(),
    orders: createOrders(),
    library: createLibraryNote(),
    sessions: createSessionLimit(sessionsPerCustomer, now),
    walletPauses: options.walletPauses ?? [200, 400, 800],
    libraryWithoutHash: options.libraryWithoutHash ?? false,
    store: options.store ?? memoryTrackerStore(),
    basePath: basePathOf(options.basePath ?? '/card-vault'),
    publicOrigin: options.publicUrl === undefined ? undefined : originOf(options.publicUrl, 'publicUrl'),
    origins: (options.origins ?? []).map((origin) => originOf(origin, 'origins')),
    browserServiceUrl,
    hostedUrl: hostedPagesOf(options).url,
    local,
    tokenLife: options.tokenLife ?? 900,
    crossOriginIsolated: options.crossOriginIsolated ?? false,
    calls,
    customer: options.customer,
    offers: offersOf(options.plans),
    reference: options.reference ?? (() => undefined),
    payment: options.payment ?? (() => undefined),
    consent: options.consent,
    currency: currencyOf(options.currency),
    accountVerification: perRequest(options.accountVerification ?? false),
    entryMode: perRequest(options.entryMode ?? 'flex'),
    metadata: perRequest(options.metadata ?? {}),
    onError: options.onError ?? writeOnce(),
    now,
  };
}

function upstreamOf({serviceUrl, fetch: own, timeout = 10_000}: CardVaultServerOptions): Config['upstream'] {
  return {
    url: withoutEndSlashes(serviceUrl),
    fetch: own ?? ((url, init) => fetch(url, init)),
    timeout,
    headers: {},
  };
}

function addressHeadersOf({shopperAddress, secretKey}: CardVaultServerOptions): Config['addressHeaders'] {
  let digest: Promise<string> | undefined;
  return async (request, token): Promise<Readonly<Record<string, string>>> => {
    const address = (await shopperAddress?.(request))?.trim() ?? '';
    if (!/^[\x21-\x7e]{1,100}$/.test(address)) return {};
    digest ??= digestOfKey(secretKey);
    return {
      [addressHeader]: address,
      [addressProofHeader]: await addressProof(await digest, {address, token}),
    };
  };
}

const addressUnknown =
  'relay is on and shopperAddress is missing: the service counts all your shoppers as one address, and one of them can use up its ' +
  'limit on cards for all. Give shopperAddress a function that reads the address your proxy writes.';

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

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isConsent = (value: unknown): boolean => {
  if (!isRecord(value)) return false;
  const {required = false, text = 'any', ...others} = value;
  const texts = [text].flat();
  return (
    typeof required === 'boolean' &&
    texts.length > 0 &&
    texts.every(isText) &&
    Object.keys(others).length === 0
  );
};
const isPause = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0;
const storeMethods = ['add', 'remove', 'list'] as const;

/**
 * Condition of an option, in words and as a check. The answer of a function is known with each request only.
 */
const expectations: Readonly<
  Partial<Record<keyof CardVaultServerOptions, readonly [string, (value: unknown) => boolean]>>
> = {
  tokenLife: [
    'whole seconds from 1 to 3600',
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 3600,
  ],
  sessionsPerCustomer: ['a whole number above 0', (value) => Number.isInteger(value) && Number(value) > 0],
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
  consent: ['{required?: true or false, text?: a text or a list of texts}', isConsent],
  onError: ['a function', (value) => typeof value === 'function'],
  payment: ['a function', (value) => typeof value === 'function'],
  shopperAddress: ['a function', (value) => typeof value === 'function'],
  store: [
    `an object with the methods ${storeMethods.join(', ')}`,
    (value) => isRecord(value) && storeMethods.every((name) => typeof value[name] === 'function'),
  ],
};

/** The texts that come from an environment or a file. Others are written in the shop's own code. */
const textOptions =
  /^(serviceUrl|browserServiceUrl|hostedUrl|publicUrl|secretKey|publicKey|basePath|origins|webhooks\.secrets?)$/;

function refuseWrongValues(options: CardVaultServerOptions): void {
  for (const [name, [expected, accepts]] of Object.entries(expectations)) {
    const value: unknown = options[name as keyof CardVaultServerOptions];
    if (value !== undefined && !accepts(value))
      throw missing(
        `${name} must be ${expected}, not ${isRecord(value) ? 'another object' : JSON.stringify(value)}.`,
      );
  }
}

/** Without a hook a failure would leave no trace. A service that is down fails each request: one line says it, with the first one's id. */
export function writeOnce(): NonNullable<CardVaultServerOptions['onError']> {
  const written = new Set<string>();
  return (error, _request, requestId) => {
    const cause = error instanceof Error ? `${error.name} ${error.message}` : String(error);
    if (written.has(cause) || written.size > 1000) return;
    written.add(cause);
    console.error(`card-vault/server${requestId ? ` (request ${requestId})` : ''}:`, error);
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
  const trimmed = withoutEndSlashes(path);
  if (!/^(\/[\w.~-]+)*$/.test(trimmed)) throw missing(`basePath "${path}" is no path such as "/card-vault".`);
  return trimmed;
}

function originOf(address: string, option: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw missing(`${option}: "${address}" is no http address.`);
  if (url.pathname !== '/')
    throw missing(
      `${option}: "${address}" has a path, which would be passed over. Name the origin alone, and set basePath to the path under which requests reach the routes, such as "${withoutEndSlashes(url.pathname)}/card-vault".`,
    );
  return url.origin;
}

function missing(message: string): CardVaultError {
  return new CardVaultError('configuration-missing', `card-vault/server: ${message}`);
}

/** The configuration for one request: its calls of the service send the request's id, and its failures are reported with it. */
export function forRequest(config: Config, requestId: string): Config {
  const {upstream, clientFor, onError} = config;
  return {
    ...config,
    client: clientFor(requestId),
    upstream: {...upstream, headers: {'X-Request-Id': requestId}},
    onError: (error, request) => onError(error, request, requestId),
  };
}
