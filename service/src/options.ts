/** The options of the service: their types, defaults and validation. */
import {networkOf} from '../../src/protocol/brand-codes.js';
import {brandIds, webhookKey, type WebhookScheme} from '../../src/protocol/index.js';
import {misreadOption} from '../../src/protocol/option-text.js';
import type {Clock} from './platform/clock/clock.js';
import type {MovableClock} from './platform/clock/movable.js';
import {defaultMaxRequests} from './platform/http/admission.js';
import {defaultKeepAliveSeconds} from './platform/http/listen.js';
import type {Faults} from './edges/faults/faults.js';
import type {NewMerchant} from './domain/merchants/merchants.js';
import {readCardLimits} from './platform/card-limits.js';
import {type ServiceSettings, type ServiceUrls, defaultSettings} from './platform/settings.js';
import type {Database} from './platform/storage/database.js';
import {databaseKind} from './platform/storage/open.js';
import {OptionError} from './platform/errors.js';
import {readProxies, refuseUnusableAddresses, refuseUnusablePorts} from './addresses.js';
import {developmentKeys, isRehearsalSecret, refuseUnsafeKeys, rehearsalSecret} from './keys.js';
import {readEndpointUrl, refusalOf} from './edges/webhooks/address.js';

/** Keys of the home merchant, whom the options configure, and the secret that signs its webhooks. */
export interface ServiceKeys {
  readonly secretKey: string;
  /** `merchant_api_key` on the wire. */
  readonly publicKey: string;
  readonly webhookSecret: string;
}

export const keysOf = ({secretKey, publicKey, webhookSecret}: ServiceKeys): ServiceKeys => ({
  ...{secretKey, publicKey, webhookSecret},
});

/** How a rehearsal signs its events: the whole body, or `data` alone. */
export type RehearsalScheme = Exclude<WebhookScheme, 'standard'>;

/** Whether a process answers requests (`api`), does due work (`worker`), or both (`all`). */
export type Role = 'all' | 'api' | 'worker';

export interface ServiceOptions {
  /** 0 picks a free port. */
  readonly port?: number;
  readonly fieldsPort?: number;
  readonly issuerPort?: number;
  /**
   * The port of the hosted pages, so that they live on another host than the API, as at the recorded service in production. Default:
   * none, they live at the API.
   */
  readonly hostedPort?: number;
  /** A folder (PGlite), `memory:`, or `postgres://…`. */
  readonly database?: string;
  /**
   * `api` and `worker` need a PostgreSQL server that several processes share. A worker serves only its
   * health checks.
   */
  readonly role?: Role;
  /** Whether PGlite runs in its own thread, so that it does not block the event loop. Default: true. */
  readonly databaseThread?: boolean;
  /**
   * Prepares no statements on PostgreSQL, for poolers that exchange sessions between transactions and do not let the
   * service notice it. Default: false.
   */
  readonly noPreparedStatements?: boolean;
  readonly secretKey?: string;
  readonly publicKey?: string;
  /**
   * The shop's name on the hosted pages. Once given, it is stored. Default: the host name of the shop's
   * pages.
   */
  readonly merchantName?: string;
  readonly webhookSecret?: string;
  /**
   * A webhook endpoint of the home merchant, signed with `webhookSecret`. More can be added at
   * `/client/webhooks/v1/`.
   */
  readonly webhookUrl?: string;
  /**
   * The key that encrypts stored secrets: 32 bytes, hexadecimal or base64. Of several keys, separated by
   * commas, the first one encrypts new data.
   */
  readonly vaultKey?: string;
  /** Accepts card numbers in plain text. Spec 4.3 requires a PCI certificate of the merchant for that. */
  readonly allowRaw?: boolean;
  /**
   * Lets a server authorize a card without payer authentication (spec 3.1 step 9). Liability does not shift.
   */
  readonly allowBypass?: boolean;
  /**
   * The card networks whose cards are taken, by their names in a capture context (wire 2.1), such as `VISA`
   * and `PAYPAK`. Default: those that are taken in most countries.
   */
  readonly networks?: readonly string[];
  /**
   * Other numbers than those of guarantees 3.1 for how many cards may be tried, such as `customer=50`. In
   * development, published test cards count for these alone.
   */
  readonly limits?: readonly string[];
  /**
   * The address that the ports listen on, such as 0.0.0.0 in a container. Default: this machine only.
   */
  readonly host?: string;
  /** The port of `/metrics`, on the same address; none by default. 0 picks a free one. */
  readonly metricsPort?: number;
  /**
   * Seconds for which a stopping process still takes requests although it is no longer ready, so that proxies
   * learn that in time. Default: 3 in production, else none.
   */
  readonly shutdownDelay?: number;
  /**
   * Requests that may be worked on at once; more are answered 503 `service.overloaded`. Health checks always
   * pass. Default: 128.
   */
  readonly maxRequests?: number;
  /**
   * Seconds for which an idle connection is kept: longer than the proxy before the service keeps its own, or
   * a request that the proxy sends at the last moment is lost. Default: 125.
   */
  readonly keepAlive?: number;
  /** The origin at which browsers reach the API, if a proxy stands before it. Required in production. */
  readonly publicUrl?: string;
  /** The same for the card fields. */
  readonly fieldsUrl?: string;
  /** The same for the bank. */
  readonly issuerUrl?: string;
  /** The same for the hosted pages, if they have a `hostedPort`. */
  readonly hostedUrl?: string;
  /**
   * Names, besides those of this machine and of the public addresses, under which a development run answers.
   * Production leaves names to its proxy.
   */
  readonly allowedHosts?: readonly string[];
  /** IP addresses or ranges of proxies whose `X-Forwarded-For` or `Forwarded` is believed. */
  readonly trustedProxies?: readonly string[];
  /** Web origins of the merchant's shops. In development, origins on this machine are always accepted. */
  readonly origins?: readonly string[];
  /** Merchants besides the home merchant of `secretKey` and `publicKey`. Each sees only its own data. */
  readonly merchants?: readonly NewMerchant[];
  /**
   * Refuses development keys and http addresses of shops and webhook receivers, and serves no sandbox
   * routes.
   */
  readonly production?: boolean;
  /**
   * Answers as the recorded service does (wire 9), so that a shop can rehearse going live: no `features`, tokens without a scope,
   * its spellings, its CORS, none of the routes that only this service has. Events carry `X-SFPY-SIGNATURE` alone: over the whole
   * body with `true` or `sfpy`, over `data` with `sfpy-data`. `webhookSecret` is then hexadecimal.
   */
  readonly rehearse?: boolean | RehearsalScheme;
  readonly settings?: Partial<ServiceSettings>;
  /** The clock on which the service's own clock is based; tests pass one that stands still. */
  readonly clock?: Clock;
  /** Called with each log line. Default: nothing is logged. */
  readonly log?: (line: string) => void;
}

