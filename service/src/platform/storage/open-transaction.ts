import type {Database, Statement, Transaction} from './database.js';

/** A transaction as an object: `commit` or `rollBack` ends it, not the end of a callback. */
export class OpenTransaction {
  readonly #transaction: Promise<Transaction>;
  readonly #ended: Promise<void>;
  #decide!: {readonly commit: () => void; readonly rollBack: (reason: unknown) => void};

  constructor(database: Database) {
    // The callback returns this promise, so the transaction stays open until `#decide` is used.
    const decision = new Promise<void>((commit, rollBack) => (this.#decide = {commit, rollBack}));
    let resolveBegun!: (tx: Transaction) => void;
    const begun = new Promise<Transaction>((resolve) => (resolveBegun = resolve));
    this.#ended = database.transaction((tx) => {
      resolveBegun(tx);
      return decision;
    });
    // If the database cannot begin a transaction, it rejects without calling back, and `begun` stays pending.
    const failed = this.#ended.then(() => Promise.reject(new Error('The transaction has ended.')));
    failed.catch(() => undefined);
    this.#transaction = Promise.race([begun, failed]);
    this.#transaction.catch(() => undefined);
  }

  async query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
    return (await this.#transaction).query<Row>(sql, parameters);
  }

  /** Commits, in one message with the statements that `write` adds with `atEnd`. */
  async commit(write: (tx: Transaction) => void): Promise<void> {
    write(await this.#transaction);
    this.#decide.commit();
    await this.#ended;
  }

  /** Rolls back and resolves when that is done. Has no effect after a commit, even a failed one. */
  async rollBack(reason: unknown): Promise<void> {
    this.#decide.rollBack(reason);
    await this.#ended.catch(() => undefined);
  }
}

/** Adds statements to the end of a transaction. */
export function writeAll(tx: Pick<Transaction, 'atEnd'>, statements: readonly Statement[]): void {
  for (const {sql, parameters} of statements) tx.atEnd(sql, parameters);
}
