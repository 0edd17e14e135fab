import type {Leases} from './leases.js';

/**
 * Runs SQL in PostgreSQL's dialect, on PostgreSQL or PGlite. Parameters are `$1`, `$2` …; rows are plain objects.
 */
export interface Queries {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** An SQL statement with its parameters. */
export interface Statement {
  readonly sql: string;
  readonly parameters?: readonly unknown[];
}

/** Accepts statements that run at the end of the transaction. */
export interface Writes {
  /**
   * Runs a statement at the end of the transaction, in the given order and in one message with the commit.
   * If it fails, the transaction fails. Its rows are available only after the commit, so never await them
   * inside the transaction.
   */
  atEnd<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): LazyRows<Row>;
}

/** Rows of a statement that runs later. */
export interface LazyRows<Row> {
  /** Get this promise before the transaction ends, and await it after the commit. */
  readonly rows: Promise<Row[]>;
}

/**
 * A transaction. It begins with its first `query`; without one, all its `atEnd` statements are sent as one
 * message.
 */
export interface Transaction extends Queries, Writes {}

export interface Database extends Queries {
  /**
   * Commits if `work` succeeds, else rolls back. Never await anything but the database inside: PGlite has
   * only one connection.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result> | Result): Promise<Result>;
  /** Reserve rows for this process while it works on them. */
  readonly leases: Leases;
  /**
   * Registers a listener that is called whenever something may have been written. Undefined for a database
   * that other processes write to as well.
   */
  readonly onWrite?: (listener: () => void) => void;
  close(): Promise<void>;
}

/** One step of the schema. Steps are applied in the order of their names, which are unique. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * A transaction could not be committed, because a statement had failed and its caller ignored the error.
 */
export class NotCommittedError extends Error {
  override readonly name = 'NotCommittedError';

  constructor() {
    super('The transaction had failed and was not committed.');
  }
}

/** A statement that runs at the end of its transaction, and the promise of its rows. */
export class DeferredStatement implements Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  #reader: {readonly resolve: (rows: Rows) => void; readonly reject: (reason: unknown) => void} | undefined;
  #rows: Promise<Rows> | undefined;
  #ended = false;

  constructor(sql: string, parameters: readonly unknown[] = []) {
    this.sql = sql;
    this.parameters = parameters;
  }

  get rows(): Promise<Rows> {
    if (this.#ended) throw new Error('These rows were not requested before the transaction ended.');
    this.#rows ??= new Promise((resolve, reject) => (this.#reader = {resolve, reject}));
    // The transaction rejects with the same error, so this rejection need not be handled.
    this.#rows.catch(() => undefined);
    return this.#rows;
  }

  /** Whether a caller has requested the rows. */
  get rowsRequested(): boolean {
    return this.#rows !== undefined;
  }

  /** Runs the statement at the end of `tx`, which provides its rows. */
  runIn(tx: Writes): void {
    const added = tx.atEnd(this.sql, this.parameters);
    if (this.rowsRequested) {
      added.rows.then(
        (rows) => this.resolve(rows),
        (error: unknown) => this.reject(error),
      );
    }
  }

  resolve(rows: Rows): void {
    this.#ended = true;
    this.#reader?.resolve(rows);
  }

  reject(reason: unknown): void {
    this.#ended = true;
    this.#reader?.reject(reason);
  }
}

type Rows = Record<string, unknown>[];
