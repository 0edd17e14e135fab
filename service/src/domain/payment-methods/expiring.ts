/** Sends an event for each saved card that is about to expire. */
import type {Clock} from '../../platform/clock/clock.js';
import type {Database} from '../../platform/storage/database.js';
import type {DueWork} from '../../platform/worker/due-work.js';
import type {Events} from '../events/events.js';
import {expiresAt} from './payment-methods.js';
import type {PaymentMethodRow} from './rows.js';

/** How long before a card expires its event is sent: 30 days. */
export const expiryNoticeMs = 30 * 24 * 3_600_000;

const batchSize = 100;

/** Must be written exactly as in the index of migration 0184, or the database does not use that index. */
const expiry = '(expiration_year || expiration_month)';
/** Saved cards, without guests' and removed ones, whose current expiry was not announced. */
const unannounced = `deleted_at IS NULL AND max_usage IS NULL AND announced_expiry IS DISTINCT FROM ${expiry}`;
/**
 * Cards to announce. `$1` is the current month, and `$2` the month 30 days from now, whose cards are not due
 * yet: a card expires at the end of its month.
 */
const due = `${unannounced} AND ${expiry} >= $1 AND ${expiry} < $2`;

/** Year and month of an instant in the form of `expiry`, such as `203001`. */
const monthOf = (at: Date) => `${at.getUTCFullYear()}${String(at.getUTCMonth() + 1).padStart(2, '0')}`;

/**
 * Sends `payment_method.expiring` 30 days before a saved card expires, once for each method and expiry. A
 * guest's method, which is used once, is not announced.
 */
export function expiringMethods(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
}): DueWork {
  const {database, clock, events} = deps;
  /** `$1` and `$2` of `due`. */
  const noticeMonths = () => {
    const now = clock.now();
    return [monthOf(now), monthOf(new Date(now.getTime() + expiryNoticeMs))];
  };
  return {
    name: 'expiring-methods',
    run: () =>
      database.transaction(async (tx) => {
        const rows = await tx.query<PaymentMethodRow & {readonly merchant: string}>(
          `UPDATE payment_methods SET announced_expiry = ${expiry} WHERE token IN (
             SELECT token FROM payment_methods WHERE ${due} ORDER BY ${expiry} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
           ) RETURNING *`,
          noticeMonths(),
        );
        events.append(tx, ...rows.map(expiringEvent));
        return rows.length;
      }),
    async isDue() {
      const rows = await database.query(`SELECT 1 FROM payment_methods WHERE ${due} LIMIT 1`, noticeMonths());
      return rows.length > 0;
    },
    async nextDue() {
      const [, firstLaterMonth] = noticeMonths();
      const [row] = await database.query<PaymentMethodRow>(
        `SELECT expiration_month, expiration_year FROM payment_methods WHERE ${unannounced} AND ${expiry} >= $1
         ORDER BY ${expiry} LIMIT 1`,
        [firstLaterMonth],
      );
      return row && new Date(expiresAt(row).getTime() - expiryNoticeMs);
    },
    // Nothing is leased.
    release: () => Promise.resolve(),
  };
}

function expiringEvent(row: PaymentMethodRow & {readonly merchant: string}) {
  const {token, merchant, customer, brand, last_four, expiration_month, expiration_year} = row;
  return {
    merchant,
    type: 'payment_method.expiring',
    subject: token,
    occurrence: `${token}:expiring:${expiration_year}-${expiration_month}`,
    customer,
    data: {
      payment_method: token,
      customer,
      brand,
      last_four,
      expiration_month,
      expiration_year,
      expires_at: expiresAt(row).toISOString(),
    },
  } as const;
}
