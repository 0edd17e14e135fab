/** Deliveries: one event for one endpoint, with the tries to send it. */
import {isoOrNull} from '../../platform/openapi/answers.js';
import type {Clock} from '../../platform/clock/clock.js';
import {ServiceError} from '../../platform/errors.js';
import {
  eventTypes,
  type EventFollower,
  type EventType,
  type StoredEvent,
} from '../../domain/events/events.js';
import {pageSql, type Page} from '../../platform/http/paging.js';
import type {Database, Queries} from '../../platform/storage/database.js';

/** A `pending` delivery waits for its next try. A `dead` one was given up; the merchant can send it again. */
export const deliveryStates = ['pending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A row of `webhook_deliveries`: one event for one endpoint. */
export interface Delivery {
  readonly token: string;
  readonly merchant: string;
  readonly endpoint: string;
  readonly event: string;
  readonly type: EventType;
  readonly subscription: string | null;
  readonly sequence: number | null;
  readonly state: DeliveryState;
  /**
   * Why it was given up: `tries_used_up`, `endpoint_gone`, `endpoint_failing`, `endpoint_disabled`,
   * `endpoint_removed`.
   */
  readonly reason: string | null;
  /** Number of all tries. */
  readonly tries: number;
  /** Number of tries in the current schedule. */
  readonly step: number;
  /** When the current schedule began. */
  readonly since: Date;
  readonly next_try_at: Date | null;
  readonly delivered_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A delivery with the outcome of its last try. */
export interface DeliveryView extends Delivery {
  readonly last_status: number | null;
  readonly last_failure: string | null;
}

/** One attempt to send a delivery. */
export interface Try {
  readonly number: number;
  readonly at: Date;
  readonly status: number | null;
  readonly failure: string | null;
  readonly milliseconds: number;
}

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly type?: string | undefined;
  readonly subscription?: string | undefined;
  readonly event?: string | undefined;
}

/** Which events to send again. */
export interface ReplayRange {
  /** Events created at or after `from`, and before `to`. */
  readonly from: Date;
  readonly to: Date;
  /** Null for all types. */
  readonly types: readonly EventType[] | null;
  /** Whether to send again what the endpoint has accepted. */
  readonly includeDelivered: boolean;
}

const newDeliveryColumns =
  'token, merchant, endpoint, event, type, subscription, sequence, state, since, next_try_at, created_at, updated_at';

/**
 * Creates a delivery of each new event for every endpoint that subscribes to its type, in the transaction
 * that records the event (guarantees V4 and V5).
 *
 * @param types - The types of which deliveries are made at all.
 */
export const makeDeliveriesOf =
  (types: readonly EventType[]): EventFollower =>
  (tx, {ids, at}) =>
    tx.atEnd(
      // $2, the time of the event, is `since`, `next_try_at`, `created_at` and `updated_at`.
      `INSERT INTO webhook_deliveries (${newDeliveryColumns})
     SELECT 'whd_' || gen_random_uuid(), v.merchant, w.token, v.id, v.type, v.subscription, v.sequence, 'pending', $2, $2, $2, $2
     FROM events v JOIN webhook_endpoints w ON w.merchant = v.merchant
     WHERE v.id = ANY ($1::text[]) AND v.type = ANY ($3::text[]) AND w.state = 'enabled' AND w.deleted_at IS NULL AND (w.events IS NULL OR v.type = ANY (w.events))
     ORDER BY v.position, w.created_at, w.token`,
      [ids, at, types],
    );

/** Makes deliveries of all events. */
export const makeDeliveries = makeDeliveriesOf(eventTypes);

const selectView = `
  SELECT d.*, t.status AS last_status, t.failure AS last_failure FROM webhook_deliveries d
  LEFT JOIN webhook_tries t ON t.delivery = d.token AND t.number = d.tries`;

const notFound = () => new ServiceError(404, 'webhook.delivery_not_found', 'delivery not found');

/**
 * Deliveries to a disabled endpoint would be given up at once.
 *
 * @throws {ServiceError} 409 `webhook.disabled`.
 */
async function refuseIfDisabled(tx: Queries, endpoint: string): Promise<void> {
  const [row] = await tx.query<{state: string}>(
    'SELECT state FROM webhook_endpoints WHERE token = $1 FOR SHARE',
    [endpoint],
  );
  if (row?.state === 'enabled') return;
  throw new ServiceError(409, 'webhook.disabled', 'The endpoint is disabled. Enable it first.');
}

/**
 * Restarts the schedule of a delivery; `$2` is the current time. A lease is kept, so that a try under way is
 * not disturbed.
 */
const restartSchedule = `state = 'pending', reason = NULL, step = 0, since = $2, next_try_at = $2, delivered_at = NULL, updated_at = $2`;

export interface Deliveries {
  list(
    endpoint: string,
    filter: DeliveryFilter,
    page: Page,
  ): Promise<{readonly total: number; readonly list: readonly DeliveryView[]}>;
  /** @throws {ServiceError} 404 `webhook.delivery_not_found`. */
  read(endpoint: string, token: string): Promise<readonly [DeliveryView, readonly Try[]]>;
  /**
   * Sends a delivery in any state again.
   *
   * @param owner - The endpoint or merchant that the delivery must belong to; an omitted one is not checked.
   * @throws {ServiceError} as `read`; 409 `webhook.disabled`.
   */
  resend(
    tx: Queries,
    owner: {readonly endpoint?: string; readonly merchant?: string | undefined},
    token: string,
  ): Promise<DeliveryView>;
  /**
   * Sends the events of a range again, in order, also those that are older than the endpoint.
   *
   * @returns The number of events.
   * @throws {ServiceError} 409 `webhook.disabled`.
   */
  replay(
    tx: Queries,
    endpoint: {readonly token: string; readonly merchant: string},
    range: ReplayRange,
  ): Promise<number>;
  /** The newest deliveries of one merchant, or of all for the dashboard, with the data of their events. */
  newest(
    merchant: string | undefined,
    limit: number,
  ): Promise<readonly (DeliveryView & Pick<StoredEvent, 'data'>)[]>;
}

async function list(database: Queries, endpoint: string, filter: DeliveryFilter, page: Page) {
  const where = `d.endpoint = $1 AND ($2::text IS NULL OR d.state = $2) AND ($3::text IS NULL OR d.type = $3)
    AND ($4::text IS NULL OR d.subscription = $4) AND ($5::text IS NULL OR d.event = $5)`;
  const {state = null, type = null, subscription = null, event = null} = filter;
  const values = [endpoint, state, type, subscription, event];
  const [counted] = await database.query<{total: number}>(
    `SELECT count(*)::int AS total FROM webhook_deliveries d WHERE ${where}`,
    values,
  );
  const rows = await database.query<DeliveryView>(
    `SELECT * FROM (${selectView} WHERE ${where}) AS found ${pageSql(page)}`,
    values,
  );
  return {total: counted!.total, list: rows};
}

async function replay(
  tx: Queries,
  {token, merchant}: {readonly token: string; readonly merchant: string},
  {from, to, types, includeDelivered}: ReplayRange,
  now: Date,
): Promise<number> {
  const inRange = `v.merchant = $3 AND v.created_at >= $4 AND v.created_at < $5 AND ($6::text[] IS NULL OR v.type = ANY ($6::text[]))`;
  const range = [token, now, merchant, from, to, types];
  const restarted = await tx.query(
    `UPDATE webhook_deliveries d SET ${restartSchedule} FROM events v
     WHERE d.endpoint = $1 AND v.id = d.event AND ${inRange} AND (d.state = 'dead' OR (d.state = 'delivered' AND $7))
     RETURNING d.token`,
    [...range, includeDelivered],
  );
  const created = await tx.query(
    `INSERT INTO webhook_deliveries (${newDeliveryColumns})
     SELECT 'whd_' || gen_random_uuid(), v.merchant, $1, v.id, v.type, v.subscription, v.sequence, 'pending', $2, $2, $2, $2
     FROM events v
     WHERE ${inRange} AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint = $1 AND d.event = v.id)
     ORDER BY v.position RETURNING token`,
    range,
  );
  return restarted.length + created.length;
}

export function createDeliveries({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Deliveries {
  const readView = async (queries: Queries, token: string) => {
    const [row] = await queries.query<DeliveryView>(`${selectView} WHERE d.token = $1`, [token]);
    if (!row) throw notFound();
    return row;
  };
  return {
    list: (endpoint, filter, page) => list(database, endpoint, filter, page),
    async read(endpoint, token) {
      const delivery = await readView(database, token);
      if (delivery.endpoint !== endpoint) throw notFound();
      const tries = await database.query<Try>(
        'SELECT number, at, status, failure, milliseconds FROM webhook_tries WHERE delivery = $1 ORDER BY number',
        [token],
      );
      return [delivery, tries];
    },
    async resend(tx, {endpoint, merchant}, token) {
      const delivery = await readView(tx, token);
      if (endpoint !== undefined && delivery.endpoint !== endpoint) throw notFound();
      if (merchant !== undefined && delivery.merchant !== merchant) throw notFound();
      await refuseIfDisabled(tx, delivery.endpoint);
      await tx.query(`UPDATE webhook_deliveries SET ${restartSchedule} WHERE token = $1`, [
        token,
        clock.now(),
      ]);
      return readView(tx, token);
    },
    async replay(tx, endpoint, range) {
      await refuseIfDisabled(tx, endpoint.token);
      return replay(tx, endpoint, range, clock.now());
    },
    newest: (merchant, limit) =>
      database.query<DeliveryView & Pick<StoredEvent, 'data'>>(
        `SELECT found.*, v.data FROM (${selectView} WHERE ($1::text IS NULL OR d.merchant = $1) ORDER BY d.created_at DESC, d.position DESC LIMIT $2) AS found
         JOIN events v ON v.id = found.event ORDER BY found.created_at DESC, found.position DESC`,
        [merchant ?? null, limit],
      ),
  };
}

/** A delivery in an API response. */
export const deliveryJson = (delivery: DeliveryView) => ({
  token: delivery.token,
  endpoint: delivery.endpoint,
  event: delivery.event,
  type: delivery.type,
  subscription: delivery.subscription,
  sequence: delivery.sequence,
  state: delivery.state,
  reason: delivery.reason,
  tries: delivery.tries,
  last_status: delivery.last_status,
  last_failure: delivery.last_failure,
  next_try_at: isoOrNull(delivery.next_try_at),
  delivered_at: isoOrNull(delivery.delivered_at),
  created_at: delivery.created_at.toISOString(),
});

export const tryJson = ({at, ...rest}: Try) => ({...rest, at: at.toISOString()});
