// A process that lives through seeds and tells its parent of each: `seeds.ts <first> <last> <stride>`.
import {Simulator} from './simulate.js';

const [first = 1, last = 1, stride = 1] = process.argv.slice(2).map(Number);
const simulator = await Simulator.open();
for (let seed = first; seed <= last; seed += stride) {
  const before = process.cpuUsage();
  const {violations, census, captures, ends} = await simulator.run(seed).catch((error: unknown) => ({
    ...{violations: [`it came to a halt: ${(error as Error).stack}`], captures: 0, ends: []},
    census: new Map<string, number>(),
  }));
  const {user, system} = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000;
  process.send?.({seed, violations, census: [...census], captures, ends, milliseconds});
}
await simulator.close();
process.disconnect?.();
