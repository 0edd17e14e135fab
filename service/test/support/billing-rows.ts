import {randomUUID} from 'node:crypto';
import {string, type TestService} from './harness.js';

/**
 * A row of a billing table. The functions below insert rows directly, for tests of the views that show them.
 */
export interface Row {
  readonly [column: string]: unknown;
}

const start = new Date('2026-11-20T12:00:00Z');
const day = 86_400_000;
export const after = (days: number): Date => new Date(start.getTime() + days * day);

async function insert(it: TestService, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  await it.service.database.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

const terms = {
  amount: '12.50',
  amount_minor: 1250,
  currency: 'USD',
  interval_unit: 'MONTH',
  interval_count: 1,
  time_zone: 'UTC',
  product: 'Season box',
};

/** Creates a customer with a saved card. */
export async function savedCard(it: TestService): Promise<{customer: string; method: string}> {
  const tracker = await it.tracker({}, {first_name: 'Ada', last_name: 'Byron'});
  await it.setUp(tracker);
  await it.enroll(tracker, 'frictionless');
  await it.authorize(tracker);
  await it.act(tracker);
  const [row] = (await it.call('/sandbox/v1/payment-methods?limit=1')).json['data']!;
  return {customer: string(row!['customer']), method: string(row!['token'])};
}

export async function planRow(it: TestService, more: Row = {}): Promise<string> {
  const token = `plan_${randomUUID()}`;
  const [home] = await it.service.database.query<{id: string}>(
    'SELECT id FROM merchants ORDER BY created_at LIMIT 1',
  );
  const dates = {created_at: start, updated_at: start};
  const offer = {name: 'Monthly', type: 'RECURRING', active: true, trial_period_days: 0};
  await insert(it, 'plans', {token, merchant: home!.id, ...terms, ...offer, ...dates, ...more});
  return token;
}

/** Inserts an active subscription whose first period is paid. */
export async function subscriptionRow(
  it: TestService,
  {plan, customer, method}: {plan: string; customer: string; method: string},
  more: Row = {},
): Promise<string> {
  const token = `sub_${randomUUID()}`;
  const [{merchant} = {merchant: ''}] = await it.service.database.query<{merchant: string}>(
    'SELECT merchant FROM plans WHERE token = $1',
    [plan],
  );
  await insert(it, 'subscriptions', {
    ...{token, merchant, customer, plan, payment_method: method, state: 'active', ...terms},
    ...{anchor: start, next_period: 1, next_charge_at: after(30), created_at: start, updated_at: start},
    ...more,
  });
  return token;
}

export async function chargeRow(it: TestService, subscription: string, more: Row = {}): Promise<string> {
  const token = `ch_${randomUUID()}`;
  const [{merchant} = {merchant: ''}] = await it.service.database.query<{merchant: string}>(
    'SELECT merchant FROM subscriptions WHERE token = $1',
    [subscription],
  );
  const {amount, amount_minor, currency} = terms;
  await insert(it, 'charges', {
    ...{token, merchant, subscription, period: 0, amount, amount_minor, currency},
    ...{due_at: start, state: 'paid', attempts: 1, settled_at: start, created_at: start, ...more},
  });
  return token;
}

export async function attemptRow(
  it: TestService,
  charge: string,
  number: number,
  more: Row = {},
): Promise<void> {
  await insert(it, 'charge_attempts', {
    ...{charge, number, attempt: `${charge}:${number}`, payment_method: 'pm_x', state: 'approved'},
    ...{network_id: 'auth_1', sent_at: start, settled_at: start, ...more},
  });
}
