/** Saved cards, called payment methods. A card is saved by a tracker, that is, by one checkout. */
import {randomUUID} from 'node:crypto';
import {brandOf, cardBrands} from '../../../../src/protocol/index.js';
import type {Clock} from '../../platform/clock/clock.js';
import {ServiceError} from '../../platform/errors.js';
import type {ForgetCustomer} from '../customers/remove.js';
import {methodOfTracker, saveMethod, type NewPaymentMethod, type SavedMethod} from './duplicates.js';
import {
  removeAllOf,
  selectListed,
  type CardSummaryRow,
  type ListedMethod,
  type OwnedMethod,
  type PaymentMethodRow,
} from './rows.js';
import type {Events} from '../events/events.js';
import type {Database, Queries, Writes} from '../../platform/storage/database.js';
import type {CardStore} from '../vault/cards.js';

/** A saved method with its card's fingerprint: equal fingerprints of a merchant mean the same card number. */
export interface FingerprintedMethod extends ListedMethod {
  readonly fingerprint: string;
}

export interface PaymentMethods {
  /**
   * Saves a method in the transaction that ends the tracker. If the customer has saved this card before,
   * the earlier method is kept and gets the new expiry (decision 0062).
   */
  create(tx: Writes, request: NewPaymentMethod): void;
  /** The method that a tracker saved, or the earlier one of the same card; undefined if it was removed. */
  ofTracker(queries: Queries, tracker: string): Promise<SavedMethod | undefined>;
  /** A method by its token; undefined if it was removed. */
  find(queries: Queries, token: string): Promise<PaymentMethodRow | undefined>;
  /** Lists a customer's methods: the default first, then the oldest. */
  list(merchant: string, customer: string): Promise<readonly ListedMethod[]>;
  /** Lists a customer's methods with their fingerprints. */
  listWithFingerprints(merchant: string, customer: string): Promise<readonly FingerprintedMethod[]>;
  /** @throws {ServiceError} 404 `payment_method.not_found`. */
  read(merchant: string, customer: string, token: string): Promise<ListedMethod>;
  /**
   * Makes a method the default of its customer, or clears the default.
   *
   * @throws {ServiceError} 404 `payment_method.not_found`.
   */
  setDefault(method: OwnedMethod, isDefault: boolean): Promise<void>;
  /**
   * Removes the method and erases its sealed card number.
   *
   * @throws {ServiceError} 404 `payment_method.not_found`; 409 `payment_method.in_use` while a subscription
   *   is charged to it.
   */
  remove(merchant: string, customer: string, token: string): Promise<void>;
}

export const paymentMethodNotFound = () =>
  new ServiceError(404, 'payment_method.not_found', 'payment method not found');

const notRemoved = 'deleted_at IS NULL';

function createMethod(
  tx: Writes,
  {clock, events}: {readonly clock: Clock; readonly events: Events},
  request: NewPaymentMethod,
): void {
  const {merchant, customer, tracker, summary, singleUse, metadata} = request;
  const token = `pm_${randomUUID()}`;
  saveMethod(tx, token, request, clock.now());
  const {brand, last_four, expiration_month, expiration_year} = summary;
  // If the card is a duplicate, `correctSavedEvents` names the earlier method instead of `token`.
  events.append(tx, {
    merchant,
    type: 'payment_method.saved',
    subject: token,
    occurrence: `${token}:saved`,
    customer,
    tracker,
    data: {
      payment_method: token,
      customer,
      tracker,
      brand,
      last_four,
      expiration_month,
      expiration_year,
      single_use: singleUse,
      metadata,
    },
  });
}

/** Returns the tokens of the subscriptions that are charged to a method. */
export type SubscriptionsChargedTo = (tx: Queries, method: string) => Promise<readonly string[]>;

/**
 * Refuses to remove a method while subscriptions are charged to it (decision 0062). The caller has locked the
 * method's row. A new subscription locks it too (`lockMethodForRenewals`), so none can begin after this
 * check.
 */
async function refuseIfInUse(
  tx: Queries,
  token: string,
  subscriptionsChargedTo: SubscriptionsChargedTo,
): Promise<void> {
  const subscriptions = await subscriptionsChargedTo(tx, token);
  if (subscriptions.length === 0) return;
  const message =
    subscriptions.length === 1
      ? `${subscriptions[0]!} is charged to this payment method. Give it another card, or cancel it, first.`
      : `${subscriptions.join(', ')} are charged to this payment method. Give them another card, or cancel them, first.`;
  throw new ServiceError(409, 'payment_method.in_use', message);
}

