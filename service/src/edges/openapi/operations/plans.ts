import {planBody, planChangesBody} from '../../../domain/plans/body.js';
import {envelope, pageOf} from '../answers.js';
import {newPlan, plan} from '../answers-billing.js';
import {pageParameters} from '../operation.js';
import type {Operation} from '../operation.js';

const all = '/client/plans/v1';
const one = `${all}/:plan`;
const monthly = {
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
    path: all,
    id: 'createPlan',
    tag: 'Plans',
    summary: 'Create a plan',
    description:
      'The amount is decimal text with no more digits than the currency has. An interval is at most three years.',
    access: 'secret',
    keyed: true,
    body: planBody,
    examples: {
      'Every month': monthly,
      'A year in four instalments, after two weeks for nothing': {
        ...monthly,
        ...{interval_count: 3, trial_period_days: 14, number_of_billing_cycles: 4, time_zone: 'Asia/Karachi'},
      },
    },
    answer: {
      status: 200,
      says: 'The plan with its token, which is also `plan_id`.',
      schema: envelope(newPlan),
    },
    errors: ['plan.interval_invalid'],
  },
  {
    method: 'get',
    path: `${all}/search`,
    id: 'searchPlans',
    tag: 'Plans',
    summary: 'Search plans',
    access: 'secret',
    query: {...pageParameters, active: 'true or false.', archived: 'true or false.'},
    answer: {status: 200, says: 'A page of them.', schema: envelope(pageOf(plan))},
    errors: ['request.invalid'],
  },
  {
    method: 'get',
    path: one,
    id: 'readPlan',
    tag: 'Plans',
    summary: 'Read a plan',
    access: 'secret',
    answer: {status: 200, says: 'The plan.', schema: envelope(plan)},
    errors: ['plan.not_found'],
  },
  {
    method: 'put',
    path: one,
    id: 'updatePlan',
    tag: 'Plans',
    summary: 'Change a plan',
    description:
      'What is named is changed, null empties it, the rest stays. Currency, interval and time zone are fixed. A new amount holds for new ' +
      'subscriptions, and with `apply_amount_change_on_existing_subscriptions` also for those that run, from their next period on.',
    access: 'secret',
    keyed: true,
    body: planChangesBody,
    examples: {
      'A new price for everybody': {amount: '550', apply_amount_change_on_existing_subscriptions: true},
    },
    answer: {status: 200, says: 'The plan as it is now.', schema: envelope(plan)},
    errors: ['plan.not_found', 'plan.archived', 'plan.field_fixed'],
  },
  {
    method: 'delete',
    path: one,
    id: 'archivePlan',
    tag: 'Plans',
    summary: 'Archive a plan',
    description: 'Ends new subscriptions to it. Running ones go on.',
    access: 'secret',
    answer: {status: 200, says: 'The archived plan.', schema: envelope(plan)},
    errors: ['plan.not_found'],
  },
];
