/** Saves cards. A customer who saves the same card twice keeps one payment method (decision 0062). */
import type {CorrectEvents} from '../events/events.js';
import {fingerprintOf, forgetCards, renewCards} from '../vault/cards.js';
import type {Queries, Writes} from '../../platform/storage/database.js';
import type {CardSummaryRow, PaymentMethodRow} from './rows.js';

/** The payment method that a tracker saves when it ends. */
export interface NewPaymentMethod {
  readonly merchant: string;
  readonly customer: string;
  readonly tracker: string;
  /** Id of the sealed card. */
  readonly card: string;
  readonly summary: CardSummaryRow;
  /** Whether it can be charged only once, because it is a guest's. */
  readonly singleUse: boolean;
  /** The tracker's metadata, copied into the event for the shop. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A saved method, in responses about the tracker that saved it. */
export interface SavedMethod extends PaymentMethodRow {
  /**
   * Whether the customer had saved this card before. Then this is the earlier method, with the new expiry.
   */
  readonly duplicate: boolean;
}

/**
 * Saves a card in one statement. The unique index on customer and fingerprint lets only one of two concurrent
 * saves insert; the other one waits, and finds that row. For a duplicate, the newly sealed number is erased,
 * and the stored card gets the new expiry. A guest's method gets no fingerprint, so it is never a duplicate.
 *
 * The parameters are the first twelve columns in order, such as `$1` token, `$4` tracker, `$5` card. `$11`
 * (max_usage) is null unless the method is a guest's. `earlier` is the method saved before: its token is
 * not `$1`.
 */
const saveStatement = `
WITH saved AS (
  INSERT INTO payment_methods (token, merchant, customer, tracker, card, brand, bin, last_four, expiration_month,
    expiration_year, max_usage, created_at, card_fingerprint)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
    CASE WHEN $11::integer IS NULL THEN ${fingerprintOf('$5')} END)
  ON CONFLICT (customer, card_fingerprint) DO UPDATE
    SET expiration_month = excluded.expiration_month, expiration_year = excluded.expiration_year
  RETURNING token, card, expiration_month, expiration_year
), earlier AS (
  SELECT * FROM saved WHERE token <> $1
), recorded_duplicate AS (
  INSERT INTO payment_method_duplicates (tracker, method, created_at) SELECT $4, token, $12 FROM earlier
), erased AS (
  ${forgetCards('SELECT $5 FROM earlier')}
)
${renewCards('SELECT card, expiration_month, expiration_year FROM earlier')}`;

/** Saves a method under `token`, unless the customer has one of the same card. */
export function saveMethod(tx: Writes, token: string, method: NewPaymentMethod, now: Date): void {
  const {merchant, customer, tracker, card, summary, singleUse} = method;
  tx.atEnd(saveStatement, [
    token,
    merchant,
    customer,
    tracker,
    card,
    summary.brand,
    summary.bin,
    summary.last_four,
    summary.expiration_month,
    summary.expiration_year,
    singleUse ? 1 : null,
    now,
  ]);
  if (!singleUse) tx.atEnd(defaultStatement, [token]);
}

/**
 * Makes a customer's only method the default, also in the place of one that was removed. A duplicate has no row of its own, and
 * changes nothing.
 */
const defaultStatement = `
  INSERT INTO default_methods (customer, method) SELECT customer, token FROM payment_methods p
  WHERE token = $1 AND NOT EXISTS (
    SELECT 1 FROM payment_methods o
    WHERE o.customer = p.customer AND o.token <> p.token AND o.max_usage IS NULL AND o.deleted_at IS NULL)
  ON CONFLICT (customer) DO UPDATE SET method = excluded.method`;

/** The method that a tracker saved, or the earlier one of the same card; undefined if it was removed. */
export async function methodOfTracker(queries: Queries, tracker: string): Promise<SavedMethod | undefined> {
  const [row] = await queries.query<SavedMethod>(
    `SELECT *, tracker <> $1 AS duplicate FROM payment_methods
     WHERE (tracker = $1 OR token = (SELECT method FROM payment_method_duplicates WHERE tracker = $1))
       AND deleted_at IS NULL`,
    [tracker],
  );
  return row;
}

/**
 * Corrects the event `payment_method.saved` of a duplicate, so that it names the earlier method. The event
 * store runs this SQL when it inserts events: `stated` holds them as appended, and each returned row replaces
 * the subject of one of them and some fields of its data.
 */
export const correctSavedEvents: CorrectEvents = {
  type: 'payment_method.saved',
  sql: `SELECT s.id, d.method AS subject, jsonb_build_object('payment_method', d.method, 'duplicate', true) AS data
    FROM stated s JOIN payment_method_duplicates d ON d.tracker = s.tracker WHERE s.type = 'payment_method.saved'`,
};
