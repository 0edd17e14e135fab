import {chargeInstant} from '../../service/src/domain/subscriptions/periods.js';
import {drawnCase, expectedInstant} from '../../service/test/support/schedule-oracle.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A6';
export const title =
  'charge dates are the anchor plus k intervals, clamped (V19): against a second, independent clamp';

/** Nothing may depend on where the service happens to run. */
const places = ['UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'];

/** Random start, interval, count, zone and k; half of them in UTC, a quarter anchored at a month's last day. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const total = bar ? 1_000_000 : 20_000;
  const seed = bar ? Date.now() % 2 ** 31 : 6;
  const share = total / places.length;
  const home = process.env['TZ'];
  const violations: string[] = [];
  const offsets = new Set<number>();
  try {
    for (const [place, zone] of places.entries()) {
      process.env['TZ'] = zone;
      offsets.add(new Date(2027, 0, 1).getTimezoneOffset());
      for (let index = place * share; index < (place + 1) * share; index += 1) {
        const {schedule, k} = drawnCase(seed, index);
        const expected = expectedInstant(schedule, k);
        if (Date.parse(chargeInstant(schedule, k)) === expected) continue;
        violations.push(
          `TZ=${zone}, ${JSON.stringify(schedule)}, k = ${k}: not ${new Date(expected).toISOString()}`,
        );
      }
    }
  } finally {
    if (home === undefined) delete process.env['TZ'];
    else process.env['TZ'] = home;
  }
  if (offsets.size !== places.length) violations.push('the four TZ settings were not in force');
  const lines = [
    `${total} random schedules, seed ${seed}, under TZ ${places.join(', ')}: ${violations.length} differences`,
  ];
  return Promise.resolve({lines, violations: violations.slice(0, 20)});
}
