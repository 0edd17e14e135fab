import * as v from 'valibot';
import {integer} from '../atoms.js';
import {endpointBody, endpointChanges, replayBody, secretRotationBody} from '../../webhooks/routes.js';
import {deleted, envelope, pageOf} from '../answers.js';
import {delivery, deliveryWithTries, endpoint, endpointWithSecret} from '../answers-webhooks.js';
import {pageParameters} from '../operation.js';
import type {Operation} from '../operation.js';

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
