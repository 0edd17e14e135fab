import type {Queries} from '../../platform/storage/database.js';
import type {BrandId} from '../../../../src/protocol/index.js';

/** The public part of a card, in wire spelling. */
export interface CardSummaryRow {
  readonly brand: BrandId | 'unknown';
  readonly bin: string;
  readonly last_four: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
}

export interface PaymentMethodRow extends CardSummaryRow {
  readonly token: string;
  readonly customer: string;
  readonly tracker: string;
  readonly card: string;
  /** 1 for a guest's method (spec 1.5); null without a limit. */
  readonly max_usage: number | null;
  readonly usage_count: number;
}

/** A stored method, also a removed one. */
export interface RecordedMethod extends PaymentMethodRow {
  readonly deleted_at: Date | null;
}

/** Methods by their tokens, removed ones included. */
export async function recordedMethods(
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
 * A saved method, locked against removal until the transaction ends; undefined if the customer has none with
 * this token.
 */
export async function holdRow(
  tx: Queries,
  {merchant, customer, token}: {readonly merchant: string; readonly customer: string; readonly token: string},
): Promise<PaymentMethodRow | undefined> {
  const [row] = await tx.query<PaymentMethodRow>(
    `SELECT * FROM payment_methods WHERE merchant = $1 AND customer = $2 AND token = $3 AND deleted_at IS NULL FOR SHARE`,
    [merchant, customer, token],
  );
  return row;
}

/** Counts one use for each time a method is listed (wire 1.4: `usage_count`). */
export async function countUses(tx: Queries, used: readonly string[]): Promise<void> {
  if (used.length === 0) return;
  await tx.query(
    // Always in the same order, so that concurrent transactions cannot deadlock.
    `WITH used AS (
       SELECT token AS method, count(*)::integer AS number FROM unnest($1::text[]) AS g (token) GROUP BY token
     ), locked AS (
       SELECT token FROM payment_methods WHERE token = ANY ($1::text[]) ORDER BY token FOR UPDATE
     )
     UPDATE payment_methods p SET usage_count = usage_count + used.number
     FROM used JOIN locked ON locked.token = used.method WHERE p.token = used.method`,
    [used],
  );
}

/** Removes every method of a customer. @returns ids of their sealed cards. */
export async function removeAllOf(tx: Queries, customer: string, now: Date): Promise<readonly string[]> {
  const rows = await tx.query<{card: string}>(
    'UPDATE payment_methods SET deleted_at = $2 WHERE customer = $1 AND deleted_at IS NULL RETURNING card',
    [customer, now],
  );
  return rows.map(({card}) => card);
}
