import type {Clock} from '../clock/clock.js';
import type {Answer} from '../http/envelope.js';
import type {Vault} from '../sealing.js';
import type {Database, Migration, Queries} from '../storage/database.js';
import {claimOfTheDead} from '../storage/presence.js';
import {abandonClaim, eventually, isConnectionLoss} from '../storage/unavailable.js';
import {KnownAnswer, ago, claimKey, inFlight, keyOf, rememberedMs, storedAs, wasTakenOver} from './key.js';
import type {KeyedRequest, Stored} from './key.js';
import {Settling, within} from './settling.js';
import type {SettlingOptions} from './settling.js';

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

/** `looksUp`: whether what was done under the key before would have the work go another way (the default). */
export type StagedOptions = Pick<SettlingOptions, 'looksUp'>;

/** Runs work under a key, or answers with what is known under it. */
export type Once = (request: KeyedRequest, work: () => Promise<Answer>) => Promise<Answered>;

export interface IdempotencyStore {
  /**
   * Runs `work` once for a key. A repetition with the same body gets the same answer, byte for byte, and `replayed`.
   * Refusals that `work` throws are not kept, so that a corrected request may use the same key; answers it returns are.
   *
   * @throws {ServiceError} 422 `idempotency.key_reused` for another body, 409 `idempotency.in_flight` while the first runs.
   */
  readonly once: Once;
  /**
   * The same for work that touches nothing but this database: key, effect and answer are one transaction, so that a crash leaves
   * no trace of the request and a repetition at the same time waits instead of being sent away.
   */
  readonly onceLocal: Once;
  /**
   * The same for work that writes nothing but by `later`, `claim` and `Database.settle` (`settling.ts`): the key is taken with the
   * first thing that is claimed, or with the effect, and a request without a key is settled as one too.
   */
  readonly onceStaged: (
    request: KeyedRequest | undefined,
    work: () => Promise<Answer>,
    options?: StagedOptions,
  ) => Promise<Answered>;
  /** Forgets what is older than it needs to be, and, where this process is the only one, what a crash left under way. */
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
  if (cutOff) abandonClaim(mine);
  const sql = 'DELETE FROM idempotency_keys WHERE scope = $1 AND claim = $2 AND sealed_answer IS NULL';
  return eventually(() => database.query(sql, [scope, mine]));
}

/** What is still under way in a living process is kept, however far the clock was moved meanwhile. */
const forgetOld = (database: Queries, old: Date) =>
  database.query(
    `DELETE FROM idempotency_keys
     WHERE claimed_at < $1 AND (sealed_answer IS NOT NULL OR ${claimOfTheDead('claim')})`,
    [old],
  );

/** The answer that is known under a key. */
async function replay(vault: Vault, sealed: string, {context}: Stored): Promise<Answered> {
  const opened = Buffer.from(await vault.open(sealed, context)).toString();
  return {answer: JSON.parse(opened) as Answer, replayed: true};
}

export function createIdempotencyStore(deps: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): IdempotencyStore {
  const {database, vault, clock} = deps;
  async function settled(
    settling: Settling,
    kept: Stored | undefined,
    work: () => Promise<Answer>,
  ): Promise<Answered> {
    try {
      return {answer: await settling.run(work), replayed: false};
    } catch (error) {
      if (kept === undefined) throw error;
      if (error instanceof KnownAnswer) return replay(vault, error.sealed, kept);
      const cutOff = isConnectionLoss(error);
      if (settling.hasClaimed || cutOff) await letGo(database, kept, cutOff);
      throw wasTakenOver(error) ? inFlight() : error;
    }
  }

  return {
    async once(request, work) {
      const kept = storedAs(vault, request);
      const answered = await claimKey(database, clock.now(), kept).catch(async (error: unknown) => {
        // Cut off in the middle, it may have been claimed all the same.
        if (isConnectionLoss(error)) await letGo(database, kept, true);
        throw error;
      });
      if (answered !== undefined) return replay(vault, answered, kept);
      return settled(new Settling(database, {key: keyOf(deps, kept), claimed: true}), kept, work);
    },

    onceStaged(request, work, options) {
      const kept = request && storedAs(vault, request);
      const settling = new Settling(database, {
        ...(kept && {key: keyOf(deps, kept)}),
        ...options,
        claimed: false,
      });
      return settled(settling, kept, work);
    },

    async onceLocal(request, work) {
      const kept = storedAs(vault, request);
      return database.transaction(async (tx) => {
        const answered = await claimKey(tx, clock.now(), kept);
        if (answered !== undefined) return replay(vault, answered, kept);
        const answer = await within(tx, database, work);
        const {sql, parameters} = await keyOf(deps, kept).record(answer, true);
        tx.atEnd(sql, parameters);
        return {answer, replayed: false};
      });
    },

    async sweep({alone}) {
      await forgetOld(database, ago(clock.now(), rememberedMs));
      if (alone) await database.query('DELETE FROM idempotency_keys WHERE sealed_answer IS NULL');
    },
  };
}
