import {randomFraction} from '../../service/src/edges/faults/random.js';
import {
  SetClock,
  billingOf,
  goodCard,
  insertPlan,
  openRig,
  runDue,
  sealCard,
  subscribeMany,
  travel,
} from './support/billing-rig.js';
import {expectedInstant} from '../../service/test/support/schedule-oracle.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A7';
export const title =
  'time travel: every period of every subscription charged once, on its day, and announced once';

const dayMs = 86_400_000;
const start = new Date('2027-01-31T10:00:00Z');
const merchant = 'mer_travel';
const leastPerSecond = 300;

interface Run {
  readonly subscriptions: number;
  readonly months: number;
  /** The rate counts: not on a machine that does other things meanwhile. */
  readonly bar: boolean;
  /** Days of each jump of the clock; nothing for one that stops wherever something is due. */
  readonly jump?: (count: number) => number;
}

/** A tenth of them pays with a card that declines renewals. */
async function charge({subscriptions, months, bar, jump}: Run): Promise<ProofResult> {
  const clock = new SetClock(start);
  const rig = await openRig('memory:', clock);
  const violations: string[] = [];
  try {
    const plan = await insertPlan(rig.database, {merchant, clock, number_of_billing_cycles: months});
    const good = await sealCard(rig, {merchant, number: goodCard, clock});
    const failing = await sealCard(rig, {merchant, number: '4000000000000341', clock});
    const tenth = Math.ceil(subscriptions / 10);
    const first = await subscribeMany(rig, subscriptions - tenth, {plan, card: good, clock});
    const declined = await subscribeMany(rig, tenth, {plan, card: failing, clock});
    const {work} = billingOf(rig, clock);
    const end = new Date(expectedInstant(scheduleOf(start), months) + 10 * dayMs);
    const began = performance.now();
    if (jump === undefined) await travel(work, clock, end);
    for (let count = 0; jump && clock.time < end.getTime(); count++) {
      clock.time = Math.min(clock.time + jump(count) * dayMs, end.getTime());
      await runDue(work);
    }
    // What is owed after a jump is charged one period a day.
    if (jump) await travel(work, clock, new Date(end.getTime() + (months + 1) * dayMs));
    const seconds = (performance.now() - began) / 1000;
    const books = await rig.network.ledger();
    const captures = books.filter(({kind, approved}) => kind === 'capture' && approved);
    const byCharge = new Map<string, string[]>();
    for (const {tracker, at} of captures) byCharge.set(tracker, [...(byCharge.get(tracker) ?? []), at]);
    for (const {token} of first) {
      for (let period = 0; period < months; period++) {
        const days = byCharge.get(`${token.replace('sub_', 'ch_')}_${period}`) ?? [];
        const due = new Date(expectedInstant(scheduleOf(start), period)).toISOString();
        if (days.length !== 1)
          violations.push(`V1, V2 ${token} period ${period}: charged ${days.length} times`);
        if (days.some((day) => (jump ? day < due : day !== due)))
          violations.push(`V19 ${token} period ${period} was charged on ${days.join()}`);
      }
    }
    if (captures.length !== first.length * months + declined.length)
      violations.push(`V1 ${captures.length} captures in all`);
    const declines = books.filter(({approved}) => !approved).length;
    const [counted] = await rig.database.query<{paid: number; failed: number}>(
      `SELECT (count(*) FILTER (WHERE type = 'subscription.payment_succeeded'))::integer AS paid,
         (count(*) FILTER (WHERE type = 'subscription.payment_failed'))::integer AS failed FROM events`,
    );
    if (counted!.paid !== captures.length || counted!.failed !== declines)
      violations.push(
        `V4 ${counted!.paid} and ${counted!.failed} events for ${captures.length} and ${declines} answers`,
      );
    const rate = (captures.length + declines) / seconds;
    if (bar && jump && rate < leastPerSecond) violations.push(`${Math.round(rate)} charges a second`);
    const way = jump ? 'in jumps of 1 to 400 days' : 'stopping wherever something is due';
    return {
      lines: [
        `${subscriptions} subscriptions × ${months} months, ${way}: ${captures.length} charges, ${declines} declines, ${Math.round(rate)} a second`,
      ],
      violations,
    };
  } finally {
    await rig.close();
  }
}

const scheduleOf = (anchor: Date) => ({
  anchor: anchor.toISOString(),
  interval: 'MONTH' as const,
  intervalCount: 1,
  timeZone: 'UTC',
});

/** Once stopping at every due instant, once in jumps (each jump is a down time that is caught up with). */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const size = bar ? {bar, subscriptions: 1000, months: 36} : {bar, subscriptions: 50, months: 12};
  const jump = (count: number) => 1 + Math.floor(randomFraction(7, count, 0) * 400);
  const stopping = await charge(size);
  const jumping = await charge({...size, jump});
  return {
    lines: [...stopping.lines, ...jumping.lines],
    violations: [...stopping.violations, ...jumping.violations],
  };
}
