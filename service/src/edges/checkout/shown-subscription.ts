import {periodStart} from '../../domain/subscriptions/periods.js';
import type {CardSummaryRow, PaymentMethodRow} from '../../domain/payment-methods/rows.js';
import {expiresAt} from '../../domain/payment-methods/payment-methods.js';
import type {Plan} from '../../domain/plans/plan.js';
import type {Queries} from '../../platform/storage/database.js';
import type {Charge, Subscription} from '../../domain/subscriptions/subscription.js';

/** A saved card that a page may offer. */
export interface OfferedCard extends CardSummaryRow {
  readonly token: string;
  readonly expired: boolean;
}

/** A subscription as its customer sees it. */
export interface Shown {
  readonly subscription: Subscription;
  /** What it is called: the plan's name, else what is sold. */
  readonly name: string;
  readonly card: CardSummaryRow | undefined;
  /** Newest first. */
  readonly charges: readonly Charge[];
}

/** How a first charge, or one that was open, stands. */
export type Standing = 'paid' | 'trial' | 'declined' | 'waiting' | 'over';

/** @param lock What keeps it as it is until the transaction ends. */
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

/** What a shopper agrees to, in a word that changes with it. */
export const termsOf = (plan: Plan): string =>
  [
    ...[plan.amount, plan.currency, plan.interval_count, plan.interval_unit, plan.trial_period_days],
    ...[plan.number_of_billing_cycles, plan.time_zone],
  ].join(' ');

/** Cards that may be charged again and again: not a guest's. */
export const offeredCards = (methods: readonly PaymentMethodRow[], now: Date): readonly OfferedCard[] =>
  methods
    .filter(({max_usage}) => max_usage === null)
    .map((method) => ({...method, expired: expiresAt(method) <= now}));

/** Subscriptions of one customer with all that belongs to them, newest first; what is over comes last. */
export async function readShown(
  database: Queries,
  {merchant, customer, only}: {merchant: string; customer: string; only?: string | null},
): Promise<readonly Shown[]> {
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

/**
 * What there is still to pay: a charge that will be tried again, or the one a failed subscription may make up
 * for.
 */
export const owed = ({subscription, charges}: Shown): Charge | undefined =>
  charges.find(
    ({state, token}) => token === subscription.open_charge && (state === 'open' || state === 'failed'),
  );

export function standingOf(shown: Shown, now: Date): Standing {
  const {subscription} = shown;
  const {state, trial_ends_at: trial} = subscription;
  if (state === 'cancelled') return subscription.end_reason === 'cycles_completed' ? 'paid' : 'over';
  const charge = owed(shown);
  if (charge) return charge.failure === null ? 'waiting' : 'declined';
  if (state === 'pending') return trial !== null && trial > now ? 'trial' : 'waiting';
  return state === 'failed' ? 'declined' : 'paid';
}

/** When it will be charged next; nothing while it is paused, ending or over. */
export function nextCharge({subscription}: Shown): Date | undefined {
  const {state, next_charge_at: next, cancel_at: end, next_period: period} = subscription;
  const last = subscription.number_of_billing_cycles;
  if (next === null || state === 'cancelled' || state === 'failed' || state === 'paused') return undefined;
  if ((end !== null && next >= end) || (last !== null && period >= last)) return undefined;
  return next;
}

/** The first charge dates of a plan for a new subscriber. */
export function comingCharges(plan: Plan, now: Date, count: number): readonly Date[] {
  const {trial_period_days: days, number_of_billing_cycles: cycles} = plan;
  const day = {interval_unit: 'DAY', interval_count: 1, time_zone: plan.time_zone} as const;
  const anchor = periodStart({anchor: now, ...day}, days);
  const shown = Math.min(count, cycles ?? count);
  return Array.from({length: shown}, (_, k) => periodStart({...plan, anchor}, k));
}
