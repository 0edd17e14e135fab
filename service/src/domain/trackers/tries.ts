/** Counts the cards and security codes that are tried on trackers. */
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {aboveMerchantLimit} from '../velocity/velocity.js';
import type {ActionDependencies} from './context.js';
import type {Tracker} from './tracker.js';

/**
 * Counts a try with the unit's commit. The tracker notes one above the merchant's limit in the same transaction:
 * an enrollment can come hours later, when the count has begun anew. The note follows the changes of the action,
 * which take that of an earlier try back.
 *
 * @param card Fingerprint of the card number.
 */
export function countTry(
  {velocity, seen}: Pick<ActionDependencies, 'velocity' | 'seen'>,
  unit: UnitOfWork,
  {merchant, customer, token}: Tracker,
  card: string,
): void {
  velocity.count(unit, {merchant, customer, tracker: token, card, address: seen?.ipAddress});
  unit.atEnd(
    `UPDATE trackers SET above_limit_since = above.began_at FROM (${aboveMerchantLimit('$2')}) AS above WHERE token = $1`,
    [token, merchant],
  );
}
