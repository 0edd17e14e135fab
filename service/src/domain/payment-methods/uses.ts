/** Counts the uses of payment methods. */
import type {Clock} from '../../platform/clock/clock.js';
import {ServiceError} from '../../platform/errors.js';
import type {ClearCard} from '../ports/card.js';
import type {Database, Queries, Writes} from '../../platform/storage/database.js';
import type {CardStore} from '../vault/cards.js';
import {expiresAt, paymentMethodNotFound} from './payment-methods.js';
import type {PaymentMethodRow} from './rows.js';

/** Identifies a customer's saved method. */
export interface MethodName {
  readonly merchant: string;
  readonly customer: string;
  readonly token: string;
}

/** A saved method that may be charged now, with its decrypted card. */
export interface OpenedMethod {
  readonly method: PaymentMethodRow;
  readonly card: ClearCard;
}

/**
 * Limits how often saved methods are charged. A guest's method can be charged once, even by two concurrent
 * requests (spec 1.5, V11).
 */
export interface MethodUses {
  /**
   * Decrypts a method's card without counting a use.
   *
   * @throws {ServiceError} 404 `payment_method.not_found`; 409 `payment_method.expired`,
   *   `payment_method.used_up`.
   */
  open(name: MethodName): Promise<OpenedMethod>;
  /**
   * Counts one use and decrypts the card, before the network is called. `use` is the key of the attempt: when
   * the attempt is repeated after a crash, its use is not counted again.
   *
   * @throws {ServiceError} as `open`; 409 `payment_method.use_under_way` when the attempt was begun with
   *   another method.
   */
  reserve(name: MethodName, use: string): Promise<OpenedMethod>;
  /**
   * Ends a reservation, in the transaction that records the attempt's outcome. `released`, for a declined
   * attempt, subtracts the use again.
   */
  end(tx: Writes, use: string, outcome: 'succeeded' | 'released'): void;
}

interface UseRow {
  readonly method: string;
  readonly state: 'reserved' | 'succeeded' | 'released';
}

const conflict = (code: string, message: string) => new ServiceError(409, `payment_method.${code}`, message);

async function readMethod(
  tx: Queries,
  {merchant, customer, token}: MethodName,
  lock = '',
): Promise<PaymentMethodRow> {
  const [row] = await tx.query<PaymentMethodRow>(
    `SELECT * FROM payment_methods WHERE merchant = $1 AND customer = $2 AND token = $3 AND deleted_at IS NULL ${lock}`,
    [merchant, customer, token],
  );
  if (!row) throw paymentMethodNotFound();
  return row;
}

function requireUsable(method: PaymentMethodRow, clock: Clock): void {
  if (expiresAt(method) <= clock.now()) throw conflict('expired', 'The saved card has expired.');
  if (method.max_usage !== null && method.usage_count >= method.max_usage) {
    throw conflict(
      'used_up',
      'This payment method can only be used once, and was used. Save the card again.',
    );
  }
}

/** Counts a use of a locked method and records its reservation. */
async function countUse(tx: Queries, {token}: PaymentMethodRow, use: string, now: Date): Promise<void> {
  await tx.query('UPDATE payment_methods SET usage_count = usage_count + 1 WHERE token = $1', [token]);
  await tx.query(
    `INSERT INTO payment_method_uses (use_key, method, state, created_at) VALUES ($1, $2, 'reserved', $3)
     ON CONFLICT (use_key) DO UPDATE SET method = $2, state = 'reserved', settled_at = NULL`,
    [use, token, now],
  );
}

export function createMethodUses(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly cards: CardStore;
}): MethodUses {
  const {database, clock, cards} = deps;
  return {
    async open(name) {
      const method = await readMethod(database, name);
      requireUsable(method, clock);
      return {method, card: await cards.reveal(database, method.card)};
    },
    reserve: (name, use) =>
      database.transaction(async (tx) => {
        // The lock makes a concurrent reservation wait, so that it counts this use too.
        const method = await readMethod(tx, name, 'FOR UPDATE');
        const [reservation] = await tx.query<UseRow>(
          `SELECT method, state FROM payment_method_uses WHERE use_key = $1 AND state <> 'released'`,
          [use],
        );
        if (reservation && reservation.method !== method.token) {
          throw conflict(
            'use_under_way',
            'This payment was begun with another payment method. Repeat it with that one.',
          );
        }
        if (!reservation) {
          requireUsable(method, clock);
          await countUse(tx, method, use, clock.now());
        }
        return {method, card: await cards.reveal(tx, method.card)};
      }),
    end(tx, use, outcome) {
      const endUse = `UPDATE payment_method_uses SET state = $2, settled_at = $3 WHERE use_key = $1 AND state = 'reserved'`;
      const endAndSubtract = `WITH ended AS (${endUse} RETURNING method)
        UPDATE payment_methods SET usage_count = usage_count - 1 FROM ended WHERE token = ended.method`;
      tx.atEnd(outcome === 'released' ? endAndSubtract : endUse, [use, outcome, clock.now()]);
    },
  };
}
