import pg from 'pg';
import type {DeferredStatement} from './database.js';

/** The methods of the driver's connection for the extended query protocol. */
interface Connection {
  readonly stream: {cork(): void; uncork(): void};
  /** SQL of the prepared statements, by name. */
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

/** Exists in the driver, but not in its types. */
const {prepareValue} = (pg as unknown as {utils: {prepareValue: (value: unknown) => unknown}}).utils;

export type Row = Record<string, unknown>;
/** A statement of a batch; only requested rows are read. */
export type BatchStatement = Pick<DeferredStatement, 'sql' | 'parameters' | 'rowsRequested'>;
type Parse = (text: string) => unknown;

/** How statements are named and values are parsed. */
export interface Dialect {
  /** The name under which a statement is prepared; undefined for one that is not prepared. */
  readonly nameOf: (sql: string) => string | undefined;
  /** The parser for values of the type with this oid. */
  readonly parserOf: (oid: number) => Parse;
  /** If a pooler has exchanged the session, `nameOf` names nothing from now on. */
  readonly noteFailure: (error: unknown) => void;
}

/**
 * Several statements with one `Sync`, so PostgreSQL runs them as one transaction and answers all at once
 * (PostgreSQL manual, protocol chapter, "Pipelining"). Sent separately, each statement costs both sides a
 * message, and BEGIN and COMMIT two more.
 */
class Batch extends pg.Query {
  /** Statements that this batch prepares. */
  readonly newlyPrepared: [name: string, sql: string][] = [];
  /** Rows of each statement. The driver uses the name `rows` itself. */
  readonly rowsOfStatements: Row[][];
  /** Called once with the outcome. The driver wraps it with a time limit. */
  callback: (error: Error | undefined) => void;
  readonly #statements: readonly BatchStatement[];
  readonly #dialect: Dialect;
  #columns: (readonly [name: string, parse: Parse])[] = [];
  #current = 0;

  constructor(statements: readonly BatchStatement[], dialect: Dialect, callback: (error?: Error) => void) {
    super({text: ''});
    this.#statements = statements;
    this.#dialect = dialect;
    this.rowsOfStatements = statements.map(() => []);
    this.callback = callback;
  }

  override submit = (driverConnection: unknown): void => {
    const connection = driverConnection as Connection;
    connection.stream.cork();
    try {
      for (const statement of this.#statements) this.#send(connection, statement);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  };

  #send(connection: Connection, {sql, parameters, rowsRequested}: BatchStatement): void {
    const name = this.#dialect.nameOf(sql) ?? '';
    if (connection.parsedStatements[name] === undefined) {
      connection.parse({text: sql, name});
      if (name !== '') this.newlyPrepared.push([name, sql]);
    }
    connection.bind({statement: name, values: parameters, valueMapper: prepareValue});
    // `P`: the portal, which is the bound statement. Only a described one is answered with column names.
    if (rowsRequested) connection.describe({type: 'P'});
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
    this.rowsOfStatements[this.#current]!.push(row);
  }

  handleCommandComplete(): void {
    this.#current += 1;
    this.#columns = [];
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(connection: Connection): void {
    for (const [name, sql] of this.newlyPrepared) connection.parsedStatements[name] = sql;
    this.callback(undefined);
  }
}

/**
 * A batch failed, and it is unknown which of its statements were prepared, so the connection must be
 * closed.
 */
export class UnknownPreparedError extends Error {
  override readonly cause: Error;

  constructor(cause: Error) {
    super('It is unknown which statements the server has prepared.');
    this.cause = cause;
  }
}

/**
 * Runs statements as one transaction. Returns the rows of each statement; none if no caller requested them.
 *
 * @throws {UnknownPreparedError} around the statement's error, if the connection must be closed.
 */
export function runBatch(
  client: pg.PoolClient,
  statements: readonly BatchStatement[],
  dialect: Dialect,
): Promise<readonly Row[][]> {
  return new Promise((resolve, reject) => {
    const batch: Batch = new Batch(statements, dialect, (error) => {
      if (error === undefined) resolve(batch.rowsOfStatements);
      else reject(batch.newlyPrepared.length > 0 ? new UnknownPreparedError(error) : error);
    });
    client.query(batch);
  });
}
