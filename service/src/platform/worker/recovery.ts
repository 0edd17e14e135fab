import type {IdempotencyStore} from '../idempotency/store.js';
import type {Database, Queries} from '../storage/database.js';

/** Lets go of what a crash left under way in the tables of one room. */
export type Free = (queries: Queries) => Promise<unknown>;

/**
 * After a crash: what was under way in a database that nobody else uses (`alone`) is under way no more. On a shared one the others
 * take over what the dead left (`storage/heartbeat.ts`).
 */
export async function recover(
  database: Database,
  {
    store,
    alone,
    free,
  }: {readonly store: IdempotencyStore; readonly alone: boolean; readonly free: readonly Free[]},
): Promise<void> {
  await store.sweep({alone});
  if (alone) for (const letGo of free) await letGo(database);
}
