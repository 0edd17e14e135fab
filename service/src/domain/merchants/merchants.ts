/** Merchants and their keys. */
import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {Cache} from '../../platform/cache.js';
import type {Clock} from '../../platform/clock/clock.js';
import {placeholderName} from './merchant.js';
import type {Merchant} from '../../platform/identity/merchant.js';
import {OptionError} from '../../platform/errors.js';
import type {Database, Queries} from '../../platform/storage/database.js';

/** How long a replaced secret key still works: by default, and at most. */
export const defaultOverlapSeconds = 24 * 3600;
export const longestOverlapSeconds = 7 * 24 * 3600;

/** How long a key is cached: a short time, because another process may replace the key. */
const keyCacheMs = 5000;
const cacheSize = 10_000;

/** A merchant to be stored. */
export interface NewMerchant {
  readonly publicKey: string;
  readonly secretKey: string;
  readonly name?: string;
  readonly allowRaw?: boolean;
  /** Web origins of its shops (`origins.ts`). */
  readonly origins?: readonly string[];
}

/** The ids of all merchants. */
export const merchantIds = async (queries: Queries): Promise<readonly string[]> =>
  (await queries.query<{id: string}>('SELECT id FROM merchants')).map(({id}) => id);

/** The merchants of the service. Secret keys are stored only as SHA-256 hashes. */
export interface Merchants {
  /** The configured merchant whose keys are the options `publicKey` and `secretKey`. */
  readonly home: Merchant;
  bySecretKey(secretKey: string): Promise<Merchant | undefined>;
  byId(id: string): Promise<Merchant | undefined>;
  /** SHA-256 of each secret key that works. */
  keyDigests(id: string): Promise<readonly string[]>;
  /**
   * Creates a merchant, or updates the one with this public key. If the secret key is new, earlier ones work
   * for the default overlap.
   */
  add(merchant: NewMerchant): Promise<Merchant>;
  /** Makes a new secret key. Earlier ones work for the given overlap. */
  rotate(
    tx: Queries,
    merchant: Merchant,
    overlapSeconds: number,
  ): Promise<{readonly secretKey: string; readonly oldKeysEndAt: Date}>;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Derived from the public key, so that a merchant has the same id in every database. */
export const merchantId = (publicKey: string) => `mer_${digestOf(publicKey).slice(0, 16)}`;

/** Random keys for a new merchant. The API's public keys begin with `sec_`, its secret keys with `sk_`. */
export const newKeys = () => ({publicKey: `sec_${randomUUID()}`, secretKey: newSecretKey()});
const newSecretKey = () => `sk_${randomBytes(32).toString('base64url')}`;

interface MerchantRow {
  readonly id: string;
  readonly name: string;
  readonly public_key: string;
  readonly allow_raw: boolean;
}

interface CachedKey {
  readonly merchant: Merchant;
  readonly endsAt: Date | null;
}

interface MerchantDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly development: boolean;
}

async function rowByKey(database: Database, digest: string) {
  const [row] = await database.query<MerchantRow & {ends_at: Date | null}>(
    `SELECT m.*, k.ends_at FROM merchant_keys k JOIN merchants m ON m.id = k.merchant
     WHERE k.digest = $1`,
    [digest],
  );
  return row;
}

/**
 * Stores the configured merchants and gives access to all merchants of the database.
 *
 * @throws {OptionError} If a configured secret key has been replaced and no longer works, or belongs to
 *   another merchant.
 */
