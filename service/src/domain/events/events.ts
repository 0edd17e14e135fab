import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import type {Writes} from '../../platform/storage/database.js';

/** Kinds of events: the four of spec 6, and those that shops ask for beside them (wire 1.11). */
export const eventTypes = [
  'subscription.created',
  'subscription.payment_succeeded',
  'subscription.payment_failed',
  'subscription.cancelled',
  'subscription.paused',
  'subscription.resumed',
  'payment_method.saved',
  'authorization.reversed',
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'void.succeeded',
] as const;
export type EventType = (typeof eventTypes)[number];

/** A change that receivers are notified of. */
export interface NewEvent {
  readonly merchant: string;
  readonly type: EventType;
  /** Token of what changed. */
  readonly subject: string;
  /** Names the change itself, such as `ch_…:attempt:2`: a change that is recorded twice is one event. */
  readonly occurrence: string;
  /** Set for events of a subscription, which are numbered. */
  readonly subscription?: string;
  readonly customer?: string;
  readonly tracker?: string;
  /** Payload in wire spelling. Never card data beyond brand, last four and expiry; never a credential. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StoredEvent {
  readonly id: string;
  readonly merchant: string;
  readonly type: EventType;
  readonly subject: string;
  readonly subscription: string | null;
  /** 1, 2, 3 … for each subscription (V21). */
  readonly sequence: number | null;
  readonly customer: string | null;
  readonly tracker: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

/** Records events and what follows from them in the transaction of the change itself (guarantees 4.2). */
export interface Events {
  /** Written in the given order at the end of the transaction. Any number of events costs one statement. */
  append(tx: Writes, ...events: readonly NewEvent[]): void;
}

/**
 * Runs in the same transaction after new events, to make their deliveries for example. Events that were
 * recorded before are left out.
 */
export type EventFollower = (
  tx: Writes,
  events: {readonly ids: readonly string[]; readonly at: Date},
) => void;

/**
 * SQL statement that advances the event numbers: it reads `counted (subscription, number)` and returns
 * `token` and the number `before`.
 */
export type NumberEvents = string;

/** The number is also in the payload, for receivers that only store that. */
const insertWith = (numberEvents: NumberEvents) => `
WITH given AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
    WITH ORDINALITY AS g (id, merchant, type, subject, occurrence, subscription, customer, tracker, data, place)
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
  readonly followers: readonly EventFollower[];
}): Events {
  const insert = insertWith(deps.numberEvents);
  return {
    append(tx, ...events) {
      if (events.length === 0) return;
      const column = (of: (event: NewEvent) => string | null | undefined) =>
        events.map((event) => of(event) ?? null);
      // Without a full stop, because receivers sign over `id.timestamp.body`.
      const ids = events.map(() => `evt_${randomUUID()}`);
      const at = deps.clock.now();
      tx.atEnd(insert, [
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
