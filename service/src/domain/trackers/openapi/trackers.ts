import * as v from 'valibot';
import {envelope} from '../../../platform/openapi/answers.js';
import type {ErrorCode} from '../../../platform/openapi/error-codes.js';
import type {Operation} from '../../../platform/openapi/operation.js';
import {actionBody} from '../payload.js';
import {metadataBody, refundBody} from '../routes.js';
import {trackerBody} from '../setup-payment.js';
import {action, capabilities, features, tracker} from './answers.js';

const base = '/order/payments/v3';
const path = `${base}/:tracker`;
const openedTracker = envelope(v.object({tracker, capabilities, features}));
const restartedTracker = envelope(v.object({tracker, capabilities}));
const actionResult = envelope(v.object({tracker, capabilities, action}));

const actionErrors: readonly ErrorCode[] = [
  'tracker.not_found',
  'tracker.action_not_allowed',
  'tracker.action_forbidden',
  'tracker.busy',
  'tracker.ended',
  'tracker.expired',
  'tracker.reversal_not_owed',
  'network.reversal_refused',
];

const chargeErrors: readonly ErrorCode[] = [
  'merchant_authentication_required',
  'payment_method.not_found',
  'payment_method.expired',
  'payment_method.used_up',
  'payment_method.use_under_way',
  'tracker.network_refused',
];

const cardSteps = {
  'Capture context (flex)': {payload: {origin: 'https://shop.example'}},
  'Transient token (flex)': {payload: {payment_method: {flex: {transient_token_jwt: 'eyJ…'}}}},
  'Card details (raw)': {
    payload: {
      payment_method: {
        card: {card_number: '4000000000002701', expiration_month: '01', expiration_year: '2030', cvv: '123'},
      },
    },
  },
};

/** An example of each action of spec 4.3. */
const actionExamples = {
  ...cardSteps,
  Enrollment: {
    payload: {
      billing: {street_1: 'Street 1', city: 'Lahore', postal_code: '54000', country: 'PK'},
      authentication_setup: {
        success_url: 'https://shop.example/card-vault/return?outcome=success',
        failure_url: 'https://shop.example/card-vault/return?outcome=failure',
        device_fingerprint_session_id: 'c4d1c4d1-0000-4000-8000-000000000000',
      },
    },
  },
  'A saved card (tms, unscheduled_cof)': {
    payload: {payment_method: {tokenized_card: {token: 'pm_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb'}}},
  },
  'A saved card with its security code (tms)': {
    payload: {
      payment_method: {
        tokenized_card: {token: 'pm_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb'},
        flex: {transient_token_jwt: 'eyJ…'},
      },
    },
  },
  Authorization: {payload: {authorization: {do_capture: false}}},
  'Capture, reversal, or the pending action': {},
};

const setupFields = ['payment_method', 'payer_authentication_setup'];

/** What the answer to each of these examples has. */
const actionFields = {
  'Capture context (flex)': ['flex'],
  'Transient token (flex)': setupFields,
  'Card details (raw)': setupFields,
  Enrollment: ['payment_method', 'payer_authentication_enrollment', 'authentication_status', 'eci'],
  'A saved card (tms, unscheduled_cof)': [...setupFields, 'pointer'],
  'A saved card with its security code (tms)': [...setupFields, 'pointer'],
  Authorization: ['payment_method', 'authorization'],
} satisfies Partial<Record<keyof typeof actionExamples, readonly string[]>>;

const bankReturn = {
  path: `${path}/validation`,
  tag: 'Trackers',
  description:
    'The bank’s page sends browsers here. The service asks the bank for the result, authorizes the card, and sends the browser to ' +
    'success_url or failure_url with `tracker`, `request_id` and `payment_method` or `error`.',
  access: 'public',
  answer: {status: 303, description: 'Redirects to the shop.'},
} as const;

const bankReturnErrors: readonly ErrorCode[] = [
  'tracker.busy',
  'tracker.ended',
  'tracker.expired',
  'tracker.action_not_allowed',
  'return_url.refused',
  'validation.transaction_unknown',
  'payer_authentication.transaction_unknown',
];

