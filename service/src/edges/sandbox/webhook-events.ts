import type {EventSource} from './events.js';
import type {Queries} from '../../platform/storage/database.js';
import type {StoredEvent} from '../../domain/events/events.js';

/** The events that webhook receivers get. */
export const webhookEvents =
  (queries: Queries): EventSource =>
  async ({merchant, tracker, limit}) => {
    const rows = await queries.query<StoredEvent>(
      `SELECT id, type, customer, tracker, data, created_at FROM events
       WHERE ($1::text IS NULL OR merchant = $1) AND ($2::text IS NULL OR tracker = $2)
       ORDER BY position DESC LIMIT $3`,
      [merchant ?? null, tracker ?? null, limit],
    );
    // Like the other sources, ordered by time, so that events of one instant stay in order.
    return rows.reverse().map(({created_at, ...event}) => ({...event, at: created_at.toISOString()}));
  };
