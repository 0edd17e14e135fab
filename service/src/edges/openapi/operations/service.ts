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
      'With `tracker` and `origin` it opens that tracker to pages of that origin and nothing else; with `{}` it is not ' +
      'scoped. It lives 15 minutes, an hour at most. A token never captures, and a scoped one never reverses. With `scope` (or ' +
      '`user` alone) it opens a page of the hosted checkout and no route of the API: `/checkout/subscribe` for one `plan`, ' +
      '`/embedded` for one `tracker`, `/portal` for one `user`. The `origin` is where the page leads back to. The token of a tracker ' +
      'dies with it, two minutes after its end; one that is minted afterwards reads what became of it.',
    access: 'secret',
    keyed: true,
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
      says: 'The token as a bare text.',
      schema: envelope(text, {expires_at: instant}),
    },
    errors: ['tracker.not_found', 'customer.not_found', 'origin_invalid'],
  },
  {
    method: 'post',
    path: '/client/passport/v1/token/revocation',
    id: 'revokeToken',
    tag: 'Credentials',
    summary: 'End a token before its time',
    description:
      'A time-based token, one of a hosted page, or a shopper’s session. It opens nothing from now on, in other processes of the service ' +
      'within five seconds; a hosted page that it has opened stays open.',
    access: 'secret',
    keyed: true,
    body: revocationBody,
    examples: {'As it was given out': {token: 'eyJ…'}},
    answer: {
      status: 200,
      says: 'It is dead.',
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
      'Asks for `confirm: true`. The old keys open the service until the overlap is over; 0 ends them at once.',
    access: 'secret',
    keyed: true,
    body: rotationBody,
    examples: {'Over an hour': {confirm: true, overlap_seconds: 3600}},
    answer: {
      status: 200,
      says: 'The new key, told once.',
      schema: envelope(v.object({secret_key: text, old_keys_end_at: instant})),
    },
  },
  {
    method: 'get',
    path: '/healthz',
    id: 'health',
    tag: 'Service',
    summary: 'Is the process alive',
    access: 'anybody',
    answer: {status: 200, says: 'It is.', schema: ok},
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'readiness',
    tag: 'Service',
    summary: 'May it be sent work',
    access: 'anybody',
    answer: {status: 200, says: 'The database answers, and it is not shutting down.', schema: ok},
    errors: ['service.database_unavailable'],
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'description',
    tag: 'Service',
    summary: 'This description',
    access: 'anybody',
    answer: {status: 200, says: 'OpenAPI 3.1.', schema: v.object({openapi: text})},
  },
  {
    method: 'get',
    path: '/docs',
    id: 'reference',
    tag: 'Service',
    summary: 'This description, to read',
    access: 'anybody',
    answer: {status: 200, says: 'Reference pages.', type: 'text/html'},
  },
];
