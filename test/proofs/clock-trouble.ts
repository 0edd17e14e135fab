import {expectedInstant} from '../../service/test/support/schedule-oracle.js';
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
  type Rig,
} from './support/billing-rig.js';
import type {Plan} from '../../service/src/domain/plans/plan.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A14';
export const title =
  'trouble with clocks: back, two years forward, summer time, leap days, two workers ten minutes apart (V19, V20)';

const merchant = 'mer_clocks';
const hourMs = 3_600_000;
const daysAfterJump = 20;
/** Charges are 23 hours apart, by the clock of either worker. */
const leastGapMs = 23 * hourMs - 10 * 60_000;

interface Case {
  readonly name: string;
  readonly start: string;
  readonly to: string;
  readonly plan: Partial<Plan>;
}

const cases: readonly Case[] = [
  {name: 'two years from 31 January', start: '2027-01-31T08:00:00Z', to: '2029-01-31T08:00:00Z', plan: {}},
  {
    name: 'leap day, every year',
    start: '2028-02-29T12:00:00Z',
    to: '2033-03-01T12:00:00Z',
    plan: {interval_unit: 'YEAR'},
  },
  {
    name: 'the hour that is missing in spring and doubled in autumn',
    start: '2027-03-26T01:30:00Z',
    to: '2027-11-05T12:00:00Z',
    plan: {interval_unit: 'DAY', time_zone: 'Europe/Berlin'},
  },
];

const capturesOf = async (rig: Rig) =>
  (await rig.network.ledger()).filter(({kind, approved}) => kind === 'capture' && approved);

/** Two workers whose clocks are ten minutes apart pass through the time, once by stops and once in one jump; then all go back. */
async function show({name, start, to, plan}: Case, jump: boolean): Promise<ProofResult> {
  const clock = new SetClock(new Date(start));
  const rig = await openRig('memory:', clock);
  const violations: string[] = [];
  try {
    const made = await insertPlan(rig.database, {merchant, clock, ...plan});
    const card = await sealCard(rig, {merchant, number: goodCard, clock});
    const [subscription] = await subscribeMany(rig, 1, {plan: made, card, clock});
    const behind = billingOf(rig, {now: () => new Date(clock.time - 10 * 60_000)});
    const {work} = billingOf(rig, clock);
    const both = [...behind.work, ...work];
    if (jump) clock.time = Date.parse(to);
    else await travel(work, clock, new Date(to));
    await runDue(both);
    const schedule = {
      ...{anchor: start, interval: made.interval_unit, intervalCount: made.interval_count},
      timeZone: made.time_zone,
    };
    const due: number[] = [];
    for (let k = 0; expectedInstant(schedule, k) <= Date.parse(to); k++)
      due.push(expectedInstant(schedule, k));
    // What is owed after a jump is charged one period a day, while further ones begin.
    for (let quarter = 0; jump && quarter < daysAfterJump * 4; quarter++) {
      clock.time += 6 * hourMs;
      await runDue(both);
    }
    const captures = await capturesOf(rig);
    const charges = captures.map(
      ({tracker, at}) => [Number(tracker.split('_').at(-1)), Date.parse(at)] as const,
    );
    const wanted = due.map((at, period) => [period, at] as const);
    const isInOrder = charges.every(([k], index) => k === index);
    const least = jump ? Math.min(due.length, daysAfterJump) : due.length;
    if (!isInOrder || charges.length < least || (!jump && charges.length > least))
      violations.push(`V20 ${name}: periods ${charges.map(([k]) => k).join(' ')} of ${due.length}`);
    for (const [index, [, at]] of charges.entries())
      if (index > 0 && at - charges[index - 1]![1] < leastGapMs)
        violations.push(`V20 ${name}: periods ${index - 1} and ${index} were charged on one day`);
    if (!jump && JSON.stringify(charges) !== JSON.stringify(wanted))
      violations.push(
        `V19 ${name}: charged on ${charges.map(([, at]) => new Date(at).toISOString()).join(' ')}`,
      );
    clock.time -= hourMs;
    await runDue(both);
    const after = await capturesOf(rig);
    if (after.length !== captures.length)
      violations.push(`V20 ${name}: a clock that went back charged ${subscription!.token}`);
    const way = jump ? 'in one jump' : 'day by day';
    return {lines: [`${name}, ${way}: ${captures.length} charges, none by going back`], violations};
  } finally {
    await rig.close();
  }
}

/** The same in the slice and in the full figure: it is quick. */
export async function run(): Promise<ProofResult> {
  const results: ProofResult[] = [];
  for (const one of cases) for (const jump of [false, true]) results.push(await show(one, jump));
  return {
    lines: results.flatMap(({lines}) => lines),
    violations: results.flatMap(({violations}) => violations),
  };
}
