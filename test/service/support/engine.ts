import {randomUUID} from 'node:crypto';
import pg from 'pg';

/** Set to a PostgreSQL server's address to run these tests on it instead of on PGlite; each caller gets its own database. */
const server = process.env['CARD_VAULT_TEST_POSTGRES'];

export async function testDatabaseAddress(): Promise<string> {
  if (server === undefined || server === '') return 'memory:';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({connectionString: server});
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}
