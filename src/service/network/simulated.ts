import {randomUUID} from 'node:crypto';
import type {Clock} from '../clock/clock.js';
import type {Database, Migration, Queries} from '../storage/database.js';
import {authorizeAll} from './authorizations.js';
import type {DeclineCode} from './declines.js';
import {gather} from './gather.js';
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
export interface SimulatedNetwork extends CardNetwork {
  ledger(tracker?: string): Promise<readonly LedgerEntry[]>;
  /** From now on the bank declines this card whatever it is asked; `null` lets it go back to what its number says. */
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

/** Everything approved that was done with an authorization; the authorization stays locked until the end. */
async function settlements(tx: Queries, authorization: string) {
  const [held] = await tx.query<LedgerRow>(
    `SELECT * FROM network_ledger WHERE id = $1 AND kind = 'authorization' FOR UPDATE`,
    [authorization],
  );
  const lines = await tx.query<LedgerRow & {attempt: string}>(
    `SELECT * FROM network_ledger WHERE authorization_id = $1 AND kind <> 'authorization' AND approved`,
    [authorization],
  );
  const sum = (kind: LedgerEntry['kind']) =>
    lines.filter((line) => line.kind === kind).reduce((total, {amount}) => total + amount, 0);
  return {held, lines, sum};
}

const prefixes = {reversal: 'rev', capture: 'cap', void: 'void', refund: 'ref'} as const;

/**
 * What follows an authorization. Refused (and written down as refused) when there is no such authorization, or when what was
 * done with it leaves no room: a hold is reversed or captured once, a capture voided once or refunded up to its amount.
 */
async function follow(
  tx: Queries,
  clock: Clock,
  kind: keyof typeof prefixes,
  {attempt, tracker, authorization, amount}: Request<'reverse'> & {readonly amount?: number},
): Promise<Written> {
  const {held, lines, sum} = await settlements(tx, authorization);
  const others = lines.filter((line) => line.attempt !== attempt);
  const captured = sum('capture') > 0 && sum('void') === 0;
  const room = {
    reversal: others.length === 0,
    capture: others.length === 0,
    void: captured && sum('refund') === 0,
    refund: captured && sum('refund') + (amount ?? 0) <= sum('capture'),
  }[kind];
  return writeLine(tx, clock, {
    id: `${prefixes[kind]}_${randomUUID()}`,
    attempt,
    tracker,
    kind,
    amount: amount ?? held?.amount ?? 0,
    currency: held?.currency ?? '',
    authorization_id: authorization,
    approved: held !== undefined && held.approved && room,
  });
}

/** Takes the attempt's place in the books, as refused, unless it is there already: then what it holds is given back. */
async function cancel(tx: Queries, clock: Clock, {attempt, tracker}: Request<'cancel'>) {
  const id = `auth_${randomUUID()}`;
  const refused = {id, attempt, tracker, amount: 0, currency: '', authorization_id: id, approved: false};
  const made = await writeLine(tx, clock, {...refused, kind: 'authorization'});
  if (!made.approved) return {reversal: undefined};
  const captured = (await settlements(tx, made.id)).lines.some(({kind}) => kind === 'capture');
  const reversed = await follow(tx, clock, captured ? 'void' : 'reversal', {
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
  /** Tells cards apart without knowing their numbers; missing where no card is declined on demand. */
  readonly fingerprint?: (number: string) => string;
}

export function createSimulatedNetwork(deps: SimulatedNetworkDependencies): SimulatedNetwork {
  const {database, clock} = deps;
  return {
    authorize: gather((requests) => authorizeAll(deps, requests)),
    reverse: (request) => database.transaction((tx) => follow(tx, clock, 'reversal', request)),
    capture: (request) => database.transaction((tx) => follow(tx, clock, 'capture', request)),
    void: (request) => database.transaction((tx) => follow(tx, clock, 'void', request)),
    refund: (request) => database.transaction((tx) => follow(tx, clock, 'refund', request)),
    cancel: (request) => database.transaction((tx) => cancel(tx, clock, request)),
    async ledger(tracker) {
      const rows = await database.query<LedgerRow>(
        'SELECT * FROM network_ledger WHERE $1::text IS NULL OR tracker = $1 ORDER BY position',
        [tracker ?? null],
      );
      return rows.map(entryOf);
    },
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
