import {readFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {percentile} from '../../bench/support/client.js';
import {processorTime} from '../../bench/support/cpu.js';
import {ServiceProcess} from './support/service-process.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'D6';
export const title = 'what a service costs that has nothing to do: start, memory and processor';

const goals = {
  first: {seconds: 2, residentMb: 450},
  restart: {seconds: 1.5, residentMb: 420},
  idlePercent: 1,
};

interface Cost {
  readonly seconds: number;
  readonly residentMb: number;
  readonly idlePercent: number;
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

/**
 * After the start the engine goes on optimising: for three seconds, and longer on a busy machine. Waits for a
 * second of rest, but not for one that never comes.
 */
async function untilSettled(pid: number): Promise<void> {
  await pause(3000);
  for (let second = 0; second < 20; second++) {
    const before = processorTime(pid)!.own;
    await pause(1000);
    if (processorTime(pid)!.own - before <= 10) return;
  }
}

/** Processor time of a process in percent, for each two seconds of `idleMs`. */
async function partsOf(pid: number, idleMs: number): Promise<number[]> {
  const parts: number[] = [];
  for (const end = performance.now() + idleMs; performance.now() < end;) {
    const [before, from] = [processorTime(pid)!.own, performance.now()];
    await pause(2000);
    parts.push((100 * (processorTime(pid)!.own - before)) / (performance.now() - from));
  }
  return parts;
}

/**
 * In the half minute after a start the engine gives back memory, three times for a fifth of a second. The bar's minute bears that, a few
 * seconds do not: there the quieter parts are what is spent all the time.
 */
function spentOf(parts: readonly number[], bar: boolean): number {
  return bar ? parts.reduce((sum, part) => sum + part, 0) / parts.length : percentile(parts, 25);
}

/** Starts the service, leaves it alone for so long, and ends it. */
async function costOf(database: string, bar: boolean, idleMs: number, preload?: string): Promise<Cost> {
  const started = performance.now();
  const service = new ServiceProcess({database, ...(preload !== undefined && {preload})});
  try {
    await service.ready();
    while ((await service.get('/readyz')).status !== 200) await pause(5);
    const seconds = (performance.now() - started) / 1000;
    await untilSettled(service.pid);
    const idlePercent = spentOf(await partsOf(service.pid, idleMs), bar);
    return {seconds, residentMb: residentMb(service.pid), idlePercent};
  } finally {
    await service.kill('SIGTERM');
  }
}

const tooBusy = ({idlePercent}: Cost) => idlePercent > goals.idlePercent;

/** What holds on a busy machine too: memory and processor time. The bar judges the start as well. */
function violationsOf(name: 'first' | 'restart', cost: Cost, bar: boolean): string[] {
  const goal = goals[name];
  return [
    ...(cost.residentMb > goal.residentMb ? [`${name}: ${Math.round(cost.residentMb)} MB are resident`] : []),
    ...(bar && cost.seconds > goal.seconds ? [`${name}: ready after ${cost.seconds.toFixed(2)} s`] : []),
    ...(tooBusy(cost) ? [`${name}: ${cost.idlePercent.toFixed(2)} % of a processor while idle`] : []),
  ];
}

const said = (name: string, {seconds, residentMb: mb, idlePercent}: Cost) =>
  `${name}: ready after ${seconds.toFixed(2)} s, ${Math.round(mb)} MB, ${idlePercent.toFixed(2)} % of a processor while idle`;

/** The slice looks at an idle service for 12 s, the bar for 60 s. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const idleMs = sizeOf('CARD_VAULT_SECONDS', {bar, slice: 12, full: 60}) * 1000;
  const folder = await mkdtemp(join(tmpdir(), 'card-vault-d6-'));
  const database = join(folder, 'db');
  try {
    const first = await costOf(database, bar, idleMs);
    const restart = await costOf(database, bar, idleMs);
    // A service that is busy for 30 ms each second has to be noticed.
    process.env['CARD_VAULT_BLOCKS'] = '30/1000';
    const blocks = new URL('./support/blocks.mjs', import.meta.url).href;
    const planted = await costOf(database, bar, 5000, blocks);
    return {
      lines: [said('first start', first), said('restart', restart)],
      violations: [
        ...(tooBusy(planted) ? [] : ['3 % of a processor are not noticed']),
        ...violationsOf('first', first, bar),
        ...violationsOf('restart', restart, bar),
      ],
    };
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
