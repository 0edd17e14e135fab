/** Reads all rows of a database as text, and computes the totals. */
import {createHash} from 'node:crypto';
import type {Queries} from '../../platform/storage/database.js';
import {sealingKeyOf} from '../../domain/vault/vault.js';
import {quoteIdentifier} from './catalog.js';
import type {Row, Table, Total} from './lines.js';

/** How many rows are read at a time. */
const rowsPerFetch = 500;

/** Settings of how values are printed, so that PostgreSQL and PGlite print them alike. */
const formatSettings = [
  `SET LOCAL TimeZone = 'UTC'`,
  `SET LOCAL DateStyle = 'ISO, YMD'`,
  `SET LOCAL IntervalStyle = 'postgres'`,
  `SET LOCAL bytea_output = 'hex'`,
  'SET LOCAL extra_float_digits = 1',
];

/** Fixes the formats of values until the end of the transaction. */
export async function fixFormats(tx: Queries): Promise<void> {
  for (const setting of formatSettings) await tx.query(setting);
}

/**
 * The sum of the rows' SHA-256 hashes. It depends on the rows and how often each occurs, but not on their
 * order.
 */
class Checksum {
  #sum = 0n;

  add(row: Row): void {
    const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex');
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hash}`));
  }

  toString(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}

/** The result of reading all tables. */
export interface ReadResult {
  readonly totals: readonly Total[];
  /** Ids of all vault keys with which values are sealed. */
  readonly keys: ReadonlySet<string>;
}

/** Reads tables row by row, in a transaction with fixed formats. */
export async function readRows(
  tx: Queries,
  tables: readonly Table[],
  {
    onTable,
    onRow,
  }: {readonly onTable?: (table: Table) => Promise<void>; readonly onRow?: (row: Row) => Promise<void>} = {},
): Promise<ReadResult> {
  const totals: Total[] = [];
  const keys = new Set<string>();
  for (const table of tables) {
    await onTable?.(table);
    const checksum = new Checksum();
    let rows = 0;
    for await (const row of rowsOf(tx, table)) {
      for (const text of row) {
        const key = text === null ? undefined : sealingKeyOf(text);
        if (key !== undefined) keys.add(key);
      }
      checksum.add(row);
      rows++;
      await onRow?.(row);
    }
    totals.push({table: table.name, rows, checksum: checksum.toString()});
  }
  return {totals, keys};
}

async function* rowsOf(tx: Queries, {name, columns}: Table): AsyncGenerator<Row> {
  const texts = columns.map((column) => `${quoteIdentifier(column.name)}::text`).join(', ');
  await tx.query(
    `DECLARE transfer NO SCROLL CURSOR FOR SELECT ARRAY[${texts}]::text[] AS row FROM ${quoteIdentifier(name)}`,
  );
  for (;;) {
    const rows = await tx.query<{row: Row}>(`FETCH ${rowsPerFetch} FROM transfer`);
    for (const {row} of rows) yield row;
    if (rows.length < rowsPerFetch) break;
  }
  await tx.query('CLOSE transfer');
}
