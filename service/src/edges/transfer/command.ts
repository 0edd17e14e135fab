import {existsSync} from 'node:fs';
import {open, rename, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {TransferError} from '../../platform/errors.js';
import type {TransferCommand} from '../../cli/arguments.js';
import {silentLogger} from '../../platform/http/log.js';
import {readKeyRing} from '../../domain/vault/keys.js';
import type {Database} from '../../platform/storage/database.js';
import {databaseKind, openDatabase} from '../../platform/storage/open.js';
import {exportFrom} from './export.js';
import {importInto} from './import.js';
import {readLine} from './lines.js';
import type {Sink, Total} from './lines.js';

type Log = (line: string) => void;

/** Interval of progress lines, in milliseconds. */
const progressEveryMs = 1000;

/**
 * Carries out `export` or `import`; answers what to print: rows and checksum of every table, as read from the
 * end of the way.
 *
 * @throws {TransferError} {VaultError} {FolderInUseError} with a sentence for people; then nothing was
 *   written, but for a `.part` file.
 */
export async function transfer(command: TransferCommand, log: Log): Promise<string> {
  const {name, database, out, to, in: from, json} = command;
  const {migrations} = await import('../../start.js');
  const ring = readKeyRing(command.vaultKey);
  const exporting = {ring, migrations: migrations.map((migration) => migration.name)};
  const importing = {ring, migrations, progress: reportTo(log)};
  if (name === 'import') {
    const totals = await withTarget(database, (target) =>
      importInto(target, importing, (sink) => readFile(from!, sink)),
    );
    return report(totals, json);
  }
  if (out !== undefined && existsSync(out))
    throw new TransferError(`${out} is there already. Name a new file.`);
  const totals = await withSource(database, (source) =>
    to === undefined
      ? writeFile(out!, (sink) => exportFrom(source, exporting, sink))
      : withTarget(to, (target) =>
          importInto(target, importing, (sink) => exportFrom(source, exporting, sink)),
        ),
  );
  return report(totals, json);
}

function reportTo(log: Log): (rows: number) => void {
  let next = 0;
  return (rows) => {
    if (performance.now() < next) return;
    next = performance.now() + progressEveryMs;
    log(`card-vault: ${rows} rows written, not yet committed`);
  };
}

async function use<Result>(address: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(address, silentLogger, {withoutTimeLimit: true});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function withSource<Result>(address: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const kind = databaseKind(address);
  if (kind === 'memory' || (kind === 'folder' && !existsSync(join(address, 'data')))) {
    throw new TransferError(`${address} holds no card-vault database to export from.`);
  }
  return use(address, work);
}

function withTarget<Result>(address: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  if (databaseKind(address) === 'memory') {
    throw new TransferError('memory: ends with this command. Name a folder or a PostgreSQL server.');
  }
  return use(address, work);
}

/** Characters written at a time. */
const portion = 256_000;

/** Under the file's own name only when it is whole and on the disk. Readable by its owner alone. */
async function writeFile<Result>(path: string, pour: (sink: Sink) => Promise<Result>): Promise<Result> {
  const part = `${path}.part`;
  await rm(part, {force: true});
  const file = await open(part, 'wx', 0o600);
  try {
    let text = '';
    const flush = async () => {
      await file.appendFile(text);
      text = '';
    };
    const result = await pour(async (line) => {
      text += `${JSON.stringify(line)}\n`;
      if (text.length >= portion) await flush();
    });
    await flush();
    await file.sync();
    await rename(part, path);
    return result;
  } finally {
    await file.close();
  }
}

async function readFile(path: string, sink: Sink): Promise<void> {
  if (!(await stat(path).catch(() => undefined))?.isFile())
    throw new TransferError(`There is no file ${path}.`);
  const file = await open(path);
  let number = 0;
  for await (const text of file.readLines()) await sink(readLine(text, ++number));
}

function report(totals: readonly Total[], json: boolean): string {
  const rows = totals.reduce((sum, total) => sum + total.rows, 0);
  if (json) return JSON.stringify({tables: totals, rows});
  const width = Math.max(...totals.map(({table}) => table.length));
  const line = (name: string, count: string | number, checksum: string) =>
    `${name.padEnd(width)}  ${String(count).padStart(9)}  ${checksum}`;
  return [
    line('table', 'rows', 'checksum'),
    ...totals.map((total) => line(total.table, total.rows, total.checksum)),
    line(`${totals.length} tables`, rows, ''),
  ]
    .map((text) => text.trimEnd())
    .join('\n');
}
