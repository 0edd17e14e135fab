import type {Answer} from '../http/envelope.js';
import {LastStatement} from '../storage/database.js';
import type {Database, LazyRows, Statement, Transaction} from '../storage/database.js';
import {failedGuard} from '../storage/guard.js';
import type {GuardedStatement} from '../storage/guard.js';
import {OpenTransaction, writeAll} from '../storage/open-transaction.js';

/**
 * What one piece of work changes: all of it is committed together, or none of it (decision 0052). A `query`
 * opens the transaction; without one, the statements that were left by `atEnd` and `require` are a single
 * message to the database.
 */
export interface UnitOfWork extends Transaction {
  /**
   * Writes a statement with the commit. If its guard fails, so does the commit, with this refusal. `first`
   * puts it before all others, so that a race is lost on the first row.
   */
  require(statement: GuardedStatement, refusal: () => Error, options?: {readonly first: boolean}): void;
  /**
   * Writes now, in a transaction of its own, what must be on record before anything outside of the database
   * is asked. The key of the request is taken with it.
   */
  lease(statements: readonly Statement[]): Promise<void>;
  /** Runs after the commit: what is kept in memory follows what is on record. */
  afterCommit(run: () => void): void;
  /** Runs when nothing is committed after all: takes back what `claim` has written. */
  onRollBack(undo: () => Promise<unknown>): void;
}

/**
 * The unit of work of a request. Its handler ends it: only `commit` makes the value that a handler has to
 * return.
 */
export interface RequestUnit extends UnitOfWork {
  /** Commits the effect, and the answer under the request's key. */
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
  /** Rejects when the key is not free: with what is known under it, or with a refusal. Nothing is written. */
  readonly free: () => Promise<void>;
  /** Takes the key. It fails, and with it the transaction it is in, where the key is not free. */
  readonly lease: GuardedStatement;
  /**
   * Writes an answer down under the key. `claimed`: whether the key has been taken; otherwise it is taken
   * now, and fails as `claim` does.
   */
  readonly record: (answer: Answer, leased: boolean) => Promise<GuardedStatement>;
}

/** How a unit of work uses the key of its request. */
export interface KeyUse {
  readonly key?: Key;
  /** Whether the key has been taken. Otherwise it is taken with the first `claim`, or with the commit. */
  readonly leased?: boolean;
  /**
   * Whether the key is looked up while the work begins. Not needed where the work does the same whether or
   * not it was done before: the commit then notices that it was.
   */
  readonly readsKeyEarly?: boolean;
}

export class KeyedUnit implements RequestUnit {
  readonly #database: Database;
  readonly #key: Key | undefined;
  #leased: boolean;
  #free: Promise<void> | undefined;
  /** What the look at the key came to. */
  #known: unknown;
  #transaction: OpenTransaction | undefined;
  readonly #first: LastStatement[] = [];
  readonly #last: LastStatement[] = [];
  readonly #refusals = new Map<string, () => Error>();
  readonly #after: (() => void)[] = [];
  readonly #undo: (() => Promise<unknown>)[] = [];
  #isCommitted = false;

  constructor(
    database: Database,
    {key, leased: leased = false, readsKeyEarly: looksUp = false}: KeyUse = {},
  ) {
    this.#database = database;
    this.#key = key;
    this.#leased = leased || key === undefined;
    if (!this.#leased && looksUp) void this.#readKey();
  }

  /** Whether the key was leased and must be released if the request fails. */
  get hasLease(): boolean {
    return this.#key !== undefined && this.#leased;
  }

  query = <Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> =>
    (this.#transaction ??= new OpenTransaction(this.#database)).query<Row>(sql, parameters);

  atEnd = <Row>(sql: string, parameters?: readonly unknown[]): LazyRows<Row> => {
    const last = new LastStatement(sql, parameters);
    this.#last.push(last);
    return last as LazyRows<Row>;
  };

  require(statement: GuardedStatement, refusal: () => Error, {first = false} = {}): void {
    this.#refusals.set(statement.guard, refusal);
    (first ? this.#first : this.#last).push(new LastStatement(statement.sql, statement.parameters));
  }

  async lease(statements: readonly Statement[]): Promise<void> {
    await this.#free;
    const key = this.#leased || !this.#key ? [] : [this.#key.lease];
    const all = [...key, ...statements];
    if (all.length > 0) await this.#database.transaction((tx) => writeAll(tx, all));
    this.#leased = true;
  }

  afterCommit(run: () => void): void {
    this.#after.push(run);
  }

  onRollBack(undo: () => Promise<unknown>): void {
    this.#undo.push(undo);
  }

  async commit(answer: Answer): Promise<Committed> {
    await this.#free;
    const record = this.#key && (await this.#key.record(answer, this.#leased));
    await this.end(record && [record]);
    return new Committed(answer);
  }

  /** Commits what there is, and these as the last of it. */
  async end(record: readonly Statement[] = []): Promise<void> {
    const write = (tx: Transaction) => {
      for (const one of [...this.#first, ...this.#last]) one.passOn(tx);
      writeAll(tx, record);
    };
    await (this.#transaction ? this.#transaction.commit(write) : this.#database.transaction(write));
    this.#isCommitted = true;
    for (const run of this.#after) run();
  }

  /** Undoes what was not committed. Rejects with the error for the caller. */
  async rollBack(error: unknown): Promise<never> {
    if (this.#isCommitted) throw error;
    await this.#transaction?.rollBack(error);
    for (const one of [...this.#first, ...this.#last]) one.reject(error);
    for (const undo of this.#undo) await undo();
    // What became known under the key meanwhile goes before the request's own end.
    if (!this.#leased && error !== this.#known) await this.#readKey();
    const guard = failedGuard(error);
    throw (guard !== undefined && this.#refusals.get(guard)?.()) || error;
  }

  #readKey(): Promise<void> | undefined {
    this.#free = this.#key?.free();
    this.#free?.catch((error: unknown) => (this.#known = error));
    return this.#free;
  }
}

/** Does work that is no request in a unit of its own, committed when the work is done. */
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
