import type {PGlite} from '@electric-sql/pglite';
import {silentLogger} from '../../src/platform/http/log.js';
import type {Database} from '../../src/platform/storage/database.js';
import {migrate} from '../../src/platform/storage/migrate.js';
import {openDatabase} from '../../src/platform/storage/open.js';
import {createPglite, databaseOn} from '../../src/platform/storage/pglite.js';
import {preparedDatabase} from '../../src/platform/storage/prepared.js';
import {migrations} from '../../src/start.js';
import {testDatabaseAddress} from './engine.js';

/** An engine with what a finished test has left in it, and the shape of the service's tables, if it has them. */
interface IdleEngine {
  readonly engine: PGlite;
  readonly shape: string | undefined;
  readonly closing: NodeJS.Timeout;
}

/** They are reused or closed soon: emptying one is ten times as fast as starting one. */
const idleEngines: IdleEngine[] = [];

/** Opens an empty database of the engine under test. */
export async function openTestDatabase(): Promise<Database> {
  const address = await testDatabaseAddress();
  return address === 'memory:' ? openInMemory() : openDatabase(address, silentLogger, {thread: false});
}

/** Opens a database in memory without any table. It may reuse the engine of a finished test, emptied. */
export async function openInMemory(): Promise<Database> {
  const engine = takeIdleEngine(({shape}) => shape === undefined)?.engine ?? (await startEngine());
  await empty(engine);
  return reusable(engine, () => undefined);
}

/**
 * Opens a database in memory with the service's tables, without a row. Emptying the tables of a finished test is
 * five times as fast as making them. They are emptied when they are taken: what a finished test still wrote is
 * gone too.
 */
export async function openWithTables(): Promise<Database> {
  const idle = takeIdleEngine(({shape}) => shape !== undefined);
  const engine = idle?.engine ?? (await startEngine());
  let shape = idle?.shape;
  if (idle && !(shape !== undefined && (await emptyTables(engine, shape)))) {
    await empty(engine);
    shape = undefined;
  }
  const database = reusable(engine, () => shape);
  if (shape === undefined) {
    await migrate(database, migrations);
    shape = await shapeOf(engine);
  }
  return database;
}

/** Starts an engine in memory without any table, from the prepared database: that takes a fifth of the time. */
export async function createEmptyEngine(): Promise<PGlite> {
  const engine = await startEngine();
  await empty(engine);
  return engine;
}

const startEngine = () => createPglite({prepared: preparedDatabase(migrations)});

/** A database that hands its engine on when it is closed. */
function reusable(engine: PGlite, shape: () => string | undefined): Database {
  let isOpen = true;
  return databaseOn(engine, async () => {
    if (!isOpen) return;
    isOpen = false;
    await forgetSession(engine);
    const closing = setTimeout(() => {
      idleEngines.splice(idleEngines.indexOf(idle), 1);
      void engine.close();
    }, 500);
    const idle = {engine, shape: shape(), closing};
    idleEngines.push(idle);
  });
}

/** Takes an engine with fitting tables, or else any: a start of a new one takes longer than to empty it. */
function takeIdleEngine(fits: (idle: IdleEngine) => boolean): IdleEngine | undefined {
  const idle = idleEngines.findLast(fits) ?? idleEngines.at(-1);
  if (idle === undefined) return undefined;
  clearTimeout(idle.closing);
  idleEngines.splice(idleEngines.indexOf(idle), 1);
  return idle;
}

async function forgetSession(engine: PGlite): Promise<void> {
  await engine.exec('ROLLBACK');
  await engine.exec('DISCARD ALL');
  await engine.exec('SET enable_bitmapscan = off');
}

async function empty(engine: PGlite): Promise<void> {
  await forgetSession(engine);
  await engine.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
}

/**
 * Leaves every table, and what the planner knows of it, as new, if they still have the shape that they were made
 * with. A table that has no page on the disk has had no row, and is passed over.
 */
async function emptyTables(engine: PGlite, shape: string): Promise<boolean> {
  await forgetSession(engine);
  if (shape !== (await shapeOf(engine)) || !(await isMigrated(engine))) return false;
  const {rows} = await engine.query<{tables: string | null; sequences: string | null}>(
    `SELECT (SELECT string_agg(oid::regclass::text, ', ') FROM pg_class
             WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
               AND pg_relation_size(oid) > 0 AND relname <> 'schema_migrations') AS tables,
            (SELECT string_agg(format('ALTER SEQUENCE %I RESTART', sequencename), ';') FROM pg_sequences
             WHERE schemaname = 'public' AND last_value IS NOT NULL) AS sequences`,
  );
  const {tables, sequences} = rows[0]!;
  if (tables !== null) await engine.exec(`TRUNCATE ${tables} CASCADE`);
  if (sequences !== null) await engine.exec(sequences);
  return true;
}

async function isMigrated(engine: PGlite): Promise<boolean> {
  const {rows} = await engine.query<{name: string}>('SELECT name FROM schema_migrations');
  const names = new Set(rows.map(({name}) => name));
  return names.size === migrations.length && migrations.every(({name}) => names.has(name));
}

/** Catalogs of what a statement can make or change besides tables and rows. Emptying tables writes none of them. */
const catalogs = [
  ...[
    'pg_constraint',
    'pg_attrdef',
    'pg_trigger',
    'pg_proc',
    'pg_type',
    'pg_namespace',
    'pg_rewrite',
    'pg_policy',
  ],
  ...['pg_authid', 'pg_extension'],
];

/**
 * Everything that a statement can change, but rows: also settings that outlive a session, and statistics. `xmin`
 * is another after each change of what a catalog says.
 */
async function shapeOf(engine: PGlite): Promise<string> {
  const made = 'oid >= 16384';
  const listed = catalogs.map(
    (catalog) =>
      `(SELECT string_agg(concat_ws(' ', oid, xmin), ',' ORDER BY oid) FROM ${catalog} WHERE ${made})`,
  );
  const {rows} = await engine.query<{shape: string}>(
    `SELECT md5(concat_ws('|',
       (SELECT string_agg(concat_ws(' ', oid, relname, relkind, relnamespace, reloptions, relrowsecurity, relacl), ','
                          ORDER BY oid) FROM pg_class WHERE ${made}),
       (SELECT string_agg(concat_ws(' ', attrelid, attnum, xmin), ',' ORDER BY attrelid, attnum)
        FROM pg_attribute WHERE attrelid >= 16384),
       ${listed.join()},
       (SELECT string_agg(setconfig::text, ',' ORDER BY setdatabase, setrole) FROM pg_db_role_setting),
       (SELECT count(*) FROM pg_statistic WHERE starelid >= 16384))) AS shape`,
  );
  return rows[0]!.shape;
}
