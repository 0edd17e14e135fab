import {fork} from 'node:child_process';
import {fileURLToPath} from 'node:url';

/** What a process says of one seed. */
export interface SeedReport {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly census: readonly (readonly [kind: string, count: number])[];
  readonly captures: number;
  readonly ends: readonly string[];
  /** Of processor time. */
  readonly milliseconds: number;
}

/** Lives through seeds in several processes, each with a database of its own. @throws when one of them ends before its time. */
export async function runSeeds(
  {from, to, processes}: {readonly from: number; readonly to: number; readonly processes: number},
  tell: (report: SeedReport) => void,
): Promise<void> {
  const program = fileURLToPath(new URL('seeds.ts', import.meta.url));
  const one = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const args = [from + index, to, processes].map(String);
      const child = fork(program, args, {execArgv: ['--import', 'tsx']});
      child.on('message', (message) => tell(message as SeedReport));
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`Process ${index} of the simulator ended with ${code}.`)),
      );
    });
  await Promise.all(Array.from({length: processes}, (_, index) => one(index)));
}
