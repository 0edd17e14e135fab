import * as v from 'valibot';
import {instant, said, text, token, whole} from './atoms.js';
import {intervalUnits} from '../../domain/plans/plan.js';
import {chargeStates, pauseBehaviors, subscriptionStates} from '../../domain/subscriptions/subscription.js';
import {wireStatuses} from '../../domain/subscriptions/views.js';

/** What answers about plans and subscriptions hold. */
const instantOrNull = v.nullable(instant);
const amount = said(text, 'Decimal text in units of the currency, such as 500 or 12.50.');

const planEntries = {
  token: token('plan'),
  merchant_api_key: said(text, 'The public key.'),
  name: v.nullable(text),
  description: v.nullable(text),
  amount,
  currency: text,
  interval: v.picklist(intervalUnits),
  interval_count: whole,
  type: v.literal('RECURRING'),
  product: text,
  active: said(v.boolean(), 'Whether it may be subscribed to.'),
  archived: v.boolean(),
  trial_period_days: whole,
  number_of_billing_cycles: said(v.nullable(whole), 'After that many charges it ends; null: never.'),
  time_zone: said(text, 'Its calendar decides the days.'),
  created_at: instant,
  updated_at: instant,
};

export const plan = v.object(planEntries);
export const newPlan = v.object({plan_id: token('plan'), request_id: text, ...planEntries});

export const subscription = v.object({
  token: token('sub'),
  plan_id: token('plan'),
  user_id: said(token('cus'), 'The customer.'),
  instrument_id: said(token('pm'), 'The payment method that is charged.'),
  state: v.picklist(subscriptionStates),
  status: said(v.picklist(wireStatuses), 'The same in finer words. TRAILING: in its trial.'),
  reference: v.nullable(text),
  product: text,
  price_amount: amount,
  price_currency: text,
  interval: v.picklist(intervalUnits),
  interval_count: whole,
  time_zone: text,
  billing_cycle_anchor: said(instant, 'Period k begins k intervals after it. Never moves.'),
  start_date: instant,
  end_date: instantOrNull,
  trial_start_date: instantOrNull,
  trial_end_date: instantOrNull,
  current_period_start_date: instant,
  current_period_end_date: instant,
  current_billing_cycle: said(whole, 'Periods that have begun.'),
  number_of_billing_cycles: v.nullable(whole),
  never_expires: v.boolean(),
  next_charge_date: said(instantOrNull, 'When the next period begins.'),
  last_paid_date: instantOrNull,
  balance: said(text, 'What is owed now.'),
  past_due: v.boolean(),
  open_charge: v.nullable(
    v.object({
      token: token('ch'),
      amount: v.nullable(text),
      attempts: v.nullable(whole),
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
  sequence: said(whole, 'Number of the last event that told of it.'),
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
  period: said(whole, 'Which period it is for, from 0.'),
  amount,
  currency: text,
  state: said(
    v.picklist(chargeStates),
    'The last three were due during a pause or not sent at the end: never charged.',
  ),
  attempts: whole,
  failure: said(v.nullable(text), 'Why the last try failed, such as insufficient_funds.'),
  due_at: instant,
  next_attempt_at: instantOrNull,
  settled_at: instantOrNull,
  payment_method: v.nullable(
    v.object({token: token('pm'), brand: v.nullable(text), last_four: v.nullable(text)}),
  ),
  balance: said(text, 'What is left of it after refunds.'),
  refunds: v.array(v.object({token: v.nullable(text), amount: text, currency: text, created_at: instant})),
  created_at: instant,
});

/** Schemas that stand by name in the description. */
export const billingComponents: Readonly<Record<string, v.GenericSchema>> = {
  Plan: plan,
  Subscription: subscription,
  Transaction: transaction,
};
