import {availableParallelism} from 'node:os';
import {runSeeds} from './support/simulator/many.js';
import {Simulator} from './support/simulator/simulate.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A1';
export const title =
  'random histories of faults: charging, telling and saving cards as promised (V1 to V11, V16 to V21, V23, V24), by the books of network and bank, the receiver’s log and the answers of the API';

const fewestKinds = 8;
const enoughSeeds = 0.95;

/** `CARD_VAULT_SEED` names one seed to look at again, `CARD_VAULT_SEEDS` how many there are to be. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const only = Number(process.env['CARD_VAULT_SEED'] ?? 0);
  const count = Number(process.env['CARD_VAULT_SEEDS'] ?? (bar ? 20_000 : 1000));
  const [from, to] = only > 0 ? [only, only] : [1, count];
  const seeds = to - from + 1;
  const processes = Math.min(seeds, availableParallelism(), 4);
  const violations: string[] = [];
  const broken: number[] = [];
  /** In how many seeds each kind of fault struck. */
  const census = new Map<string, number>();
  const ends = new Map<string, number>();
  let [rich, captures, busy] = [0, 0, 0];
  const began = performance.now();
  await runSeeds({from, to, processes}, (report) => {
    if (report.violations.length > 0) broken.push(report.seed);
    violations.push(...report.violations.map((violation) => `seed ${report.seed}: ${violation}`));
    for (const [kind] of report.census) census.set(kind, (census.get(kind) ?? 0) + 1);
    for (const end of report.ends) ends.set(end, (ends.get(end) ?? 0) + 1);
    if (report.census.length >= fewestKinds) rich++;
    captures += report.captures;
    busy += report.milliseconds;
  });
  const seconds = (performance.now() - began) / 1000;
  const share = (of: number) => `${Math.round((100 * of) / seeds)} %`;
  const kinds = [...census].sort((a, b) => b[1] - a[1]).map(([kind, of]) => `${kind} ${share(of)}`);
  const shoppers = [...ends.values()].reduce((sum, of) => sum + of, 0);
  const lines = [
    `${seeds} seeds in ${processes} processes, ${(seeds / seconds).toFixed(1)} a second (${Math.round(busy / seeds)} ms of processor each): ${violations.length} violations`,
    `${captures} charges; ${shoppers} shoppers: ${[...ends].map(([end, of]) => `${of} ${end}`).join(', ')}`,
    `${kinds.length} kinds of faults, by seeds that saw them: ${kinds.join(', ')}`,
    `${rich} of ${seeds} seeds saw at least ${fewestKinds} kinds`,
  ];
  if (broken[0] !== undefined) {
    const simulator = await Simulator.open();
    const steps = await simulator.shortest(broken[0]).finally(() => simulator.close());
    lines.push(`seed ${broken[0]} at its shortest: ${steps?.join(', ') || 'no step at all'}`);
  }
  if (only === 0 && rich < seeds * enoughSeeds) violations.push('the seeds see too little');
  return {lines, violations: violations.slice(0, 50)};
}
