/** The description of the sandbox routes, which exist only in a development run. */
import * as v from 'valibot';
import {envelope, text} from '../../platform/openapi/answers.js';
import type {Operation} from '../../platform/openapi/operation.js';
import {delivery} from '../webhooks/openapi.js';
import {bankBody} from './bank-routes.js';
import {cardDeclineBody} from './card-routes.js';
import {advanceBody} from './clock-routes.js';
import {
  answeredRequest,
  chargeView,
  clock,
  comingCharge,
  customerView,
  deliveryView,
  event,
  ledgerEntry,
  limitView,
  logLine,
  paymentMethodView,
  planView,
  subscriptionView,
  trackerView,
} from './openapi-answers.js';

/** The lists for testers: path, summary, and schema of an item. */
const views = [
  ['customers', 'Customers', customerView],
  ['trackers', 'Trackers', trackerView],
  ['payment-methods', 'Payment methods', paymentMethodView],
  ['plans', 'Plans', planView],
  ['subscriptions', 'Subscriptions with their last charges', subscriptionView],
  ['charges', 'Charges with their attempts', chargeView],
  ['coming-charges', 'Coming charges', comingCharge],
  ['moves', 'Entries of the network’s ledger', ledgerEntry],
  ['deliveries', 'Webhook deliveries', deliveryView],
  ['limits', 'How many cards were tried, and how many may be', limitView],
  ['requests', 'Requests to the API, with both bodies, redacted', answeredRequest],
  ['logs', 'Log lines, redacted', logLine],
  ['events', 'Activity', event],
] as const;

/** Descriptions of the lists that are not in the order of time. */
const orders: Readonly<Record<string, string>> = {
  'coming-charges': 'Soonest first.',
  limits: 'Nearest to its limit first.',
};

const bankOperation = {
  path: '/sandbox/v1/bank',
  tag: 'Sandbox',
  access: 'sandbox',
  answer: {
    status: 200,
    description: 'How the bank asks, and how else it could.',
    schema: envelope(v.object({step_up: text, kinds: v.array(v.object({kind: text, says: text}))})),
  },
} as const;

/** The network's ledger, and the clock. */
export const clockOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/sandbox/v1/ledger',
    id: 'ledger',
    tag: 'Sandbox',
    summary: 'The network’s ledger',
    access: 'sandbox',
    query: {tracker: 'Only entries of this tracker.'},
    answer: {status: 200, description: 'Entries in order.', schema: envelope(v.array(ledgerEntry))},
    errors: ['request.invalid'],
  },
  {
    method: 'get',
    path: '/sandbox/v1/clock',
    id: 'readClock',
    tag: 'Sandbox',
    summary: 'Read the service’s clock and its movement',
    access: 'sandbox',
    answer: {status: 200, description: 'The time.', schema: envelope(clock)},
  },
  ...['/sandbox/v1/clock', '/sandbox/v1/clock/advance'].map((path): Operation => ({
    method: 'post',
    path,
    id: path.endsWith('advance') ? 'advanceClock' : 'setClock',
    tag: 'Sandbox',
    summary: 'Move the clock forward',
    description:
      'There is one clock for all merchants. It stops each time work falls due. The answer comes when the clock has arrived and all due work is done, deliveries included. With catch_up it jumps, as after downtime.',
    access: 'sandbox',
    body: advanceBody,
    examples: {
      'To the end of January': {to: '2027-01-31T00:00:00Z'},
      'A month on': {by: 'P1M'},
      'As after a week of downtime': {by: 'P1W', catch_up: true},
    },
    answer: {status: 200, description: 'The time.', schema: envelope(clock)},
    errors: ['clock.past', 'clock.stopped', 'service.shutting_down'],
  })),
  {
    method: 'post',
    path: '/sandbox/v1/clock/stop',
    id: 'stopClock',
    tag: 'Sandbox',
    summary: 'Stop the movement of the clock where it is',
    description:
      'The answer comes when all work that is due by then is done. Requests that wait for the end of the movement get `clock.stopped`. Does nothing if the clock is not being moved.',
    access: 'sandbox',
    answer: {status: 200, description: 'The time.', schema: envelope(clock)},
    errors: ['service.shutting_down'],
  },
];

/** Decisions of the simulated bank. */
export const bankOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/sandbox/v1/cards',
    id: 'declineCard',
    tag: 'Sandbox',
    summary: 'Let the bank decline a saved card',
    description:
      'All later authorizations get this decline code. null restores the outcome that the card number stands for.',
    access: 'sandbox',
    takesIdempotencyKey: true,
    body: cardDeclineBody,
    examples: {'Not enough money': {payment_method: 'pm_…', decline: 'insufficient_funds'}},
    answer: {
      status: 200,
      description: 'The card and its decline code.',
      schema: envelope(v.object({payment_method: text, decline: v.nullable(text)})),
    },
    errors: ['payment_method.not_found'],
  },
  {
    ...bankOperation,
    method: 'get',
    id: 'readBank',
    summary: 'Read how the bank asks in a step-up',
  },
  {
    ...bankOperation,
    method: 'post',
    id: 'chooseStepUp',
    summary: 'Choose how the bank asks in a step-up',
    description:
      'It counts from the next enrollment on, for the merchant of the secret key. Which cards are asked, and what comes of it, still follows from the card number. null takes the choice back.',
    takesIdempotencyKey: true,
    body: bankBody,
    examples: {'In its app': {step_up: 'app'}},
  },
];

export const testerOperations: readonly Operation[] = [
  {
    method: 'delete',
    path: '/sandbox/v1/limits',
    id: 'forgetTries',
    tag: 'Sandbox',
    summary: 'Forget how many cards were tried',
    access: 'sandbox',
    answer: {
      status: 200,
      description: 'The counts, of which none are left.',
      schema: envelope(v.array(limitView)),
    },
  },
  {
    method: 'post',
    path: '/sandbox/v1/webhooks/:delivery/resend',
    id: 'sandboxResend',
    tag: 'Sandbox',
    summary: 'Send a delivery once more',
    access: 'sandbox',
    takesIdempotencyKey: true,
    answer: {
      status: 200,
      description: 'The delivery, whose next try is now due.',
      schema: envelope(delivery),
    },
    errors: ['webhook.delivery_not_found', 'webhook.disabled'],
  },
  ...views.map(([name, summary, schema]): Operation => ({
    method: 'get',
    path: `/sandbox/v1/${name}`,
    id: `view-${name}`,
    tag: 'Sandbox',
    summary,
    access: 'sandbox',
    query: {
      limit: 'Maximum number of items, 1 to 500; default 100.',
      ...(name === 'coming-charges' && {until: 'ISO instant; default: a year from now.'}),
      ...(name === 'charges' && {subscription: 'Only of this subscription.'}),
      ...(name === 'events' && {
        tracker: 'Only of this tracker.',
        type: 'A whole type, or the part before the dot.',
      }),
    },
    answer: {
      status: 200,
      description: orders[name] ?? 'Newest first.',
      schema: envelope(v.array(schema)),
    },
    errors: ['request.invalid'],
  })),
];
