import {openInMemory} from '../../service/test/support/database.js';
import {startTestService, type TestService} from '../../service/test/support/harness.js';
import {savedCard} from '../../service/test/support/payments.js';
import {randomFraction} from '../../service/src/edges/faults/random.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A17';
export const title = 'two tabs: an order that several pages pay has money once';

interface Shopper {
  readonly user: string;
  readonly method: string;
}

/** One order, opened by two or three pages, which reload, while its amount changes; all of them pay at once. */
async function history(api: TestService, {user, method}: Shopper, seed: number): Promise<string | undefined> {
  const trackers = new Set<string>();
  let draws = 0;
  const draw = () => randomFraction(seed, ++draws, 0);
  let amount = 700;
  const act = (tracker: string, payload: object) => api.act(tracker, {...payload});
  for (let page = 0; page < 2 + Math.floor(draw() * 3); page++) {
    if (draw() < 0.25) amount += 100;
    const body = {
      ...{user, mode: 'payment', entry_mode: 'tms', currency: 'PKR', amount},
      ...{payment_method: method, order: `order ${seed}`},
    };
    const {json} = await api.call('/order/payments/v3/', {body});
    const tracker = String(json['data']!['tracker']!['token']);
    trackers.add(tracker);
    // A page that goes on to the bank, or one that is only looked at.
    if (draw() < 0.3) continue;
    await act(tracker, {payment_method: {tokenized_card: {token: method}}});
    await api.enroll(tracker);
  }
  const payments = [...trackers].map(async (tracker) => {
    if ((await api.authorize(tracker)).status === 200) await api.act(tracker);
  });
  await Promise.all(payments);
  const books = await Promise.all([...trackers].map((tracker) => api.ledger(tracker)));
  const held = books.flat().filter(({approved, kind}) => approved && kind === 'authorization');
  return held.length > 1 ? `seed ${seed}: ${held.length} of ${trackers.size} pages have money` : undefined;
}

async function histories(seeds: number, plant: boolean): Promise<string[]> {
  const database = await openInMemory();
  const api = await startTestService({}, {opened: database});
  try {
    if (plant) await database.query('DROP INDEX trackers_order_taken');
    const shopper = await savedCard(api);
    const found: string[] = [];
    for (let seed = 1; seed <= seeds; seed++) found.push((await history(api, shopper, seed)) ?? '');
    return found.filter((violation) => violation !== '');
  } finally {
    await api.service.close();
  }
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const seeds = bar ? 2000 : 30;
  const violations = await histories(seeds, false);
  const planted = await histories(20, true);
  if (planted.length === 0) violations.push('an index that is gone is not noticed');
  return {
    lines: [
      `${seeds} orders, each on two to four pages; without the index ${planted.length} of 20 have money twice`,
    ],
    violations,
  };
}
