import {fork} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {silentLogger} from '../../../service/src/platform/http/log.js';
import {openDatabase} from '../../../service/src/platform/storage/open.js';
import type {Cluster} from '../../../service/test/support/postgres.js';
import type {ProofResult} from './proof.js';
import {SetClock, billingOf, openRig, runDue} from './billing-rig.js';
import {median} from '../../../bench/support/client.js';
import {countCaptures, makeDue, storeSubscriptions} from './many-due.js';

const start = new Date('2027-03-01T09:00:00Z');
const goal = {timesSmall: 1.5, timesOne: 1.6};
const rounds = 3;

/** A database with so many subscriptions in it, none of them due. */
interface Stored {
  readonly address: string;
  readonly count: number;
  due: number;
}

async function store(cluster: Cluster, count: number): Promise<Stored> {
  const address = await cluster.createDatabase();
  const clock = new SetClock(start);
  const rig = await openRig(address, clock);
  try {
    await storeSubscriptions(rig, count, clock);
  } finally {
    await rig.close();
  }
  return {address, count, due: 0};
}

/** From now on the server works for us only: what it looks at while it tidies up would count for a tick. */
async function stopTidying({address}: Stored): Promise<void> {
  const database = await openDatabase(address, silentLogger);
  try {
    await database.query('ALTER SYSTEM SET autovacuum = off');
    await database.query('SELECT pg_reload_conf()');
  } finally {
    await database.close();
  }
}

/** Pages that the server has looked at for a database. Its processes tell that when they end, so those of others are waited for. */
async function pagesRead(address: string): Promise<number> {
  const database = await openDatabase(address, silentLogger);
  const others = () =>
    database.query(
      'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  try {
    while ((await others()).length > 0);
    const [row] = await database.query<{pages: number}>(
      'SELECT blks_hit + blks_read AS pages FROM pg_stat_database WHERE datname = current_database()',
    );
    return row!.pages;
  } finally {
    await database.close();
  }
}

async function letFallDue(stored: Stored, count: number): Promise<void> {
  const database = await openDatabase(stored.address, silentLogger);
  await makeDue(database, count, start).finally(() => database.close());
  stored.due += count;
}

/** One tick that has so many to charge. */
async function tick(stored: Stored, due: number) {
  await letFallDue(stored, due);
  const before = await pagesRead(stored.address);
  const clock = new SetClock(start);
  const rig = await openRig(stored.address, clock);
  const {work} = billingOf(rig, clock);
  const began = performance.now();
  await runDue(work).finally(() => rig.close());
  const milliseconds = performance.now() - began;
  return {milliseconds, pages: (await pagesRead(stored.address)) - before};
}

async function checkBooks({address, due}: Stored): Promise<string[]> {
  const database = await openDatabase(address, silentLogger);
  const {captures, charges} = await countCaptures(database).finally(() => database.close());
  return captures === due && charges === due
    ? []
    : [`V1, V2 PostgreSQL: ${captures} captures of ${charges} charges, ${due} were due`];
}

/** The same number of charges among few subscriptions and among many, in turns: time, and pages that the server looked at. */
export async function sameHoweverMuchIsStored(cluster: Cluster, bar: boolean): Promise<ProofResult> {
  const size = bar ? {few: 10_000, many: 1_000_000, due: 1000} : {few: 1000, many: 20_000, due: 200};
  const few = await store(cluster, size.few);
  const many = await store(cluster, size.many);
  await stopTidying(many);
  const seen = {few: [] as number[], many: [] as number[], ratios: [] as number[]};
  for (let round = 0; round < rounds; round++) {
    const [a, b] = [await tick(few, size.due), await tick(many, size.due)];
    seen.few.push(a.milliseconds);
    seen.many.push(b.milliseconds);
    seen.ratios.push(b.pages / a.pages);
  }
  const time = Math.min(...seen.many) / Math.min(...seen.few);
  const middle = median(seen.many) / median(seen.few);
  const pages = median(seen.ratios);
  return {
    lines: [
      `PostgreSQL: ${size.due} due among ${size.few}: ${listed(seen.few)} ms; among ${size.many}: ${listed(seen.many)} ms`,
      `PostgreSQL: ${time.toFixed(2)} × the time (best of ${rounds}; median ${middle.toFixed(2)} ×), ${pages.toFixed(2)} × the pages`,
    ],
    violations: [
      ...(await checkBooks(few)),
      ...(await checkBooks(many)),
      // Pages say the same on a machine that does other things meanwhile.
      ...(pages > goal.timesSmall ? [`PostgreSQL: ${pages.toFixed(2)} × the pages`] : []),
      ...(bar && time > goal.timesSmall ? [`PostgreSQL: ${time.toFixed(2)} × the time`] : []),
    ],
  };
}

const listed = (times: readonly number[]) => times.map((time) => time.toFixed(0)).join(', ');

/** Charges a second of so many processes that begin together. */
async function race(
  stored: Stored,
  {workers, due, latency}: {workers: number; due: number; latency: number},
): Promise<number> {
  await letFallDue(stored, due);
  const script = fileURLToPath(new URL('due-worker.ts', import.meta.url));
  const processes = Array.from({length: workers}, () =>
    fork(script, [stored.address, start.toISOString(), String(latency)], {execArgv: ['--import', 'tsx']}),
  );
  await Promise.all(processes.map((child) => once(child, 'message')));
  const began = performance.now();
  const done = processes.map((child) => once(child, 'message'));
  for (const child of processes) child.send('go');
  await Promise.all(done);
  return due / ((performance.now() - began) / 1000);
}

/**
 * Two worker processes against one, on one server. Where the network answers at once, machine and database are what they share; where
 * it takes its time, as in production, they wait for it, and two wait for twice as much.
 */
export async function severalWorkers(cluster: Cluster): Promise<ProofResult> {
  const stored = await store(cluster, 60_000);
  const lines: string[] = [];
  const violations: string[] = [];
  for (const latency of [0, 50, 250]) {
    const rates = {one: [] as number[], two: [] as number[]};
    for (let round = 0; round < rounds; round++) {
      rates.one.push(await race(stored, {workers: 1, due: 2000, latency}));
      rates.two.push(await race(stored, {workers: 2, due: 2000, latency}));
    }
    const ratio = median(rates.two) / median(rates.one);
    lines.push(
      `PostgreSQL, network of ${latency} ms: one worker ${listed(rates.one)} charges/s, two ${listed(rates.two)}: ${ratio.toFixed(2)} ×`,
    );
    // The slowest network is the one at which neither processor nor database is what is short.
    if (latency === 250 && ratio < goal.timesOne)
      violations.push(`two workers are ${ratio.toFixed(2)} × one`);
  }
  return {lines, violations: [...violations, ...(await checkBooks(stored))]};
}
