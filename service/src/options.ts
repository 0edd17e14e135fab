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

/** Keys of one merchant and of the service. */
export interface ServiceKeys {
  readonly secretKey: string;
  /** `merchant_api_key` of the wire. */
  readonly publicKey: string;
  readonly webhookSecret: string;
}

/** A process answers requests, does due work (`worker/`), or both. */
export type Role = 'all' | 'api' | 'worker';

export interface ServiceOptions {
  /** 0 picks a free port. */
  readonly port?: number;
  readonly fieldsPort?: number;
  readonly issuerPort?: number;
  /** A folder (PGlite), `memory:`, or `postgres://…`. */
  readonly database?: string;
  /**
   * `api` and `worker` are for several processes on one PostgreSQL server; a worker only serves its health.
   */
  readonly role?: Role;
  /** Runs PGlite in its own thread, so that requests do not block each other. Default: true. */
  readonly databaseThread?: boolean;
  readonly secretKey?: string;
  readonly publicKey?: string;
  /** The shop's name on the hosted pages, stored once given. Default: the host of the shop's pages. */
  readonly merchantName?: string;
  readonly webhookSecret?: string;
  /**
   * Webhook endpoint of the merchant of `secretKey`, signed with `webhookSecret`. More:
   * `/client/webhooks/v1/`.
   */
  readonly webhookUrl?: string;
  /** 32 bytes, hexadecimal or base64; several separated by commas, the first seals. */
  readonly vaultKey?: string;
  /** Accept card numbers in plain text (spec 4.3: the merchant's PCI certificate). */
  readonly allowRaw?: boolean;
  /** Web origins of the merchant's shops. Loopback origins need no naming in development. */
  readonly origins?: readonly string[];
  /** Merchants beside the one of `secretKey` and `publicKey`; each sees nothing of the others. */
  readonly merchants?: readonly NewMerchant[];
  /** Refuse development keys and http addresses of shops and receivers; no sandbox routes. */
  readonly production?: boolean;
  readonly settings?: Partial<ServiceSettings>;
  /** The clock beneath the service's own; tests pass one that stands still. */
  readonly clock?: Clock;
  /** Receives log lines. Default: none are written. */
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
  /** Faults on demand, by a plan that is reproducible from its seed. */
  readonly faults: Faults;
  /** Finishes running requests, then closes ports and database. Idempotent. */
  close(): Promise<void>;
}

/**
 * Fixed, so that a shop can be configured before the service has run. Not secret, and refused in production.
 */
export const developmentKeys = {
  secretKey: 'sk_development_card_vault_not_a_secret',
  publicKey: 'sec_00000000-0000-4000-8000-00000000c4d1',
  webhookSecret: 'whsec_Y2FyZC12YXVsdCBkZXZlbG9wbWVudCBzZWNyZXQ=',
  vaultKey: 'c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1',
} as const;

export const defaultPorts = {port: 4100, fieldsPort: 4101, issuerPort: 4102} as const;
export const defaultDatabase = '.card-vault/db';

/** Options with every default filled in. */
export type ResolvedOptions = Required<Omit<ServiceOptions, 'clock' | 'log' | 'settings'>> & {
  readonly settings: ServiceSettings;
};

/**
 * @throws {OptionError} for development values in production, ports out of range, origins and webhook values
 *   that are none.
 */
export function resolveOptions(options: ServiceOptions): ResolvedOptions {
  const production = options.production ?? false;
  const resolved: ResolvedOptions = {
    // Workers stand beside an API on the same machine: they take any port unless one is named.
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
    settings: mergeSettings(options.settings ?? {}),
  };
  if (resolved.role !== 'all' && databaseKind(resolved.database) !== 'postgres') {
    throw new OptionError(
      `--role ${resolved.role} needs a PostgreSQL server that other processes share (--database postgres://…).`,
    );
  }
  if (production) refuseDevelopmentValues(resolved);
  if (resolved.webhookUrl !== '') refuseWebhookValues(resolved);
  if (!isName(resolved.merchantName)) {
    throw new OptionError('The merchant’s name is one line of at most 64 characters.');
  }
  for (const name of ['port', 'fieldsPort', 'issuerPort'] as const) {
    const port = resolved[name];
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new OptionError(`${name} is not a port.`);
  }
  for (const origin of [...resolved.origins, ...resolved.merchants.flatMap((other) => other.origins ?? [])]) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new OptionError(`${origin} is not an origin such as https://shop.example.`);
    }
  }
  return resolved;
}

/** Nothing, or a line of text that cannot turn the words around it on a page. */
const isName = (text: string) => text.length <= 64 && !/[\p{Cc}\p{Bidi_C}\u2028\u2029]/u.test(text);

function refuseWebhookValues({webhookUrl, webhookSecret, production}: ResolvedOptions): void {
  const rules = {loopback: !production};
  const url = readEndpointUrl(webhookUrl, rules);
  if (typeof url === 'string') throw new OptionError(refusalOf(url, rules));
  if (webhookKey(webhookSecret) === undefined) {
    throw new OptionError('The webhook secret must be whsec_ and 24 to 64 bytes in base64.');
  }
}

function mergeSettings(given: Partial<ServiceSettings>): ServiceSettings {
  const defaults = defaultSettings();
  return {...defaults, ...given, deviceData: {...defaults.deviceData, ...given.deviceData}};
}

function refuseDevelopmentValues(options: ResolvedOptions): void {
  const names = (['secretKey', 'publicKey', 'webhookSecret', 'vaultKey'] as const).filter((name) =>
    options[name].includes(developmentKeys[name]),
  );
  if (names.length > 0) {
    throw new OptionError(
      `Production needs values of its own for ${names.join(', ')}: the development values are printed in every copy.`,
    );
  }
  for (const {secretKey} of [options, ...options.merchants]) {
    if (secretKey.length < 24) throw new OptionError('A secret key must have at least 24 characters.');
  }
}
