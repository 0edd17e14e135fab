import type {DueWork} from '../../platform/worker/due-work.js';
import type {CheckoutTools} from './context.js';
import type {CheckoutSession} from './session.js';
import {leave} from './subscribing.js';

const batch = 20;
/** Real time. */
const leaseMs = 60_000;

const left = `state = 'open' AND subscription IS NOT NULL`;

/**
 * Pages that were left after a declined first charge: their subscription ends with them, before the first
 * retry a day later could charge a shopper who has left.
 */
export function abandonedPages(tools: CheckoutTools): DueWork {
  const {database, clock} = tools;
  return {
    name: 'abandoned-checkouts',
    async run() {
      const taken = await database.query<CheckoutSession>(
        `UPDATE checkout_sessions SET trying_until = $2 WHERE token IN (
           SELECT token FROM checkout_sessions WHERE ${left} AND expires_at <= $1
             AND (trying_until IS NULL OR trying_until <= $3)
           ORDER BY expires_at LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING *`,
        [clock.now(), new Date(Date.now() + leaseMs), new Date()],
      );
      for (const session of taken) {
        // A charge may be on its way to the network just now: the lease ends, and it is looked at again.
        await leave(tools, session).catch(() => tools.logger.warn('checkout.not_ended'));
      }
      return taken.length;
    },
    async isDue() {
      const rows = await database.query(
        `SELECT 1 FROM checkout_sessions WHERE ${left} AND expires_at <= $1 LIMIT 1`,
        [clock.now()],
      );
      return rows.length > 0;
    },
    async nextDue() {
      const [row] = await database.query<{at: Date | null}>(
        `SELECT min(expires_at) AS at FROM checkout_sessions WHERE ${left} AND expires_at > $1`,
        [clock.now()],
      );
      return row?.at ?? undefined;
    },
    release: () => Promise.resolve(),
  };
}
