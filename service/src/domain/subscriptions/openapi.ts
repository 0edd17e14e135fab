/** The description of the subscriptions' routes. */
import * as v from 'valibot';
import {intervalUnits} from '../plans/plan.js';
import {planAnswer} from '../plans/json.js';
import {
  amount,
  describe,
  envelope,
  instant,
  instantOrNull,
  integer,
  pageOf,
  text,
  token,
} from '../../platform/openapi/answers.js';
import type {ErrorCode} from '../../platform/openapi/error-codes.js';
import {pageParameters} from '../../platform/openapi/operation.js';
import type {Operation} from '../../platform/openapi/operation.js';
import {cancelBody, subscriptionChangesBody} from './routes.js';
import {pauseBehaviors, subscriptionStates} from './subscription.js';
import {wireStatuses} from './views.js';

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
  interval: v.picklist(intervalUnits),
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
  plan: planAnswer,
  created_at: instant,
  updated_at: instant,
});

const listPath = '/client/subscriptions/v1';
const path = `${listPath}/:subscription`;
const changeErrors: readonly ErrorCode[] = [
  'subscription.not_found',
  'subscription.move_not_allowed',
  'subscription.changed',
  'subscription.busy',
];
const changedSubscription = {
  status: 200,
  description: 'The changed subscription.',
  schema: envelope(subscription),
};

/** Subscriptions (spec 2.7, 3.2, 4.6; wire 1.9). */
export const subscriptionOperations: readonly Operation[] = [
  {
    method: 'get',
    path: `${listPath}/search`,
    id: 'searchSubscriptions',
    tag: 'Subscriptions',
    summary: 'Search subscriptions',
    access: 'secret',
    query: {
      ...pageParameters,
      status: 'A `status`, such as PAST_DUE; ALL for any.',
      state: 'pending, active, paused, cancelled or failed.',
      customer: 'Token of a customer (also `user_id`).',
      plan: 'Token of a plan (also `plan_id`).',
      reference: 'The shop’s own reference.',
      user_id: 'Same as `customer`.',
      plan_id: 'Same as `plan`.',
    },
    answer: {status: 200, description: 'A page of subscriptions.', schema: envelope(pageOf(subscription))},
    errors: ['request.invalid'],
  },
  {
    method: 'get',
    path,
    id: 'readSubscription',
    tag: 'Subscriptions',
    summary: 'Read a subscription',
    access: 'secret',
    answer: {status: 200, description: 'The subscription.', schema: envelope(subscription)},
    errors: ['subscription.not_found'],
  },
  {
    method: 'put',
    path,
    id: 'changeSubscription',
    tag: 'Subscriptions',
    summary: 'Pause, charge another card, or change how it ends',
    description:
      'Send one change at a time. A pause states how periods that begin during it are marked (none is ever charged), and ends the retries of ' +
      'an open charge. Another card must belong to the customer and must not be for single use.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: subscriptionChangesBody,
    examples: {
      Pause: {pause_collection: {payment_collection_behavior: 'MARK_VOID'}},
      'Another card': {payment_method: 'pm_…'},
      'End with the period': {cancel_at_period_end: true},
    },
    answer: changedSubscription,
    errors: [
      ...changeErrors,
      'payment_method.not_found',
      'payment_method.expired',
      'subscription.single_use_method',
    ],
  },
  {
    method: 'put',
    path: `${path}/resumption`,
    id: 'resumeSubscription',
    tag: 'Subscriptions',
    summary: 'Resume a paused subscription',
    description:
      'Charges continue with the next period, on the dates that would have applied without the pause.',
    access: 'secret',
    takesIdempotencyKey: true,
    answer: changedSubscription,
    errors: changeErrors,
  },
  {
    method: 'post',
    path: `${path}/cancel`,
    id: 'cancelSubscription',
    tag: 'Subscriptions',
    summary: 'Cancel a subscription',
    description:
      'Cannot be undone. A charge that is at the network is completed first; no charge begins after the answer. With `at_period_end` it ends ' +
      'with the current period.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: cancelBody,
    examples: {'At once': {}, 'At the end of the period': {at_period_end: true}},
    answer: changedSubscription,
    errors: changeErrors,
  },
];
