/** Imports an export into an empty database. */
import {TransferError} from '../../platform/errors.js';
import {refuseIfKeysAreMissing, refuseIfKeysDoNotFit} from '../../domain/vault/vault.js';
import type {KeyRing} from '../../domain/vault/keys.js';
import type {Database, Migration, Queries, Transaction} from '../../platform/storage/database.js';
import {migrate} from '../../platform/storage/migrate.js';
import {appliedMigrations, quoteIdentifier, readForeignKeys, readTables} from './catalog.js';
import {
  refuseNewerSchema,
  refuseOtherSchema,
  type End,
  type Head,
  type Line,
  type Row,
  type Sink,
  type Table,
  type Total,
} from './lines.js';
import {readRows, fixFormats} from './read.js';

/** Limits of the rows that one INSERT writes. */
const batchLimits = {rows: 500, characters: 1_000_000};

export interface ImportOptions {
  readonly ring: KeyRing;
  readonly migrations: readonly Migration[];
  /** Called with the number of rows written so far. */
  readonly progress?: (rows: number) => void;
}

/**
 * Fills an empty database with the lines that `produce` sends. One transaction creates the tables, writes
 * the rows, reads them again and compares them. So an interruption leaves nothing, and the command can be
 * repeated.
 *
 * @throws {TransferError} for a target that is not empty, an export of another version, and one that is
 *   damaged or incomplete.
 * @throws {VaultError} for vault keys that do not open the imported data.
 */
export function importInto(
  database: Database,
  options: ImportOptions,
  produce: (sink: Sink) => Promise<unknown>,
): Promise<readonly Total[]> {
  return database.transaction(async (tx) => {
    await fixFormats(tx);
    await createTables(tx, options.migrations);
    const tables = await readTables(tx);
    const loader = new Loader(tx, tables, options);
    const restoreForeignKeys = await deferForeignKeys(tx);
    await produce((line) => loader.add(line));
    const end = loader.finish();
    await restoreForeignKeys();
    const {totals, keys} = await readRows(tx, tables);
    compareTotals(totals, end.totals);
    refuseIfKeysAreMissing(keys, options.ring);
    for (const {name, last, called} of end.sequences) {
      await tx.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoteIdentifier(name), last, called]);
    }
    return totals;
  });
}

/** Creates this version's tables in an empty target. */
async function createTables(tx: Transaction, migrations: readonly Migration[]): Promise<void> {
  const applied = await appliedMigrations(tx);
  const names = migrations.map(({name}) => name);
  if (applied !== undefined) {
    const existingTables = await readTables(tx);
    if (existingTables.length > 0) {
      await tx.query(
        `LOCK TABLE ${existingTables.map(({name}) => quoteIdentifier(name)).join(', ')} IN ACCESS EXCLUSIVE MODE`,
      );
    }
    await refuseIfFilled(tx, existingTables);
    refuseNewerSchema('The target', applied, names);
  } else if ((await readTables(tx)).length > 0) {
    throw new TransferError('The target contains tables of another program. Choose an empty database.');
  }
  const insideTransaction: Parameters<typeof migrate>[0] = {
    query: (sql, parameters) => tx.query(sql, parameters),
    transaction: async (work) => work(tx),
  };
  await migrate(insideTransaction, migrations);
  // Rows that migrations have just inserted are also in the export, so they are removed first.
  const tableNames = (await readTables(tx)).map(({name}) => quoteIdentifier(name));
  await tx.query(`TRUNCATE ${tableNames.join(', ')}`);
}

async function refuseIfFilled(tx: Queries, tables: readonly Table[]): Promise<void> {
  for (const {name} of tables) {
    const [row] = await tx.query<{hasRows: boolean}>(
      `SELECT EXISTS (SELECT 1 FROM ${quoteIdentifier(name)}) AS "hasRows"`,
    );
    if (row!.hasRows) {
      throw new TransferError(`The target is not empty: ${name} contains rows. Choose an empty database.`);
    }
  }
}

/**
 * Checks foreign keys only at the end, because tables arrive in any order. Returns a function that restores
 * the constraints.
 */
