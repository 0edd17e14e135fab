import * as v from 'valibot';
import {instant, text} from '../atoms.js';
import {originBody} from '../../passport/origin-routes.js';
import {envelope} from '../answers.js';
import type {Operation} from '../operation.js';

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