/** Trackers and their actions (spec 2.2, 4.2, 4.3; wire 1.5, 1.6). */
export const trackerOperations: readonly Operation[] = [
  {
    method: 'post',
    path: base,
    id: 'setupPayment',
    tag: 'Trackers',
    summary: 'Open a tracker',
    description:
      'A tracker belongs to a customer. With `is_account_verification` no amount is held, so none is reversed. A tracker that is not completed within 24 hours expires. ' +
      '`name` names the payment for good: the same request again answers the tracker of that name, whenever it comes. ' +
      '`order` names the shop’s order: of the payments of one order of a customer, one at a time has money. ' +
      '`payment_method` is the only saved card that the tracker takes.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: trackerBody,
    examples: {
      'Save a card': {
        user: 'cus_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb',
        intent: 'CYBERSOURCE',
        mode: 'instrument',
        entry_mode: 'flex',
        currency: 'PKR',
        is_account_verification: true,
      },
      'Take a payment': {
        user: 'cus_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb',
        mode: 'payment',
        currency: 'PKR',
        amount: 12_345,
      },
      'Charge a saved card': {
        user: 'cus_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb',
        mode: 'unscheduled_cof',
        currency: 'PKR',
        amount: 12_345,
        payment_method: 'pm_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb',
        name: 'order 2026-0042',
      },
    },
    answer: {
      status: 200,
      description: 'The tracker, its capabilities, and the features of the service.',
      schema: openedTracker,
    },
    errors: ['customer.not_found', 'tracker.raw_not_enabled', 'tracker.name_taken', 'tracker.order_paid'],
  },
  {
    method: 'post',
    path,
    id: 'performAction',
    tag: 'Trackers',
    summary: 'Perform an action',
    description:
      'The content of the payload selects the action; an empty payload runs the pending one. An action out of order is ' +
      'refused by name and changes nothing. UNAVAILABLE, FAILED, REJECTED and NOT_ELIGIBLE end the tracker for good. ' +
      'In development, answers about a number that is no published test card carry `Card-Vault-Test-Card: unpublished`.',
    access: 'caller',
    takesIdempotencyKey: true,
    body: actionBody,
    examples: actionExamples,
    answer: {
      status: 200,
      description: 'The tracker after the action, and the result of the action.',
      schema: actionResult,
      shows: actionFields,
    },
    errors: [
      ...actionErrors,
      ...chargeErrors,
      'tracker.payload_unclear',
      'tracker.payer_not_authenticated',
      'tracker.authorization_declined',
      'tracker.order_paid',
      'tracker.capture_forbidden',
      'tracker.method_fixed',
      'tracker.raw_not_enabled',
      'tracker.too_many_cards',
      'velocity.too_many_cards',
      'card.invalid',
      'card.number_invalid',
      'origin_invalid',
      'origin_not_allowed',
      'capture_context.origin_invalid',
      'transient_token.invalid',
      'transient_token.expired',
      'transient_token.used',
      'transient_token.wrong_kind',
      'tracker.security_code_missing',
      'return_url.refused',
      'payer_authentication.reference_unknown',
    ],
  },
  {
    method: 'put',
    path,
    id: 'resetTracker',
    tag: 'Trackers',
    summary: 'Start a tracker over',
    description: 'Possible until a bank has been asked.',
    access: 'secret',
    answer: {status: 200, description: 'The tracker at its first step.', schema: restartedTracker},
    errors: ['tracker.not_found', 'tracker.not_resettable', 'tracker.expired', 'tracker.busy'],
  },
  {
    method: 'post',
    path: `${path}/reversal`,
    id: 'reverse',
    tag: 'Trackers',
    summary: 'Reverse the held amount',
    description: 'A repeated request gets the same answer; the amount is reversed only once.',
    access: 'caller',
    takesIdempotencyKey: true,
    answer: {
      status: 200,
      description: 'The ended tracker and the reversal.',
      schema: actionResult,
      shows: ['reversal'],
    },
    errors: actionErrors,
  },
  {
    method: 'post',
    path: `${path}/void`,
    id: 'voidCapture',
    tag: 'Trackers',
    summary: 'Void a capture',
    description: 'Possible within 24 hours, for the whole amount. A repeated request gets the same answer.',
    access: 'secret',
    takesIdempotencyKey: true,
    answer: {
      status: 200,
      description: 'The voided tracker.',
      schema: actionResult,
      shows: ['capture', 'void'],
    },
    errors: [
      'tracker.not_found',
      'tracker.action_not_allowed',
      'tracker.busy',
      'tracker.nothing_captured',
      'tracker.void_too_late',
      'tracker.network_refused',
    ],
  },
  {
    method: 'post',
    path: `${path}/refund`,
    id: 'refund',
    tag: 'Trackers',
    summary: 'Refund a capture',
    description:
      'Possible from 24 hours after the capture, in part or in whole. Without an amount, refunds all that is left. ' +
      'A refund with a `name` is made once for good.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: refundBody,
    examples: {'A part': {amount: 345, currency: 'PKR', name: 'return 7'}, 'All that is left': {}},
    answer: {
      status: 200,
      description: 'The tracker and the refund.',
      schema: actionResult,
      shows: ['capture', 'refunds', 'refund'],
    },
    errors: [
      'tracker.not_found',
      'tracker.action_not_allowed',
      'tracker.busy',
      'tracker.nothing_captured',
      'tracker.voided',
      'tracker.refund_too_early',
      'tracker.refund_currency',
      'tracker.refund_repeated',
      'tracker.refund_too_large',
      'tracker.refunded',
      'tracker.refund_recovered',
      'tracker.name_taken',
      'tracker.network_refused',
    ],
  },
  {
    method: 'post',
    path: `${path}/metadata`,
    id: 'addMetadata',
    tag: 'Trackers',
    summary: 'Add metadata to a tracker',
    access: 'secret',
    takesIdempotencyKey: true,
    body: metadataBody,
    examples: {'An order': {data: {source: 'shop', order_id: '2026-0042'}}},
    answer: {status: 200, description: 'The tracker.', schema: envelope(v.object({tracker}))},
    errors: ['tracker.not_found', 'tracker.busy'],
  },
  {
    ...bankReturn,
    method: 'get',
    id: 'returnFromBankByLink',
    summary: 'Return from the bank (link)',
    query: {TransactionId: 'The bank’s transaction.'},
    errors: bankReturnErrors,
  },
  {
    ...bankReturn,
    method: 'post',
    id: 'returnFromBank',
    summary: 'Return from the bank',
    bodyIsForm: true,
    errors: [
      ...bankReturnErrors,
      ...(['request.not_form', 'request.compressed', 'request.charset', 'request.not_utf8'] as const),
    ],
  },
];
