import {intervalUnits} from '../../../../src/protocol/billing-words.js';
import * as v from 'valibot';
import type {Merchant} from '../../platform/identity/merchant.js';
import {amount, answerFrom, describe, instant, integer, text, token} from '../../platform/openapi/answers.js';
import type {Plan} from './plan.js';

const cycles = describe(
  v.nullable(integer),
  'The subscription ends after this many charges; null: it does not end.',
);

const {entries, json} = answerFrom<Plan & {readonly publicKey: string}>()({
  token: [token('plan'), (plan) => plan.token],
  merchant_api_key: [describe(text, 'The public key.'), (plan) => plan.publicKey],
  name: [v.nullable(text), (plan) => plan.name],
  description: [v.nullable(text), (plan) => plan.description],
  // As the merchant wrote it, such as `500`.
  amount: [amount, (plan) => plan.amount],
  currency: [text, (plan) => plan.currency],
  interval: [v.picklist(intervalUnits), (plan) => plan.interval_unit],
  interval_count: [integer, (plan) => plan.interval_count],
  type: [v.literal('RECURRING'), (plan) => plan.type],
  product: [text, (plan) => plan.product],
  active: [describe(v.boolean(), 'Whether customers may subscribe to it.'), (plan) => plan.active],
  archived: [v.boolean(), (plan) => plan.archived_at !== null],
  trial_period_days: [integer, (plan) => plan.trial_period_days],
  number_of_billing_cycles: [cycles, (plan) => plan.number_of_billing_cycles],
  time_zone: [
    describe(text, 'Charge dates follow the calendar of this time zone.'),
    (plan) => plan.time_zone,
  ],
  created_at: [instant, (plan) => plan.created_at.toISOString()],
  updated_at: [instant, (plan) => plan.updated_at.toISOString()],
});

/** A plan in an API response (wire 1.9). */
export const planJson = (plan: Plan, {publicKey}: Pick<Merchant, 'publicKey'>) => json({...plan, publicKey});

export const planAnswer = v.object(entries);
/** The specification requires the whole plan; `plan_id` repeats its token for existing clients. */
export const newPlanAnswer = v.object({plan_id: token('plan'), request_id: text, ...entries});
