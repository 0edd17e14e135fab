/** What happens to trackers when their customer is removed. */
import type {ForgetCustomer} from '../customers/remove.js';
import type {CardStore} from '../vault/cards.js';

/** A tracker that has not ended. */
interface OpenTracker {
  readonly token: string;
  readonly next_kind: string;
  readonly card: string | null;
  /** Whether an action is under way. */
  readonly leased: boolean;
}

/**
 * Cancels the trackers of a customer who is being removed. Owed reversals remain, because a crashed
 * authorization may have left a hold that the worker must reverse.
 */
export const forgetTrackers =
  (cards: CardStore): ForgetCustomer =>
  async (tx, {token, now}) => {
    const trackers = await tx.query<OpenTracker>(
      `SELECT token, next_kind, card, (claim IS NOT NULL AND claim_until > $2) AS leased FROM trackers
       WHERE customer = $1 AND next_kind <> 'NOOP' FOR UPDATE`,
      [token, now],
    );
    if (trackers.some(({leased}) => leased)) return 'busy';
    const cancelled = trackers.filter(({next_kind: next}) => next !== 'REVERSAL' && next !== 'CAPTURE');
    await tx.query(
      `UPDATE trackers SET state = 'TRACKER_CANCELLED', next_kind = 'NOOP', card = NULL, claim = NULL,
         claim_until = NULL, version = version + 1, updated_at = $2 WHERE token = ANY ($1::text[])`,
      [cancelled.map((tracker) => tracker.token), now],
    );
    for (const {card} of cancelled) {
      if (card !== null) cards.forget(tx, card);
    }
    await tx.query('UPDATE trackers SET shopper = NULL WHERE customer = $1 AND shopper IS NOT NULL', [token]);
    return 'forgotten';
  };
