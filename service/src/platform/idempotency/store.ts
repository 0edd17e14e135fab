import type {Clock} from '../clock/clock.js';
import type {Answer} from '../http/envelope.js';
import type {Vault} from '../sealing.js';
import type {Database, Migration} from '../storage/database.js';
import {isConnectionLoss, runAgain} from '../storage/unavailable.js';
import {
  KnownAnswer,
  ago,
  leaseKey,
  inFlightError,
  createKey,
  rememberedMs,
  toStored,
  wasTakenOver,
  type KeyedRequest,
  type StoredRequest,
} from './key.js';
import {KeyedUnit, type Committed, type KeyUse, type RequestUnit} from './unit-of-work.js';

export const idempotencyMigrations: readonly Migration[] = [
  {
    name: '0050_idempotency_keys',
    sql: `
CREATE TABLE idempotency_keys (
  scope text PRIMARY KEY,
  fingerprint text NOT NULL,
  claim text NOT NULL,
  claimed_at timestamptz NOT NULL,
  sealed_answer text
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (claimed_at);
`,
  },
];

/**
 * `readsKeyEarly` (default true): false if the work may run a second time, because only its commit has an
 * effect. The commit of a repetition fails, and the first answer is returned.
 */
export type StagedOptions = Pick<KeyUse, 'readsKeyEarly'>;

/** The work of a request, which must end by committing its unit of work. */
export type Work = (unit: RequestUnit) => Promise<Committed>;

/**
 * Runs the work once for each key, and answers repetitions with the stored answer. Without a key the work
 * just runs.
 */
export type Once = (request: KeyedRequest | undefined, work: Work) => Promise<Answered>;

export interface IdempotencyStore {
  /**
   * Runs `work` once for a key. A repetition with the same body gets the same answer, byte for byte, with
   * `replayed` set. Refusals that `work` throws are not stored, so that a corrected request may use the
   * same key; answers that it commits are stored, also those that report an error.
   *
   * @throws {ServiceError} 422 `idempotency.key_reused` for another body, 409 `idempotency.in_flight` while
   *   the first request runs.
   */
  readonly once: Once;
  /**
   * Like `once`, for work that changes only this database, through its unit. Key, changes and answer are
   * one transaction: after a crash nothing of the request is left, and a repetition meanwhile waits instead
   * of being refused.
   */
  readonly onceDatabaseOnly: Once;
  /**
   * Like `once`, for work that writes only with its commit, and with `lease` before it. The key is leased
   * with the first of these writes.
   */
  readonly onceStaged: (
    request: KeyedRequest | undefined,
    work: Work,
    options?: StagedOptions,
  ) => Promise<Answered>;
  /**
   * Deletes expired keys and, if no other process uses the database (`isOnlyProcess`), the leases that a crash
   * left.
   */
  sweep(options: {readonly isOnlyProcess: boolean}): Promise<void>;
}

export interface Answered {
  readonly answer: Answer;
  /** Whether this is the stored answer of an earlier request. */
  readonly replayed: boolean;
}

/**
 * Deletes the key of a request that failed. If its connection was lost (`connectionLost`), its lease may still be
 * written later, so it is also marked as abandoned.
 */
function releaseKey(
  database: Database,
  {scope, lease}: {readonly scope: string; readonly lease: string},
  connectionLost: boolean,
): Promise<void> {
  if (connectionLost) database.leases.abandon(lease);
  const sql = 'DELETE FROM idempotency_keys WHERE scope = $1 AND claim = $2 AND sealed_answer IS NULL';
  return database.leases.eventually(() => database.query(sql, [scope, lease]));
}

/** Deletes keys older than `before`, except those of requests that still run in a living process. */
const deleteExpired = (database: Database, before: Date) =>
  database.query(
    `DELETE FROM idempotency_keys
     WHERE claimed_at < $1 AND (sealed_answer IS NOT NULL OR ${database.leases.hasDied('claim')})`,
    [before],
  );

/** Decrypts a stored answer. */
async function replay(vault: Vault, sealed: string, {context}: StoredRequest): Promise<Answered> {
  const opened = Buffer.from(await vault.open(sealed, context)).toString();
  return {answer: JSON.parse(opened) as Answer, replayed: true};
}

/** Runs work that commits its own answer. If it fails, everything is rolled back. */
async function runUnit(unit: KeyedUnit, work: Work): Promise<Answered> {
  try {
    return {answer: (await work(unit)).answer, replayed: false};
  } catch (error) {
    return unit.rollBack(error);
  }
}

interface Dependencies {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Runs work whose key is leased in its own transaction. It is run again if that lost to another one. */
function runInOneTransaction(
  deps: Dependencies,
  request: KeyedRequest | undefined,
  work: Work,
): Promise<Answered> {
  const {database, vault, clock} = deps;
  if (request === undefined) return runAgain(() => runUnit(new KeyedUnit(database), work));
  const stored = toStored(deps, request);
  const transaction = runAgain(() => {
    const unit = new KeyedUnit(database, {key: createKey(deps, stored), leased: true});
    return runUnit(unit, async () => {
      const sealedAnswer = await leaseKey(unit, database.leases, clock.now(), stored);
      if (sealedAnswer !== undefined) throw new KnownAnswer(sealedAnswer);
      return work(unit);
    });
  });
  return transaction.catch((error: unknown) => {
    if (error instanceof KnownAnswer) return replay(vault, error.sealed, stored);
    throw error;
  });
}

export function createIdempotencyStore(deps: Dependencies): IdempotencyStore {
  const {database, vault, clock} = deps;
  /** Runs work whose key is leased in a separate transaction, and releases the key if the work fails. */
  async function runWithKey(
    unit: KeyedUnit,
    stored: StoredRequest | undefined,
    work: Work,
  ): Promise<Answered> {
    try {
      return await runUnit(unit, work);
    } catch (error) {
      if (stored === undefined) throw error;
      if (error instanceof KnownAnswer) return replay(vault, error.sealed, stored);
      const connectionLost = isConnectionLoss(error);
      if (unit.hasLease || connectionLost) await releaseKey(database, stored, connectionLost);
      throw wasTakenOver(error) ? inFlightError() : error;
    }
  }

  return {
    async once(request, work) {
      if (request === undefined) return runUnit(new KeyedUnit(database), work);
      const stored = toStored(deps, request);
      const sealedAnswer = await leaseKey(database, database.leases, clock.now(), stored).catch(
        async (error: unknown) => {
          // The connection was lost, so the key may or may not have been leased.
          if (isConnectionLoss(error)) await releaseKey(database, stored, true);
          throw error;
        },
      );
      if (sealedAnswer !== undefined) return replay(vault, sealedAnswer, stored);
      const unit = new KeyedUnit(database, {key: createKey(deps, stored), leased: true});
      return runWithKey(unit, stored, work);
    },

    async onceStaged(request, work, {readsKeyEarly = true} = {}) {
      const stored = request && toStored(deps, request);
      const key = stored && createKey(deps, stored);
      return runWithKey(new KeyedUnit(database, {...(key && {key}), readsKeyEarly}), stored, work);
    },

    onceDatabaseOnly: (request, work) => runInOneTransaction(deps, request, work),

    async sweep({isOnlyProcess}) {
      await deleteExpired(database, ago(clock.now(), rememberedMs));
      if (isOnlyProcess) await database.query('DELETE FROM idempotency_keys WHERE sealed_answer IS NULL');
    },
  };
}
