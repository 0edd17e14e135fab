import type {SubscriptionState} from './subscription.js';

/** Moves of a subscription. */
export const subscriptionMoves = ['paid', 'given_up', 'pause', 'resume', 'cancel', 'complete'] as const;
export type SubscriptionMove = (typeof subscriptionMoves)[number];

/** One row of the subscription's machine. */
export interface SubscriptionRule {
  /** Who makes the move, and when. */
  readonly when: string;
  readonly from: readonly SubscriptionState[];
  readonly to: SubscriptionState;
}

/** The state of a new subscription: in its trial, or before its first charge. */
export const firstState: SubscriptionState = 'pending';

/**
 * The states of spec 3.2 and the moves between them. A failed renewal that will be retried does not change
 * the state, nor does a paid one. `cancelled` is final.
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
    when: 'requested, at once or for the end of a period; or the customer was removed',
    from: ['pending', 'active', 'paused', 'failed'],
    to: 'cancelled',
  },
  complete: {
    when: 'the last of a limited number of periods is over',
    from: ['active', 'paused'],
    to: 'cancelled',
  },
};

/** The state after a move; undefined if it is not allowed. */
export function stateAfter(move: SubscriptionMove, state: SubscriptionState): SubscriptionState | undefined {
  const {from, to} = subscriptionRules[move];
  return from.includes(state) ? to : undefined;
}
