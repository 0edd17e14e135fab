import {cancelBody, subscriptionChangesBody} from '../../../domain/subscriptions/routes.js';
import {envelope, pageOf} from '../answers.js';
import {subscription} from '../answers-billing.js';
import type {ErrorCode} from '../error-codes.js';
import {pageParameters} from '../operation.js';
import type {Operation} from '../operation.js';

const all = '/client/subscriptions/v1';
const one = `${all}/:subscription`;
const ofChanges: readonly ErrorCode[] = [
  'subscription.not_found',
  'subscription.move_not_allowed',
  'subscription.changed',
  'subscription.busy',
];
const asItIs = {status: 200, says: 'The subscription as it is now.', schema: envelope(subscription)};

/** Subscriptions (spec 2.7, 3.2, 4.6; wire 1.9). */
export const subscriptionOperations: readonly Operation[] = [
  {
    method: 'get',
    path: `${all}/search`,
    id: 'searchSubscriptions',
    tag: 'Subscriptions',
    summary: 'Search subscriptions',
    access: 'secret',
    query: {
      ...pageParameters,
      status: 'A word of the wire, such as PAST_DUE; ALL for any.',
      state: 'pending, active, paused, cancelled or failed.',
      customer: 'Token of a customer (also `user_id`).',
      plan: 'Token of a plan (also `plan_id`).',
      reference: 'The shop’s own name for it.',
      user_id: 'As `customer`.',
      plan_id: 'As `plan`.',
    },
    answer: {status: 200, says: 'A page of them.', schema: envelope(pageOf(subscription))},
    errors: ['request.invalid'],
  },
  {
    method: 'get',
    path: one,
    id: 'readSubscription',
    tag: 'Subscriptions',
    summary: 'Read a subscription',
    access: 'secret',
    answer: {status: 200, says: 'The subscription.', schema: envelope(subscription)},
    errors: ['subscription.not_found'],
  },
  {
    method: 'put',
    path: one,
    id: 'changeSubscription',
    tag: 'Subscriptions',
    summary: 'Pause, charge another card, or change how it ends',
    description:
      'One thing at a time. A pause says what becomes of the periods that begin meanwhile (none is ever charged), and gives up a charge that ' +
      'is being tried again. Another card must be the customer’s own and not for a single use.',
    access: 'secret',
    keyed: true,
    body: subscriptionChangesBody,
    examples: {
      Pause: {pause_collection: {payment_collection_behavior: 'MARK_VOID'}},
      'Another card': {payment_method: 'pm_…'},
      'End with the period': {cancel_at_period_end: true},
    },
    answer: asItIs,
    errors: [
      ...ofChanges,
      'payment_method.not_found',
      'payment_method.expired',
      'subscription.single_use_method',
    ],
  },
  {
    method: 'put',
    path: `${one}/resumption`,
    id: 'resumeSubscription',
    tag: 'Subscriptions',
    summary: 'Resume a paused subscription',
    description: 'It goes on with the next period; the dates are those it would have had without the pause.',
    access: 'secret',
    keyed: true,
    answer: asItIs,
    errors: ofChanges,
  },
  {
    method: 'post',
    path: `${one}/cancel`,
    id: 'cancelSubscription',
    tag: 'Subscriptions',
    summary: 'Cancel a subscription',
    description:
      'For good. A charge that is at the network is settled first; after the answer no charge begins. With `at_period_end` it ends when the ' +
      'period that runs is over.',
    access: 'secret',
    keyed: true,
    body: cancelBody,
    examples: {'At once': {}, 'When the period is over': {at_period_end: true}},
    answer: asItIs,
    errors: ofChanges,
  },
];
