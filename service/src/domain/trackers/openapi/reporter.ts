import * as v from 'valibot';
import {pageOf} from '../../../platform/openapi/answers.js';
import {pageParameters, type Operation} from '../../../platform/openapi/operation.js';
import {payment, tracker} from './answers.js';

/** The state of trackers (spec 4.4; wire 1.7). */
export const reporterOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/reporter/api/v1/payments/:tracker',
    id: 'fetchPayment',
    tag: 'Reporter',
    summary: 'Fetch a payment',
    description:
      'The state of a tracker. Read it after every step-up instead of relying on what a page reported.',
    access: 'caller',
    answer: {
      status: 200,
      description: 'The complete state of the tracker.',
      schema: v.object({ok: v.literal(true), data: payment}),
    },
    errors: ['tracker.not_found'],
  },
  {
    method: 'get',
    path: '/reporter/api/v1/payments',
    id: 'searchPayments',
    tag: 'Reporter',
    summary: 'List payments',
    access: 'secret',
    query: {
      ...pageParameters,
      state: 'A state, such as TRACKER_ENDED.',
      mode: 'instrument, payment, cof or unscheduled_cof.',
      customer: 'Token of a customer.',
    },
    answer: {
      status: 200,
      description: 'A page of trackers.',
      schema: v.object({ok: v.literal(true), data: pageOf(tracker)}),
    },
    errors: ['request.invalid'],
  },
];
