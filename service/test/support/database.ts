import type {PGlite} from '@electric-sql/pglite';
import {silentLogger} from '../../src/platform/http/log.js';
import type {Database} from '../../src/platform/storage/database.js';
import {openDatabase} from '../../src/platform/storage/open.js';
import {createPglite, databaseOn} from '../../src/platform/storage/pglite.js';
import {testDatabaseAddress} from './engine.js';

/** Engines whose tests are over, to be closed soon. To empty one takes a tenth of the time that a new one takes to start. */
const free = new Map<PGlite, NodeJS.Timeout>();

/** A fresh database of the engine under test. */
export async function openTestDatabase(): Promise<Database> {
  const address = await testDatabaseAddress();
  return address === 'memory:' ? openInMemory() : openDatabase(address, silentLogger, {thread: false});
}

/** What `memory:` opens, on an engine that an earlier test may have left: nothing of that test is in it. */
export async function openInMemory(): Promise<Database> {
  const engine = takeFree() ?? (await createPglite());
  let isOpen = true;
  return databaseOn(engine, async () => {
    if (!isOpen) return;
    isOpen = false;
    await empty(engine);
    const closing = setTimeout(() => {
      free.delete(engine);
      void engine.close();
    }, 500);
    free.set(engine, closing);
  });
}

function takeFree(): PGlite | undefined {
  const [engine, closing] = [...free].at(-1) ?? [];
  if (engine === undefined) return undefined;
  clearTimeout(closing);
  free.delete(engine);
  return engine;
}

async function empty(engine: PGlite): Promise<void> {
  await engine.exec('ROLLBACK');
  await engine.exec('DISCARD ALL');
  await engine.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public; SET enable_bitmapscan = off');
}
