import type {IdempotencyStore} from '../idempotency/store.js';
import type {Database, Queries} from '../storage/database.js';

/** Lets go of what a crash left under way in the tables of one room. */
export type Free = (queries: Queries) => Promise<unknown>;

/**
 * After a crash: in a database with a single process (`alone`) all leases are void. In a shared one the other
 * processes take over the leases of dead ones (`storage/heartbeat.ts`).
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
