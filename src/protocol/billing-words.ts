/** Units of a billing interval (spec 2.6, wire 1.9). */
export const intervalUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

/** States of a subscription (spec 3.2). */
export const subscriptionStates = ['pending', 'active', 'paused', 'cancelled', 'failed'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** How periods that begin during a pause are recorded (wire 1.9). None of them is ever charged. */
export const pauseBehaviors = ['KEEP_AS_READY', 'MARK_UNCOLLECTIBLE', 'MARK_VOID'] as const;
export type PauseBehavior = (typeof pauseBehaviors)[number];

/**
 * An `open` charge is attempted at its next attempt. A `ready`, `uncollectible` or `void` charge is never
 * attempted: it was due during a pause, or its subscription has ended.
 */
export const chargeStates = ['open', 'paid', 'failed', 'ready', 'uncollectible', 'void'] as const;
export type ChargeState = (typeof chargeStates)[number];
