import {TransferError} from '../../platform/errors.js';
import {refuseMissingKeys, refuseOtherVaultKey} from '../../domain/vault/vault.js';
import type {KeyRing} from '../../domain/vault/keys.js';
import type {Database, Migration, Queries, Transaction} from '../../platform/storage/database.js';
import {migrate} from '../../platform/storage/migrate.js';
import {appliedMigrations, quote, readForeignKeys, readTables} from './catalog.js';
import {refuseNewerSchema, refuseOtherSchema} from './lines.js';
import type {End, Head, Line, Row, Sink, Table, Total} from './lines.js';
import {readRows, fixFormats} from './read.js';

/** Written with one statement: so many rows, or so many characters of them. */
const portion = {rows: 500, characters: 1_000_000};

export interface ImportOptions {
  readonly ring: KeyRing;
  readonly migrations: readonly Migration[];
  /** Hears how many rows were written so far. */
  readonly progress?: (rows: number) => void;
}

/**
 * Fills an empty database with what `pour` brings. One transaction makes the tables, writes the rows, reads
 * them back and compares: an interruption at any moment leaves nothing of it, and the same command starts
 * again.
 *
 * @throws {TransferError} for a target that holds something, another version, and an export that is damaged
 *   or cut short.
 * @throws {VaultError} for vault keys that do not open what comes.
 */
export function importInto(
  database: Database,
  options: ImportOptions,
  pour: (sink: Sink) => Promise<unknown>,
): Promise<readonly Total[]> {
  return database.transaction(async (tx) => {
    await fixFormats(tx);
    await makeReady(tx, options.migrations);
    const tables = await readTables(tx);
    const loading = new Loading(tx, tables, options);
    const backToNormal = await deferForeignKeys(tx);
    await pour((line) => loading.take(line));
    const end = loading.finish();
    await backToNormal();
    const {totals, keys} = await readRows(tx, tables);
    compare(totals, end.totals);
    refuseMissingKeys(keys, options.ring);
    for (const {name, last, called} of end.sequences) {
      await tx.query('SELECT setval($1::regclass, $2::bigint, $3)', [quote(name), last, called]);
    }
    return totals;
  });
}

/** Brings an empty target to this version's tables, in the one transaction of the import. */
async function makeReady(tx: Transaction, migrations: readonly Migration[]): Promise<void> {
  const applied = await appliedMigrations(tx);
  const names = migrations.map(({name}) => name);
  if (applied !== undefined) {
    const here = await readTables(tx);
    if (here.length > 0) {
      await tx.query(`LOCK TABLE ${here.map(({name}) => quote(name)).join(', ')} IN ACCESS EXCLUSIVE MODE`);
    }
    await refuseFilled(tx, here);
    refuseNewerSchema('The target', applied, names);
  } else if ((await readTables(tx)).length > 0) {
    throw new TransferError(
      'The target holds tables that are none of card-vault’s. Choose an empty database.',
    );
  }
  const inside: Parameters<typeof migrate>[0] = {
    query: (sql, parameters) => tx.query(sql, parameters),
    transaction: async (work) => work(tx),
  };
  await migrate(inside, migrations);
  // What migrations wrote themselves comes with the export too.
  const made = (await readTables(tx)).map(({name}) => quote(name));
  await tx.query(`TRUNCATE ${made.join(', ')}`);
}

async function refuseFilled(tx: Queries, tables: readonly Table[]): Promise<void> {
  for (const {name} of tables) {
    const [row] = await tx.query<{filled: boolean}>(`SELECT EXISTS (SELECT 1 FROM ${quote(name)}) AS filled`);
    if (row!.filled) {
      throw new TransferError(
        `The target is not empty: there are rows in ${name}. Choose an empty database.`,
      );
    }
  }
}

/**
 * Rows come table by table in any order: what they point to is looked at when all are there. Answers how to
 * end that.
 */
