import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {ServiceProcess, p} from './support/service-process.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A3';
export const title = 'a second process on the same folder refuses within a second and harms no other';

const limitMs = 1000;

/** Node's own start and the reading of the program are no part of the refusal: measured alone, in the same run. */
async function bareStart(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const started = performance.now();
    await once(spawn(process.execPath, ['service/dist/cli.js', '--help'], {stdio: 'ignore'}), 'close');
    times.push(performance.now() - started);
  }
  return p(times, 50);
}

async function secondProcess(first: ServiceProcess, database: string, violations: string[]): Promise<number> {
  const customer = await first.createCustomer();
  const started = performance.now();
  const second = new ServiceProcess({database});
  const code = await second.end();
  const milliseconds = performance.now() - started;
  if (code !== 2) violations.push(`the second process ended with ${code}, not with 2`);
  if (!second.stderr.includes(`in use by process ${first.pid}`)) {
    violations.push(`the refusal does not name process ${first.pid}: ${second.stderr.trim()}`);
  }
  if (milliseconds > limitMs) violations.push(`the refusal took ${Math.round(milliseconds)} ms`);
  const {status} = await first.get(`/user/customers/v1/${customer}`);
  if (status !== 200) violations.push(`the first process answers ${status} for what it acknowledged`);
  return milliseconds;
}

/** Leaves the lock of a killed process behind, also one whose process id another process has now. */
async function staleLock(round: number, first: ServiceProcess, database: string): Promise<ServiceProcess> {
  await first.kill();
  if (round % 2 === 1) {
    const owner = {id: 'another-process', pid: process.pid, boot: 'of another day'};
    await writeFile(join(database, 'owner.json'), JSON.stringify(owner));
  }
  const next = new ServiceProcess({database});
  await next.ready();
  return next;
}

/** Rounds of: a second start against a running first, then `kill -9` and a start against the stale lock. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rounds = bar ? 50 : 5;
  const folder = await mkdtemp(join(tmpdir(), 'card-vault-a3-'));
  const database = join(folder, 'db');
  const violations: string[] = [];
  const refusals: number[] = [];
  const bare = await bareStart();
  let first = new ServiceProcess({database});
  try {
    await first.ready();
    for (let round = 0; round < rounds; round++) {
      refusals.push(await secondProcess(first, database, violations));
      first = await staleLock(round, first, database);
    }
  } finally {
    await first.kill();
    await rm(folder, {recursive: true, force: true});
  }
  return {
    lines: [
      `${rounds} second starts refused, p50 ${p(refusals, 50)} ms, max ${p(refusals, 100)} ms, Node's own start included (${bare} ms)`,
      `${rounds} starts against the lock of a killed process, half of them with a re-used process id: all serve`,
    ],
    violations,
  };
}
