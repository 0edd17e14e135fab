/** The description of the transactions' routes. */
import {chargeStates} from '../../../../src/protocol/billing-words.js';
import {oneOf} from '../../platform/http/body.js';
import {envelope, pageOf} from '../../platform/openapi/answers.js';
import {pageParameters, type Operation} from '../../platform/openapi/operation.js';
import {transactionAnswer} from './json.js';
import {refundBody} from './routes.js';

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
      state: `${oneOf(chargeStates)}.`,
    },
    answer: {status: 200, description: 'A page of charges.', schema: envelope(pageOf(transactionAnswer))},
    errors: ['request.invalid'],
  },
  {
    method: 'get',
    path,
    id: 'readTransaction',
    tag: 'Transactions',
    summary: 'Read a charge',
    access: 'secret',
    answer: {status: 200, description: 'The charge and its refunds.', schema: envelope(transactionAnswer)},
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
    answer: {status: 200, description: 'The charge after the refund.', schema: envelope(transactionAnswer)},
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
