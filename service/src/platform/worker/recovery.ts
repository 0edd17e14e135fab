import type {IdempotencyStore} from '../idempotency/store.js';
import type {Database, Queries} from '../storage/database.js';

/** Voids the leases of a crashed process in the tables of one room. */
export type VoidLeases = (queries: Queries) => Promise<unknown>;

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
  }: {readonly store: IdempotencyStore; readonly alone: boolean; readonly free: readonly VoidLeases[]},
): Promise<void> {
  await store.sweep({alone});
  if (alone) for (const voidLeases of free) await voidLeases(database);
}
