import {sqlStores, type Stores} from './sql.js';

/** A client or pool, as the package `pg` has it. */
export interface PostgresDatabase {
  query(sql: string, values?: unknown[]): Promise<{rows: unknown[]}>;
}

/**
 * Keeps open trackers and handled events in PostgreSQL, in the tables of `storeTables`, for any number of processes.
 *
 * @param database A pool; or a client, with which the events are part of its transaction.
 */
export function postgresStores(database: PostgresDatabase): Stores {
  return sqlStores({
    async rows(sql, values) {
      let place = 0;
      const numbered = sql.replace(/\?/g, () => `$${(place += 1)}`);
      return (await database.query(numbered, [...values])).rows;
    },
    now: `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
  });
}