async function changeDefault(
  database: Database,
  {merchant, customer, token}: OwnedMethod,
  isDefault: boolean,
): Promise<void> {
  const selectMethod = `SELECT customer, token FROM payment_methods
    WHERE merchant = $1 AND customer = $2 AND token = $3 AND ${notRemoved}`;
  const sql = isDefault
    ? `INSERT INTO default_methods (customer, method) ${selectMethod}
       ON CONFLICT (customer) DO UPDATE SET method = excluded.method RETURNING method`
    : `WITH own AS (${selectMethod}), cleared AS (
         DELETE FROM default_methods d USING own WHERE d.method = own.token
       ) SELECT token FROM own`;
  const found = await database.query(sql, [merchant, customer, token]);
  if (found.length === 0) throw paymentMethodNotFound();
}

export function createPaymentMethods(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly cards: CardStore;
  readonly events: Events;
  readonly subscriptionsChargedTo: SubscriptionsChargedTo;
}): PaymentMethods {
  const {database, clock, cards} = deps;
  const list = (merchant: string, customer: string) =>
    database.query<ListedMethod>(
      `${selectListed} WHERE merchant = $1 AND customer = $2 AND ${notRemoved}
       ORDER BY is_default DESC, created_at, token`,
      [merchant, customer],
    );
  return {
    create: (tx, request) => createMethod(tx, deps, request),
    ofTracker: methodOfTracker,
    async find(queries, token) {
      const rows = await queries.query<PaymentMethodRow>(
        `SELECT * FROM payment_methods WHERE token = $1 AND ${notRemoved}`,
        [token],
      );
      return rows[0];
    },
    list,
    async listWithFingerprints(merchant, customer) {
      const rows = await list(merchant, customer);
      const ids = rows.map(({card}) => card);
      const fingerprints = await cards.fingerprints(database, ids);
      return rows.map((row) => ({...row, fingerprint: fingerprints.get(row.card)!}));
    },
    async read(merchant, customer, token) {
      const [row] = await database.query<ListedMethod>(
        `${selectListed} WHERE merchant = $1 AND customer = $2 AND token = $3 AND ${notRemoved}`,
        [merchant, customer, token],
      );
      if (!row) throw paymentMethodNotFound();
      return row;
    },
    setDefault: (method, isDefault) => changeDefault(database, method, isDefault),
    remove: (merchant, customer, token) =>
      database.transaction(async (tx) => {
        const [row] = await tx.query<PaymentMethodRow>(
          `UPDATE payment_methods SET deleted_at = $4, card_fingerprint = NULL
           WHERE merchant = $1 AND customer = $2 AND token = $3 AND ${notRemoved} RETURNING *`,
          [merchant, customer, token, clock.now()],
        );
        if (!row) throw paymentMethodNotFound();
        // Throwing here undoes the update, which had to come first to lock the row.
        await refuseIfInUse(tx, token, deps.subscriptionsChargedTo);
        cards.forget(tx, row.card);
      }),
  };
}

/** The data of a method's card that may be shown. */
export const summaryOf = (row: CardSummaryRow): CardSummaryRow => ({
  brand: row.brand,
  bin: row.bin,
  last_four: row.last_four,
  expiration_month: row.expiration_month,
  expiration_year: row.expiration_year,
});

/** A card brand as the `scheme` fields of the API name it. */
export function schemeOf(brand: string): string {
  const id = brandOf(brand);
  return id ? cardBrands[id].scheme : 'Unbranded';
}

/** When a card expires: at the end of its expiration month, in UTC. */
export function expiresAt({
  expiration_month,
  expiration_year,
}: Pick<CardSummaryRow, 'expiration_month' | 'expiration_year'>): Date {
  return new Date(Date.UTC(Number(expiration_year), Number(expiration_month), 1));
}

/** Removes every saved card of a customer who is being removed. Never `busy`: cards delay no removal. */
export const forgetMethods =
  (cards: CardStore): ForgetCustomer =>
  async (tx, {token, now}) => {
    const cardIds = await removeAllOf(tx, token, now);
    for (const card of cardIds) cards.forget(tx, card);
    return 'forgotten';
  };
