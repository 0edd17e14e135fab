import {setTimeout as pause} from 'node:timers/promises';
import {systemClock} from '../../service/src/platform/clock/clock.js';
import {merchantId} from '../../service/src/domain/merchants/merchants.js';
import {developmentKeys} from '../../service/src/options.js';
import type {Subscription} from '../../service/src/domain/subscriptions/subscription.js';
import {
  SetClock,
  billingOf,
  goodCard,
  insertPlan,
  openRig,
  runDue,
  sealCard,
  subscribeMany,
  type Rig,
} from './support/billing-rig.js';
import {onPostgres} from './support/postgres.js';
import {WorkerFleet} from './support/worker-fleet.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A5';
export const title =
  'several workers on the same due periods, in one process and in several that are killed: each charged once, none left out (V1, V2)';

const merchant = merchantId(developmentKeys.publicKey);
const start = new Date('2027-03-01T09:00:00Z');

/** How often each subscription's first period was captured, by the network's books. */
async function violationsIn(engine: string, rig: Rig, made: readonly Subscription[]): Promise<string[]> {
  const violations: string[] = [];
  const count = new Map<string, {authorization: number; capture: number}>();
  for (const {tracker, kind} of await rig.network.ledger()) {
    const lines = count.get(tracker) ?? {authorization: 0, capture: 0};
    if (kind === 'authorization' || kind === 'capture') lines[kind]++;
    count.set(tracker, lines);
  }
  for (const {token} of made) {
    const {authorization, capture} = count.get(`${token.replace('sub_', 'ch_')}_0`) ?? {
      authorization: 0,
      capture: 0,
    };
    if (capture !== 1 || authorization !== 1)
      violations.push(`${engine}: V1, V2 ${token} was asked ${authorization} and charged ${capture} times`);
  }
  if (count.size !== made.length) violations.push(`${engine}: V2 ${count.size} charges for ${made.length}`);
  const [counted] = await rig.database.query<{of: number; distinct: number}>(
    `SELECT count(*)::integer AS of, count(DISTINCT subject)::integer AS distinct FROM events
     WHERE type = 'subscription.payment_succeeded'`,
  );
  if (counted!.of !== made.length || counted!.distinct !== made.length)
    violations.push(
      `${engine}: V4 ${counted!.of} events, of ${counted!.distinct} charges, for ${made.length}`,
    );
  return violations;
}

async function seed(rig: Rig, clock: {now(): Date}, periods: number): Promise<readonly Subscription[]> {
  const plan = await insertPlan(rig.database, {merchant, clock});
  const card = await sealCard(rig, {merchant, number: goodCard, clock});
  return subscribeMany(rig, periods, {plan, card, clock});
}

/** Workers in this process begin at the same moment with everything due. */
async function race({
  periods,
  workers,
}: {
  readonly periods: number;
  readonly workers: number;
}): Promise<ProofResult> {
  const clock = new SetClock(start);
  const rig = await openRig('memory:', clock);
  try {
    const made = await seed(rig, clock, periods);
    const engines = Array.from({length: workers}, () => billingOf(rig, clock));
    const began = performance.now();
    const taken = await Promise.all(engines.map(({work}) => runDue(work)));
    const rate = Math.round((periods / (performance.now() - began)) * 1000);
    return {
      lines: [`PGlite: ${periods} periods, ${workers} workers took ${taken.join(' + ')}, ${rate} a second`],
      violations: await violationsIn('PGlite', rig, made),
    };
  } finally {
    await rig.close();
  }
}

interface Hunt {
  readonly periods: number;
  readonly processes: number;
  /** Time between two kills; missing: one whenever another third is charged. */
  readonly killEveryMs?: number;
}

/** Processes of the published service on one database, killed one after the other while they charge. */
async function hunt(address: string, {periods, processes, killEveryMs}: Hunt): Promise<ProofResult> {
  const rig = await openRig(address, systemClock);
  const fleet = new WorkerFleet(address);
  try {
    const made = await seed(rig, systemClock, periods);
    const charged = async () => {
      const [row] = await rig.database.query<{of: number}>(
        `SELECT count(*)::integer AS of FROM charges WHERE state = 'paid'`,
      );
      return row!.of;
    };
    const began = performance.now();
    await fleet.start(processes);
    let ended = false;
    const killing = killEveryMs === undefined ? undefined : fleet.killEvery(killEveryMs, () => ended);
    // A charge that no worker makes ends the proof by the limit of its run: there is no time within which it is due.
    for (let next = 0.2; ;) {
      const done = await charged();
      if (done === periods) break;
      if (killEveryMs === undefined && done > next * periods) {
        next += 1 / 3;
        await fleet.killOne();
      }
      await pause(20);
    }
    ended = true;
    await killing;
    const seconds = (performance.now() - began) / 1000;
    return {
      lines: [
        `PostgreSQL: ${periods} periods, ${processes} processes, ${fleet.kills} killed: all charged in ${seconds.toFixed(1)} s, ${Math.round(periods / seconds)} a second with the starts`,
      ],
      violations: [
        ...(await violationsIn('PostgreSQL', rig, made)),
        ...(fleet.kills === 0 ? ['PostgreSQL: no process was killed: nothing is shown'] : []),
      ],
    };
  } finally {
    await fleet.stop();
    await rig.close();
  }
}

/** `CARD_VAULT_PERIODS` makes the full figure smaller, to try it out. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const periods = Number(process.env['CARD_VAULT_PERIODS'] ?? (bar ? 20_000 : 500));
  const embedded = await race({periods: Math.min(periods, 2000), workers: bar ? 4 : 2});
  const server = await onPostgres(async (cluster) =>
    hunt(await cluster.createDatabase(), {periods, processes: bar ? 4 : 2, ...(bar && {killEveryMs: 2000})}),
  );
  return {
    lines: [...embedded.lines, ...server.lines],
    violations: [...embedded.violations, ...server.violations].slice(0, 20),
  };
}
