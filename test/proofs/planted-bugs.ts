import {plants, type Plant} from './support/simulator/plants.js';
import {Simulator} from './support/simulator/simulate.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A12';
export const title = 'bugs that are planted on purpose, one for each group of promises: each is noticed';

/** Seeds that may pass before a planted bug is noticed: a tenth of the slice of `random-faults`. */
const patience = 100;
/** Steps that a history of 57 may keep when it is told at its shortest. */
const few = 10;

/** Looks for the first seed in which the very promise is found broken that the plant breaks. */
async function catches(
  simulator: Simulator,
  plant: Plant,
): Promise<{readonly seed: number; readonly says: string} | undefined> {
  const own = new RegExp(`\\b${plant.breaks}\\b`);
  for (let seed = 1; seed <= patience; seed++) {
    // A bug may also bring the service to a halt before anything is promised: the next seed shows more.
    const {violations} = await simulator.run(seed, plant).catch(() => ({violations: []}));
    const says = violations.find((violation) => own.test(violation));
    if (says !== undefined) return {seed, says};
  }
  return undefined;
}

export async function run(): Promise<ProofResult> {
  const lines: string[] = [];
  const violations: string[] = [];
  const simulator = await Simulator.open();
  try {
    let steps: readonly string[] | undefined;
    for (const [name, plant] of Object.entries(plants)) {
      const caught = await catches(simulator, plant);
      if (caught)
        lines.push(`${plant.breaks} “${name}”: by seed ${caught.seed} (${caught.says.slice(0, 120)})`);
      else violations.push(`${plant.breaks} “${name}”: not noticed in ${patience} seeds`);
      if (caught) steps ??= await simulator.shortest(caught.seed, plant);
    }
    const shortest = `the first at its shortest: ${steps?.join(', ') ?? 'not broken'}`;
    if (!steps || steps.length > few) violations.push(shortest);
    lines.push(`${lines.length} of ${Object.keys(plants).length} noticed; ${shortest}`);
  } finally {
    await simulator.close();
  }
  return {lines, violations};
}
