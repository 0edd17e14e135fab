import {randomUUID} from 'node:crypto';
import type {Clock} from '../clock/clock.js';
import type {Database, Migration, Queries} from '../storage/database.js';
import {reversalAttemptOf} from './network.js';
import type {CardNetwork, LedgerEntry, NetworkResult} from './network.js';

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
];

/** Numbers that authorizations are declined for, whatever the issuer said; everything else is approved. */
export const declinedNumbers: readonly string[] = ['4000000000000002'];

interface LedgerRow {
  readonly id: string;
  readonly tracker: string;
  readonly kind: LedgerEntry['kind'];
  readonly amount: number;
  readonly currency: string;
  readonly authorization_id: string;
  readonly approved: boolean;
  readonly at: Date;
}

/** A network that lives in one table and moves no money. */
export interface SimulatedNetwork extends CardNetwork {
  ledger(tracker?: string): Promise<readonly LedgerEntry[]>;
}

/** Writes a line, or answers with the line that the same attempt wrote before. */
async function writeLine(
  tx: Queries,
  clock: Clock,
  line: Omit<LedgerRow, 'at'> & {readonly attempt: string},
): Promise<NetworkResult> {
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
  return {id: row!.id, approved: row!.approved};
}

type Request<Method extends keyof CardNetwork> = Parameters<CardNetwork[Method]>[0];

async function authorize(tx: Queries, clock: Clock, request: Request<'authorize'>): Promise<NetworkResult> {
  const {attempt, tracker, card, amount, currency, capture} = request;
  const id = `auth_${randomUUID()}`;
  const approved = !declinedNumbers.includes(card.number);
  const line = {id, attempt, tracker, amount, currency, authorization_id: id, approved};
  const result = await writeLine(tx, clock, {...line, kind: 'authorization'});
  if (capture && result.approved) {
    const captured = {...line, id: `cap_${randomUUID()}`, authorization_id: result.id};
    await writeLine(tx, clock, {...captured, attempt: `${attempt}:capture`, kind: 'capture'});
  }
  return result;
}

/** Refused (and written down as refused) when there is no such hold, or it was settled by another attempt. */
async function reverse(tx: Queries, clock: Clock, request: Request<'reverse'>): Promise<NetworkResult> {
  const {attempt, tracker, authorization} = request;
  const [held] = await tx.query<LedgerRow>(
    `SELECT * FROM network_ledger WHERE id = $1 AND kind = 'authorization' FOR UPDATE`,
    [authorization],
  );
  const [settled] = await tx.query<{attempt: string}>(
    `SELECT attempt FROM network_ledger WHERE authorization_id = $1 AND kind <> 'authorization' AND approved`,
    [authorization],
  );
  const free = settled === undefined || settled.attempt === attempt;
  return writeLine(tx, clock, {
    id: `rev_${randomUUID()}`,
    attempt,
    tracker,
    kind: 'reversal',
    amount: held?.amount ?? 0,
    currency: held?.currency ?? '',
    authorization_id: authorization,
    approved: held !== undefined && held.approved && free,
  });
}

/** Takes the attempt's place in the books, as refused, unless it is there already: then what it holds is given back. */
async function cancel(tx: Queries, clock: Clock, {attempt, tracker}: Request<'cancel'>) {
  const id = `auth_${randomUUID()}`;
  const refused = {id, attempt, tracker, amount: 0, currency: '', authorization_id: id, approved: false};
  const made = await writeLine(tx, clock, {...refused, kind: 'authorization'});
  if (!made.approved) return {reversal: undefined};
  const reversed = await reverse(tx, clock, {
    attempt: reversalAttemptOf(tracker),
    tracker,
    authorization: made.id,
  });
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
}: LedgerRow): LedgerEntry {
  return {
    id,
    tracker,
    kind,
    amount,
    currency,
    authorization: authorization_id,
    approved,
    at: at.toISOString(),
  };
}

export function createSimulatedNetwork(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): SimulatedNetwork {
  const {database, clock} = deps;
  return {
    authorize: (request) => database.transaction((tx) => authorize(tx, clock, request)),
    reverse: (request) => database.transaction((tx) => reverse(tx, clock, request)),
    cancel: (request) => database.transaction((tx) => cancel(tx, clock, request)),
    async ledger(tracker) {
      const rows = await database.query<LedgerRow>(
        'SELECT * FROM network_ledger WHERE $1::text IS NULL OR tracker = $1 ORDER BY position',
        [tracker ?? null],
      );
      return rows.map(entryOf);
    },
  };
}
