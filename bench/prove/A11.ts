import {transientToken} from '../../test/service/support/fakes.js';
import type {OutcomeName} from '../../test/service/support/fakes.js';
import {shop, startTestService, string} from '../../test/service/support/harness.js';
import type {Reply, TestService} from '../../test/service/support/harness.js';
import {books} from '../../test/service/support/payments.js';
import type {ProofResult} from '../prove.js';

export const id = 'A11';
export const title =
  'after a status that says stop, no sequence of actions moves the tracker (V8), in any mode';

type Try = (service: TestService, tracker: string, transaction: string) => Promise<Reply>;

/** What anybody may try, with the secret key. */
const tries: Readonly<Record<string, Try>> = {
  context: (it, tracker) => it.act(tracker, {origin: shop}),
  card: (it, tracker) => {
    const jwt = transientToken(tracker, '4000000000002719');
    return it.act(tracker, {payment_method: {flex: {transient_token_jwt: jwt}}});
  },
  enroll: (it, tracker) => it.enroll(tracker, 'frictionless'),
  hold: (it, tracker) => it.act(tracker, {authorization: {do_capture: false}}),
  empty: (it, tracker) => it.act(tracker),
  reversal: (it, tracker) => it.call(`/order/payments/v3/${tracker}/reversal`, {body: {}}),
  reset: (it, tracker) => it.call(`/order/payments/v3/${tracker}`, {method: 'PUT', body: {}}),
  comeBack: (it, tracker, transaction) => it.comeBack(tracker, transaction),
};
const names = Object.keys(tries);

/** A walk in which every sequence of `length` tries appears (de Bruijn): each refused try leaves the tracker where it was. */
function walk(length: number): readonly string[] {
  const size = names.length;
  const word = Array.from({length: size * length}, () => 0);
  const steps: number[] = [];
  const extend = (at: number, period: number): void => {
    if (at > length) {
      if (length % period === 0) steps.push(...word.slice(1, period + 1));
      return;
    }
    word[at] = word[at - period]!;
    extend(at + 1, period);
    for (let next = word[at - period]! + 1; next < size; next += 1) {
      word[at] = next;
      extend(at + 1, at);
    }
  };
  extend(1, 1);
  return [...steps, ...steps.slice(0, length - 1)].map((step) => names[step]!);
}

async function stopped(service: TestService, outcome: OutcomeName, more: object) {
  const tracker = await service.tracker(more);
  await service.setUp(tracker);
  const reply = await service.enroll(tracker, outcome);
  const enrollment = reply.json['data']!['action']!['payer_authentication_enrollment']!;
  return {tracker, transaction: string(enrollment['authentication_transaction_id'])};
}

const modes = [
  {mode: 'instrument'},
  {mode: 'instrument', is_account_verification: true},
  {mode: 'payment', amount: 700},
];

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const length = bar ? 5 : 3;
  const steps = walk(length);
  const service = await startTestService();
  const violations: string[] = [];
  const lines: string[] = [];
  try {
    for (const outcome of ['failed', 'rejected', 'unavailable', 'notEligible'] as const) {
      for (const more of modes) {
        const {tracker, transaction} = await stopped(service, outcome, more);
        // Had the bank a change of mind, it would still be too late.
        service.issuer.finish(transaction, 'succeeded', '05');
        const before = JSON.stringify(await service.payment(tracker));
        for (const [index, step] of steps.entries()) {
          const reply = await tries[step]!(service, tracker, transaction);
          const refused = reply.status >= 400 && reply.status < 500;
          if (!refused) violations.push(`${outcome}, ${tracker}, step ${index} ${step}: ${reply.status}`);
        }
        if (JSON.stringify(await service.payment(tracker)) !== before)
          violations.push(`${tracker} was changed`);
        if ((await books(service, tracker)).length > 0)
          violations.push(`${tracker} is in the network’s books`);
      }
      lines.push(
        `${outcome}: every sequence of ${length} of ${names.length} tries, ${modes.length} modes, ${steps.length} tries each`,
      );
    }
  } finally {
    await service.service.close();
  }
  return {lines, violations};
}
