import {findPrograms, startCluster} from '../../test/service/support/postgres.js';
import {
  SetClock,
  billingOf,
  goodCard,
  insertPlan,
  openRig,
  runDue,
  sealCard,
  subscribeMany,
} from '../support/billing-rig.js';
import type {ProofResult} from '../prove.js';

export const id = 'A5';
export const title = 'several workers on the same due periods: each charged once, none left out (V1, V2)';

const merchant = 'mer_workers';
const start = new Date('2027-03-01T09:00:00Z');

/** Workers begin at the same moment with everything due; each has connections of its own where the engine has any. */
async function race(engine: string, address: string, {periods, workers}: {periods: number; workers: number}) {
  const clock = new SetClock(start);
  const rig = await openRig(address, clock);
  const rigs = [rig];
  const violations: string[] = [];
  try {
    if (address !== 'memory:') while (rigs.length < workers) rigs.push(await openRig(address, clock));
    const plan = await insertPlan(rig.database, {merchant, clock});
    const card = await sealCard(rig, {merchant, number: goodCard, clock});
    const made = await subscribeMany(rig, periods, {plan, card, clock});
    const engines = Array.from({length: workers}, (_, index) => billingOf(rigs[index % rigs.length]!, clock));
    const began = performance.now();
    const taken = await Promise.all(engines.map(({work}) => runDue(work)));
    const seconds = (performance.now() - began) / 1000;
    const captures = (await rig.network.ledger()).filter(
      ({kind, approved}) => kind === 'capture' && approved,
    );
    const charged = new Map<string, number>();
    for (const {tracker} of captures) charged.set(tracker, (charged.get(tracker) ?? 0) + 1);
    for (const {token} of made) {
      const count = charged.get(`${token.replace('sub_', 'ch_')}_0`) ?? 0;
      if (count !== 1) violations.push(`${engine}: V1, V2 ${token} was charged ${count} times`);
    }
    const rate = Math.round(periods / seconds);
    return {
      lines: [
        `${engine}: ${periods} periods, ${workers} workers took ${taken.join(' + ')}: ${captures.length} charges, ${rate} a second`,
      ],
      violations,
    };
  } finally {
    for (const one of rigs) await one.close();
  }
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const size = bar ? {periods: 20_000, workers: 4} : {periods: 500, workers: 2};
  const embedded = await race('PGlite', 'memory:', {...size, periods: Math.min(size.periods, 2000)});
  if (findPrograms() === undefined) {
    return {...embedded, lines: [...embedded.lines, 'PostgreSQL: not shown, no initdb on this machine']};
  }
  const cluster = await startCluster();
  try {
    const server = await race('PostgreSQL', await cluster.createDatabase(), size);
    return {
      lines: [...embedded.lines, ...server.lines],
      violations: [...embedded.violations, ...server.violations],
    };
  } finally {
    await cluster.stop();
  }
}
