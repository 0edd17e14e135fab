import type {Writes} from '../../platform/storage/database.js';
import type {CardStore} from '../vault/cards.js';
import type {Tracker} from './tracker.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {aboveMerchantLimit, type Velocity} from '../velocity/velocity.js';
import type {ShopperDevice} from '../../platform/identity/address.js';

/** Erases the sealed card that was entered for a tracker. The card of a saved method is not erased. */
export function forgetCard(cards: CardStore, tracker: Tracker, tx: Writes): void {
  if (tracker.card !== null && tracker.payment_method === null) cards.forget(tx, tracker.card);
}

/**
 * Counts a try with the unit's commit. The tracker notes one above the merchant's limit in the same transaction:
 * an enrollment can come hours later, when the count has begun anew. The note follows the changes of the action,
 * which take that of an earlier try back.
 *
 * @param card.fingerprint Of the card number.
 * @param card.isTestCard Whether the number is a published test card.
 */
export function countTry(
  {velocity, seen}: {readonly velocity: Velocity; readonly seen?: ShopperDevice},
  unit: UnitOfWork,
  {merchant, customer, token}: Tracker,
  {fingerprint, isTestCard}: {readonly fingerprint: string; readonly isTestCard: boolean},
): void {
  velocity.count(unit, {
    merchant,
    customer,
    tracker: token,
    card: fingerprint,
    isTestCard,
    address: seen?.ipAddress,
  });
  unit.atEnd(
    `UPDATE trackers SET above_limit_since = above.began_at FROM (${aboveMerchantLimit('$2')}) AS above WHERE token = $1`,
    [token, merchant],
  );
}
