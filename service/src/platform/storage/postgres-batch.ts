import pg from 'pg';
import type {LastStatement} from './database.js';

/** The part of the driver's connection that speaks the extended query protocol. */
interface Connection {
  readonly stream: {cork(): void; uncork(): void};
  /** Texts of prepared statements by their names. */
  readonly parsedStatements: Record<string, string>;
  parse(message: {readonly text: string; readonly name: string}): void;
  bind(message: {
    readonly statement: string;
    readonly values: readonly unknown[];
    readonly valueMapper: (value: unknown) => unknown;
  }): void;
  describe(message: {readonly type: 'P'}): void;
  execute(message: object): void;
  sync(): void;
}

/** Members of the driver that its types leave out. */
const {prepareValue} = (pg as unknown as {utils: {prepareValue: (value: unknown) => unknown}}).utils;

type Row = Record<string, unknown>;
type Parse = (text: string) => unknown;

/** How statements are known to the server and their values to us. */
export interface Dialect {
  /** The name under which a statement is kept prepared, if it is. */
  readonly nameOf: (sql: string) => string | undefined;
  /** Reads a value of the type with this oid. */
  readonly parserOf: (oid: number) => Parse;
}

/**
 * Statements in one message with one end: a transaction of its own (PostgreSQL, "Pipelining" in the chapter
 * on its protocol), of which the server says everything at once. Sent one by one, each costs both sides a
 * message of its own, and BEGIN and COMMIT another two.
 */
class Batch extends pg.Query {
  /** Statements that the server had not read before. */
  readonly fresh: [name: string, sql: string][] = [];
  /** Rows of each statement. (`rows` is a word of the driver’s own.) */
  readonly given: Row[][];
  /** Called by the driver, which puts a time limit around it. */
  callback: (error: Error | undefined) => void;
  readonly #statements: readonly LastStatement[];
  readonly #dialect: Dialect;
  #columns: (readonly [name: string, parse: Parse])[] = [];
  #at = 0;

  constructor(statements: readonly LastStatement[], dialect: Dialect, callback: (error?: Error) => void) {
    super({text: ''});
    this.#statements = statements;
    this.#dialect = dialect;
    this.given = statements.map(() => []);
    this.callback = callback;
  }

  override submit = (given: unknown): void => {
    const connection = given as Connection;
    connection.stream.cork();
    try {
      for (const statement of this.#statements) this.#send(connection, statement);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  };

  #send(connection: Connection, {sql, parameters, readsRows}: LastStatement): void {
    const name = this.#dialect.nameOf(sql) ?? '';
    if (connection.parsedStatements[name] === undefined) {
      connection.parse({text: sql, name});
      if (name !== '') this.fresh.push([name, sql]);
    }
    connection.bind({statement: name, values: parameters, valueMapper: prepareValue});
    if (readsRows) connection.describe({type: 'P'});
    connection.execute({});
  }

  handleRowDescription({fields}: {readonly fields: readonly pg.FieldDef[]}): void {
    this.#columns = fields.map(({name, dataTypeID}) => [name, this.#dialect.parserOf(dataTypeID)]);
  }

  handleDataRow({fields}: {readonly fields: readonly (string | null)[]}): void {
    const row: Row = {};
    this.#columns.forEach(([name, parse], index) => {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : parse(text);
    });
    this.given[this.#at]!.push(row);
  }

  handleCommandComplete(): void {
    this.#at += 1;
    this.#columns = [];
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(connection: Connection): void {
    for (const [name, sql] of this.fresh) connection.parsedStatements[name] = sql;
    this.callback(undefined);
  }
}

/**
 * The statements failed, and it is not known which of them the server has read: the connection must not be
 * used again.
 */
export class LostCountError extends Error {
  override readonly cause: Error;

  constructor(cause: Error) {
    super('It is not known which statements the server has read.');
    this.cause = cause;
  }
}

/**
 * Runs statements as one transaction and returns the rows of each that a caller reads.
 *
 * @throws {LostCountError} around the error of the failed statement if the connection must not be used again.
 */
export function runBatch(
  client: pg.PoolClient,
  statements: readonly LastStatement[],
  dialect: Dialect,
): Promise<readonly Row[][]> {
  return new Promise((resolve, reject) => {
    const batch: Batch = new Batch(statements, dialect, (error) => {
      if (error === undefined) resolve(batch.given);
      else reject(batch.fresh.length > 0 ? new LostCountError(error) : error);
    });
    client.query(batch);
  });
}
