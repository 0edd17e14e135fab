import {randomUUID} from 'node:crypto';
import pg from 'pg';
import {silentLogger} from '../../src/platform/http/log.js';
import {migrate} from '../../src/platform/storage/migrate.js';
import {openDatabase} from '../../src/platform/storage/open.js';
import {coreMigrations} from '../../src/schema.js';
import {findPrograms, startCluster, type Cluster} from './postgres.js';

/** Address of a PostgreSQL server on which all tests run, if it is set. */
const server = process.env['CARD_VAULT_TEST_POSTGRES'];

let onPostgres = false;
let cluster: Promise<Cluster> | undefined;
let migrated: Promise<string> | undefined;

/** The reason why tests on PostgreSQL are skipped; `false` if they can run. In CI they are never skipped. */
export const postgresMissing: string | false =
  server || findPrograms() !== undefined || process.env['CI'] === 'true'
    ? false
    : 'no initdb on this machine: install PostgreSQL (Debian: apt-get install postgresql), or set CARD_VAULT_POSTGRES_BIN to its folder';

/** Makes this process test on PostgreSQL. Its server starts with the first database. */
export function testOnPostgres(): void {
  onPostgres = true;
}

/** The PostgreSQL server of this process. It ends with the process. */
export function sharedCluster(): Promise<Cluster> {
  return (cluster ??= startCluster({inMemory: true}));
}

/** Address of a new, empty database of the engine under test. */
export async function testDatabaseAddress(): Promise<string> {
  if (server) return createDatabaseOn(server);
  return onPostgres ? (await sharedCluster()).createDatabase() : 'memory:';
}

/**
 * Address of a new database with the service's tables. Copying them is ten times as fast as creating them.
 */
export async function serviceDatabaseAddress(): Promise<string> {
  if (server || !onPostgres) return testDatabaseAddress();
  const {createDatabase} = await sharedCluster();
  return createDatabase(await (migrated ??= makeTables()));
}

async function makeTables(): Promise<string> {
  const address = await testDatabaseAddress();
  const database = await openDatabase(address, silentLogger);
  await migrate(database, coreMigrations);
  await database.close();
  return address;
}

async function createDatabaseOn(address: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({connectionString: address});
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
