/** The event store: it records events, of which merchants are notified. */
import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import type {Writes} from '../../platform/storage/database.js';

/** Types of events: the four of spec 6, and further ones of this service (wire 1.11). */
export const eventTypes = [
  'subscription.created',
  'subscription.payment_succeeded',
  'subscription.payment_failed',
  'subscription.cancelled',
  'subscription.paused',
  'subscription.resumed',
  'payment_method.saved',
  'payment_method.expiring',
  'authorization.reversed',
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'void.succeeded',
  'origin.added',
  'origin.removed',
  'velocity.limit_reached',
] as const;
export type EventType = (typeof eventTypes)[number];

export interface NewEvent {
  readonly merchant: string;
  readonly type: EventType;
  /** Token of the changed object. */
  readonly subject: string;
  /** Identifies the change, such as `ch_…:2:settled`, so that recording it twice makes one event. */
  readonly occurrence: string;
  /** Token of the subscription. Its events are numbered. */
  readonly subscription?: string;
  readonly customer?: string;
  readonly tracker?: string;
  /** The payload. It contains no credential, and of a card only brand, last four digits and expiry. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StoredEvent {
  readonly id: string;
  readonly merchant: string;
  readonly type: EventType;
  readonly subject: string;
  readonly subscription: string | null;
  /** Number of the event among those of its subscription: 1, 2, 3 … (guarantee V21). */
  readonly sequence: number | null;
  readonly customer: string | null;
  readonly tracker: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

/** Records events in the transaction of the change that they report (guarantees 4.2). */
export interface Events {
  /** Adds events to the end of the transaction, in this order and with one statement. */
  append(tx: Writes, ...events: readonly NewEvent[]): void;
}

/**
 * Runs in the same transaction after the events are inserted, for example to create their deliveries. An
 * event that was recorded before is not inserted, so its id in `ids` has no row.
 */
export type EventFollower = (
  tx: Writes,
  events: {readonly ids: readonly string[]; readonly at: Date},
) => void;

/**
 * SQL statement that advances the event counters of subscriptions. It reads `counted (subscription, number)`,
 * the number of new events for each, and returns each subscription's `token` and its counter `before`.
 */
export type NumberEvents = string;

/**
 * Corrects events of one type by what their transaction has written. `sql` reads the events as appended from
 * `stated`, and returns the `id` of each wrong one, its right `subject`, and `data` that replaces some of its
 * fields.
 */
export interface CorrectEvents {
  readonly type: EventType;
  readonly sql: string;
}

const statedEvents = `
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
    WITH ORDINALITY AS g (id, merchant, type, subject, occurrence, subscription, customer, tracker, data, place)`;

const correctedEvents = (sql: string) => `
  SELECT s.id, merchant, type, COALESCE(c.subject, s.subject) AS subject, occurrence, subscription, customer, tracker,
    CASE WHEN c.id IS NULL THEN s.data ELSE (s.data::jsonb || c.data)::text END AS data, place
  FROM stated s LEFT JOIN (${sql}) c ON c.id = s.id`;

/**
 * Inserts events in five steps: `stated` are the events as appended, `given` the corrected ones, `fresh`
 * those that were not recorded before, `counted` their number for each subscription, and `numbered` the
 * counters before them. The number is also in the payload, for receivers that store only that.
 */
const insertStatement = (numberEvents: NumberEvents, correct?: CorrectEvents) => `
WITH stated AS (${statedEvents}
), given AS (${correct ? correctedEvents(correct.sql) : 'SELECT * FROM stated'}
), fresh AS (
  SELECT *, row_number() OVER (PARTITION BY subscription ORDER BY place) AS nth FROM given
  WHERE NOT EXISTS (SELECT 1 FROM events WHERE events.occurrence = given.occurrence)
), counted AS (
  SELECT subscription, count(*)::integer AS number FROM fresh GROUP BY subscription
), numbered AS (${numberEvents}
)
INSERT INTO events (id, merchant, type, subject, occurrence, subscription, sequence, customer, tracker, data, created_at)
SELECT id, merchant, type, subject, occurrence, subscription, before + nth, customer, tracker,
  CASE WHEN before IS NULL THEN data::jsonb ELSE data::jsonb || jsonb_build_object('sequence', before + nth) END, $10
FROM fresh LEFT JOIN numbered ON token = subscription ORDER BY place`;

export function createEventStore(deps: {
  readonly clock: Clock;
  readonly numberEvents: NumberEvents;
  readonly correct?: CorrectEvents;
  readonly followers: readonly EventFollower[];
}): Events {
  const insert = insertStatement(deps.numberEvents);
  const insertCorrected = insertStatement(deps.numberEvents, deps.correct);
  return {
    append(tx, ...events) {
      if (events.length === 0) return;
      const column = (valueOf: (event: NewEvent) => string | null | undefined) =>
        events.map((event) => valueOf(event) ?? null);
      // An id must not contain a full stop: a webhook's signature covers `id.timestamp.body`.
      const ids = events.map(() => `evt_${randomUUID()}`);
      const at = deps.clock.now();
      const needsCorrection = events.some(({type}) => type === deps.correct?.type);
      tx.atEnd(needsCorrection ? insertCorrected : insert, [
        ids,
        column(({merchant}) => merchant),
        column(({type}) => type),
        column(({subject}) => subject),
        column(({occurrence}) => occurrence),
        column(({subscription}) => subscription),
        column(({customer}) => customer),
        column(({tracker}) => tracker),
        column(({data}) => JSON.stringify(data)),
        at,
      ]);
      for (const follow of deps.followers) follow(tx, {ids, at});
    },
  };
}
