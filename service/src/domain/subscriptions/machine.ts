import type {SubscriptionState} from './subscription.js';

/** What may happen to a subscription. */
export const subscriptionMoves = ['paid', 'given_up', 'pause', 'resume', 'cancel', 'complete'] as const;
export type SubscriptionMove = (typeof subscriptionMoves)[number];

/** One row of the subscription's machine. */
export interface SubscriptionRule {
  /** Who moves it, and when. */
  readonly when: string;
  readonly from: readonly SubscriptionState[];
  readonly to: SubscriptionState;
}

/** The state of a subscription that has just been made: in a trial, or with a first charge to come. */
export const firstState: SubscriptionState = 'pending';

/**
 * The states of spec 3.2 and the ways between them. A failed renewal that will be tried again leaves the state alone, and so
 * does every paid one. From `cancelled` no way leads on.
 */
export const subscriptionRules: Readonly<Record<SubscriptionMove, SubscriptionRule>> = {
  paid: {when: 'the open charge was paid', from: ['pending', 'failed'], to: 'active'},
  given_up: {
    when: 'the open charge failed for the last time, or was refused for good',
    from: ['pending', 'active'],
    to: 'failed',
  },
  pause: {when: 'the merchant or the customer asked for it', from: ['active'], to: 'paused'},
  resume: {when: 'the merchant or the customer asked for it', from: ['paused'], to: 'active'},
  cancel: {
    when: 'somebody asked for it, at once or for the end of a period; or the customer was removed',
    from: ['pending', 'active', 'paused', 'failed'],
    to: 'cancelled',
  },
  complete: {
    when: 'the last of a limited number of periods is over',
    from: ['active', 'paused'],
    to: 'cancelled',
  },
};

/** Where a move leads; nothing where it is not allowed. */
export function stateAfter(move: SubscriptionMove, state: SubscriptionState): SubscriptionState | undefined {
  const {from, to} = subscriptionRules[move];
  return from.includes(state) ? to : undefined;
}
