import assert from 'node:assert/strict';
import {string} from './harness.js';
import type {Reply, TestService} from './harness.js';

export const pendingOf = (reply: Reply): unknown =>
  reply.json['data']!['tracker']!['next_actions']!['CYBERSOURCE']!['kind'];
export const stateOf = (reply: Reply): unknown => reply.json['data']!['tracker']!['state'];

/** Creates a customer with one saved card. */
export async function savedCard(
  it_: TestService,
  {guest = false, number = '4000000000002701'} = {},
): Promise<{user: string; method: string}> {
  const tracker = await it_.tracker({is_account_verification: true}, {first_name: 'Ada', is_guest: guest});
  await it_.setUp(tracker, number);
  await it_.enroll(tracker);
  const reply = await it_.authorize(tracker);
  assert.equal(reply.status, 200, reply.text);
  const payment = await it_.payment(tracker);
  return {
    user: string(payment['customer']!['token']),
    method: string(payment['payment_method']!['token']),
  };
}

/** Opens a payment and enrolls a new card for it, without a challenge. */
export async function enrolledPayment(it_: TestService, more: object = {}): Promise<string> {
  const tracker = await it_.tracker({mode: 'payment', amount: 12_345, ...more});
  await it_.setUp(tracker);
  assert.equal((await it_.enroll(tracker)).status, 200);
  return tracker;
}

export const charge = (it_: TestService, tracker: string, method: string): Promise<Reply> =>
  it_.act(tracker, {payment_method: {tokenized_card: {token: method}}});

/** Kind, amount and approval of each entry of a tracker in the network's ledger. */
export const books = async (it_: TestService, tracker: string) =>
  (await it_.ledger(tracker)).map(({kind, amount, approved}) => [kind, amount, approved]);
