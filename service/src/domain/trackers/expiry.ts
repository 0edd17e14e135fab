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

/** SQL condition that excludes ended trackers, and those whose hold must still be reversed or captured. */
const canExpire = `next_kind NOT IN ('NOOP', 'REVERSAL', 'CAPTURE')`;

/**
 * SQL condition that excludes trackers with an action under way, and those with an authorization of unknown
 * outcome. The worker for owed reversals ends the latter (`owed-reversals.ts`).
 */
const notUnderWay = (
  leases: Leases,
) => `(claim IS NULL OR claim_until <= $1 OR ${leases.hasDied('claim')}) AND NOT EXISTS (
  SELECT 1 FROM owed_reversals o WHERE o.tracker = trackers.token AND o.settled_at IS NULL)`;

/**
 * Ends expired trackers and erases the cards that were entered for them. With `token` it ends that one and
 * waits for its lock; otherwise it ends at most `most` and skips locked ones.
 */
export async function expireTrackers(
  queries: Queries,
  leases: Leases,
  {now, token, most = 1}: {readonly now: Date; readonly token?: string; readonly most?: number},
): Promise<number> {
  const lockedRows = token === undefined ? 'SKIP LOCKED' : '';
  const rows = await queries.query(
    `WITH over AS (
       SELECT token, card, payment_method FROM trackers
       WHERE expires_at <= $1 AND ${canExpire} AND ${notUnderWay(leases)} AND ($2::text IS NULL OR token = $2)
       ORDER BY expires_at LIMIT $3 FOR UPDATE ${lockedRows}
     ), erased AS (
       ${forgetCards('SELECT card FROM over WHERE payment_method IS NULL')}
     )
     UPDATE trackers SET state = 'TRACKER_EXPIRED', next_kind = 'NOOP', card = NULL, claim = NULL, claim_until = NULL,
       version = version + 1, updated_at = $1
     FROM over WHERE trackers.token = over.token RETURNING trackers.token`,
    [now, token ?? null, most],
  );
  return rows.length;
}

const batch = 100;

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
    run: () => expireTrackers(database, database.leases, {now: clock.now(), most: batch}),
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
    release: () => Promise.resolve(),
  };
}
