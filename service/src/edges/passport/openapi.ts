/** The description of the routes of tokens and origins. */
import * as v from 'valibot';
import {envelope, instant, text} from '../../platform/openapi/answers.js';
import type {Operation} from '../../platform/openapi/operation.js';
import {originBody} from './origin-routes.js';
import {revocationBody, tokenBody} from './routes.js';

/** Tokens of pages. */
export const tokenOperations: readonly Operation[] = [
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
    errors: [
      'tracker.not_found',
      'customer.not_found',
      'plan.not_found',
      'subscription.not_found',
      'origin_invalid',
      'origin_not_allowed',
    ],
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
];

const listPath = '/client/origins/v1';
const listedOrigin = v.object({
  origin: text,
  configured: v.boolean(),
  created_at: v.nullable(instant),
  proven_at: v.nullable(instant),
});

/** The web origins of the merchant's shops. */
export const originOperations: readonly Operation[] = [
  {
    method: 'get',
    path: listPath,
    id: 'listOrigins',
    tag: 'Credentials',
    summary: 'List the origins of the merchant’s pages',
    description: 'Those with `configured: true` are named by the service’s options.',
    access: 'secret',
    answer: {status: 200, description: 'All of them.', schema: envelope(v.array(listedOrigin))},
  },
  {
    method: 'post',
    path: listPath,
    id: 'addOrigin',
    tag: 'Credentials',
    summary: 'Add an origin of the merchant’s pages',
    description:
      'Tokens, capture contexts, CORS and return addresses are given for origins of this list only. An origin belongs to ' +
      'one merchant. In production `/.well-known/card-vault` of the origin must name the merchant’s public key in a line of ' +
      'its own (`vault.wellKnown` of the server kit), as text/plain. It is read now, in at most 3 s, and again every day. An ' +
      'origin of another merchant that it names no more moves to this one. In development, origins on this machine are ' +
      'everyone’s and need no entry.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: originBody,
    examples: {'A shop': {origin: 'https://shop.example'}},
    answer: {status: 200, description: 'The origin.', schema: envelope(listedOrigin)},
    errors: ['origin_invalid', 'origin.taken', 'origin.not_proven', 'origin.proof_under_way'],
  },
  {
    method: 'delete',
    path: `${listPath}/:origin`,
    id: 'removeOrigin',
    tag: 'Credentials',
    summary: 'Remove an origin',
    description:
      'Takes effect with the next request: tokens and capture contexts that were made for the origin open nothing more.',
    access: 'secret',
    answer: {
      status: 200,
      description: 'The origin was removed.',
      schema: envelope(v.object({deleted: v.literal(true), origin: text})),
    },
    errors: ['origin.not_found', 'origin.configured'],
  },
];