async function deferForeignKeys(tx: Queries): Promise<() => Promise<void>> {
  const keys = await readForeignKeys(tx);
  const alter = ({table, name}: (typeof keys)[number], timing: string) =>
    tx.query(`ALTER TABLE ${quoteIdentifier(table)} ALTER CONSTRAINT ${quoteIdentifier(name)} ${timing}`);
  for (const key of keys) await alter(key, 'DEFERRABLE INITIALLY DEFERRED');
  return async () => {
    await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
    for (const key of keys) {
      if (!key.deferrable) await alter(key, 'NOT DEFERRABLE');
      else if (!key.deferred) await alter(key, 'DEFERRABLE INITIALLY IMMEDIATE');
    }
  };
}

/** Receives the lines of an export in order, and inserts rows in batches. */
class Loader {
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

  async add(line: Line): Promise<void> {
    if (this.#end) throw new TransferError('The export contains lines after its end. Export again.');
    if ('format' in line) return this.#begin(line);
    if (!this.#head)
      throw new TransferError('This is not an export of card-vault: its first line is missing.');
    if (Array.isArray(line)) return this.#addRow(line as Row);
    // Any other line ends the rows of a table.
    await this.#flush();
    if ('end' in line) this.#end = line as End;
    else this.#table = this.#findTable((line as {table: string}).table);
  }

  /** @throws {TransferError} if the last line is missing. */
  finish(): End {
    if (!this.#end)
      throw new TransferError('The export is cut short: its last line is missing. Export again.');
    return this.#end;
  }

  #begin(head: Head): void {
    if (this.#head) throw new TransferError('The export contains two first lines. Export again.');
    const {migrations, ring} = this.#options;
    const migrationNames = migrations.map(({name}) => name);
    refuseOtherSchema('The export', head.migrations, migrationNames);
    if (head.vault !== null) refuseIfKeysDoNotFit(head.vault, ring);
    for (const {name, columns} of head.tables) {
      const hasSameColumns = JSON.stringify(this.#findTable(name).columns) === JSON.stringify(columns);
      if (!hasSameColumns)
        throw new TransferError(`The table ${name} has other columns in the export than in the target.`);
    }
    this.#head = head;
  }

  #findTable(name: string): Table {
    const table = this.#tables.find((table) => table.name === name);
    if (!table)
      throw new TransferError(
        `The export has a table ${name}, which this version of card-vault does not have.`,
      );
    return table;
  }

  async #addRow(row: Row): Promise<void> {
    if (row.length !== this.#table?.columns.length) {
      throw new TransferError(`A row of ${this.#table?.name ?? 'no table'} has ${row.length} columns.`);
    }
    this.#rows.push(row);
    for (const text of row) this.#characters += text?.length ?? 0;
    if (this.#rows.length >= batchLimits.rows || this.#characters >= batchLimits.characters)
      await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const {name, columns} = this.#table!;
    // Names and types come from this database's own catalog, never from the export.
    const columnNames = columns.map((column) => quoteIdentifier(column.name)).join(', ');
    const values = columns.map(({type}, index) => `(row->>${index})::${type}`).join(', ');
    await this.#tx.query(
      `INSERT INTO ${quoteIdentifier(name)} (${columnNames}) OVERRIDING SYSTEM VALUE
       SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS row`,
      [JSON.stringify(this.#rows)],
    );
    this.#written += this.#rows.length;
    this.#rows = [];
    this.#characters = 0;
    this.#options.progress?.(this.#written);
  }
}

/** @throws {TransferError} unless every table has the same rows in the target as in the export. */
function compareTotals(importedTotals: readonly Total[], exportedTotals: readonly Total[]): void {
  const names = new Set([...importedTotals, ...exportedTotals].map(({table}) => table));
  for (const name of names) {
    const imported = importedTotals.find(({table}) => table === name);
    const exported = exportedTotals.find(({table}) => table === name);
    if (imported?.checksum === exported?.checksum && imported?.rows === exported?.rows) continue;
    throw new TransferError(
      `${name} differs from the export: ${imported?.rows ?? 0} of ${exported?.rows ?? 0} rows, or other contents. ` +
        'The export was changed or damaged; nothing was imported.',
    );
  }
}
