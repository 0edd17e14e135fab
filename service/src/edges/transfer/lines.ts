import {TransferError} from '../../platform/errors.js';

/** Every column as PostgreSQL's text of it, in the order of the table's columns in the head. */
export type Row = readonly (string | null)[];

export interface Column {
  readonly name: string;
  /** As PostgreSQL spells it, such as `timestamp with time zone`. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/**
 * How much a table holds. Two tables of the same rows have the same checksum, on every engine and in every
 * order.
 */
export interface Total {
  readonly table: string;
  readonly rows: number;
  /** 64 hexadecimal digits. */
  readonly checksum: string;
}

/** What a sequence goes on from. */
export interface Sequence {
  readonly name: string;
  /** Decimal text of a bigint. */
  readonly last: string;
  readonly called: boolean;
}

/** First line. */
export interface Head {
  readonly format: 'card-vault-export';
  readonly version: 1;
  /** Names of the migrations that made the tables. */
  readonly migrations: readonly string[];
  readonly tables: readonly Table[];
  /**
   * The sealed secret of the vault, by which a vault key is known to fit; null in a database that was never
   * used.
   */
  readonly vault: string | null;
}

/** Last line: without it the file is cut short. */
export interface End {
  readonly end: true;
  readonly totals: readonly Total[];
  readonly sequences: readonly Sequence[];
}

/** One line: the head, the begin of a table's rows, a row, the end. */
export type Line = Head | {readonly table: string} | Row | End;

/** Somewhere that lines go; resolves when it can take the next one. */
export type Sink = (line: Line) => Promise<void>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const everyOf = (list: unknown, fits: (one: Readonly<Record<string, unknown>>) => boolean): boolean =>
  Array.isArray(list) && list.every((one) => isObject(one) && fits(one));

const isRow = (value: unknown): value is Row =>
  Array.isArray(value) && value.every((part) => part === null || isText(part));

const isHead = (value: Readonly<Record<string, unknown>>): boolean =>
  value['format'] === 'card-vault-export' &&
  Array.isArray(value['migrations']) &&
  value['migrations'].every(isText) &&
  (value['vault'] === null || isText(value['vault'])) &&
  everyOf(
    value['tables'],
    ({name, columns}) =>
      isText(name) && everyOf(columns, (column) => isText(column['name']) && isText(column['type'])),
  );

const isEnd = (value: Readonly<Record<string, unknown>>): boolean =>
  value['end'] === true &&
  everyOf(
    value['totals'],
    ({table, rows, checksum}) => isText(table) && Number.isInteger(rows) && isText(checksum),
  ) &&
  everyOf(
    value['sequences'],
    ({name, last, called}) =>
      isText(name) && isText(last) && /^-?\d+$/.test(last) && typeof called === 'boolean',
  );

/**
 * Reads a line of an export.
 *
 * @throws {TransferError} when it is none; the message never holds the line.
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
      throw new TransferError('The export was written in another form than this version reads.');
    }
    if (isHead(value) || isEnd(value) || isText(value['table'])) return value as unknown as Line;
  }
  throw new TransferError(`Line ${number} is no line of an export of card-vault.`);
}

/**
 * Refuses what was made by a newer version, by the name of the first step that this one does not know.
 *
 * @throws {TransferError}
 */
export function refuseNewerSchema(whose: string, theirs: readonly string[], ours: readonly string[]): void {
  const unknown = theirs.find((name) => !ours.includes(name));
  if (unknown === undefined) return;
  throw new TransferError(
    `${whose} has the migration ${unknown}, which this version of card-vault does not know. Use the version that made it.`,
  );
}

/**
 * Refuses any other version, by the name of the first step that differs.
 *
 * @throws {TransferError}
 */
export function refuseOtherSchema(whose: string, theirs: readonly string[], ours: readonly string[]): void {
  refuseNewerSchema(whose, theirs, ours);
  const missing = ours.find((name) => !theirs.includes(name));
  if (missing === undefined) return;
  throw new TransferError(
    `${whose} lacks the migration ${missing} of this version of card-vault. Start its service once on the source, then export again.`,
  );
}
