import {mkdtemp, rm} from 'node:fs/promises';
import {isBuiltin} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe} from 'node:test';
import {sqliteStores, storeTables} from '../../src/server/index.js';
import type {SqliteFile, SqliteModule} from './support/sqlite.js';
import {
  endClaims,
  keepsReplayContract,
  keepsTrackerContract,
  outlivesItsProcess,
} from './support/store-contract.js';

const isSqliteHere = isBuiltin('node:sqlite');
describe('the stores in SQLite, with node:sqlite', {skip: !isSqliteHere && 'no node:sqlite here'}, () => {
  let folder: string;
  const databases: SqliteFile[] = [];
  /** A connection of its own each time, as a second process has. */
  const open = async () => {
    const {DatabaseSync} = (await import('node:sqlite' as string)) as SqliteModule;
    const database = new DatabaseSync(join(folder, 'shop.db'), {timeout: 10_000});
    databases.push(database);
    database.exec(`PRAGMA journal_mode = WAL; ${storeTables}`);
    return sqliteStores(database);
  };
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'card-vault-stores-'))));
  after(async () => {
    for (const database of databases) database.close();
    await rm(folder, {recursive: true});
  });
  const pass = endClaims((sql) => databases[0]?.exec(sql));
  keepsReplayContract(async () => (await open()).events, pass);
  keepsTrackerContract(async () => (await open()).trackers);
  outlivesItsProcess(
    () => ['sqlite', join(folder, 'shop.db')],
    async () => (await open()).events,
    pass,
  );
});
