import {existsSync} from 'node:fs';
import {rename, rm} from 'node:fs/promises';
import {PGlite} from '@electric-sql/pglite';
import type {Database} from './database.js';
import {PgliteQueue, databaseFrom, completeCommand, type Command, type Send} from './pglite-queue.js';
import {PgliteSession, type Outcome, type Row} from './pglite-session.js';
import {readArchive, unpack} from './unpack.js';

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

/** Where an embedded database lies, and what a new one starts from. */
export interface Place {
  /** Without it, the database is in memory. */
  readonly folder?: string | undefined;
  /** The file with a prepared database. Without it, and if its digest is another, PGlite creates its own. */
  readonly prepared?: string | undefined;
}

/**
 * Starts PGlite on a folder, or in memory without one.
 *
 * PGlite has no autovacuum. Without statistics its planner expects few due rows and sorts all of them to
 * return the first ones. With bitmap scans disabled it reads an index in order, which also skips dead rows.
 */
export async function createPglite(place: Place): Promise<PGlite> {
  const engine = await open(place);
  await engine.exec('SET enable_bitmapscan = off');
  return engine;
}

async function open({folder, prepared}: Place): Promise<PGlite> {
  const isNew = folder === undefined || !existsSync(folder);
  const archive = isNew && prepared !== undefined ? readArchive(prepared) : undefined;
  if (folder === undefined) {
    const loadDataDir = archive && new Blob([archive as Buffer<ArrayBuffer>], {type: 'application/x-tar'});
    return PGlite.create({parsers, ...(loadDataDir && {loadDataDir})});
  }
  if (archive) await prepareFolder(folder, archive);
  return PGlite.create({parsers, dataDir: folder});
}

/**
 * Creates the database in a temporary folder and renames that when it is complete, so that a killed start
 * leaves no half database.
 */
async function prepareFolder(folder: string, archive: Buffer): Promise<void> {
  const temporary = `${folder}.unpacking`;
  await rm(temporary, {recursive: true, force: true});
  unpack(archive, temporary);
  await rename(temporary, folder);
}

/**
 * Opens PGlite in this thread, so every statement blocks the event loop. It has one connection, so
 * transactions run one after another. A folder survives the death of the process, but not a power loss.
 */
export async function openPglite(place: Place): Promise<Database> {
  const engine = await createPglite(place);
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
      // A `begin` has no answer: it is sent before the first statement.
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
