import * as v from 'valibot';
import {whole} from '../atoms.js';
import {endpointBody, endpointChanges, replayBody, secretRotationBody} from '../../webhooks/routes.js';
import {deleted, envelope, pageOf} from '../answers.js';
import {delivery, deliveryWithTries, endpoint, endpointWithSecret} from '../answers-webhooks.js';
import {pageParameters} from '../operation.js';
import type {Operation} from '../operation.js';

const path = '/client/webhooks/v1';
const its = `${path}/:endpoint`;
const ofEndpoint = {tag: 'Webhooks', access: 'secret', errors: ['webhook.not_found']} as const;
const ofDelivery = {...ofEndpoint, errors: ['webhook.not_found', 'webhook.delivery_not_found']} as const;
const example = {
  url: 'https://shop.example/card-vault/webhooks',
  events: ['subscription.payment_succeeded', 'subscription.payment_failed'],
};

/** Endpoints of webhooks. */
const endpointOperations: readonly Operation[] = [
  {
    method: 'post',
    path,
    id: 'createWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Name an address for events',
    description:
      'Every event is signed twice with the endpoint’s own secret: as Standard Webhooks, and with X-SFPY-SIGNATURE over the raw body.',
    access: 'secret',
    keyed: true,
    body: endpointBody,
    examples: {'Payments of subscriptions': example},
    answer: {status: 200, says: 'The endpoint and its secret.', schema: envelope(endpointWithSecret)},
    errors: ['webhook.url_refused', 'webhook.too_many'],
  },
  {
    method: 'get',
    path,
    id: 'listWebhookEndpoints',
    tag: 'Webhooks',
    summary: 'Endpoints and their health',
    access: 'secret',
    query: pageParameters,
    answer: {status: 200, says: 'A page of them.', schema: envelope(pageOf(endpoint))},
    errors: ['request.invalid'],
  },
  {
    ...ofEndpoint,
    method: 'get',
    path: its,
    id: 'readWebhookEndpoint',
    summary: 'One endpoint and its health',
    answer: {status: 200, says: 'The endpoint.', schema: envelope(endpoint)},
  },
  {
    ...ofEndpoint,
    method: 'put',
    path: its,
    id: 'updateWebhookEndpoint',
    summary: 'Change an endpoint, switch it off or on',
    body: endpointChanges,
    examples: {'Switch it on again': {enabled: true}},
    answer: {status: 200, says: 'The endpoint as it is now.', schema: envelope(endpoint)},
    errors: ['webhook.not_found', 'webhook.url_refused'],
  },
  {
    ...ofEndpoint,
    method: 'delete',
    path: its,
    id: 'deleteWebhookEndpoint',
    summary: 'Send nothing there any more',
    answer: {status: 200, says: 'It is gone.', schema: envelope(deleted)},
  },
  {
    ...ofEndpoint,
    method: 'post',
    path: `${its}/secret/rotate`,
    id: 'rotateWebhookSecret',
    summary: 'Replace the secret of an endpoint',
    description:
      'Both secrets sign for 24 hours unless another overlap is asked for; 0 ends the old one at once.',
    keyed: true,
    body: secretRotationBody,
    examples: {'Over a day': {}},
    answer: {status: 200, says: 'The endpoint and its new secret.', schema: envelope(endpointWithSecret)},
  },
];

/** The outcome of sending. */
const deliveryOperations: readonly Operation[] = [
  {
    ...ofEndpoint,
    method: 'get',
    path: `${its}/deliveries`,
    id: 'listDeliveries',
    summary: 'Deliveries of an endpoint; with state=dead its dead letters',
    query: {
      ...pageParameters,
      state: 'pending, delivered or dead.',
      type: 'Only this kind of event.',
      subscription: 'Only events of this subscription.',
      event: 'Only this event.',
    },
    answer: {status: 200, says: 'A page of them.', schema: envelope(pageOf(delivery))},
    errors: ['webhook.not_found', 'request.invalid'],
  },
  {
    ...ofDelivery,
    method: 'get',
    path: `${its}/deliveries/:delivery`,
    id: 'readDelivery',
    summary: 'One delivery with all its tries',
    answer: {status: 200, says: 'The delivery.', schema: envelope(deliveryWithTries)},
  },
  {
    ...ofDelivery,
    method: 'post',
    path: `${its}/deliveries/:delivery/resend`,
    id: 'resendDelivery',
    summary: 'Send it once more',
    keyed: true,
    answer: {status: 200, says: 'It waits for its next try, which is now.', schema: envelope(delivery)},
    errors: ['webhook.not_found', 'webhook.delivery_not_found', 'webhook.disabled'],
  },
  {
    ...ofEndpoint,
    method: 'post',
    path: `${its}/replay`,
    id: 'replayEvents',
    summary: 'Send what happened in a time once more',
    description:
      'Dead letters and events that were never sent there; with `include_delivered` also what was accepted. They keep their ids.',
    keyed: true,
    body: replayBody,
    examples: {'A day': {from: '2027-01-31T00:00:00Z', to: '2027-02-01T00:00:00Z'}},
    answer: {
      status: 200,
      says: 'How many were put on their way.',
      schema: envelope(v.object({count: whole})),
    },
    errors: ['webhook.not_found', 'webhook.disabled'],
  },
];

export const webhookOperations: readonly Operation[] = [...endpointOperations, ...deliveryOperations];
