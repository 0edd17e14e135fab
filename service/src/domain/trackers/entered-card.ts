import type {Writes} from '../../platform/storage/database.js';
import type {CardStore} from '../vault/cards.js';
import type {Tracker} from './tracker.js';

/** Erases the sealed number of a tracker's own card. That of a saved method stays with the method. */
export function forgetCard(cards: CardStore, tracker: Tracker, tx: Writes): void {
  if (tracker.card !== null && tracker.payment_method === null) cards.forget(tx, tracker.card);
}
