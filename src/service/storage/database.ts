/** PostgreSQL dialect, whichever engine answers. Parameters are `$1`, `$2` …; rows are plain objects. */
export interface Queries {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** An open transaction. */
export interface Transaction extends Queries {
  /** Runs a statement as the last thing of the transaction, in one message with its end. When it fails, the transaction does. */
  atEnd(sql: string, parameters?: readonly unknown[]): void;
}

export interface Database extends Queries {
  /** All or nothing. Never await the outside world inside: PGlite has one connection. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * As `transaction`, for the one that settles a request: it is committed together with the record of the request's answer
   * (`idempotency/settling.ts`). `undo` puts back what was done outside of it, should it not take place after all. Engines
   * have no such thing: there it is missing.
   */
  settle?<Result>(work: (tx: Transaction) => Promise<Result>, undo?: () => Promise<unknown>): Promise<Result>;
  close(): Promise<void>;
}

/** One forward step of the schema; `name` is unique and sorts in order of application. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * A transaction that was told to commit and did not: a statement of it had failed, and whoever asked for that one kept the failure to
 * himself.
 */
export class NotCommittedError extends Error {
  override readonly name = 'NotCommittedError';

  constructor() {
    super('The transaction had failed and was not committed.');
  }
}
