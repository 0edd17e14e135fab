import type {IdempotencyStore} from '../idempotency/store.js';
import type {Database, Queries} from '../storage/database.js';

/** Voids the leases of a crashed process in one part's tables. */
export type VoidLeases = (queries: Queries) => Promise<unknown>;

/**
 * Cleans up after a crash. If no other process uses the database (`isOnlyProcess`), every lease is void. In a
 * shared database, living processes take over the leases of dead ones (`storage/heartbeat.ts`).
 */
export async function recover(
  database: Database,
  {
    store,
    isOnlyProcess,
    voidLeases,
  }: {
    readonly store: IdempotencyStore;
    readonly isOnlyProcess: boolean;
    readonly voidLeases: readonly VoidLeases[];
  },
): Promise<void> {
  await store.sweep({isOnlyProcess});
  if (isOnlyProcess) for (const voidLeasesOfPart of voidLeases) await voidLeasesOfPart(database);
}
