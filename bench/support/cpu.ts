import {readFileSync, readdirSync} from 'node:fs';

/** Of Linux on every machine that Node runs on. */
const ticksPerSecond = 100;

interface Entry {
  readonly parent: number;
  readonly milliseconds: number;
}

/** Processor time of a process so far; nothing for one that has ended. */
function entryOf(pid: number): Entry | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return {parent: Number(fields[1]), milliseconds: (ticks * 1000) / ticksPerSecond};
  } catch {
    return undefined;
  }
}

/**
 * Processor time in milliseconds that a process and everything it has started took so far, itself apart. Unlike a rate it says the
 * same on a busy machine. `undefined` where there is no `/proc`.
 */
export function processorTime(
  pid = process.pid,
): {readonly own: number; readonly children: number} | undefined {
  const own = entryOf(pid);
  if (!own) return undefined;
  const entries = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const entry = entryOf(Number(name));
      return entry ? [[Number(name), entry] as const] : [];
    });
  const sumBelow = (parent: number): number =>
    entries
      .filter(([, entry]) => entry.parent === parent)
      .reduce((sum, [child, {milliseconds}]) => sum + milliseconds + sumBelow(child), 0);
  return {own: own.milliseconds, children: sumBelow(pid)};
}
