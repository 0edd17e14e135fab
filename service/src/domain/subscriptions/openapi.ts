/** The description of the subscriptions' routes. */
import {subscriptionStates} from '../../../../src/protocol/billing-words.js';
import {oneOf} from '../../platform/http/body.js';
import {envelope, pageOf} from '../../platform/openapi/answers.js';
import type {ErrorCode} from '../../platform/openapi/error-codes.js';
import {pageParameters, type Operation} from '../../platform/openapi/operation.js';
import {subscriptionAnswer} from './json.js';
import {cancelBody, subscriptionChangesBody} from './routes.js';

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
  schema: envelope(subscriptionAnswer),
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
      state: `${oneOf(subscriptionStates)}.`,
      customer: 'Token of a customer (also `user_id`).',
      plan: 'Token of a plan (also `plan_id`).',
      reference: 'The shop’s own reference.',
      user_id: 'Same as `customer`.',
      plan_id: 'Same as `plan`.',
    },
    answer: {
      status: 200,
      description: 'A page of subscriptions.',
      schema: envelope(pageOf(subscriptionAnswer)),
    },
    errors: ['request.invalid'],
  },
  {
    method: 'get',
    path,
    id: 'readSubscription',
    tag: 'Subscriptions',
    summary: 'Read a subscription',
    access: 'secret',
    answer: {status: 200, description: 'The subscription.', schema: envelope(subscriptionAnswer)},
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
