import type {Clock} from '../../platform/clock/clock.js';
import {ServiceError} from '../../platform/errors.js';
import type {ClearCard} from '../ports/card.js';
import type {Database, Queries, Writes} from '../../platform/storage/database.js';
import type {CardStore} from '../vault/cards.js';
import {expiresAt, paymentMethodNotFound} from './payment-methods.js';
import type {PaymentMethodRow} from './rows.js';

/** A saved method and its owner. */
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

/** Charging saved methods: a guest's works once, also for concurrent requests (spec 1.5, V11). */
export interface MethodUses {
  /**
   * Opens a method without using it. @throws {ServiceError} 404 `payment_method.not_found`, 409
   * `payment_method.expired`, 409 `payment_method.used_up`.
   */
  open(name: MethodName): Promise<OpenedMethod>;
  /**
   * Takes one use before the network is called. The same `use` (one attempt, across crashes and retries)
   * counts once, however often it is reserved.
   *
   * @throws {ServiceError} as `open`; 409 `payment_method.use_under_way` when this attempt was begun with
   *   another method.
   */
  reserve(name: MethodName, use: string): Promise<OpenedMethod>;
  /** Ends a reservation, in the transaction that records the attempt: a declined one gives the use back. */
  end(tx: Writes, use: string, outcome: 'succeeded' | 'released'): void;
}

interface UseRow {
  readonly method: string;
  readonly state: 'reserved' | 'succeeded' | 'released';
}

const refused = (code: string, message: string) => new ServiceError(409, `payment_method.${code}`, message);

async function find(
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

function refuseUnusable(method: PaymentMethodRow, clock: Clock): void {
  if (expiresAt(method) <= clock.now()) throw refused('expired', 'The saved card has expired.');
  if (method.max_usage !== null && method.usage_count >= method.max_usage) {
    throw refused('used_up', 'This payment method could be used once, and was.');
  }
}

async function take(tx: Queries, {token}: PaymentMethodRow, use: string, now: Date): Promise<void> {
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
      const method = await find(database, name);
      refuseUnusable(method, clock);
      return {method, card: await cards.reveal(database, method.card)};
    },
    reserve: (name, use) =>
      database.transaction(async (tx) => {
        // Serializes the uses of this method: the second one sees the first.
        const method = await find(tx, name, 'FOR UPDATE');
        const [begun] = await tx.query<UseRow>(
          `SELECT method, state FROM payment_method_uses WHERE use_key = $1 AND state <> 'released'`,
          [use],
        );
        if (begun && begun.method !== method.token) {
          throw refused(
            'use_under_way',
            'This payment was begun with another payment method. Repeat it with that one.',
          );
        }
        if (!begun) {
          refuseUnusable(method, clock);
          await take(tx, method, use, clock.now());
        }
        return {method, card: await cards.reveal(tx, method.card)};
      }),
    end(tx, use, outcome) {
      const ended = `UPDATE payment_method_uses SET state = $2, settled_at = $3 WHERE use_key = $1 AND state = 'reserved'`;
      const released = `WITH ended AS (${ended} RETURNING method)
        UPDATE payment_methods SET usage_count = usage_count - 1 FROM ended WHERE token = ended.method`;
      tx.atEnd(outcome === 'released' ? released : ended, [use, outcome, clock.now()]);
    },
  };
}
