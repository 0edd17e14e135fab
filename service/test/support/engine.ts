import {randomUUID} from 'node:crypto';
import pg from 'pg';
import {silentLogger} from '../../src/platform/http/log.js';
import {migrate} from '../../src/platform/storage/migrate.js';
import {openDatabase} from '../../src/platform/storage/open.js';
import {coreMigrations} from '../../src/schema.js';
import {findPrograms, startCluster} from './postgres.js';
import type {Cluster} from './postgres.js';

/** Set to a PostgreSQL server's address to run every test on that server. */
const server = process.env['CARD_VAULT_TEST_POSTGRES'];

let onPostgres = false;
let cluster: Promise<Cluster> | undefined;
let migrated: Promise<string> | undefined;

/** Why tests on PostgreSQL cannot run here; `false` when they can. CI insists on them: there it is never a reason to skip. */
export const postgresMissing: string | false =
  server || findPrograms() !== undefined || process.env['CI'] === 'true'
    ? false
    : 'no initdb on this machine: install PostgreSQL (Debian: apt-get install postgresql), or set CARD_VAULT_POSTGRES_BIN to its folder';

/** From now on this process tests on PostgreSQL: its own server, started when the first database is asked for. */
export function testOnPostgres(): void {
  onPostgres = true;
}

/** The one PostgreSQL server of this process; it ends with the process. */
export function sharedCluster(): Promise<Cluster> {
  return (cluster ??= startCluster({inMemory: true}));
}

/** Address of a fresh database of the engine under test: each caller gets its own. */
export async function testDatabaseAddress(): Promise<string> {
  if (server) return createDatabaseOn(server);
  return onPostgres ? (await sharedCluster()).createDatabase() : 'memory:';
}

/** The same for a service, which finds its tables there: to copy them takes a tenth of the time of making them. */
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
  const own = new URL(address);
  own.pathname = `/${name}`;
  return own.href;
}
