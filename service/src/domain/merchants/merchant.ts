import type {Migration, Queries} from '../../platform/storage/database.js';
import {isLoopback, originOf} from '../../platform/identity/origins.js';
import type {Merchant, Origins} from '../../platform/identity/merchant.js';

/** Name of a merchant without one; no page shows it. */
export const unnamed = 'shop';

/** The name that the merchant has given itself. */
export const givenName = ({name}: Pick<Merchant, 'name'>): string | undefined =>
  name === unnamed ? undefined : name;

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
];

/**
 * @param options.configured Origins by merchant id, known without asking the database.
 * @param options.development Loopback origins belong to every merchant.
 */
export function createOrigins(options: {
  readonly database: Queries;
  readonly configured: Readonly<Record<string, readonly string[]>>;
  readonly development: boolean;
}): Origins {
  const {database, development} = options;
  const known = new Set<string>();
  const name = (merchant: string, origin: string) => `${merchant} ${origin}`;
  for (const [merchant, origins] of Object.entries(options.configured)) {
    for (const origin of origins) known.add(name(merchant, origin)).add(name('', origin));
  }

  async function allows(merchant: string, origin: string): Promise<boolean> {
    if (known.has(name(merchant, origin))) return true;
    const parsed = originOf(origin);
    if (parsed === undefined || parsed.origin !== origin) return false;
    if (development && isLoopback(parsed)) return true;
    return isStored(merchant, origin);
  }

  async function isStored(merchant: string, origin: string, queries = database): Promise<boolean> {
    const rows = await queries.query(
      `SELECT 1 FROM merchant_origins WHERE origin = $1 AND ($2 = '' OR merchant = $2) LIMIT 1`,
      [origin, merchant],
    );
    // What is being written may yet be undone: only what was found is remembered.
    if (rows.length > 0) known.add(name(merchant, origin));
    return rows.length > 0;
  }

  return {
    any: (origin) => allows('', origin),
    of: ({id}) => ({
      allows: (origin) => allows(id, origin),
      async vouch(origin, tx = database) {
        if (known.has(name(id, origin)) || (await isStored(id, origin, tx))) return;
        await tx.query(
          'INSERT INTO merchant_origins (merchant, origin) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          [id, origin],
        );
      },
    }),
  };
}
