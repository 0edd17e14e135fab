import type {Clock} from '../clock/clock.js';
import {ServiceError} from '../errors.js';
import {RetryError} from '../http/envelope.js';
import type {Answer} from '../http/envelope.js';
import type {Vault} from '../parts.js';
import type {Database, Migration, Queries} from '../storage/database.js';
import {claimOfTheDead, newClaim} from '../storage/presence.js';
import {
  DatabaseUnavailableError,
  abandonClaim,
  abandonedClaims,
  eventually,
  isConnectionLoss,
  isRecovering,
} from '../storage/unavailable.js';
import {Settling, within} from './settling.js';
import type {AnswerRecord} from './settling.js';

/** How long a key is remembered (guarantees 4.1). */
export const rememberedMs = 48 * 3_600_000;
/** How long a request may be under way before a repetition takes over, as after a crash. */
const leaseMs = 60_000;

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

/** One request under a key. `scope` and `body` are texts of the request; only keyed hashes of them are stored. */
export interface KeyedRequest {
  readonly merchant: string;
  /** Merchant's credential kind, method, path and key, unambiguous. */
  readonly scope: string;
  /** Canonical body, without credentials. */
  readonly body: string;
}

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
  /** Forgets what is older than it needs to be, and, where this process is the only one, what a crash left under way. */
  sweep(options: {readonly alone: boolean}): Promise<void>;
}

export interface Answered {
  readonly answer: Answer;
  /** It was given before. */
  readonly replayed: boolean;
}

interface KeyRow {
  readonly fingerprint: string;
  readonly claim: string;
  readonly claimed_at: Date;
  readonly sealed_answer: string | null;
}

const inFlight = () =>
  new RetryError(409, 'idempotency.in_flight', 'The same request is still under way.', 1);

/** Claims the key, or answers with what is known under it. */
async function claimKey(
  database: Queries,
  now: Date,
  {scope, fingerprint, mine}: {readonly scope: string; readonly fingerprint: string; readonly mine: string},
): Promise<{claim: string} | {answer: string}> {
  // Asked now: what is being put right may be right by the time that the key was found taken.
  const recovering = isRecovering();
  const fresh = await database.query(
    `INSERT INTO idempotency_keys (scope, fingerprint, claim, claimed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (scope) DO UPDATE SET fingerprint = $2, claim = $3, claimed_at = $4, sealed_answer = NULL
       WHERE idempotency_keys.claimed_at < $5
          OR (idempotency_keys.sealed_answer IS NULL
              AND (idempotency_keys.claimed_at < $6 OR idempotency_keys.claim = ANY ($7::text[])
                OR ${claimOfTheDead('idempotency_keys.claim')})
              AND idempotency_keys.fingerprint = $2)
     RETURNING scope`,
    [scope, fingerprint, mine, now, ago(now, rememberedMs), ago(now, leaseMs), abandonedClaims()],
  );
  if (fresh.length > 0) return {claim: mine};
  const [row] = await database.query<KeyRow>('SELECT * FROM idempotency_keys WHERE scope = $1', [scope]);
  if (row && row.fingerprint !== fingerprint) {
    throw new ServiceError(
      422,
      'idempotency.key_reused',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  }
  if (!row?.sealed_answer) {
    if (recovering || isRecovering()) throw new DatabaseUnavailableError();
    throw inFlight();
  }
  return {answer: row.sealed_answer};
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

export function createIdempotencyStore(deps: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): IdempotencyStore {
  const {database, vault, clock} = deps;
  /** The request as it is stored: keyed hashes, and where its sealed answer belongs. */
  const stored = ({merchant, scope: clear, body}: KeyedRequest) => {
    const scope = vault.fingerprint(`idempotency scope\n${clear}`, merchant);
    const fingerprint = vault.fingerprint(`idempotency body\n${body}`, merchant);
    return {scope, fingerprint, mine: newClaim(), context: {record: `idempotency ${scope}`, merchant}};
  };
  type Stored = ReturnType<typeof stored>;

  async function replay(sealed: string, {context}: Stored): Promise<Answered> {
    const opened = Buffer.from(await vault.open(sealed, context)).toString();
    return {answer: JSON.parse(opened) as Answer, replayed: true};
  }

  /**
   * Sealed: answers may hold access tokens and capture contexts. Was the key taken over after the lease, the statement fails (nothing
   * can be divided by no rows) and with it the transaction it ends: what this request settled is undone.
   */
  const recordOf =
    ({scope, context}: Stored, claim: string): AnswerRecord =>
    async (answer) => {
      const sealed = await vault.seal(JSON.stringify(answer), context);
      return [
        `WITH saved AS (
           UPDATE idempotency_keys SET sealed_answer = $3 WHERE scope = $1 AND claim = $2 RETURNING scope)
         SELECT 1 / count(*) FROM saved`,
        [scope, claim, sealed],
      ];
    };

  return {
    async once(request, work) {
      const kept = stored(request);
      const outcome = await claimKey(database, clock.now(), kept).catch(async (error: unknown) => {
        // Cut off in the middle, it may have been claimed all the same.
        if (isConnectionLoss(error)) await letGo(database, kept, true);
        throw error;
      });
      if ('answer' in outcome) return replay(outcome.answer, kept);
      const {claim} = outcome;
      const settling = new Settling(database, recordOf(kept, claim));
      try {
        return {answer: await settling.run(work), replayed: false};
      } catch (error) {
        await letGo(database, kept, isConnectionLoss(error));
        throw wasTakenOver(error) ? inFlight() : error;
      }
    },

    async onceLocal(request, work) {
      const kept = stored(request);
      return database.transaction(async (tx) => {
        const outcome = await claimKey(tx, clock.now(), kept);
        if ('answer' in outcome) return replay(outcome.answer, kept);
        const answer = await within(tx, database, work);
        tx.atEnd(...(await recordOf(kept, outcome.claim)(answer)));
        return {answer, replayed: false};
      });
    },

    async sweep({alone}) {
      await forgetOld(database, ago(clock.now(), rememberedMs));
      if (alone) await database.query('DELETE FROM idempotency_keys WHERE sealed_answer IS NULL');
    },
  };
}

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

/** SQLSTATE of a division by zero: whoever has the key now answers for it. */
const wasTakenOver = (error: unknown) => (error as {code?: unknown}).code === '22012';
