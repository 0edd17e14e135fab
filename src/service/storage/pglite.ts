import {PGlite} from '@electric-sql/pglite';
import type {PGliteInterface, Transaction} from '@electric-sql/pglite';
import {join} from 'node:path';
import type {Database, Queries} from './database.js';

const INT8 = 20;
const BYTEA = 17;

/** Both engines answer int8 as a number (our amounts and counts are safe integers) and bytea as a Buffer. */
const parsers = {
  [INT8]: (text: string) => Number(text),
  [BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
};

function queriesOf(engine: Pick<PGliteInterface, 'query'> | Transaction): Queries {
  return {
    async query<Row>(sql: string, parameters: readonly unknown[] = []) {
      return (await engine.query<Row>(sql, [...parameters])).rows;
    },
  };
}

/** PGlite has one connection, so transactions are serialised; it rolls back by itself before it rethrows. */
function databaseOf(engine: PGlite, release: () => Promise<void>): Database {
  return {
    ...queriesOf(engine),
    transaction: (work) => engine.transaction((tx) => work(queriesOf(tx))),
    async close() {
      await engine.close();
      await release();
    },
  };
}

/** A database that lives as long as the process. */
export async function openMemoryDatabase(): Promise<Database> {
  return databaseOf(await PGlite.create({parsers}), () => Promise.resolve());
}

/**
 * A database in a folder. The caller holds the folder's lock (`lock.ts`); `release` is called when the database is closed. It
 * survives the death of the process, not a power loss.
 */
export async function openFolderDatabase(folder: string, release: () => Promise<void>): Promise<Database> {
  return databaseOf(await PGlite.create({dataDir: join(folder, 'data'), parsers}), release);
}
