/** The web origins of merchants. An origin belongs to one merchant (decision 0075). */
import {OptionError, ServiceError} from '../../platform/errors.js';
import type {Queries} from '../../platform/storage/database.js';
import {isLoopback, originNotAllowed, parseHttpUrl} from '../../platform/identity/origins.js';
import type {Merchant, Origins} from '../../platform/identity/merchant.js';

/** An origin on a merchant's list. */
export interface ListedOrigin {
  readonly origin: string;
  /** Whether the service's options name it. Such an origin is not stored, and cannot be removed by a request. */
  readonly configured: boolean;
  readonly created_at: Date | null;
  /** When the proof on the origin was read; null in development, and for origins from before there were proofs. */
  readonly proven_at: Date | null;
}

export interface OriginOwner {
  readonly merchant: string;
  readonly configured: boolean;
}

/** The lists of all merchants, and how they change. */
export interface OriginLists extends Origins {
  list(merchant: Pick<Merchant, 'id'>): Promise<readonly ListedOrigin[]>;
  /** The id of the merchant that has the origin, and whether the service's options say so. */
  ownerOf(origin: string): Promise<OriginOwner | undefined>;
  /**
   * Adds an origin, or moves it from another merchant, `from`, that does not prove it any more. Returns false if the
   * merchant has it already.
   *
   * @throws {ServiceError} 409 `origin.taken` if yet another merchant has it.
   */
  add(
    queries: Queries,
    merchant: Pick<Merchant, 'id'>,
    origin: {
      readonly origin: string;
      readonly at: Date;
      readonly provenAt: Date | null;
      readonly from?: string | undefined;
    },
  ): Promise<boolean>;
  /** Records that the origin still names its merchant. */
  setProven(merchant: string, origin: string, at: Date): Promise<void>;
  /** Takes proven origins that were last asked before an instant: another process does not ask them too. */
  takeUnasked(options: {
    readonly before: Date;
    readonly at: Date;
    readonly limit: number;
  }): Promise<readonly {readonly merchant: string; readonly origin: string}[]>;
  /** @throws {ServiceError} 404 `origin.not_found`, 409 `origin.configured`. */
  remove(queries: Queries, merchant: Pick<Merchant, 'id'>, origin: string): Promise<void>;
}

/**
 * Gives access to the web origins of all merchants: the configured ones, and those stored in the database. They
 * are read anew for each request, because a removal takes effect with the next one.
 *
 * @param options.configured - Origins by merchant id, from the service's options; they are not stored.
 * @param options.development - Whether every merchant is allowed all origins on this machine.
 * @param options.anyOrigin - Whether every merchant is allowed all https origins too, as at the recorded service.
 * @throws {OptionError} If the options give an origin to two merchants.
 */
export function createOrigins(options: {
  readonly database: Queries;
  readonly configured: Readonly<Record<string, readonly string[]>>;
  readonly development: boolean;
  readonly anyOrigin?: boolean;
}): OriginLists {
  const {database, development, anyOrigin = false} = options;
  const configuredOwners = ownersOf(options.configured);

  async function ownerOf(origin: string, queries = database): Promise<OriginOwner | undefined> {
    const configured = configuredOwners.get(origin);
    if (configured !== undefined) return {merchant: configured, configured: true};
    const stored = await storedOwner(queries, origin);
    return stored === undefined ? undefined : {merchant: stored, configured: false};
  }

  /** @param accepts - Whether an owner may use the origin. */
  async function isAllowed(origin: string, accepts: (owner: string) => boolean): Promise<boolean> {
    const parsed = parseHttpUrl(origin);
    if (parsed === undefined || parsed.origin !== origin) return false;
    if (development && isLoopback(parsed)) return true;
    if (anyOrigin && parsed.protocol === 'https:') return true;
    const owner = await ownerOf(origin);
    return owner !== undefined && accepts(owner.merchant);
  }

  return {
    anyAllows: (origin) => isAllowed(origin, () => true),
    ofMerchant({id}) {
      const allows = (origin: string) => isAllowed(origin, (owner) => owner === id);
      return {
        allows,
        async require(origin) {
          if (!(await allows(origin))) throw originNotAllowed(origin);
        },
      };
    },
    async list({id}) {
      const configured = (options.configured[id] ?? []).map((origin) => ({
        ...{origin, configured: true, created_at: null, proven_at: null},
      }));
      const stored = (await storedOrigins(database, id)).filter(({origin}) => !configuredOwners.has(origin));
      return [...configured, ...stored];
    },
    ownerOf,
    add: (queries, merchant, details) => addOrigin(queries, merchant.id, details, ownerOf),
    setProven: (merchant, origin, at) => setProven(database, {merchant, origin, at}),
    takeUnasked: (which) => takeUnasked(database, which),
    async remove(queries, {id}, origin) {
      if (configuredOwners.get(origin) === id) throw isConfigured(origin);
      const rows = await queries.query(
        'DELETE FROM merchant_origins WHERE merchant = $1 AND origin = $2 RETURNING 1',
        [id, origin],
      );
      if (rows.length === 0) throw new ServiceError(404, 'origin.not_found', 'origin not found');
    },
  };
}

