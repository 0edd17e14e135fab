/** Answers of the sandbox routes, which exist only in a development run. */
import * as v from 'valibot';
import {declineCodes} from '../../domain/ports/declines.js';
import {actionRecord} from '../../domain/trackers/openapi/answers.js';
import {delivery} from '../webhooks/openapi.js';
import {anyFields, describe, instant, integer, minorUnits, text} from '../../platform/openapi/answers.js';

export const ledgerEntry = v.object({
  id: text,
  tracker: text,
  kind: v.picklist(['authorization', 'reversal', 'capture', 'refund', 'void']),
  amount: minorUnits,
  currency: text,
  authorization: text,
  approved: v.boolean(),
  decline: v.nullable(v.picklist(declineCodes)),
  at: instant,
});

export const clock = v.object({
  now: instant,
  offset_seconds: v.number(),
  travel: v.nullable(
    v.object({
      from: instant,
      to: instant,
      started_now: instant,
      charges: integer,
      events: integer,
      deliveries: integer,
    }),
  ),
});

export const customerView = v.object({
  token: text,
  name: v.nullable(text),
  email: v.nullable(text),
  country: v.nullable(text),
  is_guest: v.boolean(),
  payment_methods: integer,
  created_at: instant,
  deleted_at: v.nullable(instant),
});

export const paymentMethodView = v.object({
  token: text,
  customer: text,
  tracker: text,
  brand: text,
  last_four: text,
  expiration_month: text,
  expiration_year: text,
  max_usage: v.nullable(integer),
  usage_count: integer,
  created_at: instant,
  deleted_at: v.nullable(instant),
});

export const trackerView = v.object({
  token: text,
  customer: text,
  customer_name: v.nullable(text),
  mode: text,
  entry_mode: text,
  state: text,
  next_action: text,
  currency: text,
  amount: integer,
  is_account_verification: v.boolean(),
  card: v.nullable(
    v.object({
      brand: text,
      last_four: text,
      test_card: describe(v.optional(v.literal('unpublished')), 'The number is no published test card.'),
    }),
  ),
  authentication_status: v.nullable(text),
  eci: v.nullable(text),
  validation: v.nullable(text),
  hold: v.nullable(anyFields),
  reversal: v.nullable(anyFields),
  payment_method: v.nullable(text),
  actions: v.array(actionRecord),
  created_at: instant,
  updated_at: instant,
});

export const planView = v.object({
  token: text,
  name: v.nullable(text),
  product: text,
  amount: text,
  currency: text,
  interval: text,
  interval_count: integer,
  trial_period_days: integer,
  number_of_billing_cycles: v.nullable(integer),
  time_zone: text,
  active: v.boolean(),
  subscriptions: integer,
  live_subscriptions: integer,
  created_at: instant,
  archived_at: v.nullable(instant),
});

const attemptView = v.object({
  number: integer,
  state: text,
  payment_method: text,
  network_id: v.nullable(text),
  failure: v.nullable(text),
  sent_at: instant,
  settled_at: v.nullable(instant),
});

export const chargeView = v.object({
  token: text,
  subscription: text,
  period: integer,
  product: text,
  amount: text,
  currency: text,
  due_at: instant,
  state: text,
  next_attempt_at: v.nullable(instant),
  failure: v.nullable(text),
  settled_at: v.nullable(instant),
  created_at: instant,
  attempts: v.array(attemptView),
});

export const comingCharge = v.object({
  at: instant,
  kind: v.picklist(['charge', 'retry', 'skipped']),
  subscription: text,
  period: integer,
  product: text,
  amount: text,
  currency: text,
});

export const subscriptionView = v.object({
  token: text,
  customer: text,
  customer_name: v.nullable(text),
  plan: text,
  plan_name: v.nullable(text),
  product: text,
  reference: v.nullable(text),
  payment_method: v.object({token: text, brand: text, last_four: text}),
  state: text,
  past_due: v.boolean(),
  amount: text,
  currency: text,
  interval: text,
  interval_count: integer,
  time_zone: text,
  anchor: instant,
  trial_ends_at: v.nullable(instant),
  next_period: integer,
  next_charge_at: v.nullable(instant),
  pause_behavior: v.nullable(text),
  cancel_at: v.nullable(instant),
  cancelled_at: v.nullable(instant),
  end_reason: v.nullable(text),
  created_at: instant,
  updated_at: instant,
  charges: v.array(chargeView),
});

export const event = v.object({
  id: text,
  type: text,
  at: instant,
  tracker: v.nullable(text),
  customer: v.nullable(text),
  data: anyFields,
});

export const limitView = v.object({
  merchant: text,
  limit: v.picklist(['tracker', 'card', 'customer', 'address', 'merchant']),
  customer: v.nullable(text),
  tries: integer,
  allowed: integer,
  began_at: instant,
  ends_at: instant,
});

export const logLine = v.object({number: integer, line: text});

/** A body as testers see it: of any kind, or null. */
const shownBody = v.unknown();

export const answeredRequest = v.object({
  number: integer,
  at: instant,
  method: text,
  route: text,
  status: integer,
  milliseconds: integer,
  request: text,
  merchant: v.nullable(text),
  body: shownBody,
  answer: shownBody,
});

/** A delivery with the data of its event. */
export const deliveryView = v.object({...delivery.entries, data: anyFields});
