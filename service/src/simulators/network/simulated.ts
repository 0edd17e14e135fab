import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import type {Database, Migration, Queries} from '../../platform/storage/database.js';
import {authorizeAll} from './authorizations.js';
import type {DeclineCode} from '../../domain/ports/declines.js';
import {isDeclining} from './declines.js';
import {batch} from './batch.js';
import {reversalAttemptOf} from '../../domain/ports/network.js';
import type {CardNetwork, KnowsTestCards, LedgerEntry, NetworkResult} from '../../domain/ports/network.js';

/** The network's own books. No other part of the service reads or writes this table. */
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

/** A network that lives in one table and moves no money. */
export interface SimulatedNetwork extends CardNetwork, KnowsTestCards {
  ledger(tracker?: string): Promise<readonly LedgerEntry[]>;
  /** Makes the bank decline this card from now on; `null` restores the answer of its number. */
  declineCard(number: string, decline: DeclineCode | null): Promise<void>;
}

type Written = NetworkResult & {readonly amount: number};

/** Writes a line, or answers with the line that the same attempt wrote before. */
async function writeLine(
  tx: Queries,
  clock: Clock,
  line: Omit<LedgerRow, 'at' | 'decline'> & {readonly attempt: string},
): Promise<Written> {
  const {id, attempt, tracker, kind, amount, currency, authorization_id, approved} = line;
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

const prefixes = {reversal: 'rev', capture: 'cap', void: 'void', refund: 'ref'} as const;
type Following = keyof typeof prefixes;

/** Two that follow the same authorization do so one after the other. */
const lock = `SELECT 1 FROM network_ledger WHERE id = $1 AND kind = 'authorization' FOR UPDATE`;

/**
 * What follows an authorization. Refused (and written down as refused) when there is no such authorization,
 * or when what was done with it leaves no room: a hold is reversed or captured once, a capture voided once or
 * refunded up to its amount.
 */
const insertFollowing = `
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

const written = 'SELECT id, approved, amount FROM network_ledger WHERE attempt = $1';

/** Asks for rows, now or with the end of a transaction. */
type Ask = (sql: string, parameters: readonly unknown[]) => Promise<Written[]>;

/**
 * Writes what follows an authorization, or answers with what the same attempt wrote before. Nothing waits in
 * between.
 */
async function follow(
  ask: Ask,
  clock: Clock,
  kind: Following,
  {attempt, tracker, authorization, amount}: Request<'reverse'> & {readonly amount?: number},
): Promise<Written> {
  const id = `${prefixes[kind]}_${randomUUID()}`;
  const [, , rows] = await Promise.all([
    ask(lock, [authorization]),
    ask(insertFollowing, [id, attempt, tracker, kind, authorization, amount ?? null, clock.now()]),
    ask(written, [attempt]),
  ]);
  return rows[0]!;
}

/**
 * Takes the attempt's place in the books, as refused, unless it is there already: then what it holds is given
 * back.
 */
async function cancel(tx: Queries, clock: Clock, {attempt, tracker}: Request<'cancel'>) {
  const id = `auth_${randomUUID()}`;
  const refused = {id, attempt, tracker, amount: 0, currency: '', authorization_id: id, approved: false};
  const made = await writeLine(tx, clock, {...refused, kind: 'authorization'});
  if (!made.approved) return {reversal: undefined};
  await tx.query(lock, [made.id]);
  const captures = await tx.query(
    `SELECT 1 FROM network_ledger WHERE authorization_id = $1 AND kind = 'capture' AND approved`,
    [made.id],
  );
  const reversed = await follow(
    (sql, parameters) => tx.query(sql, parameters),
    clock,
    captures.length > 0 ? 'void' : 'reversal',
    {
      attempt: reversalAttemptOf(tracker),
      tracker,
      authorization: made.id,
    },
  );
  return {reversal: reversed.approved ? reversed.id : undefined};
}

function entryOf({
  authorization_id,
  at,
  id,
  tracker,
  kind,
  amount,
  currency,
  approved,
  decline,
}: LedgerRow): LedgerEntry {
  return {
    id,
    tracker,
    kind,
    amount,
    currency,
    authorization: authorization_id,
    approved,
    decline,
    at: at.toISOString(),
  };
}

export interface SimulatedNetworkDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Distinguishes cards without their numbers; undefined if no card is declined on demand. */
  readonly fingerprint?: (number: string) => string;
}

export function createSimulatedNetwork(deps: SimulatedNetworkDependencies): SimulatedNetwork {
  const {database, clock} = deps;
  /** One message: the books are asked and written in one transaction. */
  const followUp = async (kind: Following, request: Parameters<typeof follow>[3]): Promise<Written> => {
    let answer: Promise<Written>;
    await database.transaction((tx) => {
      answer = follow((sql, parameters) => tx.atEnd<Written>(sql, parameters).rows, clock, kind, request);
      answer.catch(() => undefined);
    });
    return answer!;
  };
  return {
    authorize: batch((requests) => authorizeAll(deps, requests)),
    reverse: (request) => followUp('reversal', request),
    capture: (request) => followUp('capture', request),
    void: (request) => followUp('void', request),
    refund: (request) => followUp('refund', request),
    cancel: (request) => database.transaction((tx) => cancel(tx, clock, request)),
    async ledger(tracker) {
      const rows = await database.query<LedgerRow>(
        'SELECT * FROM network_ledger WHERE $1::text IS NULL OR tracker = $1 ORDER BY position',
        [tracker ?? null],
      );
      return rows.map(entryOf);
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
