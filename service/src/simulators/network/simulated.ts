import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import type {Database, Migration, Queries} from '../../platform/storage/database.js';
import {authorizeAll} from './authorizations.js';
import type {DeclineCode} from '../../domain/ports/declines.js';
import {isDeclining} from './declines.js';
import {batch} from './batch.js';
import {
  reversalAttemptOf,
  type CardNetwork,
  type KnowsTestCards,
  type LedgerEntry,
  type NetworkResult,
} from '../../domain/ports/network.js';

/** The tables of the network. No other part of the service uses them. */
export const networkMigrations: readonly Migration[] = [
  {
    name: '0060_network_ledger',
    sql: `
CREATE TABLE network_ledger (
  id text PRIMARY KEY,
  attempt text NOT NULL UNIQUE,
  tracker text NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  authorization_id text NOT NULL,
  approved boolean NOT NULL,
  at timestamptz NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX network_ledger_tracker ON network_ledger (tracker);
`,
  },
  {
    name: '0142_network_declines',
    sql: `
ALTER TABLE network_ledger ADD COLUMN decline text;
CREATE INDEX network_ledger_authorization ON network_ledger (authorization_id);
CREATE TABLE network_declined_cards (
  card text PRIMARY KEY,
  decline text NOT NULL
);
`,
  },
];

interface LedgerRow {
  readonly id: string;
  readonly tracker: string;
  readonly kind: LedgerEntry['kind'];
  readonly amount: number;
  readonly currency: string;
  readonly authorization_id: string;
  readonly approved: boolean;
  readonly decline: DeclineCode | null;
  readonly at: Date;
}

/** A card network for tests and development. It records requests in a ledger and moves no money. */
export interface SimulatedNetwork extends CardNetwork, KnowsTestCards {
  /** The ledger's entries, of one tracker if it is given. */
  ledger(tracker?: string): Promise<readonly LedgerEntry[]>;
  /** Makes the bank decline this card from now on. With `null`, only the card's number decides again. */
  declineCard(number: string, decline: DeclineCode | null): Promise<void>;
}

type RecordedResult = NetworkResult & {readonly amount: number};

/** Writes a ledger entry. If the same attempt wrote one before, returns that entry. */
async function writeEntry(
  tx: Queries,
  clock: Clock,
  entry: Omit<LedgerRow, 'at' | 'decline'> & {readonly attempt: string},
): Promise<RecordedResult> {
  const {id, attempt, tracker, kind, amount, currency, authorization_id, approved} = entry;
  const written = await tx.query<LedgerRow>(
    `INSERT INTO network_ledger (id, attempt, tracker, kind, amount, currency, authorization_id, approved, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (attempt) DO NOTHING RETURNING *`,
    [id, attempt, tracker, kind, amount, currency, authorization_id, approved, clock.now()],
  );
  const [row] =
    written.length > 0
      ? written
      : await tx.query<LedgerRow>('SELECT * FROM network_ledger WHERE attempt = $1', [attempt]);
  return {id: row!.id, approved: row!.approved, amount: row!.amount};
}

type Request<Method extends keyof CardNetwork> = Parameters<CardNetwork[Method]>[0];

const idPrefixes = {reversal: 'rev', capture: 'cap', void: 'void', refund: 'ref'} as const;
type Operation = keyof typeof idPrefixes;

/** Serializes the operations on one authorization. */
const lockSql = `SELECT 1 FROM network_ledger WHERE id = $1 AND kind = 'authorization' FOR UPDATE`;

/**
 * Records an operation on an authorization: a reversal, capture, void or refund. An authorization can be
 * reversed or captured once, and a capture can be voided once or refunded up to its amount. Any other
 * operation is recorded as refused.
 *
 * `$1` is the operation's id, `$2` its attempt, `$3` the tracker, `$4` the kind, `$5` the authorization's id,
 * `$6` the amount or null for all of it, `$7` the time.
 */
const insertOperationSql = `
WITH done AS (
  SELECT count(*) FILTER (WHERE attempt <> $2) AS others,
    coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0) AS captured,
    coalesce(sum(amount) FILTER (WHERE kind = 'void'), 0) AS voided,
    coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
  FROM network_ledger WHERE authorization_id = $5 AND kind <> 'authorization' AND approved
)
INSERT INTO network_ledger (id, attempt, tracker, kind, amount, currency, authorization_id, approved, at)
SELECT $1::text, $2::text, $3::text, $4::text, coalesce($6::bigint, held.amount, 0), coalesce(held.currency, ''), $5::text,
  coalesce(held.approved, false) AND CASE $4
    WHEN 'void' THEN captured > 0 AND voided = 0 AND refunded = 0
    WHEN 'refund' THEN captured > 0 AND voided = 0 AND refunded + coalesce($6::bigint, 0) <= captured
    ELSE others = 0 END, $7::timestamptz
FROM done LEFT JOIN network_ledger held ON held.id = $5 AND held.kind = 'authorization'
ON CONFLICT (attempt) DO NOTHING`;

