import type {Leases} from './leases.js';

/** PostgreSQL dialect, whichever engine answers. Parameters are `$1`, `$2` …; rows are plain objects. */
export interface Queries {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** A statement on its way. */
export interface Statement {
  readonly sql: string;
  readonly parameters?: readonly unknown[];
}

/** Accepts statements that the caller need not wait for. */
export interface Writes {
  /**
   * Runs a statement as one of the last of the transaction, in the order given and in one message with its
   * end. When it fails, the transaction does. Its rows are there once that is committed: never wait for them
   * inside.
   */
  atEnd<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): LazyRows<Row>;
}

/** Rows of a statement that is still to run. */
export interface LazyRows<Row> {
  /** To be asked for before the transaction ends. */
  readonly rows: Promise<Row[]>;
}

/**
 * A transaction. It begins with its first statement: one that has nothing but last statements is one message.
 */
export interface Transaction extends Queries, Writes {}

export interface Database extends Queries {
  /** All or nothing. Never await the outside world inside: PGlite has one connection. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result> | Result): Promise<Result>;
  /** The leases taken through it. */
  readonly leases: Leases;
  close(): Promise<void>;
}

/** One forward step of the schema; `name` is unique and sorts in order of application. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * A transaction was to commit but could not, because a statement had failed and its caller ignored the error.
 */
export class NotCommittedError extends Error {
  override readonly name = 'NotCommittedError';

  constructor() {
    super('The transaction had failed and was not committed.');
  }
}

/** A statement that waits for the end of its transaction, and those who wait for its rows. */
export class LastStatement implements Statement {
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
    // The transaction rejects with the same error, so this one may go unhandled.
    this.#rows.catch(() => undefined);
    return this.#rows;
  }

  /** Whether a caller reads the rows. */
  get readsRows(): boolean {
    return this.#rows !== undefined;
  }

  /** Leaves the statement for the end of a transaction. Its rows come from there. */
  passOn(tx: Writes): void {
    const later = tx.atEnd(this.sql, this.parameters);
    if (this.readsRows) {
      later.rows.then(
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
