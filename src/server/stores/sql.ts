import type {OpenTracker, TrackerStore} from '../store.js';
import {eventLease, type ReplayStore} from '../webhooks/replay.js';

/** Both stores of a shop in one database: `store` and `webhooks.store` of the kit. */
export interface Stores {
  readonly trackers: TrackerStore;
  readonly events: ReplayStore;
}

/**
 * The tables of `postgresStores` and `sqliteStores`; a migration of the shop creates them. Times are milliseconds since the epoch.
 */
export const storeTables = `CREATE TABLE IF NOT EXISTS card_vault_events (
  id text PRIMARY KEY,
  claimed_until bigint NOT NULL,
  done boolean NOT NULL DEFAULT false
);
CREATE TABLE IF NOT EXISTS card_vault_trackers (
  tracker text PRIMARY KEY,
  opened_at bigint NOT NULL,
  entry text NOT NULL
);
`;

/** A database, with what differs from one to the next. */
export interface SqlDatabase {
  /** Runs one statement, with a value for each question mark, and answers the rows that it returns. */
  readonly rows: (sql: string, values: readonly (string | number)[]) => unknown[] | Promise<unknown[]>;
  /** The database's own clock as an expression, in milliseconds since the epoch. */
  readonly now: string;
}

/**
 * Keeps open trackers and handled events in tables. The lease of an event is a column, and the database's clock counts it, so that
 * no event waits for a process that is gone. Each statement stands alone and returns rows: one of SQLite's drivers takes no other.
 */
export function sqlStores({rows, now}: SqlDatabase): Stores {
  return {
    events: {
      async claim(id, lease = eventLease) {
        const taken = await rows(
          `INSERT INTO card_vault_events (id, claimed_until) VALUES (?, ${now} + ?)
           ON CONFLICT (id) DO UPDATE SET claimed_until = excluded.claimed_until
           WHERE NOT card_vault_events.done AND card_vault_events.claimed_until <= ${now} RETURNING id`,
          [id, Math.round(lease)],
        );
        if (taken.length > 0) return 'new';
        const [known] = await rows('SELECT done FROM card_vault_events WHERE id = ?', [id]);
        return (known as {done: boolean | number} | undefined)?.done ? 'done' : 'under-way';
      },
      async done(id) {
        await rows(
          `INSERT INTO card_vault_events (id, claimed_until, done) VALUES (?, ${now}, true)
           ON CONFLICT (id) DO UPDATE SET done = true RETURNING id`,
          [id],
        );
      },
      async release(id) {
        await rows('DELETE FROM card_vault_events WHERE id = ? AND NOT done RETURNING id', [id]);
      },
    },
    trackers: {
      async add(entry) {
        await rows(
          `INSERT INTO card_vault_trackers (tracker, opened_at, entry) VALUES (?, ?, ?)
           ON CONFLICT (tracker) DO UPDATE SET opened_at = excluded.opened_at, entry = excluded.entry RETURNING tracker`,
          [entry.tracker, entry.openedAt, JSON.stringify(entry)],
        );
      },
      async remove(tracker) {
        await rows('DELETE FROM card_vault_trackers WHERE tracker = ? RETURNING tracker', [tracker]);
      },
      async list() {
        const noted = await rows('SELECT entry FROM card_vault_trackers ORDER BY opened_at, tracker', []);
        return (noted as {entry: string}[]).map(({entry}) => JSON.parse(entry) as OpenTracker);
      },
    },
  };
}
