import type {OpenTracker, TrackerStore} from '../store.js';
import {eventLease, type ReplayStore} from '../webhooks/replay.js';

/** A client or pool, as the package `pg` has it. */
export interface PostgresDatabase {
  query(sql: string, values?: unknown[]): Promise<{rows: unknown[]}>;
}

/** Both stores of a shop in one database: `store` and `webhooks.store` of the kit. */
export interface Stores {
  readonly trackers: TrackerStore;
  readonly events: ReplayStore;
}

/** The tables that `postgresStores` uses; a migration of the shop creates them. */
export const postgresTables = `CREATE TABLE IF NOT EXISTS card_vault_events (
  id text PRIMARY KEY,
  claimed_until timestamptz NOT NULL,
  done boolean NOT NULL DEFAULT false
);
CREATE TABLE IF NOT EXISTS card_vault_trackers (
  tracker text PRIMARY KEY,
  opened_at bigint NOT NULL,
  entry jsonb NOT NULL
);
`;

/**
 * Keeps open trackers and handled events in PostgreSQL, for any number of processes. The lease of an event is in the table, and
 * the database's clock counts it, so that no event waits for a process that is gone.
 *
 * @param database A pool; or a client, with which the events are part of its transaction.
 */
export function postgresStores(database: PostgresDatabase): Stores {
  return {
    events: {
      async claim(id, lease = eventLease) {
        const {rows} = await database.query(
          `INSERT INTO card_vault_events (id, claimed_until)
           VALUES ($1, now() + $2::float8 * interval '1 millisecond')
           ON CONFLICT (id) DO UPDATE SET claimed_until = excluded.claimed_until
           WHERE NOT card_vault_events.done AND card_vault_events.claimed_until <= now() RETURNING id`,
          [id, lease],
        );
        if (rows.length > 0) return 'new';
        const known = await database.query('SELECT done FROM card_vault_events WHERE id = $1', [id]);
        return (known.rows[0] as {done: boolean} | undefined)?.done ? 'done' : 'under-way';
      },
      async done(id) {
        await database.query(
          `INSERT INTO card_vault_events (id, claimed_until, done) VALUES ($1, now(), true)
           ON CONFLICT (id) DO UPDATE SET done = true`,
          [id],
        );
      },
      async release(id) {
        await database.query('DELETE FROM card_vault_events WHERE id = $1 AND NOT done', [id]);
      },
    },
    trackers: {
      async add(entry) {
        await database.query(
          `INSERT INTO card_vault_trackers (tracker, opened_at, entry) VALUES ($1, $2, $3::text::jsonb)
           ON CONFLICT (tracker) DO UPDATE SET opened_at = excluded.opened_at, entry = excluded.entry`,
          [entry.tracker, entry.openedAt, JSON.stringify(entry)],
        );
      },
      async remove(tracker) {
        await database.query('DELETE FROM card_vault_trackers WHERE tracker = $1', [tracker]);
      },
      async list() {
        const {rows} = await database.query(
          'SELECT entry FROM card_vault_trackers ORDER BY opened_at, tracker',
        );
        return (rows as {entry: OpenTracker}[]).map(({entry}) => entry);
      },
    },
  };
}
