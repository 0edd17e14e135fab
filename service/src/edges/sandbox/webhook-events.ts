import type {EventSource} from './events.js';
import type {Queries} from '../../platform/storage/database.js';
import type {StoredEvent} from '../../domain/events/events.js';

/** The events that are sent to webhook endpoints, as a source of the activity list. */
export const webhookEvents =
  (queries: Queries): EventSource =>
  async ({merchant, tracker, limit}) => {
    const rows = await queries.query<StoredEvent>(
      `SELECT id, type, customer, tracker, data, created_at FROM events
       WHERE ($1::text IS NULL OR merchant = $1) AND ($2::text IS NULL OR tracker = $2)
       ORDER BY position DESC LIMIT $3`,
      [merchant ?? null, tracker ?? null, limit],
    );
    // Oldest first, as the activity list expects: it keeps the order of events of the same instant.
    return rows.reverse().map(({created_at, ...event}) => ({...event, at: created_at.toISOString()}));
  };