const readResultSql = 'SELECT id, approved, amount FROM network_ledger WHERE attempt = $1';

/** Runs a query, now or at the end of a transaction. */
type Query = (sql: string, parameters: readonly unknown[]) => Promise<RecordedResult[]>;

/**
 * Performs an operation on an authorization. If the same attempt was made before, returns its result. The
 * statements are sent together, so that they need one round trip.
 */
async function sendOperation(
  query: Query,
  clock: Clock,
  kind: Operation,
  {attempt, tracker, authorization, amount}: Request<'reverse'> & {readonly amount?: number},
): Promise<RecordedResult> {
  const id = `${idPrefixes[kind]}_${randomUUID()}`;
  const [, , [result]] = await Promise.all([
    query(lockSql, [authorization]),
    query(insertOperationSql, [id, attempt, tracker, kind, authorization, amount ?? null, clock.now()]),
    query(readResultSql, [attempt]),
  ]);
  return result!;
}

/**
 * Cancels an authorization. If it has not arrived yet, records it as refused, so that it has no effect later.
 * Otherwise reverses or voids it.
 */
async function cancel(tx: Queries, clock: Clock, {attempt, tracker}: Request<'cancel'>) {
  const id = `auth_${randomUUID()}`;
  const refused = {id, attempt, tracker, amount: 0, currency: '', authorization_id: id, approved: false};
  const authorization = await writeEntry(tx, clock, {...refused, kind: 'authorization'});
  if (!authorization.approved) return {reversal: undefined};
  await tx.query(lockSql, [authorization.id]);
  const captures = await tx.query(
    `SELECT 1 FROM network_ledger WHERE authorization_id = $1 AND kind = 'capture' AND approved`,
    [authorization.id],
  );
  const undone = await sendOperation(
    (sql, parameters) => tx.query(sql, parameters),
    clock,
    captures.length > 0 ? 'void' : 'reversal',
    {attempt: reversalAttemptOf(tracker), tracker, authorization: authorization.id},
  );
  return {reversal: undone.approved ? undone.id : undefined};
}

const toEntry = (row: LedgerRow): LedgerEntry => ({
  id: row.id,
  tracker: row.tracker,
  kind: row.kind,
  amount: row.amount,
  currency: row.currency,
  authorization: row.authorization_id,
  approved: row.approved,
  decline: row.decline,
  at: row.at.toISOString(),
});

export interface SimulatedNetworkDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Identifies a card without its number. Only `declineCard` needs it. */
  readonly fingerprint?: (number: string) => string;
}

export function createSimulatedNetwork(deps: SimulatedNetworkDependencies): SimulatedNetwork {
  const {database, clock} = deps;
  /** Performs an operation in a transaction, whose statements are sent together. */
  const perform = async (
    kind: Operation,
    request: Parameters<typeof sendOperation>[3],
  ): Promise<RecordedResult> => {
    // The rows arrive with the commit, so the answer is awaited after the transaction.
    let answer: Promise<RecordedResult>;
    await database.transaction((tx) => {
      answer = sendOperation(
        (sql, parameters) => tx.atEnd<RecordedResult>(sql, parameters).rows,
        clock,
        kind,
        request,
      );
      // If it fails, the transaction rejects with the same error.
      answer.catch(() => undefined);
    });
    return answer!;
  };
  return {
    authorize: batch((requests) => authorizeAll(deps, requests)),
    reverse: (request) => perform('reversal', request),
    capture: (request) => perform('capture', request),
    void: (request) => perform('void', request),
    refund: (request) => perform('refund', request),
    cancel: (request) => database.transaction((tx) => cancel(tx, clock, request)),
    async ledger(tracker) {
      const rows = await database.query<LedgerRow>(
        'SELECT * FROM network_ledger WHERE $1::text IS NULL OR tracker = $1 ORDER BY position',
        [tracker ?? null],
      );
      return rows.map(toEntry);
    },
    isTestCard: isDeclining,
    async declineCard(number, decline) {
      const card = deps.fingerprint?.(number);
      await (decline === null
        ? database.query('DELETE FROM network_declined_cards WHERE card = $1', [card])
        : database.query(
            `INSERT INTO network_declined_cards (card, decline) VALUES ($1, $2)
             ON CONFLICT (card) DO UPDATE SET decline = $2`,
            [card, decline],
          ));
    },
  };
}
