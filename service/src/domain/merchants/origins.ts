/** The web origins of merchants. */
import type {Queries} from '../../platform/storage/database.js';
import {isLoopback, parseHttpUrl} from '../../platform/identity/origins.js';
import type {Origins} from '../../platform/identity/merchant.js';

/** Used in place of a merchant's id to ask whether any merchant has an origin. */
const anyMerchant = '';

/**
 * Gives access to the web origins of all merchants: the configured ones, and those stored in the database. An
 * origin is never removed, so this process caches each one that it has found.
 *
 * @param options.configured - Origins by merchant id, from the service's options; they are not stored.
 * @param options.development - Whether every merchant is allowed all origins on this machine.
 */
export function createOrigins(options: {
  readonly database: Queries;
  readonly configured: Readonly<Record<string, readonly string[]>>;
  readonly development: boolean;
}): Origins {
  const {database, development} = options;
  const cached = new Set<string>();
  const cacheKey = (merchant: string, origin: string) => `${merchant} ${origin}`;
  for (const [merchant, origins] of Object.entries(options.configured)) {
    for (const origin of origins) {
      cached.add(cacheKey(merchant, origin)).add(cacheKey(anyMerchant, origin));
    }
  }

  async function isAllowed(merchant: string, origin: string): Promise<boolean> {
    if (cached.has(cacheKey(merchant, origin))) return true;
    const parsed = parseHttpUrl(origin);
    if (parsed === undefined || parsed.origin !== origin) return false;
    if (development && isLoopback(parsed)) return true;
    return isStored(merchant, origin);
  }

  /** Whether the database has the origin. If so, caches it. `anyMerchant` matches every merchant's rows. */
  async function isStored(merchant: string, origin: string, queries = database): Promise<boolean> {
    const rows = await queries.query(
      `SELECT 1 FROM merchant_origins WHERE origin = $1 AND ($2 = '${anyMerchant}' OR merchant = $2) LIMIT 1`,
      [origin, merchant],
    );
    if (rows.length > 0) cached.add(cacheKey(merchant, origin));
    return rows.length > 0;
  }

  return {
    anyAllows: (origin) => isAllowed(anyMerchant, origin),
    ofMerchant: ({id}) => ({
      allows: (origin) => isAllowed(id, origin),
      async add(origin, tx = database) {
        if (cached.has(cacheKey(id, origin)) || (await isStored(id, origin, tx))) return;
        // The new origin is not cached here, because the transaction may still be rolled back.
        await tx.query(
          'INSERT INTO merchant_origins (merchant, origin) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          [id, origin],
        );
      },
    }),
  };
}
