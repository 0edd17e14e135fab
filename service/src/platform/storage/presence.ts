import {randomUUID} from 'node:crypto';
import type {Logger} from '../logger.js';
import type {Database, Migration} from './database.js';
import {databaseKind} from './open.js';

export const presenceMigrations: readonly Migration[] = [
  {
    name: '0016_service_processes',
    sql: 'CREATE TABLE service_processes (id text PRIMARY KEY, seen_at timestamptz NOT NULL);',
  },
];

/** How often a process says that it lives, and after how long a silent one counts as dead. Real time: the database's clock. */
const beatMs = 2000;
const silentSeconds = 10;

const processId = randomUUID();

/** A name for a lease that tells whose it is. */
export const newClaim = (): string => `${processId}:${randomUUID()}`;

/**
 * Condition in SQL: the claim in a column was made by another process, and nobody has heard of that for a while. Whoever takes such
 * a claim over need not wait for the end of its lease (guarantees 4.1, after `kill -9`). One that was only cut off and comes back
 * finds its claim gone and settles nothing.
 */
export const claimOfTheDead = (column: string): string =>
  `(split_part(${column}, ':', 1) <> '${processId}' AND NOT EXISTS (
     SELECT 1 FROM service_processes AS living WHERE living.id = split_part(${column}, ':', 1)
       AND living.seen_at > clock_timestamp() - interval '${silentSeconds} seconds'))`;

/**
 * Says on a database that several processes share that this one lives, from now on; answers how to take leave. A folder has
 * nobody else to tell.
 */
export async function bePresent(
  database: Database,
  address: string,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (databaseKind(address) !== 'postgres') return () => Promise.resolve();
  const beat = () =>
    database.query(
      `INSERT INTO service_processes (id, seen_at) VALUES ($1, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()`,
      [processId],
    );
  await beat();
  await database.query(`DELETE FROM service_processes WHERE seen_at < clock_timestamp() - interval '1 day'`);
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = beat().then(
      () => undefined,
      () => logger.warn('storage.presence_not_told'),
    );
  }, beatMs).unref();
  return async () => {
    clearInterval(timer);
    await last;
    await database.query('DELETE FROM service_processes WHERE id = $1', [processId]).catch(() => undefined);
  };
}
