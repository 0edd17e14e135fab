/** Counts the uses of payment methods, and reveals their cards to those who may charge them. */
import type {Clock} from '../../platform/clock/clock.js';
import {ServiceError} from '../../platform/errors.js';
import type {ClearCard} from '../ports/card.js';
import type {Database, Queries, Writes} from '../../platform/storage/database.js';
import type {CardStore} from '../vault/cards.js';
import {expiresAt, paymentMethodNotFound} from './payment-methods.js';
import type {OwnedMethod, PaymentMethodRow} from './rows.js';

/** A saved method that may be charged now, with its decrypted card. */
export interface RevealedMethod {
  readonly method: PaymentMethodRow;
  readonly card: ClearCard;
}

/**
 * Limits how often saved methods are charged. A guest's method can be charged only once, even by two
 * concurrent requests (spec 1.5, guarantee V11).
 */
export interface MethodUses {
  /**
   * Decrypts a method's card without counting a use.
   *
   * @throws {ServiceError} 404 `payment_method.not_found`; 409 `payment_method.expired`,
   *   `payment_method.used_up`.
   */
  reveal(method: OwnedMethod): Promise<RevealedMethod>;
  /**
   * Counts one use and decrypts the card, before the network is called.
   *
   * @param useKey - The key of the attempt. If the attempt is repeated after a crash, its use is not counted
   *   again.
   * @throws {ServiceError} as `reveal`; 409 `payment_method.use_under_way` if the attempt was begun with
   *   another method.
   */
  reserve(method: OwnedMethod, useKey: string): Promise<RevealedMethod>;
  /**
   * Ends a reservation, in the transaction that records the attempt's outcome. `released` is for a declined
   * attempt, which does not count as a use.
   */
  end(tx: Writes, useKey: string, outcome: 'succeeded' | 'released'): void;
  /**
   * Gives back the use of a charge that succeeded and was then undone whole: its hold was reversed, or its
   * capture voided. A refund gives none back, because the shop was paid. A charge of no saved method has no use.
   */
  giveBack(tx: Writes, useKey: string): void;
}

interface UseRow {
  readonly method: string;
  readonly state: 'reserved' | 'succeeded' | 'released';
}

const conflict = (code: string, message: string) => new ServiceError(409, `payment_method.${code}`, message);

async function readMethod(
  tx: Queries,
  {merchant, customer, token}: OwnedMethod,
  lock = '',
): Promise<PaymentMethodRow> {
  const [row] = await tx.query<PaymentMethodRow>(
    `SELECT * FROM payment_methods WHERE merchant = $1 AND customer = $2 AND token = $3 AND deleted_at IS NULL ${lock}`,
    [merchant, customer, token],
  );
  if (!row) throw paymentMethodNotFound();
  return row;
}

function refuseIfUnusable(method: PaymentMethodRow, clock: Clock): void {
  if (expiresAt(method) <= clock.now()) {
    throw conflict('expired', 'The saved card has expired. Save another card.');
  }
  if (method.max_usage !== null && method.usage_count >= method.max_usage) {
    throw conflict(
      'used_up',
      'This payment method can be used only once and has been used. Save the card again.',
    );
  }
}

/** Counts a use of a locked method, and records its reservation. */
async function countUse(tx: Queries, {token}: PaymentMethodRow, useKey: string, now: Date): Promise<void> {
  await tx.query('UPDATE payment_methods SET usage_count = usage_count + 1 WHERE token = $1', [token]);
  // The key exists already if an earlier reservation of the attempt was released.
  await tx.query(
    `INSERT INTO payment_method_uses (use_key, method, state, created_at) VALUES ($1, $2, 'reserved', $3)
     ON CONFLICT (use_key) DO UPDATE SET method = $2, state = 'reserved', settled_at = NULL`,
    [useKey, token, now],
  );
}

/** Ends a use that is in the state `from`. A released one is subtracted again. */
function endUse(
  tx: Writes,
  [useKey, from, outcome, now]: readonly [string, UseRow['state'], UseRow['state'], Date],
): void {
  const end = `UPDATE payment_method_uses SET state = $2, settled_at = $3 WHERE use_key = $1 AND state = $4`;
  const endAndSubtract = `WITH ended AS (${end} RETURNING method)
    UPDATE payment_methods SET usage_count = usage_count - 1 FROM ended WHERE token = ended.method`;
  tx.atEnd(outcome === 'released' ? endAndSubtract : end, [useKey, outcome, now, from]);
}

export function createMethodUses(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly cards: CardStore;
}): MethodUses {
  const {database, clock, cards} = deps;
  return {
    async reveal(ownedMethod) {
      const method = await readMethod(database, ownedMethod);
      refuseIfUnusable(method, clock);
      return {method, card: await cards.reveal(database, method.card)};
    },
    reserve: (ownedMethod, useKey) =>
      database.transaction(async (tx) => {
        // The lock makes a concurrent reservation wait, so that it sees the use counted here.
        const method = await readMethod(tx, ownedMethod, 'FOR UPDATE');
        const [reservation] = await tx.query<UseRow>(
          `SELECT method, state FROM payment_method_uses WHERE use_key = $1 AND state <> 'released'`,
          [useKey],
        );
        if (reservation && reservation.method !== method.token) {
          throw conflict(
            'use_under_way',
            'This payment was begun with another payment method. Repeat it with that one.',
          );
        }
        if (!reservation) {
          refuseIfUnusable(method, clock);
          await countUse(tx, method, useKey, clock.now());
        }
        return {method, card: await cards.reveal(tx, method.card)};
      }),
    end: (tx, useKey, outcome) => endUse(tx, [useKey, 'reserved', outcome, clock.now()]),
    giveBack: (tx, useKey) => endUse(tx, [useKey, 'succeeded', 'released', clock.now()]),
  };
}
