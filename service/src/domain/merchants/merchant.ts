/** The tables of merchants, and the placeholder name of a merchant that has none. */
import type {Migration} from '../../platform/storage/database.js';
import type {Merchant} from '../../platform/identity/merchant.js';

/** Stored for a merchant that has no name. Pages never show it. */
export const placeholderName = 'shop';

/** The merchant's name; undefined if it has none. */
export const givenName = ({name}: Pick<Merchant, 'name'>): string | undefined =>
  name === placeholderName ? undefined : name;

/** `merchant_keys.ends_at` is null for the current key, and set when the key is replaced. */
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
  {
    name: '0031_merchants',
    sql: `
CREATE TABLE merchants (
  id text PRIMARY KEY,
  name text NOT NULL,
  public_key text NOT NULL UNIQUE,
  allow_raw boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TABLE merchant_keys (
  digest text PRIMARY KEY,
  merchant text NOT NULL REFERENCES merchants (id),
  created_at timestamptz NOT NULL,
  ends_at timestamptz
);
CREATE INDEX merchant_keys_merchant ON merchant_keys (merchant);
CREATE INDEX merchant_origins_origin ON merchant_origins (origin);
`,
  },
  {
    // An origin gets one owner. Where two merchants had it, neither has proven it, so both lose it; origins on
    // this machine are everyone's in development and need no row.
    name: '0188_origin_owners',
    sql: `
DELETE FROM merchant_origins WHERE origin LIKE 'http:%' OR origin IN
  (SELECT origin FROM merchant_origins GROUP BY origin HAVING count(DISTINCT merchant) > 1);
ALTER TABLE merchant_origins ADD COLUMN created_at timestamptz;
ALTER TABLE merchant_origins ADD COLUMN proven_at timestamptz;
DROP INDEX merchant_origins_origin;
CREATE UNIQUE INDEX merchant_origins_owner ON merchant_origins (origin);
`,
  },
  {
    name: '0230_origin_proofs',
    sql: `
ALTER TABLE merchant_origins ADD COLUMN asked_at timestamptz;
UPDATE merchant_origins SET asked_at = proven_at;
CREATE INDEX merchant_origins_asked ON merchant_origins (asked_at) WHERE proven_at IS NOT NULL;
`,
  },
];
