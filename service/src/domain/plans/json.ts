import type {Merchant} from '../../platform/identity/merchant.js';
import type {Plan} from './plan.js';

/** A plan in an API response (wire 1.9). `amount` is written as the merchant sent it, such as `500`. */
export const planJson = (plan: Plan, {publicKey}: Pick<Merchant, 'publicKey'>) => ({
  token: plan.token,
  merchant_api_key: publicKey,
  name: plan.name,
  description: plan.description,
  amount: plan.amount,
  currency: plan.currency,
  interval: plan.interval_unit,
  interval_count: plan.interval_count,
  type: plan.type,
  product: plan.product,
  active: plan.active,
  archived: plan.archived_at !== null,
  trial_period_days: plan.trial_period_days,
  number_of_billing_cycles: plan.number_of_billing_cycles,
  time_zone: plan.time_zone,
  created_at: plan.created_at.toISOString(),
  updated_at: plan.updated_at.toISOString(),
});
