/** Answers of the routes of plans, subscriptions and transactions. */
import * as v from 'valibot';
import {instant, describe, text, token, integer} from './atoms.js';
import {intervalUnits} from '../../domain/plans/plan.js';
import {chargeStates, pauseBehaviors, subscriptionStates} from '../../domain/subscriptions/subscription.js';
import {wireStatuses} from '../../domain/subscriptions/views.js';

const instantOrNull = v.nullable(instant);
const interval = v.picklist(intervalUnits);
const amount = describe(text, 'Decimal string in units of the currency, such as 500 or 12.50.');

const planEntries = {
  token: token('plan'),
  merchant_api_key: describe(text, 'The public key.'),
  name: v.nullable(text),
  description: v.nullable(text),
  amount,
  currency: text,
  interval,
  interval_count: integer,
  type: v.literal('RECURRING'),
  product: text,
  active: describe(v.boolean(), 'Whether customers may subscribe to it.'),
  archived: v.boolean(),
  trial_period_days: integer,
  number_of_billing_cycles: describe(
    v.nullable(integer),
    'The subscription ends after this many charges; null: it does not end.',
  ),
  time_zone: describe(text, 'Charge dates follow the calendar of this time zone.'),
  created_at: instant,
  updated_at: instant,
};

export const plan = v.object(planEntries);
export const newPlan = v.object({plan_id: token('plan'), request_id: text, ...planEntries});

export const subscription = v.object({
  token: token('sub'),
  plan_id: token('plan'),
  user_id: describe(token('cus'), 'The customer.'),
  instrument_id: describe(token('pm'), 'The payment method that is charged.'),
  state: v.picklist(subscriptionStates),
  status: describe(v.picklist(wireStatuses), 'The state in more detail. TRAILING: in its trial.'),
  reference: v.nullable(text),
  reference_signed: describe(
    v.nullable(v.boolean()),
    'Whether the token of the link named the reference. If not, a shopper can have changed it.',
  ),
  product: text,
  price_amount: amount,
  price_currency: text,
  interval,
  interval_count: integer,
  time_zone: text,
  billing_cycle_anchor: describe(
    instant,
    'Period k begins k intervals after this instant, which never changes.',
  ),
  start_date: instant,
  end_date: instantOrNull,
  trial_start_date: instantOrNull,
  trial_end_date: instantOrNull,
  current_period_start_date: instant,
  current_period_end_date: instant,
  current_billing_cycle: describe(integer, 'Number of periods that have begun.'),
  number_of_billing_cycles: v.nullable(integer),
  never_expires: v.boolean(),
  next_charge_date: describe(instantOrNull, 'When the next period begins.'),
  last_paid_date: instantOrNull,
  balance: describe(text, 'The amount that is due and not paid.'),
  past_due: v.boolean(),
  open_charge: v.nullable(
    v.object({
      token: token('ch'),
      amount: v.nullable(text),
      attempts: v.nullable(integer),
      failure: v.nullable(text),
      next_attempt_at: instantOrNull,
    }),
  ),
  pause_collection: v.nullable(v.object({payment_collection_behavior: v.picklist(pauseBehaviors)})),
  paused_at: instantOrNull,
  resumed_at: instantOrNull,
  cancel_at_period_end: v.boolean(),
  cancel_at: instantOrNull,
  canceled_at: instantOrNull,
  end_reason: v.nullable(text),
  payment_method: v.object({
    token: token('pm'),
    brand: text,
    last_four: text,
    expiration_month: text,
    expiration_year: text,
  }),
  sequence: describe(integer, 'Number of the latest event about this subscription.'),
  plan,
  created_at: instant,
  updated_at: instant,
});

export const transaction = v.object({
  token: token('ch'),
  subscription_id: token('sub'),
  plan_id: token('plan'),
  user_id: token('cus'),
  product: text,
  reference: v.nullable(text),
  period: describe(integer, 'Index of the period, from 0.'),
  amount,
  currency: text,
  state: describe(
    v.picklist(chargeStates),
    'ready, uncollectible and void are never charged: the charge fell due during a pause, or the subscription ended first.',
  ),
  attempts: integer,
  failure: describe(v.nullable(text), 'Why the last attempt failed, such as insufficient_funds.'),
  due_at: instant,
  next_attempt_at: instantOrNull,
  settled_at: instantOrNull,
  payment_method: v.nullable(
    v.object({token: token('pm'), brand: v.nullable(text), last_four: v.nullable(text)}),
  ),
  balance: describe(text, 'The amount that is left after refunds.'),
  refunds: v.array(v.object({token: v.nullable(text), amount: text, currency: text, created_at: instant})),
  created_at: instant,
});

/** Schemas that the description references by name. */
export const billingComponents: Readonly<Record<string, v.GenericSchema>> = {
  Plan: plan,
  Subscription: subscription,
  Transaction: transaction,
};