async function deferForeignKeys(tx: Queries): Promise<() => Promise<void>> {
  const keys = await readForeignKeys(tx);
  const alter = ({table, name}: (typeof keys)[number], how: string) =>
    tx.query(`ALTER TABLE ${quote(table)} ALTER CONSTRAINT ${quote(name)} ${how}`);
  for (const key of keys) await alter(key, 'DEFERRABLE INITIALLY DEFERRED');
  return async () => {
    await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
    for (const key of keys) {
      if (!key.deferrable) await alter(key, 'NOT DEFERRABLE');
      else if (!key.deferred) await alter(key, 'DEFERRABLE INITIALLY IMMEDIATE');
    }
  };
}

/** Takes lines in order and writes rows in portions. */
class Loading {
  readonly #tx: Queries;
  readonly #tables: readonly Table[];
  readonly #options: ImportOptions;
  #head: Head | undefined;
  #end: End | undefined;
  #table: Table | undefined;
  #rows: Row[] = [];
  #characters = 0;
  #written = 0;

  constructor(tx: Queries, tables: readonly Table[], options: ImportOptions) {
    this.#tx = tx;
    this.#tables = tables;
    this.#options = options;
  }

  async take(line: Line): Promise<void> {
    if (this.#end) throw new TransferError('The export goes on after its end.');
    if ('format' in line) return this.#begin(line);
    if (!this.#head) throw new TransferError('This is no export of card-vault: its first line is missing.');
    if (Array.isArray(line)) return this.#row(line as Row);
    await this.#flush();
    if ('end' in line) this.#end = line as End;
    else this.#table = this.#find((line as {table: string}).table);
  }

  /** @throws {TransferError} when the end never came. */
  finish(): End {
    if (!this.#end)
      throw new TransferError('The export is cut short: its last line is missing. Export again.');
    return this.#end;
  }

  #begin(head: Head): void {
    if (this.#head) throw new TransferError('The export begins twice.');
    const {migrations, ring} = this.#options;
    const names = migrations.map(({name}) => name);
    refuseOtherSchema('The export', head.migrations, names);
    if (head.vault !== null) refuseOtherVaultKey(head.vault, ring);
    for (const {name, columns} of head.tables) {
      const same = JSON.stringify(this.#find(name).columns) === JSON.stringify(columns);
      if (!same)
        throw new TransferError(`The table ${name} of the export has other columns than the one here.`);
    }
    this.#head = head;
  }

  #find(name: string): Table {
    const table = this.#tables.find((one) => one.name === name);
    if (!table) throw new TransferError(`The export has a table ${name}, which is none of card-vault’s.`);
    return table;
  }

  async #row(row: Row): Promise<void> {
    if (row.length !== this.#table?.columns.length) {
      throw new TransferError(`A row of ${this.#table?.name ?? 'no table'} has ${row.length} columns.`);
    }
    this.#rows.push(row);
    for (const text of row) this.#characters += text?.length ?? 0;
    if (this.#rows.length >= portion.rows || this.#characters >= portion.characters) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const {name, columns} = this.#table!;
    const names = columns.map((column) => quote(column.name)).join(', ');
    // Names and types come from this database's own catalog, never from the export.
    const values = columns.map(({type}, index) => `(row->>${index})::${type}`).join(', ');
    await this.#tx.query(
      `INSERT INTO ${quote(name)} (${names}) OVERRIDING SYSTEM VALUE
       SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS row`,
      [JSON.stringify(this.#rows)],
    );
    this.#written += this.#rows.length;
    this.#rows = [];
    this.#characters = 0;
    this.#options.progress?.(this.#written);
  }
}

function compare(found: readonly Total[], expected: readonly Total[]): void {
  const names = new Set([...found, ...expected].map(({table}) => table));
  for (const name of names) {
    const here = found.find(({table}) => table === name);
    const there = expected.find(({table}) => table === name);
    if (here?.checksum === there?.checksum && here?.rows === there?.rows) continue;
    throw new TransferError(
      `${name} does not hold what the export says it held (${here?.rows ?? 0} rows, not ${there?.rows ?? 0} of the same ` +
        'contents). The export was changed or damaged; nothing was imported.',
    );
  }
}
