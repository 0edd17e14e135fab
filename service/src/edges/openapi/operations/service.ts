import * as v from 'valibot';
import {instant, text} from '../atoms.js';
import {rotationBody} from '../../../domain/merchants/routes.js';
import {revocationBody, tokenBody} from '../../passport/routes.js';
import {envelope, ok} from '../answers.js';
import type {Operation} from '../operation.js';

/** Credentials, health, and this description. */
export const serviceOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/client/passport/v1/token',
    id: 'mintToken',
    tag: 'Credentials',
    summary: 'Mint a time-based token',
    description:
      'With `tracker` and `origin` the token opens only that tracker, to pages of that origin; with `{}` it has no ' +
      'scope. It is valid for 15 minutes by default, and at most an hour. No token can capture; a scoped one cannot reverse. With `scope` (or ' +
      '`user` alone) it opens a page of the hosted checkout and no route of the API: `/checkout/subscribe` for one `plan`, ' +
      '`/embedded` for one `tracker`, `/portal` for one `user`. The page returns to `origin`. The token of a tracker ' +
      'is revoked two minutes after the tracker ends; a token minted later can still read its outcome.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: tokenBody,
    examples: {
      'For one tracker and one shop': {
        tracker: 'track_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb',
        origin: 'https://shop.example',
      },
      'Without a scope': {},
      'For the checkout of a plan': {
        scope: 'checkout',
        user: 'cus_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb',
        plan: 'plan_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb',
        origin: 'https://shop.example',
      },
      'For a customer’s portal': {scope: 'portal', user: 'cus_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb'},
    },
    answer: {
      status: 200,
      description: 'The token.',
      schema: envelope(text, {expires_at: instant}),
    },
    errors: ['tracker.not_found', 'customer.not_found', 'origin_invalid', 'origin_not_allowed'],
  },
  {
    method: 'post',
    path: '/client/passport/v1/token/revocation',
    id: 'revokeToken',
    tag: 'Credentials',
    summary: 'Revoke a token',
    description:
      'Revokes a time-based token, one of a hosted page, or a shopper’s session. Other processes of the service refuse it ' +
      'within five seconds, and so does every hosted page that it has opened.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: revocationBody,
    examples: {'A token of this merchant': {token: 'eyJ…'}},
    answer: {
      status: 200,
      description: 'The token is revoked.',
      schema: envelope(v.object({revoked: v.literal(true), id: text})),
    },
    errors: ['token.not_found'],
  },
  {
    method: 'post',
    path: '/client/passport/v1/secret-key',
    id: 'rotateSecretKey',
    tag: 'Credentials',
    summary: 'Replace the secret key',
    description:
      'Requires `confirm: true`. The old keys remain valid for the overlap; with 0 they end at once.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: rotationBody,
    examples: {'Over an hour': {confirm: true, overlap_seconds: 3600}},
    answer: {
      status: 200,
      description: 'The new key. Only this answer contains it.',
      schema: envelope(v.object({secret_key: text, old_keys_end_at: instant})),
    },
  },
  {
    method: 'get',
    path: '/healthz',
    id: 'health',
    tag: 'Service',
    summary: 'Check that the process runs',
    access: 'public',
    answer: {status: 200, description: 'The process runs.', schema: ok},
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'readiness',
    tag: 'Service',
    summary: 'Check that the service is ready for requests',
    access: 'public',
    answer: {status: 200, description: 'The database answers, and it is not shutting down.', schema: ok},
    errors: ['service.database_unavailable'],
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'description',
    tag: 'Service',
    summary: 'This description, in development',
    access: 'public',
    answer: {status: 200, description: 'OpenAPI 3.1.', schema: v.object({openapi: text})},
  },
  {
    method: 'get',
    path: '/docs',
    id: 'reference',
    tag: 'Service',
    summary: 'This description as HTML, in development',
    access: 'public',
    answer: {status: 200, description: 'Reference pages.', type: 'text/html'},
  },
];
