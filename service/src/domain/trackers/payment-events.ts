/** Events about payments. */
import type {Clock} from '../../platform/clock/clock.js';
import {wireInstant} from '../../platform/http/instant.js';
import type {Writes} from '../../platform/storage/database.js';
import type {Events, EventType} from '../events/events.js';
import {modeOf} from './modes.js';
import type {Tracker, TrackerChanges} from './tracker.js';

interface Dependencies {
  readonly events: Events;
  readonly clock: Clock;
}

/** What happened to the money of a tracker. */
interface PaymentChange {
  readonly type: Extract<EventType, `payment.${string}` | 'void.succeeded'>;
  /** Names the change among those of its tracker, such as `refund:2`. */
  readonly occurrence: string;
  /** The changes of the tracker in the same transaction. */
  readonly changes: TrackerChanges;
  /** Minor units; the tracker's amount when missing. */
  readonly amount?: number;
  /** Further fields of the event's data. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/**
 * Records an event about a payment (wire 1.11), in the transaction of the change itself. A tracker that only
 * saves a card takes no payment, so it has no such events. Shops put the order's id into the metadata.
 */
export function recordPayment(
  {events, clock}: Dependencies,
  tx: Writes,
  tracker: Tracker,
  {type, occurrence, changes, amount = tracker.amount, more}: PaymentChange,
): void {
  if (!modeOf(tracker).namesAmount) return;
  const {merchant, token, customer, currency, intent, mode, metadata} = tracker;
  const at = clock.now();
  events.append(tx, {
    merchant,
    type,
    subject: token,
    occurrence: `${token}:${occurrence}`,
    customer,
    tracker: token,
    data: {
      tracker: token,
      customer,
      intent,
      mode,
      state: changes.state ?? tracker.state,
      amount,
      currency,
      // The service takes no fee.
      ...(type === 'payment.succeeded' && {net: amount, fee: 0, charged_at: wireInstant(at)}),
      metadata,
      order_id: metadata['order_id'] ?? null,
      payment_method: changes.payment_method ?? tracker.payment_method,
      ...more,
    },
  });
}

/**
 * Records that the bank declined; `reason` is the bank's code. Category and code are those of the recorded
 * messages of the original service.
 */
export const recordDecline = (
  deps: Dependencies,
  tx: Writes,
  tracker: Tracker,
  {changes, reason}: {readonly changes: TrackerChanges; readonly reason: string},
): void =>
  recordPayment(deps, tx, tracker, {
    type: 'payment.failed',
    occurrence: 'declined',
    changes,
    more: {
      category: 'PAYMENT_METHOD_ERROR',
      code: 403,
      failure: reason,
      message: `The bank declined the card (${reason}).`,
      failed_at: wireInstant(deps.clock.now()),
    },
  });
