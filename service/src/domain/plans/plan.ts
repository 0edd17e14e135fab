/** The row of a plan. */
import type {IntervalUnit} from '../../../../src/protocol/billing-words.js';

/** What is charged, and when: the part of a plan that a subscription copies when it begins. */
export interface Terms {
  /** Decimal text as the merchant wrote it, such as `500` or `12.50` (spec 2.6: a string). */
  readonly amount: string;
  /** The amount in minor units of the currency. */
  readonly amount_minor: number;
  readonly currency: string;
  readonly interval_unit: IntervalUnit;
  readonly interval_count: number;
  /** The number of charges after which the subscription ends; null if it does not end. */
  readonly number_of_billing_cycles: number | null;
  /** IANA time zone in whose calendar the intervals are counted; UTC by default. */
  readonly time_zone: string;
  readonly product: string;
}

/** A row of `plans`. */
export interface Plan extends Terms {
  readonly token: string;
  readonly merchant: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly type: 'RECURRING';
  /** Whether customers can subscribe to the plan. */
  readonly active: boolean;
  readonly trial_period_days: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
}
