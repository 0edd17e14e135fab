import {existsSync, openSync, readFileSync, readSync, closeSync} from 'node:fs';

const pageBytes = 4096;
/** Pages read at a time. */
const mostPages = 4096;
/** Of an entry of `pagemap`: the page is in memory (Linux, Documentation/admin-guide/mm/pagemap.rst). */
const present = 1n << 63n;

interface Region {
  readonly from: number;
  readonly to: number;
}

/** Private memory that the process may write to: what a core dump holds of it. */
function regionsOf(pid: number): readonly Region[] {
  const lines = readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw.p/.exec(line) ?? [];
    return from && to ? [{from: Number.parseInt(from, 16), to: Number.parseInt(to, 16)}] : [];
  });
}

/** Runs of pages that are in memory: most of what is set aside is never touched. */
function* runsOf(pagemap: number, {from, to}: Region): Generator<Region> {
  const entries = Buffer.alloc(mostPages * 8);
  for (let at = from; at < to; at += mostPages * pageBytes) {
    const pages = Math.min(mostPages, (to - at) / pageBytes);
    const read = readSync(pagemap, entries, 0, pages * 8, (at / pageBytes) * 8) / 8;
    for (let page = 0; page < read;) {
      const begin = page;
      while (page < read && entries.readBigUInt64LE(page * 8) & present) page++;
      if (page > begin) yield {from: at + begin * pageBytes, to: at + page * pageBytes};
      else page++;
    }
  }
}

/** Whether the memory of a process can be read here: Linux, and a process of one's own. */
export const canReadMemory = (): boolean => existsSync('/proc/self/pagemap');

/**
 * Everything that a running process has in memory of its own, the same bytes that a core dump would hold, in runs of up to 16 MB.
 * The process goes on meanwhile.
 */
export function* memoryOf(pid: number): Generator<Buffer> {
  const [pagemap, memory] = [openSync(`/proc/${pid}/pagemap`, 'r'), openSync(`/proc/${pid}/mem`, 'r')];
  try {
    for (const region of regionsOf(pid)) {
      for (const {from, to} of runsOf(pagemap, region)) {
        const bytes = Buffer.allocUnsafe(to - from);
        try {
          yield bytes.subarray(0, readSync(memory, bytes, 0, bytes.length, from));
        } catch (error) {
          // Given back between a look and the next.
          if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
        }
      }
    }
  } finally {
    closeSync(pagemap);
    closeSync(memory);
  }
}