/** A running service. */
export interface Service {
  /** The addresses at which browsers reach it. */
  readonly urls: ServiceUrls;
  /** The addresses that it listens on: the same, unless a proxy stands before it. */
  readonly listening: ServiceUrls & {readonly metrics?: string};
  readonly keys: ServiceKeys;
  readonly clock: MovableClock;
  readonly database: Database;
  /** May be changed while the service runs. */
  readonly settings: ServiceSettings;
  /** Injects faults by a plan that is reproducible from its seed. */
  readonly faults: Faults;
  /** Completes running requests, then closes ports and database. Repeated calls have no effect. */
  close(): Promise<void>;
}

export {developmentKeys};

export const defaultPorts = {port: 4100, fieldsPort: 4101, issuerPort: 4102} as const;
export const defaultDatabase = '.card-vault/db';

/** Options with all defaults filled in. */
export type ResolvedOptions = Required<
  Omit<
    ServiceOptions,
    | 'allowBypass'
    | 'networks'
    | 'limits'
    | 'hostedPort'
    | 'metricsPort'
    | 'clock'
    | 'log'
    | 'settings'
    | 'rehearse'
  >
> & {
  readonly rehearse: RehearsalScheme | undefined;
  readonly settings: ServiceSettings;
  readonly hostedPort: number | undefined;
  readonly metricsPort: number | undefined;
};

/** Refuses texts that are not what their writer meant. The names of merchants are for people. */
function refuseMisread(options: ServiceOptions): void {
  const misread = misreadOption(options, (name) => /^(merchantName|merchants\.name)$/.test(name));
  if (misread !== undefined) throw new OptionError(misread);
}

/**
 * Fills in defaults and validates the options.
 *
 * @throws {OptionError} for development keys in production and for invalid ports, origins, names or webhook
 *   values.
 */
