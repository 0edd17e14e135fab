import type {IdempotencyStore} from '../idempotency/store.js';
import type {Database} from '../storage/database.js';

/**
 * After a crash: what was under way in a database that nobody else uses (`alone`) is under way no more. On a shared one the others
 * take over what the dead left (`storage/presence.ts`).
 */
export async function recover(database: Database, store: IdempotencyStore, alone: boolean): Promise<void> {
  await store.sweep({alone});
  if (!alone) return;
  await database.query('UPDATE trackers SET claim = NULL, claim_until = NULL WHERE claim IS NOT NULL');
  await database.query(
    'UPDATE charges SET claim = NULL, claim_until = NULL WHERE next_attempt_at IS NOT NULL',
  );
}
