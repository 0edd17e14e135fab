import {PGlite} from '@electric-sql/pglite';
import type {PGliteInterface, Transaction} from '@electric-sql/pglite';
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Database, Queries} from './database.js';
import {lockFolder} from './lock.js';

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
 * A database in a folder, held by this process alone (guarantees 4.10): two processes on one PGlite folder lose data in
 * silence. It survives the death of the process, not a power loss.
 *
 * @throws {FolderInUseError} when another process holds the folder.
 */
export async function openFolderDatabase(folder: string): Promise<Database> {
  await mkdir(folder, {recursive: true, mode: 0o700});
  const lock = await lockFolder(folder);
  try {
    const engine = await PGlite.create({dataDir: join(folder, 'data'), parsers});
    return databaseOf(engine, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}
