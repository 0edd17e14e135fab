import type {DueWork} from '../../platform/worker/due-work.js';
import type {CheckoutTools} from './context.js';
import type {CheckoutSession} from './session.js';
import {leaveCheckout} from './subscribing.js';

const batchSize = 20;
/** In real time, not in the time of the service's clock. */
const leaseMs = 60_000;

const isUnfinished = `state = 'open' AND subscription IS NOT NULL`;

/**
 * Ends the subscription of a checkout page that expired after a declined first charge. The first retry comes
 * a day later; it must not charge a shopper who has left.
 */
export function abandonedPages(tools: CheckoutTools): DueWork {
  const {database, clock} = tools;
  return {
    name: 'abandoned-checkouts',
    async run() {
      const leased = await database.query<CheckoutSession>(
        `UPDATE checkout_sessions SET trying_until = $2 WHERE token IN (
           SELECT token FROM checkout_sessions WHERE ${isUnfinished} AND expires_at <= $1
             AND (trying_until IS NULL OR trying_until <= $3)
           ORDER BY expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED) RETURNING *`,
        [clock.now(), new Date(Date.now() + leaseMs), new Date()],
      );
      for (const session of leased) {
        // Fails while a charge is under way. The session is retried when its lease ends.
        await leaveCheckout(tools, session).catch(() => tools.logger.warn('checkout.not_ended'));
      }
      return leased.length;
    },
    async isDue() {
      const rows = await database.query(
        `SELECT 1 FROM checkout_sessions WHERE ${isUnfinished} AND expires_at <= $1 LIMIT 1`,
        [clock.now()],
      );
      return rows.length > 0;
    },
    async nextDue() {
      const [row] = await database.query<{at: Date | null}>(
        `SELECT min(expires_at) AS at FROM checkout_sessions WHERE ${isUnfinished} AND expires_at > $1`,
        [clock.now()],
      );
      return row?.at ?? undefined;
    },
    release: () => Promise.resolve(),
  };
}
