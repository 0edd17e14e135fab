/** Authorizations of the simulated network. */
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
WITH asked AS (
  SELECT g.id, g.capture, g.attempt, g.tracker, g.amount, g.currency, COALESCE(d.decline, g.decline) AS decline
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[])
    AS g (id, capture, attempt, tracker, amount, currency, card, decline)
  LEFT JOIN network_declined_cards d ON d.card = g.card
), held AS (
  INSERT INTO network_ledger (id, attempt, tracker, kind, amount, currency, authorization_id, approved, decline, at)
  SELECT id, attempt, tracker, 'authorization', amount, currency, id, decline IS NULL, decline, $9 FROM asked ORDER BY attempt
  ON CONFLICT (attempt) DO NOTHING RETURNING id, attempt, approved, decline
), taken AS (
  INSERT INTO network_ledger (id, attempt, tracker, kind, amount, currency, authorization_id, approved, at)
  SELECT asked.capture, attempt || ':capture', asked.tracker, 'capture', asked.amount, asked.currency, id, true, $9
  FROM held JOIN asked USING (id, attempt) WHERE held.approved AND asked.capture IS NOT NULL ORDER BY attempt
  RETURNING id, authorization_id
)
SELECT held.attempt, held.id, held.approved, held.decline, taken.id AS capture
FROM held LEFT JOIN taken ON taken.authorization_id = held.id`;

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
    column(({card, capture, renewal = false}) => declineOf({number: card.number, capture, renewal}) ?? null),
    clock.now(),
  ]);
  const rowByAttempt = new Map(rows.map((row) => [row.attempt, row]));
  const madeBefore = column(({attempt}) => attempt).filter((attempt) => !rowByAttempt.has(attempt as string));
  if (madeBefore.length > 0) {
    for (const row of await database.query<AuthorizationRow>(readSql, [madeBefore]))
      rowByAttempt.set(row.attempt, row);
  }
  return requests.map(({attempt}) => resultOf(rowByAttempt.get(attempt)!));
}

const resultOf = ({id, approved, decline, capture}: AuthorizationRow): AuthorizationResult => ({
  ...{id, approved},
  ...(capture !== null && {capture}),
  ...(decline !== null && {decline}),
});
