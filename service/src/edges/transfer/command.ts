/** The commands `export` and `import`. */
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
import {readLine, type Sink, type Total} from './lines.js';

type Log = (line: string) => void;

/** Interval of progress lines. */
const progressEveryMs = 1000;

/**
 * Runs `export` or `import`. After an error nothing was written, except perhaps a `.part` file.
 *
 * @returns The text to print: rows and checksum of every table, as counted in the export, or after an import
 *   in the target.
 * @throws {TransferError} {VaultError} {FolderInUseError} with a sentence for the user.
 */
export async function transfer(command: TransferCommand, log: Log): Promise<string> {
  const {name, database, out: outFile, to: targetAddress, in: inFile, json} = command;
  const {migrations} = await import('../../start.js');
  const ring = readKeyRing(command.vaultKey);
  const exportOptions = {ring, migrations: migrations.map((migration) => migration.name)};
  const importOptions = {ring, migrations, progress: createProgress(log)};
  if (name === 'import') {
    const totals = await withTarget(database, (target) =>
      importInto(target, importOptions, (sink) => readFile(inFile!, sink)),
    );
    return report(totals, json);
  }
  if (outFile !== undefined && existsSync(outFile)) {
    throw new TransferError(`${outFile} already exists. Choose a new file.`);
  }
  const totals = await withSource(database, (source) => {
    const exportTo = (sink: Sink) => exportFrom(source, exportOptions, sink);
    if (targetAddress === undefined) return writeFile(outFile!, exportTo);
    return withTarget(targetAddress, (target) => importInto(target, importOptions, exportTo));
  });
  return report(totals, json);
}

function createProgress(log: Log): (rows: number) => void {
  let nextReportAt = 0;
  return (rows) => {
    if (performance.now() < nextReportAt) return;
    nextReportAt = performance.now() + progressEveryMs;
    log(`card-vault: ${rows} rows written, not yet committed`);
  };
}

async function withDatabase<Result>(
  address: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const migrations = import('../../start.js').then((loaded) => loaded.migrations);
  const database = await openDatabase(address, silentLogger, {withoutTimeLimit: true, migrations});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function withSource<Result>(address: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const kind = databaseKind(address);
  if (kind === 'memory' || (kind === 'folder' && !existsSync(join(address, 'data')))) {
    throw new TransferError(`${address} contains no card-vault database to export.`);
  }
  return withDatabase(address, work);
}

function withTarget<Result>(address: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  if (databaseKind(address) === 'memory') {
    throw new TransferError('memory: is lost when this command ends. Use a folder or a PostgreSQL server.');
  }
  return withDatabase(address, work);
}

/** How many characters are collected before they are written. */
const bufferCharacters = 256_000;

/**
 * Writes a file that only its owner can read. It gets its final name only when it is complete and on disk.
 */
async function writeFile<Result>(path: string, produce: (sink: Sink) => Promise<Result>): Promise<Result> {
  const partialPath = `${path}.part`;
  await rm(partialPath, {force: true});
  const file = await open(partialPath, 'wx', 0o600);
  try {
    let buffer = '';
    const flush = async () => {
      await file.appendFile(buffer);
      buffer = '';
    };
    const result = await produce(async (line) => {
      buffer += `${JSON.stringify(line)}\n`;
      if (buffer.length >= bufferCharacters) await flush();
    });
    await flush();
    await file.sync();
    await rename(partialPath, path);
    return result;
  } finally {
    await file.close();
  }
}

async function readFile(path: string, sink: Sink): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new TransferError(`The file ${path} does not exist.`);
  const file = await open(path);
  let lineNumber = 0;
  for await (const text of file.readLines()) {
    lineNumber++;
    await sink(readLine(text, lineNumber));
  }
}

/** The totals in columns, or as JSON. */
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