export async function openMerchants(
  deps: MerchantDependencies & {
    readonly home: NewMerchant;
    readonly others: readonly NewMerchant[];
  },
): Promise<Merchants> {
  const {database, clock, development} = deps;
  const keys = new Cache<CachedKey>({maxEntries: cacheSize, maxAgeMs: keyCacheMs});
  const merchants = new Cache<Merchant>({maxEntries: cacheSize});
  const toMerchant = ({id, name, public_key: publicKey, allow_raw: allowRaw}: MerchantRow): Merchant => ({
    id,
    name,
    publicKey,
    allowRaw,
    development,
  });
  const add = async (request: NewMerchant) => {
    const merchant = toMerchant(await storeMerchant(deps, request));
    merchants.set(merchant.id, merchant);
    keys.clear();
    return merchant;
  };

  async function keyByDigest(digest: string): Promise<CachedKey | undefined> {
    const cached = keys.get(digest);
    if (cached) return cached;
    const row = await rowByKey(database, digest);
    if (!row) return undefined;
    return keys.set(digest, {merchant: toMerchant(row), endsAt: row.ends_at});
  }

  async function readById(id: string): Promise<Merchant | undefined> {
    const cached = merchants.get(id);
    if (cached) return cached;
    const [row] = await database.query<MerchantRow>('SELECT * FROM merchants WHERE id = $1', [id]);
    return row && merchants.set(id, toMerchant(row));
  }

  const home = await add(deps.home);
  for (const other of deps.others) await add(other);
  return {
    home,
    async bySecretKey(secretKey) {
      // Looked up by its hash, so that the time of the search tells nothing about stored keys.
      const key = await keyByDigest(digestOf(secretKey));
      if (!key) return undefined;
      return key.endsAt === null || key.endsAt > clock.now() ? key.merchant : undefined;
    },
    byId: readById,
    async keyDigests(id) {
      const rows = await database.query<{digest: string}>(
        'SELECT digest FROM merchant_keys WHERE merchant = $1 AND (ends_at IS NULL OR ends_at > $2)',
        [id, clock.now()],
      );
      return rows.map(({digest}) => digest);
    },
    add,
    async rotate(tx, merchant, overlapSeconds) {
      const replaced = await replaceKey(tx, clock.now(), merchant.id, overlapSeconds);
      // A request before the commit may cache the old row again, for at most `keyCacheMs`.
      keys.clear();
      return replaced;
    },
  };
}

async function replaceKey(tx: Queries, now: Date, merchant: string, overlapSeconds: number) {
  const secretKey = newSecretKey();
  const oldKeysEndAt = new Date(now.getTime() + overlapSeconds * 1000);
  await endKeys(tx, merchant, oldKeysEndAt);
  await insertKey(tx, {digest: digestOf(secretKey), merchant, now});
  return {secretKey, oldKeysEndAt};
}

/** Makes a merchant's keys end at `at`, except those that end earlier. */
const endKeys = (tx: Queries, merchant: string, at: Date) =>
  tx.query(
    'UPDATE merchant_keys SET ends_at = $2 WHERE merchant = $1 AND (ends_at IS NULL OR ends_at > $2)',
    [merchant, at],
  );

async function insertKey(tx: Queries, key: {digest: string; merchant: string; now: Date}): Promise<void> {
  await tx.query('INSERT INTO merchant_keys (digest, merchant, created_at) VALUES ($1, $2, $3)', [
    key.digest,
    key.merchant,
    key.now,
  ]);
}

/**
 * Inserts or updates a merchant. If its secret key is new, for example because the service was started with
 * another `--secret-key`, the earlier keys work for the default overlap.
 */
function storeMerchant({database, clock}: MerchantDependencies, request: NewMerchant): Promise<MerchantRow> {
  const id = merchantId(request.publicKey);
  const digest = digestOf(request.secretKey);
  const now = clock.now();
  return database.transaction(async (tx) => {
    // Other processes may start at the same moment. This statement waits for theirs, and then does nothing.
    // An update on a conflict over `id` would fail instead, because the public key is unique too.
    await tx.query(
      `INSERT INTO merchants (id, name, public_key, allow_raw, created_at) VALUES ($1, $2, $3, false, $4)
       ON CONFLICT DO NOTHING`,
      [id, placeholderName, request.publicKey, now],
    );
    // Without a name in the options, a stored merchant keeps its name.
    const [row] = await tx.query<MerchantRow>(
      'UPDATE merchants SET allow_raw = $2, name = COALESCE($3, name) WHERE id = $1 RETURNING *',
      [id, request.allowRaw ?? false, request.name ?? null],
    );
    const [key] = await tx.query<{merchant: string; ends_at: Date | null}>(
      'SELECT merchant, ends_at FROM merchant_keys WHERE digest = $1',
      [digest],
    );
    if (key && key.merchant !== id) throw new OptionError('Two merchants cannot have the same secret key.');
    if (key?.ends_at && key.ends_at <= now) {
      throw new OptionError('This secret key was replaced and no longer works. Use the new one.');
    }
    if (!key) {
      await endKeys(tx, id, new Date(now.getTime() + defaultOverlapSeconds * 1000));
      await insertKey(tx, {digest, merchant: id, now});
    }
    return row!;
  });
}
