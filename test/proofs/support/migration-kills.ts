import {existsSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import pg from 'pg';
import {silentLogger} from '../../../service/src/platform/http/log.js';
import {openDatabase} from '../../../service/src/platform/storage/open.js';
import type {Cluster} from '../../../service/test/support/postgres.js';
import type {ProofResult} from './proof.js';
import {ServiceProcess} from './service-process.js';

/** How often one database is killed on its way before it may come up. */
const killsOfOne = 2;

/** Every column of every table, and the steps that made them, in words. */
async function schemaOf(address: string): Promise<string> {
  const database = await openDatabase(address, silentLogger, {thread: false});
  try {
    const columns = await database.query(
      `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
       WHERE table_schema = 'public' ORDER BY 1, 2`,
    );
    const indexes = await database.query(
      `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
    );
    const steps = await database.query('SELECT name FROM schema_migrations ORDER BY 1');
    return JSON.stringify([columns, indexes, steps]);
  } finally {
    await database.close();
  }
}

/** A process on this database that serves. @returns what is wrong with it, if anything. */
async function comesUp(address: string): Promise<string[]> {
  const service = new ServiceProcess({database: address});
  try {
    await service.ready();
    const {status} = await service.get(`/user/customers/v1/${await service.createCustomer()}`);
    return status === 200 ? [] : [`V17 a customer is answered with ${status} after kills amid the migration`];
  } catch (error) {
    return [`it does not start after kills amid the migration: ${(error as Error).message}`];
  } finally {
    await service.kill('SIGTERM');
  }
}

/** Steps that are written down as done; none where the table of them is not there yet. */
async function stepsDone(client: pg.Client): Promise<number> {
  const {rows} = await client
    .query<{count: string}>('SELECT count(*) FROM schema_migrations')
    .catch(() => ({rows: [{count: '0'}]}));
  return Number(rows[0]!.count);
}

/** Kills a first start once a step drawn by chance is done. @returns how many steps were done then. */
async function killAtStep(address: string, all: number): Promise<number> {
  const service = new ServiceProcess({database: address});
  const client = new pg.Client({connectionString: address});
  await client.connect();
  try {
    const begun = await stepsDone(client);
    const step = begun + Math.floor(Math.random() * (all - begun));
    while (service.isRunning && (await stepsDone(client)) < step) await pause(1);
    await pause(Math.random() * 4);
    await service.kill();
    return await stepsDone(client);
  } finally {
    await client.end();
  }
}

/** Kills amid the migration of databases on a server; each must come up afterwards as if nothing had been. */
export async function killMigrationsOnServer(cluster: Cluster, kills: number): Promise<ProofResult> {
  const whole = await cluster.createDatabase();
  const violations = await comesUp(whole);
  const schema = await schemaOf(whole);
  const all = (JSON.parse(schema) as [unknown, unknown, unknown[]])[2].length;
  let midway = 0;
  for (let done = 0; done < kills;) {
    const address = await cluster.createDatabase();
    for (let count = 0; count < killsOfOne && done < kills; count++, done++) {
      const steps = await killAtStep(address, all);
      if (steps > 0 && steps < all) midway++;
    }
    violations.push(...(await comesUp(address)));
    if ((await schemaOf(address)) !== schema)
      violations.push('another schema after kills amid the migration');
  }
  if (midway < kills / 3) violations.push(`only ${midway} of ${kills} kills fell amid the migration`);
  return {
    lines: [`PostgreSQL: ${kills} kills of first starts, ${midway} of them between two of the ${all} steps`],
    violations,
  };
}

/** Waits until the first start has come so far: nothing yet, unpacking, or with its database in place. */
async function killAtStage(folder: string, stage: number, usualMs: number): Promise<string> {
  const [data, half] = [join(folder, 'data'), join(folder, 'data.unpacking')];
  const service = new ServiceProcess({database: folder});
  const until = performance.now() + usualMs;
  const reached = () => [true, existsSync(half) || existsSync(data), existsSync(data)][stage];
  while (service.isRunning && performance.now() < until && !reached()) await pause(1);
  await pause(Math.random() * (usualMs / 4));
  await service.kill();
  return existsSync(data) ? 'in place' : existsSync(half) ? 'half unpacked' : 'not begun';
}

/** The same for folders, in which the database itself is made first. */
export async function killMigrationsOnFolders(kills: number): Promise<ProofResult> {
  const home = await mkdtemp(join(tmpdir(), 'card-vault-a2-migration-'));
  const census = new Map<string, number>();
  try {
    const whole = join(home, 'whole');
    const begun = performance.now();
    const violations = await comesUp(whole);
    const usualMs = performance.now() - begun;
    const schema = await schemaOf(whole);
    for (let done = 0; done < kills;) {
      const folder = join(home, String(done));
      for (let count = 0; count < killsOfOne && done < kills; count++, done++) {
        const found = await killAtStage(folder, done % 3, usualMs);
        census.set(found, (census.get(found) ?? 0) + 1);
      }
      violations.push(...(await comesUp(folder)));
      if ((await schemaOf(folder)) !== schema)
        violations.push('another schema after kills amid the migration');
      await rm(folder, {recursive: true, force: true});
    }
    const found = [...census].map(([what, count]) => `${count} ${what}`).join(', ');
    return {lines: [`PGlite: ${kills} kills of first starts of a folder: ${found}`], violations};
  } finally {
    await rm(home, {recursive: true, force: true});
  }
}
