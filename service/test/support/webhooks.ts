import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {composeEvents} from '../../src/compose/domain.js';
import type {NewEvent} from '../../src/domain/events/events.js';
import {makeDeliveries} from '../../src/edges/webhooks/deliveries.js';
import {homeOf} from './billing.js';
import {planRow, subscriptionRow} from './billing-rows.js';
import {string, type Json, type TestService} from './harness.js';

export const path = '/client/webhooks/v1';

/** Creates an endpoint over the API. */
export async function endpoint(it: TestService, url: string, more: object = {}): Promise<Json> {
  const reply = await it.call(path, {body: {url, ...more}});
  assert.equal(reply.status, 200, reply.text);
  return reply.json['data']!;
}

export async function readEndpoint(it: TestService, token: Json): Promise<Json> {
  const reply = await it.call(`${path}/${string(token)}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json['data']!;
}

export async function deliveriesOf(it: TestService, token: Json, query = ''): Promise<readonly Json[]> {
  const reply = await it.call(`${path}/${string(token)}/deliveries?direction=asc&limit=100${query}`);
  assert.equal(reply.status, 200, reply.text);
  return [...reply.json['data']!['list']!];
}

/** Appends events with their deliveries, in one transaction, as the service does. */
export async function appendEvents(it: TestService, ...events: readonly Partial<NewEvent>[]): Promise<void> {
  const {database, clock} = it.service;
  const merchant = await homeOf(it);
  const store = composeEvents(clock, [makeDeliveries]);
  const complete = events.map((event): NewEvent => {
    const subject = event.subscription ?? `pm_${randomUUID()}`;
    const data = event.subscription === undefined ? {payment_method: subject} : {subscription: subject};
    return {merchant, type: 'payment_method.saved', subject, occurrence: randomUUID(), data, ...event};
  });
  await database.transaction((tx) => store.append(tx, ...complete));
}

/** Creates a subscription without charges or events. */
export async function bareSubscription(it: TestService): Promise<string> {
  const plan = await planRow(it);
  const customer = await it.customer();
  const method = `pm_${randomUUID()}`;
  const merchant = await homeOf(it);
  await it.service.database.query(
    `INSERT INTO payment_methods (token, merchant, customer, tracker, card, brand, bin, last_four, expiration_month, expiration_year, created_at)
     VALUES ($1, $2, $3, $4, 'card_x', 'visa', '400000', '2701', '01', '2030', $5)`,
    [method, merchant, customer, `track_${randomUUID()}`, it.service.clock.now()],
  );
  return subscriptionRow(it, {plan, customer, method}, {next_charge_at: null});
}

/** Advances the clock. Resolves when all due work has run, including deliveries. */
export async function advance(it: TestService, seconds: number): Promise<void> {
  const to = new Date(it.service.clock.now().getTime() + seconds * 1000).toISOString();
  const reply = await it.call('/sandbox/v1/clock/advance', {body: {to}});
  assert.equal(reply.status, 200, reply.text);
}
