import {startTestService} from '../../service/test/support/harness.js';
import {books, charge, savedCard} from '../../service/test/support/payments.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A10';
export const title = 'a guest’s payment method, used by many at once, has exactly one success';

/**
 * Each round: one guest, one saved method, and as many trackers as there are uses, all charged at the same time. `CARD_VAULT_ROUNDS` names
 * another number of rounds for the full figure. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  // Uses of each round. The slice ends with two rounds of the full width.
  const widths = bar
    ? Array.from({length: sizeOf('CARD_VAULT_ROUNDS', {bar, slice: 22, full: 200})}, () => 64)
    : [...Array.from({length: 20}, () => 16), 64, 64];
  const service = await startTestService();
  const violations: string[] = [];
  let refused = 0;
  try {
    for (const [round, uses] of widths.entries()) {
      const {user, method} = await savedCard(service, {guest: true});
      const open = () => service.tracker({user, mode: 'unscheduled_cof', amount: 100 + round});
      const trackers = await Promise.all(Array.from({length: uses}, open));
      const replies = await Promise.all(trackers.map((tracker) => charge(service, tracker, method)));
      const good = replies.filter(({status}) => status === 200).length;
      const named = replies.filter(({json}) => json['code'] === ('payment_method.used_up' as unknown)).length;
      const captured = (await Promise.all(trackers.map((tracker) => books(service, tracker))))
        .flat()
        .filter(([kind, , approved]) => kind === 'capture' && approved === true).length;
      refused += named;
      if (good !== 1 || captured !== 1 || good + named !== uses) {
        violations.push(
          `round ${round}, ${method}: ${good} successes, ${captured} captured, ${named} refused by name`,
        );
      }
    }
  } finally {
    await service.service.close();
  }
  const lines = [
    `${widths.length} rounds of ${[...new Set(widths)].join(' or ')} uses at once: one success a round, ${refused} refused by name`,
  ];
  return {lines, violations};
}
