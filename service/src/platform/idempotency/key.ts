import type {Clock} from '../clock/clock.js';
import type {Answer} from '../http/envelope.js';
import {DatabaseUnavailableError, RetryError, ServiceError} from '../errors.js';
import type {SealContext, SealedColumn, Vault} from '../sealing.js';
import type {Database, Queries} from '../storage/database.js';
import {failedGuard, guarded} from '../storage/guard.js';
import type {Leases} from '../storage/leases.js';
import type {Key} from './unit-of-work.js';

/** How long the answer under a key is kept (guarantees 4.1). */
export const rememberedMs = 48 * 3_600_000;
/** How long a request may run before a repetition takes over its key, as after a crash. */
const leaseMs = 60_000;

interface KeyRow {
  readonly fingerprint: string;
  readonly sealed_answer: string | null;
  readonly is_free: boolean;
}

export const inFlightError = () =>
  new RetryError(409, 'idempotency.in_flight', 'The same request is still under way.', 1);

/** A request with an idempotency key. Only keyed hashes of `scope` and `body` are stored. */
export interface KeyedRequest {
  readonly merchant: string;
  /** Caller, method, path and key as one unambiguous text. */
  readonly scope: string;
  /** Canonical body, without credentials. */
  readonly body: string;
  /** Makes the answer to be kept of the one that is committed: as it is sent, so that a repetition is equal. */
  readonly asSent?: (answer: Answer) => Answer;
}

/** The request as it is stored: keyed hashes, its lease, and the context of its sealed answer. */
export interface StoredRequest {
  readonly scope: string;
  readonly fingerprint: string;
  /** The lease of this request on its key. */
  readonly lease: string;
  readonly context: SealContext;
  readonly asSent: (answer: Answer) => Answer;
}

/**
 * SQL condition: the key may be leased although it has a row. Either the row is older than 48 hours, or its
 * request failed or died without an answer and had the same body (`$2`).
 */
const isFree = (leases: Leases) => `(k.claimed_at < $5
  OR (k.sealed_answer IS NULL AND (k.claimed_at < $6 OR k.claim = ANY ($7::text[]) OR ${leases.hasDied('k.claim')})
    AND k.fingerprint = $2))`;

/** Leases a key, and stores `answer` if it is not `NULL`; changes no row if the key is not free. */
const leaseKeySql = (leases: Leases, answer: 'NULL' | '$8') => `
  INSERT INTO idempotency_keys AS k (scope, fingerprint, claim, claimed_at, sealed_answer) VALUES ($1, $2, $3, $4, ${answer})
  ON CONFLICT (scope) DO UPDATE SET fingerprint = $2, claim = $3, claimed_at = $4, sealed_answer = ${answer}
  WHERE ${isFree(leases)}`;

/** The guard that fails if another request has the key. */
const keyGuard = 'idempotency_key_ours';

/** The parameters of all statements with `isFree`, in the order of `$1` to `$7`. */
function keyParameters(leases: Leases, {scope, fingerprint, lease}: StoredRequest, now: Date) {
  const oldestKey = ago(now, rememberedMs);
  const oldestLease = ago(now, leaseMs);
  return [scope, fingerprint, lease, now, oldestKey, oldestLease, leases.abandoned];
}

/**
 * The sealed answer under a key; undefined if the key is free.
 *
 * @throws {ServiceError} 422 for another body, 409 or 503 while there is no answer yet.
 */