async function addOrigin(
  queries: Queries,
  merchant: string,
  {origin, at, provenAt, from}: Parameters<OriginLists['add']>[2],
  ownerOf: (origin: string, queries: Queries) => Promise<OriginOwner | undefined>,
): Promise<boolean> {
  const owner = (await ownerOf(origin, queries))?.merchant;
  if (owner === merchant) return false;
  if (owner !== from) throw originTaken(origin);
  const rows = await queries.query(
    `INSERT INTO merchant_origins (merchant, origin, created_at, proven_at, asked_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (origin) DO UPDATE SET merchant = $1, created_at = $3, proven_at = $4, asked_at = $4
       WHERE merchant_origins.merchant = $5
     RETURNING 1`,
    [merchant, origin, at, provenAt, from ?? null],
  );
  if (rows.length > 0) return true;
  // Another request has added it since.
  if ((await ownerOf(origin, queries))?.merchant !== merchant) throw originTaken(origin);
  return false;
}

async function setProven(
  queries: Queries,
  {merchant, origin, at}: {readonly merchant: string; readonly origin: string; readonly at: Date},
): Promise<void> {
  const sql = 'UPDATE merchant_origins SET proven_at = $3 WHERE merchant = $1 AND origin = $2';
  await queries.query(sql, [merchant, origin, at]);
}

const takeUnasked = (
  queries: Queries,
  {before, at, limit}: Parameters<OriginLists['takeUnasked']>[0],
): ReturnType<OriginLists['takeUnasked']> =>
  queries.query(
    `UPDATE merchant_origins SET asked_at = $2 WHERE origin IN
       (SELECT origin FROM merchant_origins WHERE proven_at IS NOT NULL AND asked_at <= $1
        ORDER BY asked_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING merchant, origin`,
    [before, at, limit],
  );

async function storedOwner(queries: Queries, origin: string): Promise<string | undefined> {
  const [row] = await queries.query<{merchant: string}>(
    'SELECT merchant FROM merchant_origins WHERE origin = $1',
    [origin],
  );
  return row?.merchant;
}

async function storedOrigins(queries: Queries, merchant: string): Promise<readonly ListedOrigin[]> {
  const rows = await queries.query<Omit<ListedOrigin, 'configured'>>(
    'SELECT origin, created_at, proven_at FROM merchant_origins WHERE merchant = $1 ORDER BY origin',
    [merchant],
  );
  return rows.map((row) => ({...row, configured: false}));
}

function ownersOf(configured: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [merchant, origins] of Object.entries(configured)) {
    for (const origin of origins) {
      if ((owners.get(origin) ?? merchant) !== merchant) {
        throw new OptionError(`${origin} is given to two merchants. An origin belongs to one.`);
      }
      owners.set(origin, merchant);
    }
  }
  return owners;
}

export const originTaken = (origin: string) =>
  new ServiceError(409, 'origin.taken', `${origin} belongs to another merchant.`);

const isConfigured = (origin: string) =>
  new ServiceError(
    409,
    'origin.configured',
    `${origin} is named by the service's options. Start the service without it.`,
  );
