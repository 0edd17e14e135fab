/** The description of the merchants' routes. */
import * as v from 'valibot';
import {envelope, instant, text} from '../../platform/openapi/answers.js';
import type {Operation} from '../../platform/openapi/operation.js';
import {brandingBody} from './branding.js';
import {newMerchantBody, rotationBody} from './routes.js';

export const secretKeyOperations: readonly Operation[] = [
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
];

const branding = v.object({
  accent: v.nullable(text),
  background: v.nullable(text),
  logo_url: v.nullable(text),
});

/** How the merchant's hosted pages look. */
export const brandingOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/client/branding/v1',
    id: 'readBranding',
    tag: 'Credentials',
    summary: 'Read the look of the hosted pages',
    access: 'secret',
    answer: {status: 200, description: 'The look; null is the service’s own.', schema: envelope(branding)},
  },
  {
    method: 'put',
    path: '/client/branding/v1',
    id: 'replaceBranding',
    tag: 'Credentials',
    summary: 'Replace the look of the hosted pages',
    description:
      'Logo, colour of buttons and links, ground. What is left out is the service’s own. A colour on which or in which a ' +
      'text could not be read (4.5:1) is made lighter or darker until it can.',
    access: 'secret',
    body: brandingBody,
    examples: {'A green shop': {accent: '#1f6f43', background: '#f6f3ea'}},
    answer: {status: 200, description: 'The look.', schema: envelope(branding)},
  },
];

/** Only in a development run. */
export const newMerchantOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/sandbox/v1/merchants',
    id: 'addMerchant',
    tag: 'Sandbox',
    summary: 'Add a merchant',
    access: 'sandbox',
    takesIdempotencyKey: true,
    body: newMerchantBody,
    examples: {'Another shop': {name: 'Another shop', origins: ['https://other.example']}},
    answer: {
      status: 200,
      description: 'The merchant and its keys. Only this answer contains the secret key.',
      schema: envelope(v.object({id: text, name: text, public_key: text, secret_key: text})),
    },
    errors: ['origin_invalid'],
  },
];