async function readSealedAnswer(
  database: Queries,
  leases: Leases,
  stored: StoredRequest,
  now: Date,
): Promise<string | undefined> {
  // Read before the query, because the recovery may end while the query runs.
  const wasRecovering = leases.isRecovering;
  // `$3` and `$4` are not needed here; the casts give them the types that PostgreSQL asks for.
  const [row] = await database.query<KeyRow>(
    `SELECT fingerprint, sealed_answer, ${isFree(leases)} AS is_free FROM idempotency_keys k
     WHERE scope = $1 AND $3::text IS NOT NULL AND $4::timestamptz IS NOT NULL`,
    keyParameters(leases, stored, now),
  );
  if (!row || row.is_free) return undefined;
  if (row.fingerprint !== stored.fingerprint) {
    throw new ServiceError(
      422,
      'idempotency.key_reused',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  }
  if (row.sealed_answer !== null) return row.sealed_answer;
  if (wasRecovering || leases.isRecovering) throw new DatabaseUnavailableError();
  throw inFlightError();
}

/** Leases the key, or returns the sealed answer that is stored under it. */
export async function leaseKey(
  database: Queries,
  leases: Leases,
  now: Date,
  stored: StoredRequest,
): Promise<string | undefined> {
  const leased = await database.query(
    `${leaseKeySql(leases, 'NULL')} RETURNING scope`,
    keyParameters(leases, stored, now),
  );
  if (leased.length > 0) return undefined;
  const sealed = await readSealedAnswer(database, leases, stored, now);
  if (sealed !== undefined) return sealed;
  // The key was released between the two queries: its request failed, so the caller may repeat it.
  throw inFlightError();
}

/** Thrown to end the work of a request whose key has an answer already. */
export class KnownAnswer extends Error {
  readonly sealed: string;

  constructor(sealed: string) {
    super('The key has an answer.');
    this.sealed = sealed;
  }
}

/**
 * The key of a request, as its unit of work uses it. Answers are sealed, because they may hold access
 * tokens and capture contexts. `record` fails if another request has taken over the key.
 */
export function createKey(
  {database, vault, clock}: {readonly database: Database; readonly vault: Vault; readonly clock: Clock},
  stored: StoredRequest,
): Key {
  const now = clock.now();
  const {leases} = database;
  return {
    async checkFree() {
      const sealed = await readSealedAnswer(database, leases, stored, now);
      if (sealed !== undefined) throw new KnownAnswer(sealed);
    },
    lease: guarded(keyGuard, {
      sql: leaseKeySql(leases, 'NULL'),
      parameters: keyParameters(leases, stored, now),
    }),
    async record(answer, isLeased) {
      const sealed = await vault.seal(JSON.stringify(stored.asSent(answer)), stored.context);
      if (!isLeased)
        return guarded(keyGuard, {
          sql: leaseKeySql(leases, '$8'),
          parameters: [...keyParameters(leases, stored, now), sealed],
        });
      const sql = 'UPDATE idempotency_keys SET sealed_answer = $3 WHERE scope = $1 AND claim = $2';
      return guarded(keyGuard, {sql, parameters: [stored.scope, stored.lease, sealed]});
    },
  };
}

/** The instant that is `milliseconds` before `now`. */
export const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

/** Whether an error says that another request has taken over the key. */
export const wasTakenOver = (error: unknown) => failedGuard(error) === keyGuard;

/** What a stored answer is bound to. */
const answerContext = (scope: string, merchant: string): SealContext => ({
  record: `idempotency ${scope}`,
  merchant,
});

/** A row does not name its merchant: its scope is a keyed hash. */
export const sealedAnswers: SealedColumn = {
  ...{table: 'idempotency_keys', key: 'scope', column: 'sealed_answer'},
  sealAgain: (value, {id, merchants}, again) =>
    again(value, ...merchants.map((merchant) => answerContext(id, merchant))),
};

/** Hashes a request for storage and gives it a new lease. */
export function toStored(
  {database, vault}: {readonly database: Database; readonly vault: Vault},
  {merchant, scope: clearScope, body, asSent = (answer) => answer}: KeyedRequest,
): StoredRequest {
  const scope = vault.fingerprint(`idempotency scope\n${clearScope}`, merchant);
  const fingerprint = vault.fingerprint(`idempotency body\n${body}`, merchant);
  return {
    scope,
    fingerprint,
    lease: database.leases.newLease(),
    context: answerContext(scope, merchant),
    asSent,
  };
}
