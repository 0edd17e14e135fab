import type {Answer} from '../../protocol/answer.js';
import {intervalUnits, type IntervalUnit} from '../../protocol/billing-words.js';
import type {Repeatable} from './repeatable.js';
import {numberAt, read, wordAt} from './readers.js';
import {pathOf, queryOf, readPage, type ResultPage, type PageOptions} from './paging.js';
import type {Call} from './transport.js';

export type BillingInterval = IntervalUnit;

/** Terms of a new plan (spec 2.6). */
export interface NewPlan {
  /** Decimal text in units of the currency, such as `500` or `12.50`. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly interval: BillingInterval;
  /** Default 1. An interval is at most three years. */
  readonly intervalCount?: number;
  /** Name of the product. */
  readonly product: string;
  /** Whether it may be subscribed to. Default true. */
  readonly active?: boolean;
  readonly name?: string;
  readonly description?: string;
  /** Days before the first charge. Default none. */
  readonly trialDays?: number;
  /** After that many charges a subscription ends. Default never. */
  readonly cycles?: number;
  /** IANA zone whose calendar decides the days. Default UTC. */
  readonly timeZone?: string;
}

/** Changes to a plan, which keeps its currency, its interval and its time zone. `null` empties. */
export interface PlanChanges {
  readonly amount?: string;
  /** Subscriptions that run cost the new amount from their next period on. Default: they keep theirs. */
  readonly applyAmount?: boolean;
  readonly product?: string;
  readonly active?: boolean;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly trialDays?: number;
  readonly cycles?: number | null;
}

export interface Plan {
  readonly token: string;
  readonly amount: string;
  readonly currency: string;
  readonly interval: BillingInterval | 'UNKNOWN';
  readonly intervalCount: number;
  readonly product: string;
  readonly active: boolean;
  readonly archived: boolean;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly trialDays: number;
  readonly cycles: number | undefined;
  readonly timeZone: string;
}

export interface Plans {
  create(plan: NewPlan, options?: Repeatable): Promise<Plan>;
  read(token: string): Promise<Plan>;
  /** Newest first. */
  search(
    options?: PageOptions & {readonly active?: boolean; readonly archived?: boolean},
  ): Promise<ResultPage<Plan>>;
  update(token: string, changes: PlanChanges): Promise<Plan>;
  /** Ends the sale of a plan. Its present subscriptions go on. */
  archive(token: string): Promise<Plan>;
}

/** Reads a plan wherever it stands in an answer. */
export function planAt(place: Answer): Plan {
  return {
    token: place.at('token').text(),
    amount: place.at('amount').text(),
    currency: place.at('currency').text(),
    interval: wordAt(place.at('interval'), intervalUnits) ?? 'UNKNOWN',
    intervalCount: place.at('interval_count').number(),
    product: place.at('product').display(),
    active: place.at('active').flag(),
    archived: place.at('archived').value === true,
    name: place.at('name').optionalText(),
    description: place.at('description').optionalText(),
    trialDays: numberAt(place.at('trial_period_days')) ?? 0,
    cycles: numberAt(place.at('number_of_billing_cycles')),
    timeZone: place.at('time_zone').display() || 'UTC',
  };
}

const readPlan = (answer: unknown): Plan => read(answer, (root) => planAt(root.at('data')));

const wireOf = (plan: NewPlan) => ({
  amount: plan.amount,
  currency: plan.currency,
  interval: plan.interval,
  type: 'RECURRING',
  interval_count: plan.intervalCount ?? 1,
  product: plan.product,
  active: plan.active ?? true,
  name: plan.name,
  description: plan.description,
  trial_period_days: plan.trialDays,
  number_of_billing_cycles: plan.cycles,
  time_zone: plan.timeZone,
});

const wireOfChanges = (changes: PlanChanges) => ({
  amount: changes.amount,
  apply_amount_change_on_existing_subscriptions: changes.applyAmount,
  product: changes.product,
  active: changes.active,
  name: changes.name,
  description: changes.description,
  trial_period_days: changes.trialDays,
  number_of_billing_cycles: changes.cycles,
});

export function createPlans(call: Call): Plans {
  const all = '/client/plans/v1/';
  return {
    create: async (plan, options = {}) => {
      const doing = 'creating a plan';
      return readPlan(await call({method: 'POST', path: all, doing, body: wireOf(plan), ...options}));
    },
    read: async (token) => {
      return readPlan(await call({method: 'GET', path: pathOf(all, {plan: token}), doing: 'reading a plan'}));
    },
    search: async ({active, archived, ...page} = {}) => {
      const path = `${all}search${queryOf({active, archived, ...page})}`;
      return readPage(await call({method: 'GET', path, doing: 'searching plans'}), planAt);
    },
    update: async (token, changes) => {
      const [path, doing] = [pathOf(all, {plan: token}), 'changing a plan'];
      return readPlan(await call({method: 'PUT', path, doing, body: wireOfChanges(changes)}));
    },
    archive: async (token) => {
      const [path, doing] = [pathOf(all, {plan: token}), 'archiving a plan'];
      return readPlan(await call({method: 'DELETE', path, doing}));
    },
  };
}
