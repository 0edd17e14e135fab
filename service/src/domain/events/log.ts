import type {EventLog} from '../../platform/clock/travel.js';
import type {Queries} from '../../platform/storage/database.js';

/**
 * Counts events and charge attempts, so that moving the clock can report its progress. Each answered
 * attempt has one event `subscription.payment_…`.
 */
export const eventLog = (queries: Queries): EventLog => ({
  async position() {
    const [row] = await queries.query<{position: number}>(
      'SELECT COALESCE(max(position), 0) AS position FROM events',
    );
    return row!.position;
  },
  async countSince(position) {
    const [row] = await queries.query<{events: number; charges: number}>(
      `SELECT count(*)::integer AS events,
         (count(*) FILTER (WHERE type LIKE 'subscription.payment\\_%'))::integer AS charges
       FROM events WHERE position > $1`,
      [position],
    );
    return row!;
  },
});
