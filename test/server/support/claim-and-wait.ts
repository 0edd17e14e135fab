// A process that claims an event, says what it was answered, and does not end by itself.
//   node --import tsx claim-and-wait.ts postgres|sqlite|redis ADDRESS EVENT LEASE
import {createClient} from '@redis/client';
import pg from 'pg';
import {postgresStores, redisReplayStore, sqliteStores, type ReplayStore} from '../../../src/server/index.js';
import type {SqliteModule} from './sqlite.js';

const [kind, address = '', event = '', lease] = process.argv.slice(2);
process.stdout.write(await (await open()).claim(event, Number(lease)));
setInterval(() => undefined, 60_000);

async function open(): Promise<ReplayStore> {
  if (kind === 'postgres') return postgresStores(new pg.Pool({connectionString: address})).events;
  if (kind === 'redis')
    return redisReplayStore(await createClient({socket: {path: address, tls: false}}).connect());
  const {DatabaseSync} = (await import('node:sqlite' as string)) as SqliteModule;
  return sqliteStores(new DatabaseSync(address, {timeout: 10_000})).events;
}
