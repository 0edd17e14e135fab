import {forgetAddressesOf} from '../addresses/addresses.js';
import type {Clock} from '../../platform/clock/clock.js';
import type {Events} from '../events/events.js';
import {RetryError} from '../../platform/errors.js';
import type {Transaction} from '../../platform/storage/database.js';
import {endSubscriptionsOf} from '../subscriptions/end.js';
import {customerNotFound} from './customers.js';

interface OpenTracker {
  readonly token: string;
  readonly next_kind: string;
  readonly claimed: boolean;
}

/**
 * Erases a customer, inside a transaction, with their addresses. Cards leave the vault with their methods; the record keeps its
 * token, so that trackers and the books still say whose they were. Holds that are owed back stay owed. Subscriptions are
 * cancelled, with their events.
 *
 * @throws {ServiceError} 404 `customer.not_found`; 409 `customer.busy`, with nothing changed.
 */
export async function removeCustomer(
  deps: {readonly clock: Clock; readonly events: Events},
  tx: Transaction,
  {merchant, token}: {readonly merchant: string; readonly token: string},
): Promise<void> {
  const now = deps.clock.now();
  // The row first: from here on nobody opens a tracker or begins a subscription for this customer (they share-lock the row).
  const removed = await tx.query(
    `UPDATE customers SET deleted_at = $3, updated_at = $3, first_name = NULL, last_name = NULL, email = NULL,
       phone_number = NULL, country = NULL
     WHERE token = $1 AND merchant = $2 AND deleted_at IS NULL RETURNING token`,
    [token, merchant, now],
  );
  if (removed.length === 0) throw customerNotFound();
  if ((await endSubscriptionsOf(deps, tx, token)) === 'busy') throw busy();
  const trackers = await tx.query<OpenTracker>(
    `SELECT token, next_kind, (claim IS NOT NULL AND claim_until > $2) AS claimed FROM trackers
     WHERE customer = $1 AND next_kind <> 'NOOP' FOR UPDATE`,
    [token, now],
  );
  if (trackers.some(({claimed}) => claimed)) {
    throw busy();
  }
  const cancelled = trackers.filter(({next_kind: next}) => next !== 'REVERSAL' && next !== 'CAPTURE');
  for (const tracker of cancelled) await cancelTracker(tx, tracker.token, now);
  await tx.query(
    `DELETE FROM vault_cards WHERE id IN
       (SELECT card FROM payment_methods WHERE customer = $1 AND deleted_at IS NULL)`,
    [token],
  );
  await tx.query('UPDATE trackers SET shopper = NULL WHERE customer = $1 AND shopper IS NOT NULL', [token]);
  await forgetAddressesOf(tx, token);
  await tx.query('UPDATE payment_methods SET deleted_at = $2 WHERE customer = $1 AND deleted_at IS NULL', [
    token,
    now,
  ]);
}

const busy = () => new RetryError(409, 'customer.busy', 'A payment of this customer is under way.', 1);

/** A claim that ran out may belong to a crashed authorization: its duty to reverse stays on record for the sweeper. */
async function cancelTracker(tx: Transaction, token: string, now: Date): Promise<void> {
  await tx.query('DELETE FROM vault_cards WHERE id = (SELECT card FROM trackers WHERE token = $1)', [token]);
  await tx.query(
    `UPDATE trackers SET state = 'TRACKER_CANCELLED', next_kind = 'NOOP', card = NULL, claim = NULL,
       claim_until = NULL, version = version + 1, updated_at = $2 WHERE token = $1`,
    [token, now],
  );
}
