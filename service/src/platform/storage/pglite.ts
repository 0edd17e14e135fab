import {existsSync} from 'node:fs';
import {readFile, rename, rm} from 'node:fs/promises';
import {PGlite} from '@electric-sql/pglite';
import type {Database} from './database.js';
import {PgliteQueue, databaseFrom, completeCommand} from './pglite-queue.js';
import type {Command, Send} from './pglite-queue.js';
import {PgliteSession} from './pglite-session.js';
import type {Outcome, Row} from './pglite-session.js';
import {preparedDatabase} from './prepared.js';
import {unpack} from './unpack.js';

const INT8 = 20;
export const BYTEA = 17;

/**
 * Reads int8 as a number (amounts and counts are safe integers) and bytea as a Buffer, as the other engine
 * does.
 */
const parsers = {
  [INT8]: (text: string) => Number(text),
  [BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
};

/**
 * Starts PGlite on a folder, or in memory without one.
 *
 * PGlite has no autovacuum. Without statistics its planner expects few due rows and sorts all of them to
 * return the first ones. With bitmap scans disabled it reads an index in order, which also skips dead rows.
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
  const prepared = preparedDatabase();
  const image = prepared && new Blob([await readFile(prepared)]);
  return PGlite.create({parsers, ...(image && {loadDataDir: image})});
}

/**
 * Creates the database in a temporary folder and renames that when it is complete, so that a killed start
 * leaves no half database.
 */
async function prepareFolder(folder: string): Promise<void> {
  const prepared = preparedDatabase();
  if (!prepared) return;
  const temporary = `${folder}.unpacking`;
  await rm(temporary, {recursive: true, force: true});
  await unpack(prepared, temporary);
  await rename(temporary, folder);
}

/**
 * Opens PGlite in this thread, so every statement blocks the event loop. It has one connection, so
 * transactions run one after another. A folder survives the death of the process, but not a power loss.
 */
export async function openPglite(folder?: string): Promise<Database> {
  const engine = await createPglite(folder);
  return databaseOn(engine, () => engine.close());
}

/** A database on a running engine. After `close`, all calls reject. */
export function databaseOn(engine: PGlite, close: () => Promise<void>): Database {
  const pending = new Map<number, (outcome: Outcome) => void>();
  const queue = new PgliteQueue(new PgliteSession(engine), (id, outcome) => {
    pending.get(id)?.(outcome);
    pending.delete(id);
  });
  let lastId = 0;
  let closed = false;
  const send: Send = (command) => {
    const id = ++lastId;
    const answer = new Promise<readonly Row[]>((resolve, reject) => {
      if (closed) return reject(new Error('The database is closed.'));
      // A `begin` has no answer: it is sent with the first statement.
      if (command.kind === 'begin') resolve([]);
      else pending.set(id, (outcome) => completeCommand(outcome, {resolve, reject}));
      queue.take({...command, id} as Command);
    });
    return {id, answer};
  };
  return databaseFrom(send, async () => {
    closed = true;
    await close();
  });
}
