/** Removes customers and what other modules store about them. */
import type {Clock} from '../../platform/clock/clock.js';
import {RetryError, ServiceError} from '../../platform/errors.js';
import type {Transaction} from '../../platform/storage/database.js';

export const customerNotFound = () => new ServiceError(404, 'customer.not_found', 'customer not found');

/**
 * Erases what one part of the service stores about a customer, in the transaction that removes the customer.
 * Returns `busy` while a payment is under way; the transaction is then rolled back.
 */
export type ForgetCustomer = (
  tx: Transaction,
  customer: {readonly token: string; readonly now: Date},
) => Promise<'busy' | 'forgotten'>;

/**
 * Erases a customer's personal data and calls each of the `forget` hooks. The row stays with its token,
 * because trackers and the ledger refer to it.
 *
 * @throws {ServiceError} 404 `customer.not_found`; 409 `customer.busy`, with nothing changed.
 */
export async function removeCustomer(
  deps: {readonly clock: Clock; readonly forget: readonly ForgetCustomer[]},
  tx: Transaction,
  {merchant, token}: {readonly merchant: string; readonly token: string},
): Promise<void> {
  const now = deps.clock.now();
  // Lock this row first: new trackers and subscriptions share-lock it, so none can begin from here on.
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
