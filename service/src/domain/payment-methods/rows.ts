/** Reads and changes the rows of payment methods. */
import type {Queries} from '../../platform/storage/database.js';
import type {BrandId} from '../../../../src/protocol/index.js';

/** The part of a card that may be shown. */
export interface CardSummaryRow {
  readonly brand: BrandId | 'unknown';
  readonly bin: string;
  readonly last_four: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
}

/** A saved card. */
export interface PaymentMethodRow extends CardSummaryRow {
  readonly token: string;
  readonly customer: string;
  /** Token of the tracker that saved it. */
  readonly tracker: string;
  /** Id of the encrypted card in the vault. */
  readonly card: string;
  /** 1 for a guest's payment method (spec 1.5); null if it has no limit. */
  readonly max_usage: number | null;
  readonly usage_count: number;
}

/** Identifies a method and its owners. */
export interface OwnedMethod {
  readonly merchant: string;
  readonly customer: string;
  readonly token: string;
}

/** A saved card, and whether it is its customer's default. */
export interface ListedMethod extends PaymentMethodRow {
  readonly is_default: boolean;
  readonly created_at: Date;
}

const isDefaultSql = 'EXISTS (SELECT 1 FROM default_methods d WHERE d.method = payment_methods.token)';

/** Selects payment methods as `ListedMethod`. */
export const selectListed = `SELECT *, ${isDefaultSql} AS is_default FROM payment_methods`;

/** A payment method that may have been removed since. */
export interface RecordedMethod extends PaymentMethodRow {
  readonly deleted_at: Date | null;
}

/** Reads payment methods, including removed ones. */
export async function methodsByToken(
  queries: Queries,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, RecordedMethod>> {
  const rows = await queries.query<RecordedMethod>(
    'SELECT * FROM payment_methods WHERE token = ANY($1::text[])',
    [tokens],
  );
  return new Map(rows.map((row) => [row.token, row]));
}

/**
 * Reads a payment method and locks it against removal until the transaction ends; undefined if the customer
 * has none with this token.
 */
export async function lockMethod(
  tx: Queries,
  {merchant, customer, token}: OwnedMethod,
): Promise<PaymentMethodRow | undefined> {
  const [row] = await tx.query<PaymentMethodRow>(
    `SELECT * FROM payment_methods WHERE merchant = $1 AND customer = $2 AND token = $3 AND deleted_at IS NULL FOR SHARE`,
    [merchant, customer, token],
  );
  return row;
}

/** Increases `usage_count` (wire 1.4) of each payment method by how often it occurs in `tokens`. */
export async function countUses(tx: Queries, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  await tx.query(
    // Rows are locked in the order of their tokens, so that concurrent transactions cannot deadlock.
    `WITH used AS (
       SELECT token AS method, count(*)::integer AS number FROM unnest($1::text[]) AS g (token) GROUP BY token
     ), locked AS (
       SELECT token FROM payment_methods WHERE token = ANY ($1::text[]) ORDER BY token FOR UPDATE
     )
     UPDATE payment_methods p SET usage_count = usage_count + used.number
     FROM used JOIN locked ON locked.token = used.method WHERE p.token = used.method`,
    [tokens],
  );
}

/**
 * Removes every payment method of a customer.
 *
 * @returns Ids of their encrypted cards, which the caller must erase.
 */
export async function removeAllOf(tx: Queries, customer: string, now: Date): Promise<readonly string[]> {
  const rows = await tx.query<{card: string}>(
    `UPDATE payment_methods SET deleted_at = $2, card_fingerprint = NULL
     WHERE customer = $1 AND deleted_at IS NULL RETURNING card`,
    [customer, now],
  );
  return rows.map(({card}) => card);
}
