import {periodStart} from '../../domain/subscriptions/periods.js';
import type {CardSummaryRow, PaymentMethodRow} from '../../domain/payment-methods/rows.js';
import {expiresAt} from '../../domain/payment-methods/payment-methods.js';
import type {Plan} from '../../domain/plans/plan.js';
import type {Queries} from '../../platform/storage/database.js';
import type {Charge, Subscription} from '../../domain/subscriptions/subscription.js';

/** A saved card that a page may offer. */
export interface OfferedCard extends CardSummaryRow {
  /** Token of the payment method. */
  readonly token: string;
  readonly expired: boolean;
}

/** A subscription as its customer sees it. */
export interface SubscriptionDetails {
  readonly subscription: Subscription;
  /** The plan's name; without one, its product. */
  readonly name: string;
  readonly card: CardSummaryRow | undefined;
  /** Newest first. */
  readonly charges: readonly Charge[];
}

/** Where the payment of a subscription stands, for the shopper. */
export type PaymentStatus = 'paid' | 'trial' | 'declined' | 'waiting' | 'ended';

/**
 * Reads a plan of the merchant.
 *
 * @param lock `FOR SHARE` keeps the plan unchanged until the transaction ends.
 */
export async function readPlan(
  database: Queries,
  merchant: string,
  token: string,
  lock: '' | 'FOR SHARE' = '',
): Promise<Plan | undefined> {
  const [plan] = await database.query<Plan>(
    `SELECT * FROM plans WHERE merchant = $1 AND token = $2 ${lock}`,
    [merchant, token],
  );
  return plan;
}

export const isOffered = ({active, archived_at}: Plan): boolean => active && archived_at === null;

/** The terms that a shopper agrees to, as a string for comparison. */
export function termsOf(plan: Plan): string {
  const {amount, currency, interval_count, interval_unit, trial_period_days} = plan;
  const {number_of_billing_cycles, time_zone} = plan;
  const interval = `${interval_count} ${interval_unit}`;
  return `${amount} ${currency} ${interval} ${trial_period_days} ${number_of_billing_cycles ?? ''} ${time_zone}`;
}

/** The cards that may be charged repeatedly. A guest's card may not. */
export const offeredCards = (methods: readonly PaymentMethodRow[], now: Date): readonly OfferedCard[] =>
  methods
    .filter(({max_usage}) => max_usage === null)
    .map((method) => ({...method, expired: expiresAt(method) <= now}));

/**
 * Reads a customer's subscriptions with their cards and charges: newest first, cancelled ones last.
 *
 * @param only Token of the one subscription to read.
 */
export async function readSubscriptions(
  database: Queries,
  {merchant, customer, only}: {merchant: string; customer: string; only?: string | null},
): Promise<readonly SubscriptionDetails[]> {
  const rows = await database.query<Subscription & {plan_name: string | null}>(
    `SELECT s.*, p.name AS plan_name FROM subscriptions s JOIN plans p ON p.token = s.plan
     WHERE s.merchant = $1 AND s.customer = $2 AND ($3::text IS NULL OR s.token = $3)
     ORDER BY (s.state = 'cancelled'), s.created_at DESC, s.token LIMIT 50`,
    [merchant, customer, only ?? null],
  );
  return Promise.all(
    rows.map(async ({plan_name, ...subscription}) => {
      const charges = await database.query<Charge>(
        'SELECT * FROM charges WHERE subscription = $1 ORDER BY period DESC LIMIT 60',
        [subscription.token],
      );
      const [card] = await database.query<CardSummaryRow>(
        'SELECT brand, bin, last_four, expiration_month, expiration_year FROM payment_methods WHERE token = $1',
        [subscription.payment_method],
      );
      return {subscription, name: plan_name ?? subscription.product, card, charges};
    }),
  );
}

/** The charge still to be paid: one that will be retried, or the one that made the subscription fail. */
export const unpaidCharge = ({subscription, charges}: SubscriptionDetails): Charge | undefined =>
  charges.find(
    ({state, token}) => token === subscription.open_charge && (state === 'open' || state === 'failed'),
  );

/** How the payment of a subscription stands. */
export function paymentStatusOf(details: SubscriptionDetails, now: Date): PaymentStatus {
  const {subscription} = details;
  const {state, trial_ends_at: trial} = subscription;
  if (state === 'cancelled') return subscription.end_reason === 'cycles_completed' ? 'paid' : 'ended';
  const charge = unpaidCharge(details);
  if (charge) return charge.failure === null ? 'waiting' : 'declined';
  if (state === 'pending') return trial !== null && trial > now ? 'trial' : 'waiting';
  return state === 'failed' ? 'declined' : 'paid';
}

/** The date of the next charge; undefined if there is none, for example while the subscription is paused. */
export function nextCharge({subscription}: SubscriptionDetails): Date | undefined {
  const {state, next_charge_at: next, cancel_at: end} = subscription;
  const {next_period: period, number_of_billing_cycles: cycles} = subscription;
  if (next === null || state === 'cancelled' || state === 'failed' || state === 'paused') return undefined;
  const endsBefore = end !== null && next >= end;
  const wasLast = cycles !== null && period >= cycles;
  return endsBefore || wasLast ? undefined : next;
}

/** The dates of the first charges if a shopper subscribes now. */
export function upcomingChargeDates(plan: Plan, now: Date, count: number): readonly Date[] {
  const {trial_period_days: trialDays, number_of_billing_cycles: cycles, time_zone} = plan;
  const daily = {anchor: now, interval_unit: 'DAY', interval_count: 1, time_zone} as const;
  const anchor = periodStart(daily, trialDays);
  const length = Math.min(count, cycles ?? count);
  return Array.from({length}, (_, period) => periodStart({...plan, anchor}, period));
}
