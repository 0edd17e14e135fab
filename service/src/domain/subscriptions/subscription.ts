/** The rows of subscriptions and of their charges. */
import type {ChargeState, PauseBehavior, SubscriptionState} from '../../../../src/protocol/billing-words.js';
import type {Terms} from '../plans/plan.js';

/** What a subscription cost before its plan's amount was changed. */
export interface EarlierAmount {
  /** ISO instant. Periods that began by then keep this amount (guarantee V3). */
  readonly until: string;
  readonly amount: string;
  readonly amount_minor: number;
}

/** A row of `subscriptions`. Its terms are copied from the plan when the subscription is created. */
export interface Subscription extends Terms {
  readonly token: string;
  readonly merchant: string;
  readonly customer: string;
  readonly plan: string;
  readonly payment_method: string;
  readonly state: SubscriptionState;
  /** The shop's own identifier for the subscription. */
  readonly reference: string | null;
  /** Whether the shop itself gave the reference; null for a subscription of an earlier version. */
  readonly reference_signed: boolean | null;
  /** When period 0 begins: at the creation, or at the end of the trial. It never changes. */
  readonly anchor: Date;
  readonly trial_ends_at: Date | null;
  /** Index of the first period that has no charge yet. */
  readonly next_period: number;
  /** When `next_period` is charged (`chargeableFrom`); null if no further period is. */
  readonly next_charge_at: Date | null;
  /** The charge that is not paid yet. While there is one, no later period is charged. */
  readonly open_charge: string | null;
  readonly pause_behavior: PauseBehavior | null;
  readonly paused_at: Date | null;
  readonly resumed_at: Date | null;
  readonly cancel_at_period_end: boolean;
  /** When the subscription will be cancelled: the end of the period in which that was requested. */
  readonly cancel_at: Date | null;
  readonly cancelled_at: Date | null;
  /** Why it ended or failed: `requested`, `customer_removed`, `cycles_completed` or `payment_failed`. */
  readonly end_reason: string | null;
  readonly last_paid_at: Date | null;
  /** Number of the subscription's last event. Its events are numbered 1, 2, 3 … (guarantee V21). */
  readonly sequence: number;
  /** Counts the changes of the row. */
  readonly version: number;
  /** Amounts before `amount`, oldest first. Use `amountAt` to read them. */
  readonly earlier_amounts: readonly EarlierAmount[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** One amount as decimal text and in minor units. */
export type Price = Pick<Terms, 'amount' | 'amount_minor'>;

/** The price of the period that began at `instant`. */
export function amountAt(
  subscription: Pick<Subscription, 'earlier_amounts' | keyof Price>,
  instant: Date,
): Price {
  const earlier = subscription.earlier_amounts.find(({until}) => instant <= new Date(until));
  const {amount, amount_minor} = earlier ?? subscription;
  return {amount, amount_minor};
}

/** A row of `charges`: the charge for one period of one subscription. */
export interface Charge {
  readonly token: string;
  readonly merchant: string;
  readonly subscription: string;
  readonly period: number;
  readonly amount: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly due_at: Date;
  readonly state: ChargeState;
  /** The number of attempts so far. */
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  /** Decline code of the last attempt, such as `insufficient_funds`. */
  readonly failure: string | null;
  readonly settled_at: Date | null;
  readonly created_at: Date;
}
