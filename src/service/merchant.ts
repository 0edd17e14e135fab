import {createHash, timingSafeEqual} from 'node:crypto';
import type {Queries} from './storage/database.js';
import type {Migration} from './storage/database.js';
import {isLoopback, originOf} from './http/origins.js';

/** The one merchant of a service: who its keys belong to and what it is enabled for. */
export interface Merchant {
  readonly id: string;
  /** `merchant_api_key` on the wire (wire 0). May be seen by everybody. */
  readonly publicKey: string;
  /** Stands for the PCI certificate of spec 4.3. */
  readonly allowRaw: boolean;
  /** Loopback shops are welcome, also over plain http. Never in production. */
  readonly development: boolean;
  /** Compares digests in constant time; the key itself is not kept. */
  isSecretKey(text: string): boolean;
}

export const merchantMigrations: readonly Migration[] = [
  {
    name: '0030_merchant_origins',
    sql: `
CREATE TABLE merchant_origins (
  merchant text NOT NULL,
  origin text NOT NULL,
  PRIMARY KEY (merchant, origin)
);
`,
  },
];

const digest = (text: string) => createHash('sha256').update(text).digest();

export function createMerchant(options: {
  readonly publicKey: string;
  readonly secretKey: string;
  readonly allowRaw: boolean;
  readonly development: boolean;
}): Merchant {
  const expected = digest(options.secretKey);
  return {
    id: `mer_${digest(options.publicKey).toString('hex').slice(0, 16)}`,
    publicKey: options.publicKey,
    allowRaw: options.allowRaw,
    development: options.development,
    isSecretKey: (text) => timingSafeEqual(digest(text), expected),
  };
}

/** Web origins of the merchant's shops: configured, or vouched for with the secret key. */
export interface OriginList {
  /** True for an origin (as a browser writes it) that may call, embed fields and be sent shoppers. */
  allows(origin: string): Promise<boolean>;
  /** Adds an origin. Only ever called for a holder of the secret key. */
  vouch(origin: string): Promise<void>;
}

export function createOriginList(options: {
  readonly merchant: Merchant;
  readonly database: Queries;
  readonly configured: readonly string[];
}): OriginList {
  const {merchant, database} = options;
  const known = new Set<string>(options.configured);
  return {
    async allows(origin) {
      if (known.has(origin)) return true;
      const parsed = originOf(origin);
      if (parsed === undefined || parsed.origin !== origin) return false;
      if (merchant.development && isLoopback(parsed)) return true;
      const rows = await database.query(
        'SELECT 1 FROM merchant_origins WHERE merchant = $1 AND origin = $2',
        [merchant.id, origin],
      );
      if (rows.length > 0) known.add(origin);
      return rows.length > 0;
    },
    async vouch(origin) {
      if (known.has(origin)) return;
      await database.query(
        'INSERT INTO merchant_origins (merchant, origin) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [merchant.id, origin],
      );
    },
  };
}
