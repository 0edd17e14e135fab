/** The answer of a subscription: its schema, and how it is read from the row. */
import {intervalUnits, pauseBehaviors, subscriptionStates} from '../../../../src/protocol/billing-words.js';
import * as v from 'valibot';
import type {Merchant} from '../../platform/identity/merchant.js';
import {
  amount,
  answerFrom,
  describe,
  instant,
  instantOrNull,
  integer,
  isoOrNull,
  text,
  token,
} from '../../platform/openapi/answers.js';
import {planAnswer, planJson} from '../plans/json.js';
import {currentPeriod, endOf, wireStatuses, type SubscriptionView} from './views.js';

const signed = describe(
  v.nullable(v.boolean()),
  'Whether the token of the link named the reference. If not, a shopper can have changed it.',
);
const anchor = describe(instant, 'Period k begins k intervals after this instant, which never changes.');
const openCharge = v.nullable(
  v.object({
    token: token('ch'),
    amount: v.nullable(text),
    attempts: v.nullable(integer),
    failure: v.nullable(text),
    next_attempt_at: instantOrNull,
  }),
);
const card = v.object({
  token: token('pm'),
  brand: text,
  last_four: text,
  expiration_month: text,
  expiration_year: text,
});

interface Shown extends SubscriptionView {
  readonly publicKey: string;
  readonly current: ReturnType<typeof currentPeriod>;
}

const {entries, json} = answerFrom<Shown>()({
  token: [token('sub'), (row) => row.token],
  plan_id: [token('plan'), (row) => row.plan],
  user_id: [describe(token('cus'), 'The customer.'), (row) => row.customer],
  instrument_id: [describe(token('pm'), 'The payment method that is charged.'), (row) => row.payment_method],
  state: [v.picklist(subscriptionStates), (row) => row.state],
  status: [
    describe(v.picklist(wireStatuses), 'The state in more detail. TRAILING: in its trial.'),
    (row) => row.wire_status,
  ],
  reference: [v.nullable(text), (row) => row.reference],
  reference_signed: [signed, (row) => row.reference_signed],
  product: [text, (row) => row.product],
  price_amount: [amount, (row) => row.amount],
  price_currency: [text, (row) => row.currency],
  interval: [v.picklist(intervalUnits), (row) => row.interval_unit],
  interval_count: [integer, (row) => row.interval_count],
  time_zone: [text, (row) => row.time_zone],
  billing_cycle_anchor: [anchor, (row) => row.anchor.toISOString()],
  start_date: [instant, (row) => row.created_at.toISOString()],
  end_date: [instantOrNull, (row) => isoOrNull(endOf(row))],
  trial_start_date: [instantOrNull, (row) => isoOrNull(row.trial_ends_at && row.created_at)],
  trial_end_date: [instantOrNull, (row) => isoOrNull(row.trial_ends_at)],
  current_period_start_date: [instant, ({current}) => current.start.toISOString()],
  current_period_end_date: [instant, ({current}) => current.end.toISOString()],
  current_billing_cycle: [describe(integer, 'Number of periods that have begun.'), (row) => row.next_period],
  number_of_billing_cycles: [v.nullable(integer), (row) => row.number_of_billing_cycles],
  never_expires: [v.boolean(), (row) => row.number_of_billing_cycles === null],
  next_charge_date: [
    describe(
      instantOrNull,
      'When the next period is charged: at its start, or later if another period was paid within a day before.',
    ),
    (row) => isoOrNull(row.next_charge_at),
  ],
  last_paid_date: [instantOrNull, (row) => isoOrNull(row.last_paid_at)],
  balance: [describe(text, 'The amount that is due and not paid.'), (row) => row.open_amount ?? '0'],
  past_due: [v.boolean(), (row) => row.wire_status === 'PAST_DUE' || row.wire_status === 'UNPAID'],
  open_charge: [
    openCharge,
    (row) =>
      row.open_charge === null
        ? null
        : {
            token: row.open_charge,
            amount: row.open_amount,
            attempts: row.open_attempts,
            failure: row.open_failure,
            next_attempt_at: isoOrNull(row.open_next_attempt_at),
          },
  ],
  pause_collection: [
    v.nullable(v.object({payment_collection_behavior: v.picklist(pauseBehaviors)})),
    (row) => row.pause_behavior && {payment_collection_behavior: row.pause_behavior},
  ],
  paused_at: [instantOrNull, (row) => isoOrNull(row.paused_at)],
  resumed_at: [instantOrNull, (row) => isoOrNull(row.resumed_at)],
  cancel_at_period_end: [v.boolean(), (row) => row.cancel_at_period_end],
  cancel_at: [instantOrNull, (row) => isoOrNull(row.cancel_at)],
  canceled_at: [instantOrNull, (row) => isoOrNull(row.cancelled_at)],
  end_reason: [v.nullable(text), (row) => row.end_reason],
  payment_method: [
    card,
    ({payment_method, brand, last_four, expiration_month, expiration_year}) => ({
      token: payment_method,
      brand,
      last_four,
      expiration_month,
      expiration_year,
    }),
  ],
  sequence: [describe(integer, 'Number of the latest event about this subscription.'), (row) => row.sequence],
  plan: [planAnswer, (row) => planJson(row.plan_row, row)],
  created_at: [instant, (row) => row.created_at.toISOString()],
  updated_at: [instant, (row) => row.updated_at.toISOString()],
});

/**
 * A subscription in a response. `status` is that of wire 1.9 and `state` that of spec 3.2. Instants are ISO,
 * amounts are decimal text.
 */
export const subscriptionJson = (row: SubscriptionView, {publicKey}: Pick<Merchant, 'publicKey'>) =>
  json({...row, publicKey, current: currentPeriod(row)});

export const subscriptionAnswer = v.object(entries);
