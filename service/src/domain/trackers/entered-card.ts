import type {Writes} from '../../platform/storage/database.js';
import type {CardStore} from '../vault/cards.js';
import type {Tracker} from './tracker.js';

/** Erases the sealed card that was entered for a tracker. The card of a saved method is not erased. */
export function forgetCard(cards: CardStore, tracker: Tracker, tx: Writes): void {
  if (tracker.card !== null && tracker.payment_method === null) cards.forget(tx, tracker.card);
}
