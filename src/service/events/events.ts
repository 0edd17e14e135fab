import {randomUUID} from 'node:crypto';
import type {Clock} from '../clock/clock.js';
import type {Queries} from '../storage/database.js';

/** Kinds of events: the four of spec section 6, and four that shops ask for. */
export const eventTypes = [
  'subscription.created',
  'subscription.payment_succeeded',
  'subscription.payment_failed',
  'subscription.cancelled',
  'subscription.paused',
  'subscription.resumed',
  'payment_method.saved',
  'authorization.reversed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** A change that receivers are to hear of. */
export interface NewEvent {
  readonly merchant: string;
  readonly type: EventType;
  /** Token of what changed. */
  readonly subject: string;
  /** Names the change itself, such as `ch_…:attempt:2`: a change that is written twice is told once. */
  readonly occurrence: string;
  /** Given for events of a subscription: they are numbered. */
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

/** Puts events on record, and whatever has to follow from them, in the transaction of the change itself (guarantees 4.2). */
export interface Events {
  append(tx: Queries, event: NewEvent): Promise<void>;
}

/** Runs in the same transaction for every new event, such as the one that makes its deliveries. */
export type EventFollower = (tx: Queries, event: StoredEvent) => Promise<void>;

export function createEventStore(deps: {
  readonly clock: Clock;
  readonly followers: readonly EventFollower[];
}): Events {
  return {
    async append(tx, event) {
      // The update locks the subscription's row: its events are numbered one after the other.
      const [stored] = await tx.query<StoredEvent>(
        `WITH known AS (SELECT 1 FROM events WHERE occurrence = $5), numbered AS (
           UPDATE subscriptions SET sequence = sequence + 1 WHERE token = $6 AND NOT EXISTS (SELECT 1 FROM known)
           RETURNING sequence)
         INSERT INTO events (id, merchant, type, subject, occurrence, subscription, sequence, customer, tracker, data, created_at)
         SELECT $1, $2, $3, $4, $5, $6, (SELECT sequence FROM numbered), $7, $8, $9::jsonb, $10
         WHERE NOT EXISTS (SELECT 1 FROM known)
         RETURNING id, merchant, type, subject, subscription, sequence, customer, tracker, data, created_at`,
        [
          // Without a full stop: receivers sign over `id.timestamp.body`.
          `evt_${randomUUID()}`,
          event.merchant,
          event.type,
          event.subject,
          event.occurrence,
          event.subscription ?? null,
          event.customer ?? null,
          event.tracker ?? null,
          JSON.stringify(event.data),
          deps.clock.now(),
        ],
      );
      if (stored) for (const follow of deps.followers) await follow(tx, stored);
    },
  };
}
