import type {Clock} from '../../platform/clock/clock.js';
import {RetryError, ServiceError} from '../../platform/errors.js';
import type {Transaction} from '../../platform/storage/database.js';

export const customerNotFound = () => new ServiceError(404, 'customer.not_found', 'customer not found');

/**
 * A room's hook for the removal of a customer, in the same transaction: it erases the room's data of them.
 * `busy` while a payment is under way: then nothing is changed.
 */
export type ForgetCustomer = (
  tx: Transaction,
  customer: {readonly token: string; readonly now: Date},
) => Promise<'busy' | 'forgotten'>;

/**
 * Erases a customer, inside a transaction. The row keeps its token, because trackers and the ledger refer to
 * it; each room erases its own data.
 *
 * @throws {ServiceError} 404 `customer.not_found`; 409 `customer.busy`, with nothing changed.
 */
export async function removeCustomer(
  deps: {readonly clock: Clock; readonly forget: readonly ForgetCustomer[]},
  tx: Transaction,
  {merchant, token}: {readonly merchant: string; readonly token: string},
): Promise<void> {
  const now = deps.clock.now();
  // This row first: new trackers and subscriptions share-lock it, so none begins from here on.
  const removed = await tx.query(
    `UPDATE customers SET deleted_at = $3, updated_at = $3, first_name = NULL, last_name = NULL, email = NULL,
       phone_number = NULL, country = NULL
     WHERE token = $1 AND merchant = $2 AND deleted_at IS NULL RETURNING token`,
    [token, merchant, now],
  );
  if (removed.length === 0) throw customerNotFound();
  for (const forget of deps.forget) {
    if ((await forget(tx, {token, now})) === 'busy') {
      throw new RetryError(409, 'customer.busy', 'A payment of this customer is under way.', 1);
    }
  }
}
