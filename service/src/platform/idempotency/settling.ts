import {AsyncLocalStorage} from 'node:async_hooks';
import type {Answer} from '../http/envelope.js';
import type {Database, Statement, Transaction, Undo} from '../storage/database.js';

/** An idempotency key, as a request that runs under it deals with it. */
export interface Key {
  /** Rejects when the key is not free: with what is known under it, or with a refusal. Nothing is written. */
  readonly free: () => Promise<void>;
  /** Takes the key. It fails, and with it the transaction it is in, where the key is not free. */
  readonly claim: Statement;
  /**
   * Writes an answer down under the key, the last statement of the transaction. `claimed`: whether `claim` has been sent;
   * otherwise the key is taken now. It fails as `claim` does.
   */
  readonly record: (answer: Answer, claimed: boolean) => Promise<Statement>;
}

/** How a request treats its key. */
export interface SettlingOptions {
  readonly key?: Key;
  /**
   * Whether the key was taken before the request began. Otherwise it is taken together with the first thing the request claims, or
   * with its effect, should that be all there is; until then nothing of the request may be written but by `later` and `claim`.
   */
  readonly claimed: boolean;
  /**
   * Whether the key is looked up while the request begins. Not needed where the request does the same whether or not it was there
   * before: that it was is noticed when its effect is to be written.
   */
  readonly looksUp?: boolean;
}

const ignore = () => undefined;

/**
 * What makes a request's effect and the record of its answer one thing (guarantees 4.1): the transaction that settles the request
 * is committed when the answer is known, and with it. A crash leaves both or neither.
 */
export class Settling {
  /** The open transaction, between its work and the answer. Everything the request asks of the database goes there meanwhile. */
  tx: Transaction | undefined;
  readonly #database: Database;
  readonly #key: Key | undefined;
  readonly #staged: boolean;
  readonly #looksUp: boolean;
  #claimed: boolean;
  #free: Promise<void> | undefined;
  #known: unknown;
  readonly #writes: Statement[] = [];
  readonly #after: (() => void)[] = [];
  readonly #undo: Undo[] = [];
  #closed: Promise<void> | undefined;
  #commit: (answer: Answer) => void = ignore;
  #rollBack: (reason: unknown) => void = ignore;

  constructor(database: Database, {key, claimed, looksUp = true}: SettlingOptions) {
    this.#database = database;
    this.#key = key;
    this.#claimed = claimed || key === undefined;
    this.#staged = !claimed;
    this.#looksUp = looksUp;
  }

  /** Whether the key was taken, and has to be let go should the request come to nothing. */
  get hasClaimed(): boolean {
    return this.#key !== undefined && this.#claimed;
  }

  /** Runs a request; its answer is on record when this resolves. */
  async run(work: () => Promise<Answer>): Promise<Answer> {
    try {
      if (!this.#claimed && this.#looksUp) void this.#lookUp();
      const answer = await scopes.run(this, work);
      await this.#free;
      await this.#close(answer);
      this.done();
      return answer;
    } catch (error) {
      this.#rollBack(error);
      await this.#closed?.catch(() => undefined);
      for (const {undo} of this.#undo) await undo?.();
      // Whatever the request came to: what became known under its key meanwhile goes before.
      if (!this.#claimed && error !== this.#known) await this.#lookUp();
      throw this.#undo.reduce((told, one) => one.told?.(told) ?? told, error);
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
        for (const {sql, parameters} of await this.#last(answer)) tx.atEnd(sql, parameters);
      });
      closed.catch(reject);
    });
  }

  /** Keeps a write for the transaction of the effect; false where there is none to wait for. */
  defer(statement: Statement): boolean {
    if (this.#staged) this.#writes.push(statement);
    return this.#staged;
  }

  /** Takes the key, and whatever else the request needs for itself, before anything outside of the database is asked. */
  async claim(statements: readonly Statement[]): Promise<void> {
    await this.#free;
    const key = this.#claimed || !this.#key ? [] : [this.#key.claim];
    await sendAll(this.#database, [...key, ...statements]);
    this.#claimed = true;
  }

  /** For after the effect: what is in memory follows what is on record. */
  onceDone(run: () => void): void {
    this.#after.push(run);
  }

  onRollBack(undo: Undo): void {
    this.#undo.push(undo);
  }

  /** The effect is on record. */
  done(): void {
    for (const run of this.#after) run();
  }

  #lookUp(): Promise<void> | undefined {
    this.#free = this.#key?.free();
    this.#free?.catch((error: unknown) => (this.#known = error));
    return this.#free;
  }

  async #close(answer: Answer): Promise<void> {
    if (this.#closed === undefined) return sendAll(this.#database, await this.#last(answer));
    this.#commit(answer);
    await this.#closed;
  }

  /** What is written with the effect. */
  async #last(answer: Answer): Promise<readonly Statement[]> {
    const record = this.#key && (await this.#key.record(answer, this.#claimed));
    return [...this.#writes, ...(record ? [record] : [])];
  }
}

const scopes = new AsyncLocalStorage<Settling>();

async function sendAll(database: Database, statements: readonly Statement[]): Promise<void> {
  const [first, ...others] = statements;
  if (first === undefined) return;
  if (others.length === 0) return void (await database.query(first.sql, first.parameters));
  await database.transaction((tx) => {
    for (const {sql, parameters} of statements) tx.atEnd(sql, parameters);
  });
}

/** Runs with a transaction that is already open: what the work asks of the database is part of it. */
export function within<Result>(
  tx: Transaction,
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  const scope = new Settling(database, {claimed: true});
  scope.tx = tx;
  return scopes.run(scope, work).finally(() => {
    scope.tx = undefined;
    scope.done();
  });
}

/**
 * A write that is part of a request's effect: where the request takes its key with its effect, it is made with it, and nobody waits for
 * it; otherwise at once. `told` says what the caller is told when it fails.
 */
export async function later(
  database: Database,
  statement: Statement,
  told?: (error: unknown) => unknown,
): Promise<void> {
  const scope = scopes.getStore();
  if (!scope?.tx && scope?.defer(statement)) {
    if (told) scope.onRollBack({told});
    return;
  }
  await database.query(statement.sql, statement.parameters).catch((error: unknown) => {
    throw told?.(error) ?? error;
  });
}

/**
 * Writes what a request must have for itself before it asks anything outside of the database, in one transaction; with it goes the
 * claim of its key, where that is still to be taken.
 */
export function claim(database: Database, statements: readonly Statement[]): Promise<void> {
  const scope = scopes.getStore();
  return scope && !scope.tx ? scope.claim(statements) : sendAll(database, statements);
}

/** Runs once the effect of the request is on record, and not at all should it not take place; at once outside of any request. */
export function onceDone(run: () => void): void {
  const scope = scopes.getStore();
  if (scope) scope.onceDone(run);
  else run();
}

/** The database as the parts of a service see it: inside a request that has settled, the transaction it settled in. */
export function settlingDatabase(database: Database): Database {
  const open = () => scopes.getStore()?.tx;
  return {
    query: (sql, parameters) => (open() ?? database).query(sql, parameters),
    async transaction(work) {
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
