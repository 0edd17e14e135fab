import type {Clock} from '../clock/clock.js';
import type {Answer} from '../http/envelope.js';
import type {Vault} from '../sealing.js';
import type {Database, Migration} from '../storage/database.js';
import {isConnectionLoss} from '../storage/unavailable.js';
import {KnownAnswer, ago, leaseKey, inFlight, keyOf, rememberedMs, storedAs, wasTakenOver} from './key.js';
import type {KeyedRequest, Stored} from './key.js';
import {KeyedUnit} from './unit-of-work.js';
import type {Committed, KeyUse, RequestUnit} from './unit-of-work.js';

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
 * `readsKeyEarly`: whether what was done under the key before would have the work go another way (the
 * default).
 */
export type StagedOptions = Pick<KeyUse, 'readsKeyEarly'>;

/** What a request does. It ends by committing its unit of work. */
export type Work = (unit: RequestUnit) => Promise<Committed>;

/** Runs work under a key, or answers with what is known under it. Without a key the work just runs. */
export type Once = (request: KeyedRequest | undefined, work: Work) => Promise<Answered>;

export interface IdempotencyStore {
  /**
   * Runs `work` once for a key. A repetition with the same body gets the same answer, byte for byte, and
   * `replayed`. Refusals that `work` throws are not kept, so that a corrected request may use the same key;
   * answers it commits are.
   *
   * @throws {ServiceError} 422 `idempotency.key_reused` for another body, 409 `idempotency.in_flight` while
   *   the first runs.
   */
  readonly once: Once;
  /**
   * The same for work that touches nothing but this database, and that only through its unit: key, effect and
   * answer are one transaction, so that a crash leaves no trace of the request and a repetition at the same
   * time waits instead of being sent away.
   */
  readonly onceLocal: Once;
  /**
   * The same for work that writes only with its commit, and by `claim` before it: the key is taken with the
   * first of these.
   */
  readonly onceStaged: (
    request: KeyedRequest | undefined,
    work: Work,
    options?: StagedOptions,
  ) => Promise<Answered>;
  /**
   * Forgets what is older than it needs to be, and, where this process is the only one, what a crash left
   * under way.
   */
  sweep(options: {readonly alone: boolean}): Promise<void>;
}

export interface Answered {
  readonly answer: Answer;
  /** It was given before. */
  readonly replayed: boolean;
}

/** Forgets a request that came to nothing. `cutOff`: its claim may yet be written. */
function letGo(
  database: Database,
  {scope, mine}: {readonly scope: string; readonly mine: string},
  cutOff: boolean,
): Promise<void> {
  if (cutOff) database.leases.abandon(mine);
  const sql = 'DELETE FROM idempotency_keys WHERE scope = $1 AND claim = $2 AND sealed_answer IS NULL';
  return database.leases.eventually(() => database.query(sql, [scope, mine]));
}

/** What is still under way in a living process is kept, however far the clock was moved meanwhile. */
const forgetOld = (database: Database, old: Date) =>
  database.query(
    `DELETE FROM idempotency_keys
     WHERE claimed_at < $1 AND (sealed_answer IS NOT NULL OR ${database.leases.hasDied('claim')})`,
    [old],
  );

/** The answer that is known under a key. */
async function replay(vault: Vault, sealed: string, {context}: Stored): Promise<Answered> {
  const opened = Buffer.from(await vault.open(sealed, context)).toString();
  return {answer: JSON.parse(opened) as Answer, replayed: true};
}

/** The answer of work that has committed it; nothing is left of work that fails. */
async function answered(unit: KeyedUnit, work: Work): Promise<Answered> {
  try {
    return {answer: (await work(unit)).answer, replayed: false};
  } catch (error) {
    return unit.rollBack(error);
  }
}

export function createIdempotencyStore(deps: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): IdempotencyStore {
  const {database, vault, clock} = deps;
  /** Runs work whose key, if it has one, is leased in a transaction of its own. */
  async function run(unit: KeyedUnit, kept: Stored | undefined, work: Work): Promise<Answered> {
    try {
      return await answered(unit, work);
    } catch (error) {
      if (kept === undefined) throw error;
      if (error instanceof KnownAnswer) return replay(vault, error.sealed, kept);
      const cutOff = isConnectionLoss(error);
      if (unit.hasLease || cutOff) await letGo(database, kept, cutOff);
      throw wasTakenOver(error) ? inFlight() : error;
    }
  }

  return {
    async once(request, work) {
      if (request === undefined) return answered(new KeyedUnit(database), work);
      const kept = storedAs(deps, request);
      const known = await leaseKey(database, database.leases, clock.now(), kept).catch(
        async (error: unknown) => {
          // The connection was lost, so the key may have been leased nevertheless.
          if (isConnectionLoss(error)) await letGo(database, kept, true);
          throw error;
        },
      );
      if (known !== undefined) return replay(vault, known, kept);
      return run(new KeyedUnit(database, {key: keyOf(deps, kept), leased: true}), kept, work);
    },

    async onceStaged(request, work, {readsKeyEarly = true} = {}) {
      const kept = request && storedAs(deps, request);
      return run(new KeyedUnit(database, {...(kept && {key: keyOf(deps, kept)}), readsKeyEarly}), kept, work);
    },

    async onceLocal(request, work) {
      if (request === undefined) return answered(new KeyedUnit(database), work);
      const kept = storedAs(deps, request);
      const unit = new KeyedUnit(database, {key: keyOf(deps, kept), leased: true});
      const first = answered(unit, async () => {
        const known = await leaseKey(unit, database.leases, clock.now(), kept);
        if (known !== undefined) throw new KnownAnswer(known);
        return work(unit);
      });
      return first.catch((error: unknown) => {
        if (error instanceof KnownAnswer) return replay(vault, error.sealed, kept);
        throw error;
      });
    },

    async sweep({alone}) {
      await forgetOld(database, ago(clock.now(), rememberedMs));
      if (alone) await database.query('DELETE FROM idempotency_keys WHERE sealed_answer IS NULL');
    },
  };
}
