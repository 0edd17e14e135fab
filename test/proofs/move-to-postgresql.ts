import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import pg from 'pg';
import {silentLogger} from '../../service/src/platform/http/log.js';
import {openDatabase} from '../../service/src/platform/storage/open.js';
import type {Cluster} from '../../service/test/support/postgres.js';
import {onPostgres} from './support/postgres.js';
import {RawSave} from './support/raw-save.js';
import {ServiceProcess} from './support/service-process.js';
import {checkSave} from './support/verify.js';
import type {ProofResult} from './support/proof.js';

export const id = 'D8';
export const title =
  'a whole database moves to PostgreSQL and back: killed once on the way, every table with the same checksum';

const saves = 5;

interface Report {
  readonly tables: readonly {readonly table: string; readonly rows: number; readonly checksum: string}[];
  readonly rows: number;
}

/** Runs the published command; `killed` ends it once it has written something that is not yet committed. */
async function command(args: readonly string[], killed = false): Promise<Report | undefined> {
  const child = spawn(process.execPath, ['service/dist/cli.js', ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (killed && stderr.includes('not yet committed')) child.kill('SIGKILL');
  });
  await once(child, 'close');
  if (killed && child.signalCode === 'SIGKILL') return undefined;
  if (child.exitCode !== 0) throw new Error(`${args[0]!} ended with ${child.exitCode}: ${stderr}`);
  return JSON.parse(stdout) as Report;
}

/** A service's own data, and customers and trackers by the thousand beside it, with every kind of value that tables hold. */
async function fill(folder: string, rows: number): Promise<readonly RawSave[]> {
  const service = new ServiceProcess({database: folder, flags: ['--allow-raw']});
  const made = Array.from({length: saves}, (_, number) => new RawSave(number % 2 === 0));
  try {
    await service.ready();
    for (const save of made) await save.run(() => Promise.resolve(service));
  } finally {
    await service.kill('SIGTERM');
  }
  const database = await openDatabase(folder, silentLogger, {thread: false});
  const half = Math.ceil(rows / 2);
  const one = (table: string) => `(SELECT * FROM ${table} ORDER BY created_at LIMIT 1)`;
  await database.query(
    `INSERT INTO customers SELECT (jsonb_populate_record(NULL::customers, to_jsonb(c) || jsonb_build_object('token', 'cus_' || n, 'email', NULL,
       'first_name', 'Zoë ' || repeat('💳', n % 7) || E'\\n"\\\\' || n,
       'created_at', timestamptz '2026-01-01' + n * interval '1.000001 s'))).*
     FROM ${one('customers')} c, generate_series(1, ${half}) n`,
  );
  await database.query(
    `INSERT INTO trackers SELECT (jsonb_populate_record(NULL::trackers, to_jsonb(t) || jsonb_build_object('token', 'track_' || n, 'customer', 'cus_' || n,
       'amount', 9007199254740991 - n, 'metadata', jsonb_build_object('order', n, 'note', 'naïve “№”', 'deep', jsonb_build_array(n, NULL)),
       'created_at', timestamptz '2026-01-01' + n * interval '0.000123 s'))).*
     FROM ${one('trackers')} t, generate_series(1, ${half}) n`,
  );
  await database.close();
  return made;
}

/** Everything that was acknowledged on the source is answered by a service on the target, byte for byte. */
async function check(database: string, made: readonly RawSave[]): Promise<string[]> {
  const service = new ServiceProcess({database, flags: ['--allow-raw']});
  try {
    await service.ready();
    const wrong: string[] = [];
    for (const save of made) wrong.push(...(await checkSave(service, save)));
    return wrong;
  } finally {
    await service.kill('SIGTERM');
  }
}

function compare(where: string, here: Report | undefined, there: Report | undefined): string[] {
  const same = here !== undefined && JSON.stringify(here) === JSON.stringify(there);
  return same
    ? []
    : [`${where}: counts or checksums differ: ${JSON.stringify(there)} for ${JSON.stringify(here)}`];
}

/** What an import that was killed has left behind on a server. */
async function leftovers(database: string): Promise<number> {
  const client = new pg.Client({connectionString: database});
  await client.connect();
  const {rows} = await client.query<{count: string}>(
    `SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  return Number(rows[0]!.count);
}

async function move(cluster: Cluster, home: string, rows: number): Promise<ProofResult> {
  const folder = join(home, 'db');
  const file = join(home, 'export.ndjson');
  const made = await fill(folder, rows);
  const database = await cluster.createDatabase();
  const violations: string[] = [];
  const timed = async <Result>(run: () => Promise<Result>): Promise<[Result, string]> => {
    const started = performance.now();
    return [await run(), `${((performance.now() - started) / 1000).toFixed(1)} s`];
  };

  const [exported, exportTime] = await timed(() => command(['export', '--database', folder, '--out', file]));
  const into = ['import', '--database', database, '--in', file];
  if ((await command(into, true)) !== undefined)
    violations.push('the import was over before it could be killed');
  const left = await leftovers(database);
  if (left > 0) violations.push(`a killed import left ${left} tables behind`);
  const [imported, importTime] = await timed(() => command(into));
  violations.push(...compare('into PostgreSQL', exported, imported));

  const back = join(home, 'back');
  const homeward = ['export', '--database', database, '--to', back];
  if ((await command(homeward, true)) !== undefined)
    violations.push('the move back was over before it could be killed');
  const [returned, returnTime] = await timed(() => command(homeward));
  violations.push(...compare('back into a folder', exported, returned));
  violations.push(...(await check(database, made)), ...(await check(back, made)));
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
  return {
    lines: [
      `${exported!.rows} rows of ${exported!.tables.length} tables, a file of ${megabytes} MB: counts and checksums equal at every end`,
      `written in ${exportTime}, into PostgreSQL in ${importTime} after one kill -9 that left nothing, back into a folder in ${returnTime}`,
      `${made.length} saves answered byte for byte by services on both copies`,
    ],
    violations,
  };
}

export const run = ({bar}: {readonly bar: boolean}): Promise<ProofResult> =>
  onPostgres(async (cluster) => {
    const home = await mkdtemp(join(tmpdir(), 'card-vault-d8-'));
    try {
      return await move(cluster, home, bar ? 100_000 : 3000);
    } finally {
      await rm(home, {recursive: true, force: true});
    }
  });
