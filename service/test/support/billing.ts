import {randomUUID} from 'node:crypto';
import type {Clock} from '../../src/platform/clock/clock.js';
import {composeEvents} from '../../src/compose/domain.js';
import type {StoredEvent} from '../../src/domain/events/events.js';
import type {LedgerEntry} from '../../src/domain/ports/network.js';
import {createSimulatedNetwork} from '../../src/simulators/network/simulated.js';
import type {Plan} from '../../src/domain/plans/plan.js';
import {createSubscriptions, type Subscriptions} from '../../src/domain/subscriptions/subscriptions.js';
import type {TestService} from './harness.js';
import {savedCard} from './payments.js';

/** Id of the merchant that the service's options create. */
export async function homeOf({service}: TestService): Promise<string> {
  const [row] = await service.database.query<{id: string}>('SELECT id FROM merchants WHERE public_key = $1', [
    service.keys.publicKey,
  ]);
  return row!.id;
}

/** Opens the subscriptions of a running service, as its checkout does. */
export function subscriptionsOf({service}: TestService, clock: Clock = service.clock): Subscriptions {
  const {database} = service;
  return createSubscriptions({database, clock, events: composeEvents(clock, [])});
}

/** Inserts a plan of 12.50 dollars a month, as a merchant would create it. */
export async function insertPlan(api: TestService, more: Partial<Plan> = {}): Promise<Plan> {
  const at = api.service.clock.now();
  const plan = {
    ...{token: `plan_${randomUUID()}`, merchant: await homeOf(api), name: null, description: null},
    ...{amount: '12.50', amount_minor: 1250, currency: 'USD', interval_unit: 'MONTH', interval_count: 1},
    ...{type: 'RECURRING', product: 'Tea club', active: true, trial_period_days: 0},
    ...{number_of_billing_cycles: null, time_zone: 'UTC', created_at: at, updated_at: at, archived_at: null},
    ...more,
  };
  const columns = Object.keys(plan);
  const [row] = await api.service.database.query<Plan>(
    `INSERT INTO plans (${columns.join(', ')}) VALUES (${columns.map((_, at_) => `$${at_ + 1}`).join(', ')}) RETURNING *`,
    Object.values(plan),
  );
  return row!;
}

/** All events of a subscription, by their sequence numbers. */
export const eventsOf = ({service}: TestService, subscription: string): Promise<StoredEvent[]> =>
  service.database.query<StoredEvent>('SELECT * FROM events WHERE subscription = $1 ORDER BY sequence', [
    subscription,
  ]);

/** Ids of a customer with a subscription. */
export interface Shopper {
  readonly merchant: string;
  readonly customer: string;
  readonly method: string;
  readonly subscription: string;
}

/** Creates a customer with a saved card and a subscription. The first charge is due, and not made yet. */
export async function subscribed(
  api: TestService,
  {number, ...plan}: Partial<Plan> & {readonly number?: string} = {},
): Promise<Shopper> {
  const {user: customer, method} = await savedCard(api, number === undefined ? {} : {number});
  const {token, merchant} = await insertPlan(api, plan);
  const request = {merchant, customer, plan: token, paymentMethod: method};
  const made = await subscriptionsOf(api).create(undefined, request);
  return {merchant, customer, method, subscription: made.token};
}

/**
 * The network's ledger entries for a subscription, with their periods. The name of an entry contains both
 * (`billing/task.ts`).
 */
export async function booksOf(
  {service}: TestService,
  {subscription}: Pick<Shopper, 'subscription'>,
): Promise<readonly (LedgerEntry & {readonly period: number})[]> {
  const network = createSimulatedNetwork(service);
  const name = subscription.replace('sub_', 'ch_');
  return (await network.ledger())
    .filter(({tracker}) => tracker.startsWith(`${name}_`))
    .map((entry) => ({...entry, period: Number(entry.tracker.slice(name.length + 1))}));
}
