import type {Terms} from '../plans/plan.js';

/** States of spec 3.2. */
export const subscriptionStates = ['pending', 'active', 'paused', 'cancelled', 'failed'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** How periods that begin during a pause are recorded (wire 1.9). None of them is ever charged. */
export const pauseBehaviors = ['KEEP_AS_READY', 'MARK_UNCOLLECTIBLE', 'MARK_VOID'] as const;
export type PauseBehavior = (typeof pauseBehaviors)[number];

/** What was charged until the plan's amount was changed for subscriptions that run. */
export interface EarlierAmount {
  /** ISO instant. Periods that began by then keep this amount (V3). */
  readonly until: string;
  readonly amount: string;
  readonly amount_minor: number;
}

/** A row of `subscriptions`. Its terms are those of the plan at the time it began. */
export interface Subscription extends Terms {
  readonly token: string;
  readonly merchant: string;
  readonly customer: string;
  readonly plan: string;
  readonly payment_method: string;
  readonly state: SubscriptionState;
  /** The shop's reference. */
  readonly reference: string | null;
  /** When period 0 begins: at the start, or at the end of the trial. Never moves. */
  readonly anchor: Date;
  readonly trial_ends_at: Date | null;
  /** Index of the next period that has no charge yet. */
  readonly next_period: number;
  /** When that period begins; null when none will. */
  readonly next_charge_at: Date | null;
  /** The charge that is neither paid nor given up. While there is one, no later period is charged. */
  readonly open_charge: string | null;
  readonly pause_behavior: PauseBehavior | null;
  readonly paused_at: Date | null;
  readonly resumed_at: Date | null;
  readonly cancel_at_period_end: boolean;
  /** When it will be cancelled: the end of the period in which the cancellation was requested. */
  readonly cancel_at: Date | null;
  readonly cancelled_at: Date | null;
  /** Why it ended or failed: `requested`, `customer_removed`, `cycles_completed`, `payment_failed`. */
  readonly end_reason: string | null;
  readonly last_paid_at: Date | null;
  /** Number of its last event; they run 1, 2, 3 … (V21). */
  readonly sequence: number;
  readonly version: number;
  /** Oldest first; `amount` is the one after all of them. Read them with `amountAt`. */
  readonly earlier_amounts: readonly EarlierAmount[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What the period that began at `instant` costs. */
export function amountAt(
  {earlier_amounts: earlier, amount, amount_minor}: Pick<Subscription, 'earlier_amounts' | keyof Price>,
  instant: Date,
): Price {
  const found = earlier.find(({until}) => instant <= new Date(until));
  return found ? {amount: found.amount, amount_minor: found.amount_minor} : {amount, amount_minor};
}

/** The same sum in two spellings, as in `Terms`. */
export type Price = Pick<Terms, 'amount' | 'amount_minor'>;

/**
 * `open`: to be tried (again) at `next_attempt_at`; `paid` and `failed` are final; the last three were due
 * during a pause and are never charged.
 */
export const chargeStates = ['open', 'paid', 'failed', 'ready', 'uncollectible', 'void'] as const;
export type ChargeState = (typeof chargeStates)[number];

/** A row of `charges`: one period of one subscription. */
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
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  /** Why the last attempt failed, a code such as `insufficient_funds`. */
  readonly failure: string | null;
  readonly settled_at: Date | null;
  readonly created_at: Date;
}
