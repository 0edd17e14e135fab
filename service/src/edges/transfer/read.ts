import {createHash} from 'node:crypto';
import type {Queries} from '../../platform/storage/database.js';
import {sealingKeyOf} from '../../domain/vault/vault.js';
import {quote} from './catalog.js';
import type {Row, Table, Total} from './lines.js';

/** Rows read at a time. */
const portion = 500;

/** What a value's text depends on, the same on every engine until the end of the transaction. */
const forms = [
  `SET LOCAL TimeZone = 'UTC'`,
  `SET LOCAL DateStyle = 'ISO, YMD'`,
  `SET LOCAL IntervalStyle = 'postgres'`,
  `SET LOCAL bytea_output = 'hex'`,
  'SET LOCAL extra_float_digits = 1',
];

export async function fixFormats(tx: Queries): Promise<void> {
  for (const form of forms) await tx.query(form);
}

/**
 * Sum of the rows' SHA-256: it matters which rows there are and how often each, not in which order they come.
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

/** What a pass over tables has found. */
export interface Reading {
  readonly totals: readonly Total[];
  /** Ids of the vault keys that something is sealed under. */
  readonly keys: ReadonlySet<string>;
}

/** Reads tables in portions, inside a transaction whose formats are fixed. */
export async function readRows(
  tx: Queries,
  tables: readonly Table[],
  {
    begin,
    row: take,
  }: {readonly begin?: (table: Table) => Promise<void>; readonly row?: (row: Row) => Promise<void>} = {},
): Promise<Reading> {
  const totals: Total[] = [];
  const keys = new Set<string>();
  for (const table of tables) {
    await begin?.(table);
    const checksum = new Checksum();
    let rows = 0;
    for await (const row of rowsOf(tx, table)) {
      for (const text of row) {
        const key = text === null ? undefined : sealingKeyOf(text);
        if (key !== undefined) keys.add(key);
      }
      checksum.add(row);
      rows++;
      await take?.(row);
    }
    totals.push({table: table.name, rows, checksum: checksum.toString()});
  }
  return {totals, keys};
}

async function* rowsOf(tx: Queries, {name, columns}: Table): AsyncGenerator<Row> {
  const texts = columns.map((column) => `${quote(column.name)}::text`).join(', ');
  await tx.query(
    `DECLARE transfer NO SCROLL CURSOR FOR SELECT ARRAY[${texts}]::text[] AS row FROM ${quote(name)}`,
  );
  for (;;) {
    const rows = await tx.query<{row: Row}>(`FETCH ${portion} FROM transfer`);
    for (const {row} of rows) yield row;
    if (rows.length < portion) break;
  }
  await tx.query('CLOSE transfer');
}