export function resolveOptions(options: ServiceOptions): ResolvedOptions {
  refuseMisread(options);
  const production = options.production ?? false;
  const rehearse = readRehearsal(options);
  const resolved: ResolvedOptions = {
    // Workers run beside an API on the same machine, so by default they take any free port.
    port: options.port ?? (options.role === 'worker' ? 0 : defaultPorts.port),
    fieldsPort: options.fieldsPort ?? defaultPorts.fieldsPort,
    issuerPort: options.issuerPort ?? defaultPorts.issuerPort,
    database: options.database ?? defaultDatabase,
    role: options.role ?? 'all',
    databaseThread: options.databaseThread ?? true,
    noPreparedStatements: options.noPreparedStatements ?? false,
    secretKey: options.secretKey ?? developmentKeys.secretKey,
    publicKey: options.publicKey ?? developmentKeys.publicKey,
    merchantName: options.merchantName?.trim() ?? '',
    webhookSecret: options.webhookSecret ?? (rehearse ? rehearsalSecret : developmentKeys.webhookSecret),
    webhookUrl: options.webhookUrl ?? '',
    vaultKey: options.vaultKey ?? developmentKeys.vaultKey,
    allowRaw: options.allowRaw ?? false,
    hostedPort: options.hostedPort,
    metricsPort: options.metricsPort,
    host: options.host ?? '',
    shutdownDelay: options.shutdownDelay ?? (production && options.role !== 'worker' ? 3 : 0),
    maxRequests: options.maxRequests ?? defaultMaxRequests,
    keepAlive: options.keepAlive ?? defaultKeepAliveSeconds,
    allowedHosts: options.allowedHosts ?? [],
    publicUrl: options.publicUrl ?? '',
    fieldsUrl: options.fieldsUrl ?? '',
    issuerUrl: options.issuerUrl ?? '',
    hostedUrl: options.hostedUrl ?? '',
    trustedProxies: options.trustedProxies ?? [],
    origins: options.origins ?? [],
    merchants: options.merchants ?? [],
    production,
    rehearse,
    settings: mergeSettings(options),
  };
  if (resolved.role !== 'all' && databaseKind(resolved.database) !== 'postgres') {
    throw new OptionError(
      `--role ${resolved.role} needs a PostgreSQL server that other processes share (--database postgres://…).`,
    );
  }
  if (production) refuseUnsafeKeys(resolved);
  refuseUnusableAddresses(resolved, {production, servesPages: resolved.role !== 'worker'});
  readProxies(resolved.trustedProxies);
  if (resolved.webhookUrl !== '') refuseIfInvalidWebhook(resolved);
  if (!isMerchantName(resolved.merchantName)) {
    throw new OptionError('merchantName must be one line of at most 64 characters.');
  }
  refuseUnusablePorts(resolved);
  const originsOfOthers = resolved.merchants.flatMap((other) => other.origins ?? []);
  for (const origin of [...resolved.origins, ...originsOfOthers]) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new OptionError(
        `${origin} is not an origin. Use scheme, host and port only, such as https://shop.example.`,
      );
    }
  }
  return resolved;
}

/** Empty, or one line without characters that change the direction of the text around it. */
const isMerchantName = (text: string) => text.length <= 64 && !/[\p{Cc}\p{Bidi_C}\u2028\u2029]/u.test(text);

/** @throws {OptionError} for a rehearsal in production, and for a scheme that the recorded service has not. */
function readRehearsal({rehearse = false, production}: ServiceOptions): RehearsalScheme | undefined {
  if (rehearse === false) return undefined;
  if (production) throw new OptionError('A rehearsal is for development. Leave out rehearse, or production.');
  if (rehearse === true) return 'sfpy';
  if (rehearse === 'sfpy' || rehearse === 'sfpy-data') return rehearse;
  throw new OptionError(
    'rehearse must be true, "sfpy" (events signed over the body) or "sfpy-data" (over data).',
  );
}

function refuseIfInvalidWebhook({webhookUrl, webhookSecret, production, rehearse}: ResolvedOptions): void {
  const rules = {loopback: !production};
  const urlOrReason = readEndpointUrl(webhookUrl, rules);
  if (typeof urlOrReason === 'string') throw new OptionError(refusalOf(urlOrReason, rules));
  if (rehearse) {
    if (isRehearsalSecret(webhookSecret)) return;
    throw new OptionError('In a rehearsal the webhook secret must be 32 to 128 hexadecimal digits.');
  }
  if (webhookKey(webhookSecret) === undefined) {
    throw new OptionError('The webhook secret must be whsec_ and 24 to 64 bytes in base64.');
  }
}

function mergeSettings(options: ServiceOptions): ServiceSettings {
  const {settings = {}, allowBypass, networks, limits = [], rehearse = false, production = false} = options;
  const unknown = networks?.find((name) => !brandIds.some((id) => networkOf(id) === name));
  if (unknown !== undefined) {
    throw new OptionError(`${unknown} is not a card network. Use ${brandIds.map(networkOf).join(', ')}.`);
  }
  const defaults = {
    ...defaultSettings(),
    ...(rehearse !== false && {enrollmentFailures: 'http' as const}),
    ...(allowBypass !== undefined && {allowBypass}),
    ...(networks?.length && {networks}),
  };
  const ownLimits = {...settings.cardLimits, ...readCardLimits(limits)};
  const cardLimits = {...defaults.cardLimits, ...ownLimits};
  return {
    ...defaults,
    ...settings,
    deviceData: {...defaults.deviceData, ...settings.deviceData},
    cardLimits,
    testCardLimits: production ? cardLimits : ownLimits,
  };
}
