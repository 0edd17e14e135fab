import {Simulator} from '../support/simulator/simulate.js';
import {plants} from '../support/simulator/world.js';
import type {Plant} from '../support/simulator/world.js';
import type {ProofResult} from '../prove.js';

export const id = 'A1';
export const title =
  'random histories of faults: charging and telling as promised (V1 to V5, V16 to V21), by the network’s books and the receiver’s log';

const fewestKinds = 8;
const enoughSeeds = 0.95;
/** Seeds that may pass before a planted bug is noticed. */
const patience = 100;

/** Looks for the first seed that notices a bug on purpose. */
async function catches(
  simulator: Simulator,
  plant: Plant,
): Promise<{seed: number; says: string} | undefined> {
  for (let seed = 1; seed <= patience; seed++) {
    const [says] = (await simulator.run(seed, plant)).violations;
    if (says !== undefined) return {seed, says};
  }
  return undefined;
}

/** `CARD_VAULT_SEED` names one seed to look at again. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const only = Number(process.env['CARD_VAULT_SEED'] ?? 0);
  const [from, to] = only > 0 ? [only, only] : [1, bar ? 20_000 : 1000];
  const lines: string[] = [];
  const violations: string[] = [];
  const census = new Map<string, number>();
  const simulator = await Simulator.open();
  try {
    let [rich, captures] = [0, 0];
    const began = performance.now();
    const processor = process.cpuUsage();
    for (let seed = from; seed <= to; seed++) {
      const result = await simulator.run(seed);
      violations.push(...result.violations.map((violation) => `seed ${seed}: ${violation}`));
      for (const [kind, count] of result.census) census.set(kind, (census.get(kind) ?? 0) + count);
      if (result.census.size >= fewestKinds) rich++;
      captures += result.captures;
    }
    const seeds = to - from + 1;
    const seconds = (performance.now() - began) / 1000;
    const {user, system} = process.cpuUsage(processor);
    const busy = Math.round((user + system) / 1000 / seeds);
    lines.push(
      `${seeds} seeds, ${(seeds / seconds).toFixed(1)} a second (${busy} ms of processor each), ${captures} charges, ${violations.length} violations`,
      `faults: ${[...census].map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
      `${rich} of ${seeds} seeds saw at least ${fewestKinds} kinds`,
    );
    if (only === 0 && rich < seeds * enoughSeeds) violations.push('the seeds see too little');
    for (const plant of plants) {
      const caught = await catches(simulator, plant);
      if (caught) lines.push(`planted “${plant}”: noticed by seed ${caught.seed} (${caught.says})`);
      else violations.push(`planted “${plant}”: not noticed in ${patience} seeds`);
    }
  } finally {
    await simulator.close();
  }
  return {lines, violations: violations.slice(0, 50)};
}
