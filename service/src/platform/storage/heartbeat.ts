import type {Logger} from '../logger.js';
import type {Database, Migration} from './database.js';
import {databaseKind} from './open.js';

export const heartbeatMigrations: readonly Migration[] = [
  {
    name: '0016_service_processes',
    sql: 'CREATE TABLE service_processes (id text PRIMARY KEY, seen_at timestamptz NOT NULL);',
  },
];

/** Interval between heartbeats. */
const intervalMs = 2000;

/**
 * Registers this process in a shared database and updates its heartbeat. Returns a function that
 * unregisters it. A database folder has only one process, so it needs no heartbeat.
 */
export async function startHeartbeat(
  database: Database,
  address: string,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (databaseKind(address) !== 'postgres') return () => Promise.resolve();
  const {holder} = database.leases;
  const beat = () =>
    database.query(
      `INSERT INTO service_processes (id, seen_at) VALUES ($1, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()`,
      [holder],
    );
  await beat();
  await database.query(`DELETE FROM service_processes WHERE seen_at < clock_timestamp() - interval '1 day'`);
  let lastBeat = Promise.resolve();
  const timer = setInterval(() => {
    lastBeat = beat().then(
      () => undefined,
      () => logger.warn('storage.heartbeat_failed'),
    );
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await lastBeat;
    await database.query('DELETE FROM service_processes WHERE id = $1', [holder]).catch(() => undefined);
  };
}
