import type {Answer} from '../http/envelope.js';
import {
  DeferredStatement,
  type Database,
  type LazyRows,
  type Statement,
  type Transaction,
} from '../storage/database.js';
import {failedGuard, type GuardedStatement} from '../storage/guard.js';
import {OpenTransaction, writeAll} from '../storage/open-transaction.js';

/**
 * All changes of one piece of work: they are committed together or not at all (decision 0052). `query`
 * opens a transaction. Without any query, the statements given to `atEnd` and `require` are sent to the
 * database as one message.
 */
export interface UnitOfWork extends Transaction {
  /**
   * Runs a statement with the commit. If its guard fails, the commit fails with `refusal`. With `first` it
   * runs before all other statements, so that concurrent requests conflict at the first row.
   */
  require(statement: GuardedStatement, refusal: () => Error, options?: {readonly first: boolean}): void;
  /**
   * Writes in a separate transaction, now, what must be stored before anything outside the database is
   * called. The request's key is leased with it.
   */
  lease(statements: readonly Statement[]): Promise<void>;
  /** Calls `run` after the commit, to update what is cached in memory. */
  afterCommit(run: () => void): void;
  /** Calls `undo` with the error if nothing is committed, to undo what `lease` has written. */
  onRollBack(undo: (error: unknown) => Promise<unknown>): void;
}

/** The unit of work of a request. Its handler must return a `Committed`, which only `commit` can make. */
export interface RequestUnit extends UnitOfWork {
  /** Commits the changes, and the answer under the request's key. */
  commit(answer: Answer): Promise<Committed>;
}

/** An answer whose effect is committed. */
class Committed {
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  get answer(): Answer {
    return this.#answer;
  }
}
export type {Committed};

/** An idempotency key, as a unit of work uses it. */
export interface Key {
  /** Rejects if the key is not free: with `KnownAnswer`, or with a refusal. Writes nothing. */
  readonly checkFree: () => Promise<void>;
  /** Leases the key. Fails, with its transaction, if the key is not free. */
  readonly lease: GuardedStatement;
  /**
   * Stores an answer under the key. Without a lease (`leased` is false) it also takes the key, and fails if
   * that is not free.
   */
  readonly record: (answer: Answer, leased: boolean) => Promise<GuardedStatement>;
}

/** How a unit of work uses the key of its request. */
export interface KeyUse {
  readonly key?: Key;
  /**
   * Whether the key is leased already. Otherwise it is taken with the first `lease`, or with the commit.
   */
  readonly leased?: boolean;
  /**
   * Whether the key is read when the work begins. Not needed if only the commit has an effect: it fails if
   * the key has an answer.
   */
  readonly readsKeyEarly?: boolean;
}

/** The unit of work, with or without an idempotency key. */
export class KeyedUnit implements RequestUnit {
  readonly #database: Database;
  readonly #key: Key | undefined;
  #leased: boolean;
  #keyCheck: Promise<void> | undefined;
  /** The rejection of `checkFree`. */
  #keyError: unknown;
  #transaction: OpenTransaction | undefined;
  readonly #firstStatements: DeferredStatement[] = [];
  readonly #lastStatements: DeferredStatement[] = [];
  readonly #refusals = new Map<string, () => Error>();
  readonly #afterCommit: (() => void)[] = [];
  readonly #onRollBack: ((error: unknown) => Promise<unknown>)[] = [];
  #isCommitted = false;

  constructor(database: Database, {key, leased = false, readsKeyEarly = false}: KeyUse = {}) {
    this.#database = database;
    this.#key = key;
    this.#leased = leased || key === undefined;
    if (!this.#leased && readsKeyEarly) void this.#readKey();
  }

  /** Whether the key was leased and must be released if the request fails. */
  get hasLease(): boolean {
    return this.#key !== undefined && this.#leased;
  }

  query = <Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> =>
    (this.#transaction ??= new OpenTransaction(this.#database)).query<Row>(sql, parameters);

  atEnd = <Row>(sql: string, parameters?: readonly unknown[]): LazyRows<Row> => {
    const statement = new DeferredStatement(sql, parameters);
    this.#lastStatements.push(statement);
    return statement as LazyRows<Row>;
  };

  require(statement: GuardedStatement, refusal: () => Error, {first = false} = {}): void {
    this.#refusals.set(statement.guard, refusal);
    const statements = first ? this.#firstStatements : this.#lastStatements;
    statements.push(new DeferredStatement(statement.sql, statement.parameters));
  }

  async lease(statements: readonly Statement[]): Promise<void> {
    await this.#keyCheck;
    const keyStatements = this.#leased || !this.#key ? [] : [this.#key.lease];
    const all = [...keyStatements, ...statements];
    if (all.length > 0) await this.#database.transaction((tx) => writeAll(tx, all));
    this.#leased = true;
  }

  afterCommit(run: () => void): void {
    this.#afterCommit.push(run);
  }

  onRollBack(undo: (error: unknown) => Promise<unknown>): void {
    this.#onRollBack.push(undo);
  }

  async commit(answer: Answer): Promise<Committed> {
    await this.#keyCheck;
    const record = this.#key && (await this.#key.record(answer, this.#leased));
    await this.end(record && [record]);
    return new Committed(answer);
  }

  /** Commits all statements, with `record` as the last ones. */
  async end(record: readonly Statement[] = []): Promise<void> {
    const write = (tx: Transaction) => {
      for (const statement of [...this.#firstStatements, ...this.#lastStatements]) statement.runIn(tx);
      writeAll(tx, record);
    };
    await (this.#transaction ? this.#transaction.commit(write) : this.#database.transaction(write));
    this.#isCommitted = true;
    for (const run of this.#afterCommit) run();
  }

  /** Undoes everything that is not committed, and rejects with the error that the caller should get. */
  async rollBack(error: unknown): Promise<never> {
    if (this.#isCommitted) throw error;
    await this.#transaction?.rollBack(error);
    for (const statement of [...this.#firstStatements, ...this.#lastStatements]) statement.reject(error);
    for (const undo of this.#onRollBack) await undo(error);
    // A stored answer under the key takes precedence over this request's own error.
    if (!this.#leased && error !== this.#keyError) await this.#readKey();
    const guard = failedGuard(error);
    const refusal = guard === undefined ? undefined : this.#refusals.get(guard);
    throw refusal ? refusal() : error;
  }

  #readKey(): Promise<void> | undefined {
    this.#keyCheck = this.#key?.checkFree();
    this.#keyCheck?.catch((error: unknown) => (this.#keyError = error));
    return this.#keyCheck;
  }
}

/** Runs work that is not a request in a unit of work, and commits at its end. */
export async function inUnit<Result>(
  database: Database,
  work: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const unit = new KeyedUnit(database);
  try {
    const result = await work(unit);
    await unit.end();
    return result;
  } catch (error) {
    return unit.rollBack(error);
  }
}
