import type {Clock} from '../clock/clock.js';
import {DatabaseUnavailableError, RetryError, ServiceError} from '../errors.js';
import type {SealContext, Vault} from '../sealing.js';
import type {Database, Queries} from '../storage/database.js';
import {failedGuard, guarded} from '../storage/guard.js';
import type {Leases} from '../storage/leases.js';
import type {Key} from './unit-of-work.js';

/** How long a key is remembered (guarantees 4.1). */
export const rememberedMs = 48 * 3_600_000;
/** How long a request may be under way before a repetition takes over, as after a crash. */
const leaseMs = 60_000;

interface KeyRow {
  readonly fingerprint: string;
  readonly sealed_answer: string | null;
  readonly is_free: boolean;
}

export const inFlight = () =>
  new RetryError(409, 'idempotency.in_flight', 'The same request is still under way.', 1);

/**
 * One request under a key. `scope` and `body` are texts of the request; only keyed hashes of them are stored.
 */
export interface KeyedRequest {
  readonly merchant: string;
  /** Merchant's credential kind, method, path and key, unambiguous. */
  readonly scope: string;
  /** Canonical body, without credentials. */
  readonly body: string;
}

/** The request as it is stored: keyed hashes, and where its sealed answer belongs. */
export interface Stored {
  readonly scope: string;
  readonly fingerprint: string;
  /** The claim of this request. */
  readonly mine: string;
  readonly context: SealContext;
}

/**
 * Whether a key may be taken although a request is on record: that was too long ago, or came to nothing. `$2`
 * is the body's.
 */
const isFree = (leases: Leases) => `(k.claimed_at < $5
  OR (k.sealed_answer IS NULL AND (k.claimed_at < $6 OR k.claim = ANY ($7::text[]) OR ${leases.hasDied('k.claim')})
    AND k.fingerprint = $2))`;

/** Takes a key; changes nothing where it is not free. */
const take = (leases: Leases, answer: string) => `
  INSERT INTO idempotency_keys AS k (scope, fingerprint, claim, claimed_at, sealed_answer) VALUES ($1, $2, $3, $4, ${answer})
  ON CONFLICT (scope) DO UPDATE SET fingerprint = $2, claim = $3, claimed_at = $4, sealed_answer = ${answer}
  WHERE ${isFree(leases)}`;

/** Fails where another request has the key. */
const ours = 'idempotency_key_ours';

const taking = (leases: Leases, {scope, fingerprint, mine}: Stored, now: Date) => [
  ...[scope, fingerprint, mine, now],
  ...[ago(now, rememberedMs), ago(now, leaseMs), leases.abandoned],
];

/** What is known under a key: the sealed answer. Nothing where the key is free. */
async function known(
  database: Queries,
  leases: Leases,
  kept: Stored,
  now: Date,
): Promise<string | undefined> {
  // Asked now: what is being put right may be right by the time that the key was found taken.
  const recovering = leases.isRecovering;
  const [row] = await database.query<KeyRow>(
    `SELECT fingerprint, sealed_answer, ${isFree(leases)} AS is_free FROM idempotency_keys k
     WHERE scope = $1 AND $3::text IS NOT NULL AND $4::timestamptz IS NOT NULL`,
    taking(leases, kept, now),
  );
  if (!row || row.is_free) return undefined;
  if (row.fingerprint !== kept.fingerprint) {
    throw new ServiceError(
      422,
      'idempotency.key_reused',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  }
  if (row.sealed_answer !== null) return row.sealed_answer;
  if (recovering || leases.isRecovering) throw new DatabaseUnavailableError();
  throw inFlight();
}

/** Claims the key, or answers with what is known under it. */
export async function leaseKey(
  database: Queries,
  leases: Leases,
  now: Date,
  kept: Stored,
): Promise<string | undefined> {
  const fresh = await database.query(`${take(leases, 'NULL')} RETURNING scope`, taking(leases, kept, now));
  if (fresh.length > 0) return undefined;
  const sealed = await known(database, leases, kept, now);
  if (sealed !== undefined) return sealed;
  // The key was released meanwhile: its request failed and may be repeated.
  throw inFlight();
}

/** What is stored under a key, as it is returned to a repetition. */
export class KnownAnswer extends Error {
  readonly sealed: string;

  constructor(sealed: string) {
    super('The key has an answer.');
    this.sealed = sealed;
  }
}

/**
 * Sealed: answers may hold access tokens and capture contexts. Was the key taken over after the lease,
 * `record` fails.
 */
export function keyOf(
  {database, vault, clock}: {readonly database: Database; readonly vault: Vault; readonly clock: Clock},
  kept: Stored,
): Key {
  const now = clock.now();
  const {leases} = database;
  return {
    async free() {
      const sealed = await known(database, leases, kept, now);
      if (sealed !== undefined) throw new KnownAnswer(sealed);
    },
    lease: guarded(ours, {sql: take(leases, 'NULL'), parameters: taking(leases, kept, now)}),
    async record(answer, claimed) {
      const sealed = await vault.seal(JSON.stringify(answer), kept.context);
      if (!claimed)
        return guarded(ours, {sql: take(leases, '$8'), parameters: [...taking(leases, kept, now), sealed]});
      const sql = 'UPDATE idempotency_keys SET sealed_answer = $3 WHERE scope = $1 AND claim = $2';
      return guarded(ours, {sql, parameters: [kept.scope, kept.mine, sealed]});
    },
  };
}

export const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);
/** Whether an error says that another request has the key now, and answers for it. */
export const wasTakenOver = (error: unknown) => failedGuard(error) === ours;

/** A request as it is stored, with a claim of its own. */
export function storedAs(
  {database, vault}: {readonly database: Database; readonly vault: Vault},
  {merchant, scope: clear, body}: KeyedRequest,
): Stored {
  const scope = vault.fingerprint(`idempotency scope\n${clear}`, merchant);
  const fingerprint = vault.fingerprint(`idempotency body\n${body}`, merchant);
  return {
    scope,
    fingerprint,
    mine: database.leases.newLease(),
    context: {record: `idempotency ${scope}`, merchant},
  };
}
