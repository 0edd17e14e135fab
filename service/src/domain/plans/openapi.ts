/** The description of the plans' routes. */
import {envelope, pageOf} from '../../platform/openapi/answers.js';
import {pageParameters, type Operation} from '../../platform/openapi/operation.js';
import {planBody, planChangesBody} from './body.js';
import {newPlanAnswer, planAnswer} from './json.js';

const listPath = '/client/plans/v1';
const path = `${listPath}/:plan`;
const monthlyPlan = {
  amount: '500',
  currency: 'PKR',
  interval: 'MONTH',
  type: 'RECURRING',
  interval_count: 1,
  product: 'Tea club',
  active: true,
};

/** Plans (spec 2.6, 4.5; wire 1.9). */
export const planOperations: readonly Operation[] = [
  {
    method: 'post',
    path: listPath,
    id: 'createPlan',
    tag: 'Plans',
    summary: 'Create a plan',
    description:
      'The amount is a decimal string with at most as many decimal digits as the currency has. An interval is at most three years.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: planBody,
    examples: {
      'Every month': monthlyPlan,
      'Four quarterly charges after a free trial of two weeks': {
        ...monthlyPlan,
        interval_count: 3,
        trial_period_days: 14,
        number_of_billing_cycles: 4,
        time_zone: 'Asia/Karachi',
      },
    },
    answer: {
      status: 200,
      description: 'The plan with its token, which is also `plan_id`.',
      schema: envelope(newPlanAnswer),
    },
  },
  {
    method: 'get',
    path: `${listPath}/search`,
    id: 'searchPlans',
    tag: 'Plans',
    summary: 'Search plans',
    access: 'secret',
    query: {...pageParameters, active: 'true or false.', archived: 'true or false.'},
    answer: {status: 200, description: 'A page of plans.', schema: envelope(pageOf(planAnswer))},
    errors: ['request.invalid'],
  },
  {
    method: 'get',
    path,
    id: 'readPlan',
    tag: 'Plans',
    summary: 'Read a plan',
    access: 'secret',
    answer: {status: 200, description: 'The plan.', schema: envelope(planAnswer)},
    errors: ['plan.not_found'],
  },
  {
    method: 'put',
    path,
    id: 'updatePlan',
    tag: 'Plans',
    summary: 'Change a plan',
    description:
      'Omitted fields keep their value; null empties a field. Currency, interval and time zone cannot change. A new amount applies to new ' +
      'subscriptions; with `apply_amount_change_on_existing_subscriptions` also to running ones, from their next period on.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: planChangesBody,
    examples: {
      'A new price for all subscriptions': {
        amount: '550',
        apply_amount_change_on_existing_subscriptions: true,
      },
    },
    answer: {status: 200, description: 'The changed plan.', schema: envelope(planAnswer)},
    errors: ['plan.not_found', 'plan.archived', 'plan.field_fixed'],
  },
  {
    method: 'delete',
    path,
    id: 'archivePlan',
    tag: 'Plans',
    summary: 'Archive a plan',
    description: 'No new subscriptions can start. Running ones continue.',
    access: 'secret',
    answer: {status: 200, description: 'The archived plan.', schema: envelope(planAnswer)},
    errors: ['plan.not_found'],
  },
];
