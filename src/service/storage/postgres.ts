import pg from 'pg';
import type {Logger} from '../parts.js';
import type {Database, Queries} from './database.js';

const INT8 = 20;

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
  },
} as pg.CustomTypesConfig;

function queriesOf(client: pg.Pool | pg.PoolClient): Queries {
  return {
    async query<Row>(sql: string, parameters: readonly unknown[] = []) {
      return (await client.query(sql, [...parameters])).rows as Row[];
    },
  };
}

/** A PostgreSQL server that several processes may share. */
export async function openPostgresDatabase(address: string, logger: Logger): Promise<Database> {
  const pool = new pg.Pool({connectionString: address, max: 16, types, connectionTimeoutMillis: 10_000});
  // Without a listener a restart of the server would end this process.
  pool.on('error', () => logger.warn('storage.connection_lost'));
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    ...queriesOf(pool),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('BEGIN');
        const result = await work(queriesOf(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}
