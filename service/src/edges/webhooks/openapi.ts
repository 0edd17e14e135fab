/** The description of the webhook routes. */
import * as v from 'valibot';
import {eventTypes} from '../../domain/events/events.js';
import {
  deleted,
  describe,
  envelope,
  instant,
  integer,
  pageOf,
  text,
  token,
} from '../../platform/openapi/answers.js';
import {pageParameters, type Operation} from '../../platform/openapi/operation.js';
import {deliveryStates} from './deliveries.js';
import {endpointBody, endpointChanges, replayBody, secretRotationBody} from './routes.js';

const eventType = v.picklist(eventTypes);

const endpointEntries = {
  token: token('whe'),
  url: text,
  description: v.nullable(text),
  events: describe(v.nullable(v.array(eventType)), 'Event types that are sent to it; null: all.'),
  state: v.picklist(['enabled', 'disabled']),
  disabled_reason: describe(
    v.nullable(text),
    '`gone`: it answered 410. `failing`: it accepted nothing for five days. `requested`: the merchant switched it off.',
  ),
  old_secret_ends_at: describe(v.nullable(instant), 'Until then the replaced secret also signs.'),
  health: v.object({
    state: v.picklist(['unknown', 'healthy', 'failing', 'slowed', 'disabled']),
    failures: describe(integer, 'Failed tries since the last success.'),
    failing_since: v.nullable(instant),
    last_failure: v.nullable(text),
    last_failure_at: v.nullable(instant),
    last_success_at: v.nullable(instant),
    resume_at: describe(
      v.nullable(instant),
      'No events are sent before this instant, because the endpoint asked for a pause.',
    ),
    pending: integer,
    dead: integer,
  }),
  created_at: instant,
  updated_at: instant,
};

export const endpoint = v.object(endpointEntries);

export const endpointWithSecret = v.object({
  ...endpointEntries,
  secret: describe(text, 'Only this answer contains the secret.'),
});

const deliveryEntries = {
  token: token('whd'),
  endpoint: token('whe'),
  event: describe(text, 'Id of the event: `webhook-id` and the body’s `token`.'),
  type: eventType,
  subscription: v.nullable(text),
  sequence: describe(v.nullable(integer), 'Numbers the events of one subscription: 1, 2, 3 …'),
  state: v.picklist(deliveryStates),
  reason: describe(v.nullable(text), 'Why it was given up.'),
  tries: integer,
  last_status: describe(v.nullable(integer), 'HTTP status of the last try.'),
  last_failure: v.nullable(text),
  next_try_at: v.nullable(instant),
  delivered_at: v.nullable(instant),
  created_at: instant,
};

export const delivery = v.object(deliveryEntries);

export const deliveryWithTries = v.object({
  ...deliveryEntries,
  history: v.array(
    v.object({
      number: integer,
      at: instant,
      status: v.nullable(integer),
      failure: v.nullable(text),
      milliseconds: integer,
    }),
  ),
});

const listPath = '/client/webhooks/v1';
const endpointPath = `${listPath}/:endpoint`;
const endpointOperation = {tag: 'Webhooks', access: 'secret', errors: ['webhook.not_found']} as const;
const deliveryOperation = {
  ...endpointOperation,
  errors: ['webhook.not_found', 'webhook.delivery_not_found'],
} as const;
const exampleEndpoint = {
  url: 'https://shop.example/card-vault/webhooks',
  events: ['subscription.payment_succeeded', 'subscription.payment_failed'],
};

