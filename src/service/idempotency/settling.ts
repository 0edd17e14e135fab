import {AsyncLocalStorage} from 'node:async_hooks';
import type {Answer} from '../http/envelope.js';
import type {Database, Transaction} from '../storage/database.js';

/** The statement that writes an answer down, the last one of the transaction. */
export type AnswerRecord = (
  answer: Answer,
) => Promise<readonly [sql: string, parameters: readonly unknown[]]>;

/**
 * What makes a request's effect and the record of its answer one thing (guarantees 4.1): the transaction that settles the request
 * stays open until the answer is known, and both are committed together. A crash leaves both or neither.
 */
export class Settling {
  /** The open transaction, between its work and the answer. Everything the request asks of the database goes there meanwhile. */
  tx: Transaction | undefined;
  readonly #database: Database;
  readonly #record: AnswerRecord;
  readonly #undo: (() => Promise<unknown>)[] = [];
  #closed: Promise<void> | undefined;
  #commit: (answer: Answer) => void = () => undefined;
  #rollBack: (reason: unknown) => void = () => undefined;

  constructor(database: Database, record: AnswerRecord) {
    this.#database = database;
    this.#record = record;
  }

  /** Runs a request; its answer is on record when this resolves. */
  async run(work: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await scopes.run(this, work);
      if (this.#closed === undefined) await this.#database.query(...(await this.#record(answer)));
      this.#commit(answer);
      await this.#closed;
      return answer;
    } catch (error) {
      this.#rollBack(error);
      await this.#closed?.catch(() => undefined);
      for (const undo of this.#undo) await undo();
      throw error;
    } finally {
      this.tx = undefined;
    }
  }

  /** Does the work in a transaction and leaves that open. */
  open<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const decided = new Promise<Answer>((resolve, reject) => {
      this.#commit = resolve;
      this.#rollBack = reject;
    });
    // Nobody may be waiting for it when the work itself fails.
    decided.catch(() => undefined);
    return new Promise<Result>((resolve, reject) => {
      const closed = this.#database.transaction(async (tx) => {
        const result = await work(tx);
        this.tx = tx;
        this.#closed = closed;
        resolve(result);
        const answer = await decided;
        this.tx = undefined;
        tx.atEnd(...(await this.#record(answer)));
      });
      closed.catch(reject);
    });
  }

  /** Something outside of the transaction to be put back when it does not take place. */
  onRollBack(undo: () => Promise<unknown>): void {
    this.#undo.push(undo);
  }
}

const scopes = new AsyncLocalStorage<Settling>();

/** Runs with a transaction that is already open: what the work asks of the database is part of it. */
export function within<Result>(
  tx: Transaction,
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  const scope = new Settling(database, () => Promise.reject(new Error('It is recorded elsewhere.')));
  scope.tx = tx;
  return scopes.run(scope, work).finally(() => (scope.tx = undefined));
}

/** The database as the parts of a service see it: inside a request that has settled, the transaction it settled in. */
export function settlingDatabase(database: Database): Database {
  const open = () => scopes.getStore()?.tx;
  return {
    query: (sql, parameters) => (open() ?? database).query(sql, parameters),
    transaction(work) {
      const tx = open();
      return tx ? work(tx) : database.transaction(work);
    },
    settle(work, undo) {
      const scope = scopes.getStore();
      if (!scope || scope.tx) return this.transaction(work);
      if (undo) scope.onRollBack(undo);
      return scope.open(work);
    },
    close: () => database.close(),
  };
}
