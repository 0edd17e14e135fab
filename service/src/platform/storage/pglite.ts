import {existsSync} from 'node:fs';
import {rename, rm} from 'node:fs/promises';
import {PGlite} from '@electric-sql/pglite';
import type {Database} from './database.js';
import {PgliteQueue, databaseBy, deliver} from './pglite-queue.js';
import type {Order, Send} from './pglite-queue.js';
import {PgliteSession} from './pglite-session.js';
import type {Outcome, Row} from './pglite-session.js';
import {preparedDatabase} from './prepared.js';

const INT8 = 20;
export const BYTEA = 17;

/** Both engines answer int8 as a number (our amounts and counts are safe integers) and bytea as a Buffer. */
const parsers = {
  [INT8]: (text: string) => Number(text),
  [BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
};

/**
 * `folder` holds the database's files; without one it lives as long as the process.
 *
 * PGlite has no autovacuum. Without statistics the planner expects almost no due rows and sorts all of them
 * to take the first few; and only an index scan in order skips dead rows cheaply.
 */
export async function createPglite(folder?: string): Promise<PGlite> {
  const engine = await open(folder);
  await engine.exec('SET enable_bitmapscan = off');
  return engine;
}

async function open(folder: string | undefined): Promise<PGlite> {
  if (folder !== undefined) {
    if (!existsSync(folder)) await prepareFolder(folder);
    return PGlite.create({parsers, dataDir: folder});
  }
  const prepared = await preparedDatabase();
  return PGlite.create({parsers, ...(prepared && {loadDataDir: prepared})});
}

/**
 * Unpacked beside its place and moved there when it is whole: a start that is killed leaves no half of a
 * database.
 */
async function prepareFolder(folder: string): Promise<void> {
  const prepared = await preparedDatabase();
  if (!prepared) return;
  const half = `${folder}.unpacking`;
  await rm(half, {recursive: true, force: true});
  const engine = await PGlite.create({dataDir: half, loadDataDir: prepared});
  await engine.close();
  await rename(half, folder);
}

/**
 * PGlite in this thread: the event loop waits for every statement. PGlite has one connection, so transactions
 * are serialised. A folder survives the death of the process, not a power loss.
 */
export async function openPglite(folder?: string): Promise<Database> {
  const engine = await createPglite(folder);
  return databaseOn(engine, () => engine.close());
}

/** A database on an engine that runs already. What is asked of it after `close` is refused. */
export function databaseOn(engine: PGlite, close: () => Promise<void>): Database {
  const pending = new Map<number, (outcome: Outcome) => void>();
  const queue = new PgliteQueue(new PgliteSession(engine), (id, outcome) => {
    pending.get(id)?.(outcome);
    pending.delete(id);
  });
  let last = 0;
  let closed = false;
  const send: Send = (order) => {
    const id = ++last;
    const answer = new Promise<readonly Row[]>((resolve, reject) => {
      if (closed) return reject(new Error('The database is closed.'));
      // A transaction has begun when its first statement has.
      if (order.kind === 'begin') resolve([]);
      else pending.set(id, (outcome) => deliver(outcome, {resolve, reject}));
      queue.take({...order, id} as Order);
    });
    return {id, answer};
  };
  return databaseBy(send, async () => {
    closed = true;
    await close();
  });
}