/** Operations on webhook endpoints. */
const endpointOperations: readonly Operation[] = [
  {
    method: 'post',
    path: listPath,
    id: 'createWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Create a webhook endpoint',
    description:
      'Every event has two signatures made with the endpoint’s own secret: one of Standard Webhooks, and X-SFPY-SIGNATURE over the raw body.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: endpointBody,
    examples: {'Payments of subscriptions': exampleEndpoint},
    answer: {status: 200, description: 'The endpoint and its secret.', schema: envelope(endpointWithSecret)},
    errors: ['webhook.url_refused', 'webhook.too_many'],
  },
  {
    method: 'get',
    path: listPath,
    id: 'listWebhookEndpoints',
    tag: 'Webhooks',
    summary: 'List webhook endpoints and their health',
    access: 'secret',
    query: pageParameters,
    answer: {status: 200, description: 'A page of endpoints.', schema: envelope(pageOf(endpoint))},
    errors: ['request.invalid'],
  },
  {
    ...endpointOperation,
    method: 'get',
    path: endpointPath,
    id: 'readWebhookEndpoint',
    summary: 'Read an endpoint and its health',
    answer: {status: 200, description: 'The endpoint.', schema: envelope(endpoint)},
  },
  {
    ...endpointOperation,
    method: 'put',
    path: endpointPath,
    id: 'updateWebhookEndpoint',
    summary: 'Change an endpoint, switch it off or on',
    body: endpointChanges,
    examples: {'Switch it on again': {enabled: true}},
    answer: {status: 200, description: 'The changed endpoint.', schema: envelope(endpoint)},
    errors: ['webhook.not_found', 'webhook.url_refused'],
  },
  {
    ...endpointOperation,
    method: 'delete',
    path: endpointPath,
    id: 'deleteWebhookEndpoint',
    summary: 'Delete an endpoint',
    answer: {status: 200, description: 'The endpoint was deleted.', schema: envelope(deleted)},
  },
  {
    ...endpointOperation,
    method: 'post',
    path: `${endpointPath}/secret/rotate`,
    id: 'rotateWebhookSecret',
    summary: 'Replace the secret of an endpoint',
    description: 'Both secrets sign for 24 hours, or for `overlap_seconds`; with 0 the old one ends at once.',
    takesIdempotencyKey: true,
    body: secretRotationBody,
    examples: {'Over a day': {}},
    answer: {
      status: 200,
      description: 'The endpoint and its new secret.',
      schema: envelope(endpointWithSecret),
    },
  },
];

/** Operations on deliveries. */
const deliveryOperations: readonly Operation[] = [
  {
    ...endpointOperation,
    method: 'get',
    path: `${endpointPath}/deliveries`,
    id: 'listDeliveries',
    summary: 'List deliveries of an endpoint; with state=dead, its dead letters',
    query: {
      ...pageParameters,
      state: 'pending, delivered or dead.',
      type: 'Only events of this type.',
      subscription: 'Only events of this subscription.',
      event: 'Only this event.',
    },
    answer: {status: 200, description: 'A page of deliveries.', schema: envelope(pageOf(delivery))},
    errors: ['webhook.not_found', 'request.invalid'],
  },
  {
    ...deliveryOperation,
    method: 'get',
    path: `${endpointPath}/deliveries/:delivery`,
    id: 'readDelivery',
    summary: 'Read a delivery and all its tries',
    answer: {status: 200, description: 'The delivery.', schema: envelope(deliveryWithTries)},
  },
  {
    ...deliveryOperation,
    method: 'post',
    path: `${endpointPath}/deliveries/:delivery/resend`,
    id: 'resendDelivery',
    summary: 'Send a delivery again',
    takesIdempotencyKey: true,
    answer: {
      status: 200,
      description: 'The delivery, whose next try is now due.',
      schema: envelope(delivery),
    },
    errors: ['webhook.not_found', 'webhook.delivery_not_found', 'webhook.disabled'],
  },
  {
    ...endpointOperation,
    method: 'post',
    path: `${endpointPath}/replay`,
    id: 'replayEvents',
    summary: 'Send the events of a time range again',
    description:
      'Sends dead letters and events that were never sent to this endpoint; with `include_delivered` also accepted ones. Events keep their ids.',
    takesIdempotencyKey: true,
    body: replayBody,
    examples: {'A day': {from: '2027-01-31T00:00:00Z', to: '2027-02-01T00:00:00Z'}},
    answer: {
      status: 200,
      description: 'The number of events that will be sent.',
      schema: envelope(v.object({count: integer})),
    },
    errors: ['webhook.not_found', 'webhook.disabled'],
  },
];

export const webhookOperations: readonly Operation[] = [...endpointOperations, ...deliveryOperations];
