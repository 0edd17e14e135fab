/** The lines of an export: their types, and how they are parsed. */
import {TransferError} from '../../platform/errors.js';

/** The values of a row as PostgreSQL prints them, in the order of the columns in `Head`. */
export type Row = readonly (string | null)[];

export interface Column {
  readonly name: string;
  /** In PostgreSQL's spelling, such as `timestamp with time zone`. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/**
 * The number and checksum of a table's rows. Tables with the same rows have the same checksum, in any order
 * and on either engine (PostgreSQL, PGlite).
 */
export interface Total {
  readonly table: string;
  readonly rows: number;
  /** 64 hexadecimal digits. */
  readonly checksum: string;
}

/** The position of a sequence. */
export interface Sequence {
  readonly name: string;
  /** The last value, a bigint as a decimal string. */
  readonly last: string;
  /** Whether `last` was already taken, so that the next value is the one after it. */
  readonly called: boolean;
}

/** The first line of an export. */
export interface Head {
  readonly format: 'card-vault-export';
  readonly version: 1;
  /** Names of the migrations that created the tables. */
  readonly migrations: readonly string[];
  readonly tables: readonly Table[];
  /** A sealed secret that shows whether a vault key fits; null for a database that was never used. */
  readonly vault: string | null;
}

/** The last line of an export. Without it, the file is incomplete. */
export interface End {
  readonly end: true;
  readonly totals: readonly Total[];
  readonly sequences: readonly Sequence[];
}

/** A line of an export: the head, the start of a table, a row, or the end. */
export type Line = Head | {readonly table: string} | Row | End;

/** Receives lines. Resolves when it can take the next one. */
export type Sink = (line: Line) => Promise<void>;

type UnknownFields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is UnknownFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isString = (value: unknown): value is string => typeof value === 'string';
const isListOf = (list: unknown, isItem: (item: UnknownFields) => boolean): boolean =>
  Array.isArray(list) && list.every((item) => isObject(item) && isItem(item));

const isRow = (value: unknown): value is Row =>
  Array.isArray(value) && value.every((cell) => cell === null || isString(cell));

const isHead = (value: UnknownFields): boolean =>
  value['format'] === 'card-vault-export' &&
  Array.isArray(value['migrations']) &&
  value['migrations'].every(isString) &&
  (value['vault'] === null || isString(value['vault'])) &&
  isListOf(
    value['tables'],
    ({name, columns}) =>
      isString(name) && isListOf(columns, (column) => isString(column['name']) && isString(column['type'])),
  );

const isEnd = (value: UnknownFields): boolean =>
  value['end'] === true &&
  isListOf(
    value['totals'],
    ({table, rows, checksum}) => isString(table) && Number.isInteger(rows) && isString(checksum),
  ) &&
  isListOf(
    value['sequences'],
    ({name, last, called}) =>
      isString(name) && isString(last) && /^-?\d+$/.test(last) && typeof called === 'boolean',
  );

/**
 * Parses a line of an export.
 *
 * @throws {TransferError} for any other text. The message does not quote it.
 */
export function readLine(text: string, number: number): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TransferError(`Line ${number} of the export is damaged or cut short.`);
  }
  if (isRow(value)) return value;
  if (isObject(value)) {
    if ('format' in value && value['version'] !== 1) {
      throw new TransferError(
        'This version of card-vault cannot read the format of the export. Use the version that wrote it.',
      );
    }
    if (isHead(value) || isEnd(value) || isString(value['table'])) return value as unknown as Line;
  }
  throw new TransferError(`Line ${number} is not a line of a card-vault export.`);
}

/**
 * @throws {TransferError} for a database of a newer version. It names the first migration that is unknown.
 */
export function refuseNewerSchema(
  database: string,
  applied: readonly string[],
  known: readonly string[],
): void {
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TransferError(
    `${database} has the migration ${unknown}, which this version of card-vault does not know. Use the version that made it.`,
  );
}

/** @throws {TransferError} for a database of any other version. It names the first migration that differs. */
export function refuseOtherSchema(
  database: string,
  applied: readonly string[],
  known: readonly string[],
): void {
  refuseNewerSchema(database, applied, known);
  const missing = known.find((name) => !applied.includes(name));
  if (missing === undefined) return;
  throw new TransferError(
    `${database} lacks the migration ${missing} of this version of card-vault. Start its service once on the source, then export again.`,
  );
}
