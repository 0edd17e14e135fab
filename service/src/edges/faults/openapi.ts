/** The description of the routes that plan faults. */
import * as v from 'valibot';
import {anyFields, envelope, integer, text} from '../../platform/openapi/answers.js';
import type {Operation} from '../../platform/openapi/operation.js';
import {faultsBody} from './routes.js';

/** The running plan and the injected faults. A rule has the fields with which it was planned. */
const faultReport = v.object({
  seed: integer,
  rules: v.array(anyFields),
  struck: v.array(anyFields),
  kinds: v.array(v.object({kind: text, says: text})),
});

const shared = {
  path: '/sandbox/v1/faults',
  tag: 'Sandbox',
  access: 'sandbox',
  answer: {status: 200, description: 'The plan and the injected faults.', schema: envelope(faultReport)},
} as const;

export const faultOperations: readonly Operation[] = [
  {
    ...shared,
    method: 'get',
    id: 'readFaults',
    summary: 'Read the planned and the injected faults',
  },
  {
    ...shared,
    method: 'post',
    id: 'planFaults',
    summary: 'Plan faults',
    description:
      'All merchants share one plan. Without rules, faults are drawn from the seed. The same seed always gives the same faults.',
    takesIdempotencyKey: true,
    body: faultsBody,
    examples: {'From a seed': {seed: 42}},
  },
  {...shared, method: 'delete', id: 'clearFaults', summary: 'Clear all faults'},
];
