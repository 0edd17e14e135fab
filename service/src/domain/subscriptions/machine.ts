/** The state machine of subscriptions. */
import type {SubscriptionState} from '../../../../src/protocol/billing-words.js';

/** What can move a subscription to another state. */
export const subscriptionMoves = ['paid', 'given_up', 'pause', 'resume', 'cancel', 'complete'] as const;
export type SubscriptionMove = (typeof subscriptionMoves)[number];

/** The states that a move starts from, and the state that it leads to. */
export interface SubscriptionRule {
  /** What causes the move. */
  readonly when: string;
  readonly from: readonly SubscriptionState[];
  readonly to: SubscriptionState;
}

/** The state during a trial and before the first payment. */
export const firstState: SubscriptionState = 'pending';

/**
 * The moves between the states of spec 3.2. A paid renewal does not change the state, and neither does a
 * failed one that will be retried. `cancelled` is final.
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
