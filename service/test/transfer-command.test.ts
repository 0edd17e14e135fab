// Further: the commands as processes; what they do: `service/test/transfer.test.ts`.
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {mkdtemp, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {readCommand, type TransferCommand} from '../src/cli/arguments.js';
import {startService} from '../src/index.js';
import type {Service} from '../src/options.js';
import {transfer} from '../src/edges/transfer/command.js';
import {postgresMissing, sharedCluster} from './support/engine.js';
import {TestProcess} from './support/process.js';
import {rawSave} from './support/raw.js';

const script = 'service/dist/cli.js';
const number = '4000000000002701';
const vaultKey = '0123456789abcdef'.repeat(4);
const free = {port: 0, fieldsPort: 0, issuerPort: 0, allowRaw: true, vaultKey};

describe('card-vault-service export and import', {skip: postgresMissing}, () => {
  let folder: string;
  let source: string;
  let file: string;
  let report: string;
  let saved: Awaited<ReturnType<typeof rawSave>>;

  const run = async (...args: string[]) => {
    const process = new TestProcess(script, [...args], {CARD_VAULT_VAULT_KEY: vaultKey});
    const code = await process.end();
    return {code, stdout: process.stdout, stderr: process.stderr};
  };
  const onServer = async () => (await sharedCluster()).createDatabase();
  /** Checks that the service on another database gives the same answers, and can charge the saved card. */
  async function checkMoved(database: string): Promise<void> {
    const service = await startService({...free, database});
    try {
      await saved.isThere(service);
      await saved.charge(service);
    } finally {
      await service.close();
    }
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'card-vault-transfer-'));
    source = join(folder, 'db');
    file = join(folder, 'export.ndjson');
    const service: Service = await startService({...free, database: source});
    try {
      saved = await rawSave(service, {number, name: 'Zoë 💳 אב'});
      // Enough rows that the import can be interrupted.
      await service.database.query(
        `INSERT INTO customers SELECT (jsonb_populate_record(c, jsonb_build_object('token', 'cus_copy_' || n))).*
         FROM customers c, generate_series(1, 3000) n`,
      );
    } finally {
      await service.close();
    }
    const exported = await run('export', '--database', source, '--out', file);
    assert.equal(exported.code, 0, exported.stderr);
    report = exported.stdout;
  });
  after(() => rm(folder, {recursive: true, force: true}));

  it('the file is readable by its owner only, complete, and contains no card number', async () => {
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.ok(!existsSync(`${file}.part`));
    const text = await readFile(file, 'utf8');
    assert.ok(text.includes('Zoë 💳 אב'));
    for (const form of [
      number,
      `${number.slice(0, 4)} ${number.slice(4, 8)}`,
      Buffer.from(number).toString('base64').slice(0, 20),
    ]) {
      assert.ok(!text.includes(form), form);
    }
    assert.ok(!text.includes(vaultKey));
    assert.match(report, /^table +rows +checksum\n/);
    assert.match(report, /^customers +3001 +[0-9a-f]{64}$/m);
    assert.match(report, /^\d+ tables +\d+$/m);
  });

  it('an export to PostgreSQL, killed and restarted midway, and back to a folder keeps all data', async () => {
    const database = await onServer();
    const args = ['import', '--database', database, '--in', file];
    const killed = new TestProcess(script, args, {CARD_VAULT_VAULT_KEY: vaultKey});
    await killed.complains('not yet committed');
    assert.equal(await killed.kill('SIGKILL'), 'SIGKILL');
    const imported = await run('import', '--database', database, '--in', file);
    assert.equal(imported.code, 0, imported.stderr);
    assert.equal(imported.stdout, report);
    const back = join(folder, 'back');
    const copied = await run('export', '--database', database, '--to', back);
    assert.equal(copied.code, 0, copied.stderr);
    assert.equal(copied.stdout, report);
    await checkMoved(database);
    await checkMoved(back);
  });

  it('an import into a folder that is killed midway can be started again', async () => {
    const database = join(folder, 'killed');
    const args = ['import', '--database', database, '--in', file];
    const killed = new TestProcess(script, args, {CARD_VAULT_VAULT_KEY: vaultKey});
    await killed.complains('not yet committed');
    assert.equal(await killed.kill('SIGKILL'), 'SIGKILL');
    const imported = await run('import', '--database', database, '--in', file, '--json');
    assert.equal(imported.code, 0, imported.stderr);
    const {tables, rows} = JSON.parse(imported.stdout) as {
      tables: {table: string; rows: number}[];
      rows: number;
    };
    assert.equal(tables.find(({table}) => table === 'customers')?.rows, 3001);
    assert.equal(
      rows,
      tables.reduce((sum, table) => sum + table.rows, 0),
    );
  });

  it('every refusal is a readable message, and changes nothing', async () => {
    const other = join(folder, 'other.ndjson');
    const half = join(folder, 'half.ndjson');
    await writeFile(half, (await readFile(file, 'utf8')).slice(0, 20_000));
    const database = await onServer();
    const wrongKey = ['--vault-key', 'ee'.repeat(32)];
    for (const [args, words] of [
      [['export', '--database', join(folder, 'nowhere'), '--out', other], /contains no card-vault database/],
      [['export', '--database', 'memory:', '--out', other], /contains no card-vault database/],
      [['export', '--database', database, '--out', other], /not a card-vault database/],
      [['export', '--database', source, '--out', file], /already exists/],
      [['export', '--database', source, '--out', other, ...wrongKey], /sealed with another vault key/],
      [['import', '--database', database, '--in', file, ...wrongKey], /sealed with another vault key/],
      [['import', '--database', 'memory:', '--in', file], /is lost when this command ends/],
      [['import', '--database', source, '--in', file], /not empty: .* contains rows/],
      [['import', '--database', database, '--in', other], /does not exist/],
      [['import', '--database', database, '--in', half], /damaged or cut short/],
    ] as const) {
      const command = readCommand([...args], {CARD_VAULT_VAULT_KEY: vaultKey}) as TransferCommand;
      await assert.rejects(
        transfer(command, () => undefined),
        words,
        args.join(' '),
      );
    }
    assert.ok(!existsSync(other));
    const {code, stderr} = await run('import', '--database', source, '--in', file);
    assert.equal(code, 2);
    assert.match(stderr, /^card-vault: The target is not empty: [^\n]+\n$/);
  });

  it('a folder in use is refused, naming the process id', async () => {
    const service = await startService({...free, database: source});
    try {
      const {code, stderr} = await run('export', '--database', source, '--out', join(folder, 'busy.ndjson'));
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`in use by process ${process.pid}`));
    } finally {
      await service.close();
    }
  });
});

describe('arguments of export and import', () => {
  const read = (text: string) => readCommand(text.split(' '), {CARD_VAULT_PORT: '1'});

  it('are parsed', () => {
    const {warnings, ...command} = read(
      'export --database a --out b --vault-key c --json',
    ) as TransferCommand;
    assert.deepEqual(command, {name: 'export', json: true, database: 'a', vaultKey: 'c', out: 'b'});
    assert.match(warnings?.[0] ?? '', /^--vault-key can be read /);
    assert.equal((read('export --to postgres://x/y') as {database: string}).database, '.card-vault/db');
    assert.equal((read('import --in file') as {in: string}).in, 'file');
  });

  for (const [text, words] of [
    ['export', /either --out <file> or --to/],
    ['export --out a --to b', /either --out <file> or --to/],
    ['export --out a --in b', /--in cannot be used with export/],
    ['import', /needs --in/],
    ['import --in a --out b', /--out cannot be used with import/],
    ['import --in a --port 5', /--port cannot be used with import/],
    ['import a', /a is not expected after import/],
    ['--out a', /--out can be used only with export or import/],
  ] as const) {
    it(`“${text}” is refused with a readable message`, () => assert.throws(() => read(text), words));
  }
});
