// Writes a data folder, a PostgreSQL dump and what both hold as this version leaves them: test/fixtures/<version>/.
// Run once at a release, before anything is changed for the next: node --import tsx tools/test/make-fixture.ts
import {spawnSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {Api} from './fixture/api.js';
import {fill} from './fixture/fill.js';
import {pack} from './fixture/pack.js';
import {developmentKeys, findPrograms, startCluster, startService, transfer} from './fixture/product.js';
import {readAll} from './fixture/read.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {version: string};
const target = join(root, 'test/fixtures', version);
if (existsSync(target))
  throw new Error(`There is a fixture of ${version}: what a version wrote is never made anew.`);

const {secretKey, publicKey, vaultKey, webhookSecret} = developmentKeys;
const keys = {secretKey, publicKey, vaultKey, webhookSecret};
const ports = {port: 0, fieldsPort: 0, issuerPort: 0};

async function serve<Result>(
  database: string,
  work: (api: Api) => Promise<Result>,
  clock?: {readonly now: () => Date},
): Promise<Result> {
  const service = await startService({...keys, ...ports, database, allowRaw: true, ...(clock && {clock})});
  try {
    return await work(new Api(service.urls.api, secretKey));
  } finally {
    await service.close();
  }
}

/** The statements that make the same database on a PostgreSQL server, without commands that only `psql` knows. */
async function dump(folder: string): Promise<string> {
  const cluster = await startCluster();
  try {
    const database = await cluster.createDatabase();
    await transfer({name: 'export', json: false, database: folder, to: database, vaultKey}, console.log);
    const flags = ['--no-owner', '--no-privileges', '--rows-per-insert=100', database];
    const program = join(findPrograms() ?? '', 'pg_dump');
    const {status, stdout, stderr} = spawnSync(program, flags, {encoding: 'utf8', maxBuffer: 2 ** 30});
    if (status !== 0) throw new Error(`pg_dump failed: ${stderr}`);
    return stdout.replace(/^\\(un)?restrict .*\n/gm, '');
  } finally {
    await cluster.stop();
  }
}

const work = mkdtempSync(join(tmpdir(), 'card-vault-fixture-'));
try {
  const folder = join(work, 'db');
  const filled = await serve(folder, (api) => fill(api, publicKey));
  const at = new Date();
  mkdirSync(target, {recursive: true});
  pack(folder, join(target, 'folder.tar.br'));
  // From here on the work is with copies: the packed folder is as the service left it.
  const copy = join(work, 'copy');
  cpSync(folder, copy, {recursive: true});
  writeFileSync(join(target, 'postgres.sql.gz'), gzipSync(await dump(copy), {level: 9}));
  const holds = await serve(copy, (api) => readAll(api, filled.addresses), {now: () => at});
  const expected = {version, at: at.toISOString(), keys, told: filled, holds};
  writeFileSync(join(target, 'expected.json'), `${JSON.stringify(expected, null, 1)}\n`);
} finally {
  rmSync(work, {recursive: true, force: true});
}
