import type {Database, Statement, Transaction} from './database.js';

/** A transaction as a value: its holder ends it, not the end of a callback. */
export class OpenTransaction {
  readonly #transaction: Promise<Transaction>;
  readonly #ended: Promise<void>;
  #decide!: {readonly commit: () => void; readonly rollBack: (reason: unknown) => void};

  constructor(database: Database) {
    const decided = new Promise<void>((commit, rollBack) => (this.#decide = {commit, rollBack}));
    let begun!: (tx: Transaction) => void;
    const begins = new Promise<Transaction>((resolve) => (begun = resolve));
    this.#ended = database.transaction((tx) => {
      begun(tx);
      return decided;
    });
    // A database that cannot begin one rejects before it calls back.
    const failed = this.#ended.then(() => Promise.reject(new Error('The transaction has ended.')));
    failed.catch(() => undefined);
    this.#transaction = Promise.race([begins, failed]);
    this.#transaction.catch(() => undefined);
  }

  async query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
    return (await this.#transaction).query<Row>(sql, parameters);
  }

  /** Runs the last statements and commits, in one message. */
  async commit(write: (tx: Transaction) => void): Promise<void> {
    write(await this.#transaction);
    this.#decide.commit();
    await this.#ended;
  }

  /** Resolves when nothing of it is left. After a commit, or a failed one, there is nothing to do. */
  async rollBack(reason: unknown): Promise<void> {
    this.#decide.rollBack(reason);
    await this.#ended.catch(() => undefined);
  }
}

/** Leaves statements for the end of a transaction. */
export function writeAll(tx: Pick<Transaction, 'atEnd'>, statements: readonly Statement[]): void {
  for (const {sql, parameters} of statements) tx.atEnd(sql, parameters);
}
