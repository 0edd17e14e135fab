/** Creates subscriptions: checks what one needs, inserts the row and appends the event. */
import {randomUUID} from 'node:crypto';
import {periodStart} from './periods.js';
import type {Clock} from '../../platform/clock/clock.js';
import {lockCustomer} from '../customers/customers.js';
import {ServiceError} from '../../platform/errors.js';
import type {Events} from '../events/events.js';
import {expiresAt, paymentMethodNotFound} from '../payment-methods/payment-methods.js';
import {lockMethod, type PaymentMethodRow} from '../payment-methods/rows.js';
import type {Plan} from '../plans/plan.js';
import {lockOfferedPlan} from '../plans/plans.js';
import type {Transaction} from '../../platform/storage/database.js';
import {subscriptionEventData} from './event-data.js';
import {firstState} from './machine.js';
import type {Subscription} from './subscription.js';

/** A subscription to create: its merchant and the tokens of its customer, plan and payment method. */
export interface NewSubscription {
  readonly merchant: string;
  readonly customer: string;
  readonly plan: string;
  readonly paymentMethod: string;
  /** The shop's own identifier for the subscription. */
  readonly reference?: string | null;
  /** Whether the shop itself gave the reference. Otherwise it is the word of a shopper's address. */
  readonly referenceSigned?: boolean;
}

/**
 * Reads a payment method that can be charged repeatedly, and locks it against removal until the transaction
 * ends.
 *
 * @throws {ServiceError} 404 `payment_method.not_found`; 409 `payment_method.expired`,
 *   `subscription.single_use_method`.
 */
export async function lockMethodForRenewals(
  tx: Transaction,
  {merchant, customer, token, now}: {merchant: string; customer: string; token: string; now: Date},
): Promise<PaymentMethodRow> {
  const method = await lockMethod(tx, {merchant, customer, token});
  if (!method) throw paymentMethodNotFound();
  if (method.max_usage !== null) {
    const message =
      'This payment method is a guest’s and can be used only once. Use one that a customer has saved.';
    throw new ServiceError(409, 'subscription.single_use_method', message);
  }
  if (expiresAt(method) <= now) {
    throw new ServiceError(409, 'payment_method.expired', 'The saved card has expired. Save another card.');
  }
  return method;
}

/** When period 0 begins: now or, with a trial, at its end. Trial days are those of the plan's time zone. */
function anchorOf({trial_period_days: days, time_zone}: Plan, now: Date): Date {
  if (days === 0) return now;
  return periodStart({anchor: now, interval_unit: 'DAY', interval_count: days, time_zone}, 1);
}

/**
 * Creates a subscription with the plan's current terms and records the event `subscription.created`.
 *
 * @throws {ServiceError} as `Subscriptions.create`.
 */
export async function insertSubscription(
  {clock, events}: {readonly clock: Clock; readonly events: Events},
  tx: Transaction,
  {
    merchant,
    customer,
    plan: planToken,
    paymentMethod,
    reference = null,
    referenceSigned = true,
  }: NewSubscription,
): Promise<Subscription> {
  const now = clock.now();
  await lockCustomer(tx, merchant, customer);
  const plan = await lockOfferedPlan(tx, merchant, planToken);
  const method = await lockMethodForRenewals(tx, {merchant, customer, token: paymentMethod, now});
  const token = `sub_${randomUUID()}`;
  const anchor = anchorOf(plan, now);
  const [row] = await tx.query<Subscription>(
    // $16, the anchor, is also the time of the first charge; $18 is now.
    `INSERT INTO subscriptions (token, merchant, customer, plan, payment_method, state, amount, amount_minor, currency,
       interval_unit, interval_count, number_of_billing_cycles, time_zone, product, reference, anchor, trial_ends_at,
       next_period, next_charge_at, created_at, updated_at, reference_signed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 0, $16, $18, $18, $19) RETURNING *`,
    [
      token,
      merchant,
      customer,
      plan.token,
      method.token,
      firstState,
      plan.amount,
      plan.amount_minor,
      plan.currency,
      plan.interval_unit,
      plan.interval_count,
      plan.number_of_billing_cycles,
      plan.time_zone,
      plan.product,
      reference,
      anchor,
      plan.trial_period_days > 0 ? anchor : null,
      now,
      reference === null ? null : referenceSigned,
    ],
  );
  const subscription = row!;
  events.append(tx, {
    merchant,
    type: 'subscription.created',
    subject: token,
    occurrence: `${token}:created`,
    subscription: token,
    customer,
    data: subscriptionEventData(subscription, {method}),
  });
  return subscription;
}
