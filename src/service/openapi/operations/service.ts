import * as v from 'valibot';
import {faultsBody} from '../../faults/routes.js';
import {newMerchantBody, rotationBody} from '../../merchant-routes.js';
import {tokenBody} from '../../passport/routes.js';
import {advanceBody} from '../../sandbox/routes.js';
import {clock, envelope, faultReport, ledgerEntry, ok} from '../answers.js';
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
      'scoped. It lives 15 minutes, an hour at most. A token never captures, and a scoped one never reverses.',
    access: 'secret',
    keyed: true,
    body: tokenBody,
    examples: {
      'For one tracker and one shop': {
        tracker: 'track_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb',
        origin: 'https://shop.example',
      },
      'Without a scope': {},
    },
    answer: {
      status: 200,
      says: 'The token as a bare text.',
      schema: envelope(v.string(), {expires_at: v.pipe(v.string(), v.isoTimestamp())}),
    },
    errors: ['tracker.not_found', 'origin_invalid'],
  },
  {
    method: 'post',
    path: '/client/passport/v1/secret-key',
    id: 'rotateSecretKey',
    tag: 'Credentials',
    summary: 'Replace the secret key',
    description: 'The old keys open the service until the overlap is over; 0 ends them at once.',
    access: 'secret',
    keyed: true,
    body: rotationBody,
    examples: {'Over an hour': {overlap_seconds: 3600}},
    answer: {
      status: 200,
      says: 'The new key, told once.',
      schema: envelope(
        v.object({secret_key: v.string(), old_keys_end_at: v.pipe(v.string(), v.isoTimestamp())}),
      ),
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
    answer: {status: 200, says: 'OpenAPI 3.1.', schema: v.object({openapi: v.string()})},
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

/** Only in development. */
export const sandboxOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/sandbox/v1/ledger',
    id: 'ledger',
    tag: 'Sandbox',
    summary: 'The network’s own books',
    access: 'anybody',
    query: {tracker: 'Only what belongs to this tracker.'},
    answer: {status: 200, says: 'Entries in order.', schema: envelope(v.array(ledgerEntry))},
  },
  {
    method: 'get',
    path: '/sandbox/v1/clock',
    id: 'readClock',
    tag: 'Sandbox',
    summary: 'What time it is for the service',
    access: 'anybody',
    answer: {status: 200, says: 'The time.', schema: envelope(clock)},
  },
  {
    method: 'post',
    path: '/sandbox/v1/clock/advance',
    id: 'advanceClock',
    tag: 'Sandbox',
    summary: 'Move the clock forward',
    access: 'anybody',
    body: advanceBody,
    examples: {'To the end of January': {to: '2027-01-31T00:00:00Z'}},
    answer: {status: 200, says: 'The time.', schema: envelope(clock)},
    errors: ['clock.past'],
  },
  {
    method: 'post',
    path: '/sandbox/v1/merchants',
    id: 'addMerchant',
    tag: 'Sandbox',
    summary: 'Add a merchant',
    access: 'anybody',
    body: newMerchantBody,
    examples: {'Another shop': {name: 'Another shop', origins: ['https://other.example']}},
    answer: {
      status: 200,
      says: 'The merchant and its keys, told once.',
      schema: envelope(
        v.object({id: v.string(), name: v.string(), public_key: v.string(), secret_key: v.string()}),
      ),
    },
    errors: ['origin_invalid'],
  },
  ...(['get', 'post', 'delete'] as const).map((method): Operation => ({
    method,
    path: '/sandbox/v1/faults',
    id: `${method === 'get' ? 'read' : method === 'post' ? 'plan' : 'clear'}Faults`,
    tag: 'Sandbox',
    summary:
      method === 'get'
        ? 'What is planned and what struck'
        : method === 'post'
          ? 'Plan faults'
          : 'No more faults',
    access: 'sandbox',
    ...(method === 'post' && {
      description:
        'Rules drawn from the seed when none are given; the same seed always gives the same faults.',
      body: faultsBody,
      examples: {'From a seed': {seed: 42}},
    }),
    answer: {status: 200, says: 'The plan and what became of it.', schema: envelope(faultReport)},
  })),
];
