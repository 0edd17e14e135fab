/** Events as the recorded service sends them (wire 0 and 9.2). */
import {eventTypes, type EventType} from '../../domain/events/events.js';

/** The names that are spelled otherwise there. */
export const recordedSpellings: Readonly<Partial<Record<EventType, string>>> = {
  'subscription.payment_succeeded': 'subscription.payment.succeeded',
  'subscription.payment_failed': 'subscription.payment.failed',
  'subscription.cancelled': 'subscription.canceled',
};

/** Events of this service that nothing public shows there. */
const own: readonly EventType[] = [
  'payment_method.saved',
  'payment_method.expiring',
  'origin.added',
  'origin.removed',
  'velocity.limit_reached',
];

export const recordedEventTypes: readonly EventType[] = eventTypes.filter((type) => !own.includes(type));
