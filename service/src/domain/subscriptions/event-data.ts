/** The data of subscription events. */
import {periodStart} from './periods.js';
import {methodsByToken} from '../payment-methods/rows.js';
import type {Queries} from '../../platform/storage/database.js';
import type {Charge, Subscription} from './subscription.js';

/** The part of a saved card that may be shown. */
export interface MethodShown {
  readonly token: string;
  readonly brand: string;
  readonly last_four: string;
}

/** Reads a saved card, even if its customer has removed it. */
export async function methodShown(queries: Queries, token: string): Promise<MethodShown> {
  return (await methodsByToken(queries, [token])).get(token)!;
}

/** What an event contains in addition to the subscription. */
export interface EventDetails {
  readonly method: MethodShown;
  /** The attempted charge; undefined for other events. */
  readonly charge?: Pick<Charge, 'token' | 'period' | 'amount' | 'currency'>;
  /** Number of the attempt, from 1. */
  readonly attempt?: number;
  /** When the next retry is due; null if there is none. */
  readonly nextAttemptAt?: Date | null;
  /** After a payment: when the next period is charged; null if none is. */
  readonly nextChargeAt?: Date | null;
  /** Decline code of the attempt, such as `insufficient_funds`. */
  readonly failure?: string | null;
}

/**
 * `data` of every subscription event, except `sequence`, which the event store adds. Amounts are decimal
 * text, instants are ISO.
 */
export function subscriptionEventData(
  subscription: Subscription,
  {method, charge, attempt, nextAttemptAt, nextChargeAt, failure}: EventDetails,
): Readonly<Record<string, unknown>> {
  const period = charge?.period ?? Math.max(0, subscription.next_period - 1);
  return {
    subscription: subscription.token,
    plan: subscription.plan,
    customer: subscription.customer,
    state: subscription.state,
    product: subscription.product,
    reference: subscription.reference,
    reference_signed: subscription.reference_signed,
    period,
    period_start: periodStart(subscription, period).toISOString(),
    period_end: periodStart(subscription, period + 1).toISOString(),
    amount: charge?.amount ?? subscription.amount,
    currency: charge?.currency ?? subscription.currency,
    charge: charge?.token ?? null,
    ...(attempt !== undefined && {attempt}),
    ...(nextAttemptAt !== undefined && {next_attempt_at: nextAttemptAt?.toISOString() ?? null}),
    ...(nextChargeAt !== undefined && {next_charge_at: nextChargeAt?.toISOString() ?? null}),
    ...(failure !== undefined && {failure}),
    ...(subscription.end_reason !== null && {end_reason: subscription.end_reason}),
    payment_method: {token: method.token, brand: method.brand, last_four: method.last_four},
  };
}
