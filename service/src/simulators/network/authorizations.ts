import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import type {Queries} from '../../platform/storage/database.js';
import {declineOf} from './declines.js';
import type {DeclineCode} from '../../domain/ports/declines.js';
import type {AuthorizationResult, CardNetwork} from '../../domain/ports/network.js';

type Request = Parameters<CardNetwork['authorize']>[0];

interface AuthorizationRow {
  readonly attempt: string;
  readonly id: string;
  readonly approved: boolean;
  readonly decline: DeclineCode | null;
  readonly capture: string | null;
}

/**
 * Inserts authorizations and the captures that were requested with them. One statement handles any number,
 * because thousands of subscriptions can be due at once.
 */
const insertSql = `
WITH requested AS (
  SELECT r.id, r.capture, r.attempt, r.tracker, r.amount, r.currency, COALESCE(d.decline, r.decline) AS decline
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[])
    AS r (id, capture, attempt, tracker, amount, currency, card, decline)
  LEFT JOIN network_declined_cards d ON d.card = r.card
), authorized AS (
  -- $9 is now. An attempt that was made before returns no row.
  INSERT INTO network_ledger (id, attempt, tracker, kind, amount, currency, authorization_id, approved, decline, at)
  SELECT id, attempt, tracker, 'authorization', amount, currency, id, decline IS NULL, decline, $9 FROM requested ORDER BY attempt
  ON CONFLICT (attempt) DO NOTHING RETURNING id, attempt, approved, decline
), captured AS (
  INSERT INTO network_ledger (id, attempt, tracker, kind, amount, currency, authorization_id, approved, at)
  SELECT requested.capture, attempt || ':capture', requested.tracker, 'capture', requested.amount, requested.currency, id, true, $9
  FROM authorized JOIN requested USING (id, attempt) WHERE authorized.approved AND requested.capture IS NOT NULL ORDER BY attempt
  RETURNING id, authorization_id
)
SELECT authorized.attempt, authorized.id, authorized.approved, authorized.decline, captured.id AS capture
FROM authorized LEFT JOIN captured ON captured.authorization_id = authorized.id`;

/** Reads the results of attempts that were made before. */
const readSql = `
SELECT attempt, id, approved, decline, (SELECT c.id FROM network_ledger c WHERE c.attempt = l.attempt || ':capture') AS capture
FROM network_ledger l WHERE attempt = ANY ($1::text[])`;

/**
 * Authorizes several attempts and returns the results in the same order. An attempt that was made before gets
 * the same result again.
 */
export async function authorizeAll(
  deps: {
    readonly database: Queries;
    readonly clock: Clock;
    readonly fingerprint?: (number: string) => string;
  },
  requests: readonly Request[],
): Promise<readonly AuthorizationResult[]> {
  const {database, clock, fingerprint} = deps;
  const column = (valueOf: (request: Request) => unknown) => requests.map(valueOf);
  const rows = await database.query<AuthorizationRow>(insertSql, [
    column(() => `auth_${randomUUID()}`),
    column(({capture}) => (capture ? `cap_${randomUUID()}` : null)),
    column(({attempt}) => attempt),
    column(({tracker}) => tracker),
    column(({amount}) => amount),
    column(({currency}) => currency),
    column(({card}) => fingerprint?.(card.number) ?? null),
    column(
      ({card: {number, securityCode}, capture, purchase = false, renewal = false}) =>
        declineOf({number, securityCode, capture, purchase, renewal}) ?? null,
    ),
    clock.now(),
  ]);
  const rowByAttempt = new Map(rows.map((row) => [row.attempt, row]));
  const madeBefore = requests.map(({attempt}) => attempt).filter((attempt) => !rowByAttempt.has(attempt));
  if (madeBefore.length > 0) {
    for (const row of await database.query<AuthorizationRow>(readSql, [madeBefore]))
      rowByAttempt.set(row.attempt, row);
  }
  return requests.map(({attempt}) => resultOf(rowByAttempt.get(attempt)!));
}

const resultOf = ({id, approved, decline, capture}: AuthorizationRow): AuthorizationResult => ({
  id,
  approved,
  ...(capture !== null && {capture}),
  ...(decline !== null && {decline}),
});
