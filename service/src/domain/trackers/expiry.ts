/** Ends trackers that were not completed in time. */
import type {Leases} from '../../platform/storage/leases.js';
import type {Clock} from '../../platform/clock/clock.js';
import type {Database, Migration, Queries} from '../../platform/storage/database.js';
import {forgetCards} from '../vault/cards.js';
import type {DueWork} from '../../platform/worker/due-work.js';

export const trackerExpiryMigrations: readonly Migration[] = [
  {
    name: '0096_tracker_expiry',
    sql: `
ALTER TABLE trackers ADD COLUMN expires_at timestamptz;
UPDATE trackers SET expires_at = created_at + interval '24 hours';
ALTER TABLE trackers ALTER COLUMN expires_at SET NOT NULL;
CREATE INDEX trackers_expire ON trackers (expires_at) WHERE next_kind NOT IN ('NOOP', 'REVERSAL', 'CAPTURE');
`,
  },
];

/** SQL condition for trackers that can expire: not ended, and without a hold to be reversed or captured. */
const canExpire = `next_kind NOT IN ('NOOP', 'REVERSAL', 'CAPTURE')`;

/**
 * SQL condition for trackers without an action under way and without an authorization of unknown outcome:
 * those are ended by the worker for owed reversals (`owed-reversals.ts`). `$1` is now.
 */
const notUnderWay = (
  leases: Leases,
) => `(claim IS NULL OR claim_until <= $1 OR ${leases.hasDied('claim')}) AND NOT EXISTS (
  SELECT 1 FROM owed_reversals o WHERE o.tracker = trackers.token AND o.settled_at IS NULL)`;

/**
 * Ends expired trackers and erases the cards that were entered for them. With `token` it ends that one and
 * waits for its lock; otherwise it ends at most `limit` and skips locked ones.
 *
 * @returns how many it has ended.
 */
export async function expireTrackers(
  queries: Queries,
  leases: Leases,
  {now, token, limit = 1}: {readonly now: Date; readonly token?: string; readonly limit?: number},
): Promise<number> {
  const lockedRows = token === undefined ? 'SKIP LOCKED' : '';
  const rows = await queries.query(
    endSql(leases, 'TRACKER_EXPIRED', {
      where: 'expires_at <= $1 AND ($2::text IS NULL OR token = $2)',
      last: `ORDER BY expires_at LIMIT $3 FOR UPDATE ${lockedRows}`,
    }),
    [now, token ?? null, limit],
  );
  return rows.length;
}

/**
 * Ends these trackers unless an action is under way or they hold money: another one takes their place.
 *
 * @returns Those that it has ended.
 */
export async function replaceTrackers(
  queries: Queries,
  leases: Leases,
  {now, tokens}: {readonly now: Date; readonly tokens: readonly string[]},
): Promise<readonly string[]> {
  const where = {where: 'token = ANY ($2::text[])', last: 'ORDER BY token FOR UPDATE'};
  const sql = endSql(leases, 'TRACKER_CANCELLED', where);
  const rows = await queries.query<{token: string}>(sql, [now, tokens]);
  return rows.map(({token}) => token);
}

/** Ends trackers before their money, and erases the cards that were entered for them. `$1` is now. */
const endSql = (
  leases: Leases,
  state: 'TRACKER_EXPIRED' | 'TRACKER_CANCELLED',
  {where, last}: {readonly where: string; readonly last: string},
) => `WITH ended AS (
    SELECT token, card, payment_method FROM trackers
    WHERE ${where} AND ${canExpire} AND ${notUnderWay(leases)} ${last}
  ), erased AS (
    ${forgetCards('SELECT card FROM ended WHERE payment_method IS NULL')}
  )
  UPDATE trackers SET state = '${state}', next_kind = 'NOOP', card = NULL, claim = NULL, claim_until = NULL,
    version = version + 1, updated_at = $1
  FROM ended WHERE trackers.token = ended.token RETURNING trackers.token`;

const trackersPerRun = 100;

/**
 * The worker's task that ends expired trackers (setting `trackerTtlSeconds`). Reading a tracker also ends it,
 * so that an expired one never appears open.
 */
export function expiredTrackers({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): DueWork {
  return {
    name: 'expired-trackers',
    run: () => expireTrackers(database, database.leases, {now: clock.now(), limit: trackersPerRun}),
    async isDue() {
      const due = await database.query(
        `SELECT 1 FROM trackers WHERE expires_at <= $1 AND ${canExpire} AND ${notUnderWay(database.leases)} LIMIT 1`,
        [clock.now()],
      );
      return due.length > 0;
    },
    async nextDue() {
      const [row] = await database.query<{at: Date | null}>(
        `SELECT min(expires_at) AS at FROM trackers WHERE expires_at > $1 AND ${canExpire}`,
        [clock.now()],
      );
      return row?.at ?? undefined;
    },
    // This task takes no leases.
    release: () => Promise.resolve(),
  };
}
