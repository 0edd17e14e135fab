import * as v from 'valibot';
import {text} from '../../platform/openapi/answers.js';
import type {Operation} from '../../platform/openapi/operation.js';

const ok = v.object({ok: v.literal(true)});

/** Health, and this description. */
export const serviceOperations: readonly Operation[] = [
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
