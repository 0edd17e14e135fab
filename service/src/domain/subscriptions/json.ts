/** The JSON of a subscription. */
import type {Merchant} from '../../platform/identity/merchant.js';
import {planJson} from '../plans/json.js';
import {currentPeriod, endOf} from './views.js';
import type {SubscriptionView} from './views.js';

const isoOrNull = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** The amount owed, and the attempts to collect it. */
const debtOf = (row: SubscriptionView) => ({
  balance: row.open_amount ?? '0',
  past_due: row.wire_status === 'PAST_DUE' || row.wire_status === 'UNPAID',
  open_charge:
    row.open_charge === null
      ? null
      : {
          token: row.open_charge,
          amount: row.open_amount,
          attempts: row.open_attempts,
          failure: row.open_failure,
          next_attempt_at: isoOrNull(row.open_next_attempt_at),
        },
});

/**
 * A subscription in a response. `status` is that of wire 1.9 and `state` that of spec 3.2. Instants are ISO,
 * amounts are decimal text.
 */
export function subscriptionJson(row: SubscriptionView, merchant: Pick<Merchant, 'publicKey'>) {
  const current = currentPeriod(row);
  return {
    token: row.token,
    plan_id: row.plan,
    user_id: row.customer,
    instrument_id: row.payment_method,
    state: row.state,
    status: row.wire_status,
    reference: row.reference,
    reference_signed: row.reference_signed,
    product: row.product,
    price_amount: row.amount,
    price_currency: row.currency,
    interval: row.interval_unit,
    interval_count: row.interval_count,
    time_zone: row.time_zone,
    billing_cycle_anchor: row.anchor.toISOString(),
    start_date: row.created_at.toISOString(),
    end_date: isoOrNull(endOf(row)),
    trial_start_date: row.trial_ends_at && row.created_at.toISOString(),
    trial_end_date: isoOrNull(row.trial_ends_at),
    current_period_start_date: current.start.toISOString(),
    current_period_end_date: current.end.toISOString(),
    current_billing_cycle: row.next_period,
    number_of_billing_cycles: row.number_of_billing_cycles,
    never_expires: row.number_of_billing_cycles === null,
    next_charge_date: isoOrNull(row.next_charge_at),
    last_paid_date: isoOrNull(row.last_paid_at),
    ...debtOf(row),
    pause_collection: row.pause_behavior && {payment_collection_behavior: row.pause_behavior},
    paused_at: isoOrNull(row.paused_at),
    resumed_at: isoOrNull(row.resumed_at),
    cancel_at_period_end: row.cancel_at_period_end,
    cancel_at: isoOrNull(row.cancel_at),
    canceled_at: isoOrNull(row.cancelled_at),
    end_reason: row.end_reason,
    payment_method: {
      token: row.payment_method,
      brand: row.brand,
      last_four: row.last_four,
      expiration_month: row.expiration_month,
      expiration_year: row.expiration_year,
    },
    sequence: row.sequence,
    plan: planJson(row.plan_row, merchant),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
