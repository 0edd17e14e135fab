/** The options of the service: their types, defaults and validation. */
import {webhookKey} from '../../src/protocol/index.js';
import type {Clock} from './platform/clock/clock.js';
import type {MovableClock} from './platform/clock/movable.js';
import type {Faults} from './edges/faults/faults.js';
import type {NewMerchant} from './domain/merchants/merchants.js';
import type {ServiceSettings, ServiceUrls} from './platform/settings.js';
import {defaultSettings} from './platform/settings.js';
import type {Database} from './platform/storage/database.js';
import {databaseKind} from './platform/storage/open.js';
import {OptionError} from './platform/errors.js';
import {readEndpointUrl, refusalOf} from './edges/webhooks/address.js';

/** Keys of the home merchant, whom the options configure, and the secret that signs its webhooks. */
export interface ServiceKeys {
  readonly secretKey: string;
  /** `merchant_api_key` on the wire. */
  readonly publicKey: string;
  readonly webhookSecret: string;
}

/** Whether a process answers requests (`api`), does due work (`worker`), or both (`all`). */
export type Role = 'all' | 'api' | 'worker';

export interface ServiceOptions {
  /** 0 picks a free port. */
  readonly port?: number;
  readonly fieldsPort?: number;
  readonly issuerPort?: number;
  /** A folder (PGlite), `memory:`, or `postgres://…`. */
  readonly database?: string;
  /**
   * `api` and `worker` need a PostgreSQL server that several processes share. A worker serves only its
   * health checks.
   */
  readonly role?: Role;
  /** Whether PGlite runs in its own thread, so that it does not block the event loop. Default: true. */
  readonly databaseThread?: boolean;
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
  /** Web origins of the merchant's shops. In development, origins on this machine are always accepted. */
  readonly origins?: readonly string[];
  /** Merchants besides the home merchant of `secretKey` and `publicKey`. Each sees only its own data. */
  readonly merchants?: readonly NewMerchant[];
  /**
   * Refuses development keys and http addresses of shops and webhook receivers, and serves no sandbox
   * routes.
   */
  readonly production?: boolean;
  readonly settings?: Partial<ServiceSettings>;
  /** The clock on which the service's own clock is based; tests pass one that stands still. */
  readonly clock?: Clock;
  /** Called with each log line. Default: nothing is logged. */
  readonly log?: (line: string) => void;
}

/** A running service. */
export interface Service {
  readonly urls: ServiceUrls;
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

/**
 * The default keys. They are fixed, so that a shop can be configured before the service's first start, and
 * public, so they are refused in production.
 */
export const developmentKeys = {
  secretKey: 'sk_development_card_vault_not_a_secret',
  publicKey: 'sec_00000000-0000-4000-8000-00000000c4d1',
  webhookSecret: 'whsec_Y2FyZC12YXVsdCBkZXZlbG9wbWVudCBzZWNyZXQ=',
  vaultKey: 'c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1',
} as const;

export const defaultPorts = {port: 4100, fieldsPort: 4101, issuerPort: 4102} as const;
export const defaultDatabase = '.card-vault/db';

/** Options with all defaults filled in. */
export type ResolvedOptions = Required<Omit<ServiceOptions, 'allowBypass' | 'clock' | 'log' | 'settings'>> & {
  readonly settings: ServiceSettings;
};

/**
 * Fills in defaults and validates the options.
 *
 * @throws {OptionError} for development keys in production and for invalid ports, origins, names or webhook
 *   values.
 */
export function resolveOptions(options: ServiceOptions): ResolvedOptions {
  const production = options.production ?? false;
  const resolved: ResolvedOptions = {
    // Workers run beside an API on the same machine, so by default they take any free port.
    port: options.port ?? (options.role === 'worker' ? 0 : defaultPorts.port),
    fieldsPort: options.fieldsPort ?? defaultPorts.fieldsPort,
    issuerPort: options.issuerPort ?? defaultPorts.issuerPort,
    database: options.database ?? defaultDatabase,
    role: options.role ?? 'all',
    databaseThread: options.databaseThread ?? true,
    secretKey: options.secretKey ?? developmentKeys.secretKey,
    publicKey: options.publicKey ?? developmentKeys.publicKey,
    merchantName: options.merchantName?.trim() ?? '',
    webhookSecret: options.webhookSecret ?? developmentKeys.webhookSecret,
    webhookUrl: options.webhookUrl ?? '',
    vaultKey: options.vaultKey ?? developmentKeys.vaultKey,
    allowRaw: options.allowRaw ?? false,
    origins: options.origins ?? [],
    merchants: options.merchants ?? [],
    production,
    settings: mergeSettings(options),
  };
  if (resolved.role !== 'all' && databaseKind(resolved.database) !== 'postgres') {
    throw new OptionError(
      `--role ${resolved.role} needs a PostgreSQL server that other processes share (--database postgres://…).`,
    );
  }
  if (production) refuseIfDevelopmentKeys(resolved);
  if (resolved.webhookUrl !== '') refuseIfInvalidWebhook(resolved);
  if (!isMerchantName(resolved.merchantName)) {
    throw new OptionError('merchantName must be one line of at most 64 characters.');
  }
  for (const name of ['port', 'fieldsPort', 'issuerPort'] as const) {
    const port = resolved[name];
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new OptionError(`${name} must be a port, 0 to 65535.`);
    }
  }
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

function refuseIfInvalidWebhook({webhookUrl, webhookSecret, production}: ResolvedOptions): void {
  const rules = {loopback: !production};
  const urlOrReason = readEndpointUrl(webhookUrl, rules);
  if (typeof urlOrReason === 'string') throw new OptionError(refusalOf(urlOrReason, rules));
  if (webhookKey(webhookSecret) === undefined) {
    throw new OptionError('The webhook secret must be whsec_ and 24 to 64 bytes in base64.');
  }
}

function mergeSettings({settings = {}, allowBypass}: ServiceOptions): ServiceSettings {
  const defaults = {...defaultSettings(), ...(allowBypass !== undefined && {allowBypass})};
  return {...defaults, ...settings, deviceData: {...defaults.deviceData, ...settings.deviceData}};
}

/** Refuses public keys and short ones. */
function refuseIfDevelopmentKeys(options: ResolvedOptions): void {
  const names = (['secretKey', 'publicKey', 'webhookSecret', 'vaultKey'] as const).filter((name) =>
    options[name].includes(developmentKeys[name]),
  );
  if (names.length > 0) {
    throw new OptionError(
      `Production needs values of its own for ${names.join(', ')}: the development values are public.`,
    );
  }
  for (const {secretKey} of [options, ...options.merchants]) {
    if (secretKey.length < 24) throw new OptionError('A secret key must have at least 24 characters.');
  }
}
