/** The description of the transactions' routes. */
import * as v from 'valibot';
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
import {pageParameters} from '../../platform/openapi/operation.js';
import type {Operation} from '../../platform/openapi/operation.js';
import {chargeStates} from '../subscriptions/subscription.js';
import {refundBody} from './routes.js';

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

const listPath = '/client/transactions/v1';
const path = `${listPath}/:transaction`;

/** Charges of subscriptions (wire 1.9). */
export const transactionOperations: readonly Operation[] = [
  {
    method: 'get',
    path: `${listPath}/search`,
    id: 'searchTransactions',
    tag: 'Transactions',
    summary: 'Search charges',
    access: 'secret',
    query: {
      ...pageParameters,
      subscription: 'Token of a subscription.',
      customer: 'Token of a customer.',
      plan: 'Token of a plan.',
      state: 'open, paid, failed, ready, uncollectible or void.',
    },
    answer: {status: 200, description: 'A page of charges.', schema: envelope(pageOf(transaction))},
    errors: ['request.invalid'],
  },
  {
    method: 'get',
    path,
    id: 'readTransaction',
    tag: 'Transactions',
    summary: 'Read a charge',
    access: 'secret',
    answer: {status: 200, description: 'The charge and its refunds.', schema: envelope(transaction)},
    errors: ['transaction.not_found'],
  },
  {
    method: 'post',
    path: `${path}/refund`,
    id: 'refundTransaction',
    tag: 'Transactions',
    summary: 'Refund a charge',
    description:
      'In part or in whole; the amount is a decimal string. Without an amount, refunds all that is left. ' +
      'A refund with a `name` is made once for good.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: refundBody,
    examples: {'All of it': {}, 'A part': {amount: '5.00', name: 'return 7'}},
    answer: {status: 200, description: 'The charge after the refund.', schema: envelope(transaction)},
    errors: [
      'transaction.not_found',
      'transaction.not_paid',
      'transaction.refunded',
      'transaction.refund_too_large',
      'transaction.refund_repeated',
      'transaction.refund_recovered',
      'transaction.name_taken',
      'transaction.busy',
      'transaction.network_refused',
    ],
  },
];
