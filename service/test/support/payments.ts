import assert from 'node:assert/strict';
import {string, type Reply, type TestService} from './harness.js';

export const pendingOf = (reply: Reply): unknown =>
  reply.json['data']!['tracker']!['next_actions']!['CYBERSOURCE']!['kind'];
export const stateOf = (reply: Reply): unknown => reply.json['data']!['tracker']!['state'];

/** Creates a customer with one saved card. */
export async function savedCard(
  api: TestService,
  {guest = false, number = '4000000000002701'} = {},
): Promise<{user: string; method: string}> {
  const tracker = await api.tracker({is_account_verification: true}, {first_name: 'Ada', is_guest: guest});
  await api.setUp(tracker, number);
  await api.enroll(tracker);
  const reply = await api.authorize(tracker);
  assert.equal(reply.status, 200, reply.text);
  const payment = await api.payment(tracker);
  return {
    user: string(payment['customer']!['token']),
    method: string(payment['payment_method']!['token']),
  };
}

/** Opens a payment and enrolls a new card for it, without a challenge. */
export async function enrolledPayment(api: TestService, more: object = {}): Promise<string> {
  const tracker = await api.tracker({mode: 'payment', amount: 12_345, ...more});
  await api.setUp(tracker);
  assert.equal((await api.enroll(tracker)).status, 200);
  return tracker;
}

export const charge = (api: TestService, tracker: string, method: string): Promise<Reply> =>
  api.act(tracker, {payment_method: {tokenized_card: {token: method}}});

/** Kind, amount and approval of each entry of a tracker in the network's ledger. */
export const books = async (api: TestService, tracker: string) =>
  (await api.ledger(tracker)).map(({kind, amount, approved}) => [kind, amount, approved]);
