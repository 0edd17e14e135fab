import {PGlite} from '@electric-sql/pglite';
import type {PGliteInterface, Transaction} from '@electric-sql/pglite';
import type {Database, Queries} from './database.js';

const INT8 = 20;
const BYTEA = 17;

/** Both engines answer int8 as a number (our amounts and counts are safe integers) and bytea as a Buffer. */
const parsers = {
  [INT8]: (text: string) => Number(text),
  [BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
};

/** `folder` is the folder of the database's own files; without one it lives as long as the process. */
export const createPglite = (folder?: string): Promise<PGlite> =>
  PGlite.create({parsers, ...(folder !== undefined && {dataDir: folder})});

function queriesOf(engine: Pick<PGliteInterface, 'query'> | Transaction): Queries {
  return {
    async query<Row>(sql: string, parameters: readonly unknown[] = []) {
      return (await engine.query<Row>(sql, [...parameters])).rows;
    },
  };
}

/**
 * PGlite in this thread: the event loop waits for every statement. PGlite has one connection, so transactions are serialised;
 * it rolls back by itself before it rethrows. A folder survives the death of the process, not a power loss.
 */
export async function openPglite(folder?: string): Promise<Database> {
  const engine = await createPglite(folder);
  return {
    ...queriesOf(engine),
    transaction: (work) => engine.transaction((tx) => work(queriesOf(tx))),
    close: () => engine.close(),
  };
}
