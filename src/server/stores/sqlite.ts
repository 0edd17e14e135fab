import {sqlStores, type Stores} from './sql.js';

/** An open file, as `node:sqlite` and the packages `better-sqlite3` and `bun:sqlite` have it. */
export interface SqliteDatabase {
  prepare(sql: string): {all(...values: (string | number)[]): unknown[]};
}

/**
 * Keeps open trackers and handled events in SQLite 3.35 or newer, in the tables of `storeTables`, for the processes of one machine.
 * Several of them want a database that waits for its lock: `timeout` of the driver, and `PRAGMA journal_mode = WAL`.
 */
export function sqliteStores(database: SqliteDatabase): Stores {
  return sqlStores({
    rows: (sql, values) => database.prepare(sql).all(...values),
    now: `CAST((julianday('now') - 2440587.5) * 86400000 AS integer)`,
  });
}
