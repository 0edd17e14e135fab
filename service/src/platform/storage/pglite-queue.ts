import {LastStatement, NotCommittedError} from './database.js';
import {Leases} from './leases.js';
import type {Database, LazyRows, Statement, Transaction} from './database.js';
import type {Outcome, PgliteSession, ProtocolError, Row} from './pglite-session.js';

/**
 * What PGlite is asked for, in order. It has one connection: while a transaction is open, everything that is
 * not part of it waits. An order is answered under its `id`.
 */
export type Order =
  /** `transaction` is the id of the order that began one; missing outside of any. */
  | ({readonly id: number; readonly kind: 'query'; readonly transaction?: number} & Statement)
  /** Begins a transaction. It has no answer of its own: the first statement goes with it. */
  | {readonly id: number; readonly kind: 'begin'}
  /**
   * `last` run before the end, in the same message. The answer has one row for each of them, whose `rows` are
   * its result.
   */
  | {
      readonly id: number;
      readonly kind: 'commit';
      readonly transaction: number;
      readonly last: readonly Statement[];
    }
  /** A whole transaction, answered as `commit`. */
  | {readonly id: number; readonly kind: 'batch'; readonly last: readonly Statement[]}
  | {readonly id: number; readonly kind: 'rollback'; readonly transaction: number};

export type Reply = (id: number, outcome: Outcome) => void;

const begin = {sql: 'BEGIN'};
const commit = {sql: 'COMMIT'};

/** Carries out orders, one at a time and at once. */
export class PgliteQueue {
  readonly #session: PgliteSession;
  readonly #reply: Reply;
  /** The transaction that is open, or asked for and not yet begun. */
  #open: {readonly id: number; begun: boolean} | undefined;
  #waiting: Order[] = [];

  constructor(session: PgliteSession, reply: Reply) {
    this.#session = session;
    this.#reply = reply;
  }

  take(order: Order): void {
    if (!this.#mayGo(order)) return void this.#waiting.push(order);
    this.#carryOut(order);
    while (this.#open === undefined && this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const next of waiting) {
        if (this.#mayGo(next)) this.#carryOut(next);
        else this.#waiting.push(next);
      }
    }
  }

  #mayGo(order: Order): boolean {
    if (this.#open === undefined) return true;
    return 'transaction' in order && order.transaction === this.#open.id;
  }

  #carryOut(order: Order): void {
    switch (order.kind) {
      case 'begin':
        this.#open = {id: order.id, begun: false};
        return;
      case 'query':
        return this.#reply(order.id, this.#query(order));
      case 'batch':
        return this.#reply(order.id, this.#batch(order.last));
      case 'commit':
        return this.#reply(order.id, this.#commit(order.last));
      case 'rollback':
        if (this.#open?.begun) this.#session.run([{sql: 'ROLLBACK'}]);
        this.#open = undefined;
        return this.#reply(order.id, nothing);
    }
  }

  #query(statement: Statement): Outcome {
    if (this.#open === undefined || this.#open.begun) return this.#session.run([statement])[0]!;
    this.#open.begun = true;
    // A statement that cannot even be read must fail inside of the transaction, and the transaction with it.
    if (!this.#session.knows(statement)) this.#session.run([begin]);
    else return this.#session.run([begin, statement])[1]!;
    return this.#session.run([statement])[0]!;
  }

  #commit(last: readonly Statement[]): Outcome {
    const unread = last.some((statement) => !this.#session.knows(statement));
    const first = this.#open?.begun ? [] : [begin];
    const all = [...first, ...last, commit];
    // As above: first those that have to be read, then the end.
    const outcomes = unread
      ? all.flatMap((statement) => this.#session.run([statement]))
      : this.#session.run(all);
    this.#open = undefined;
    const failed = outcomes.find((outcome) => 'error' in outcome);
    if (failed) return failed;
    const done = outcomes as Success[];
    if (done.at(-1)!.command === 'ROLLBACK') return {error: new NotCommittedError()};
    return together(done.slice(first.length, -1));
  }

  #batch(statements: readonly Statement[]): Outcome {
    const outcomes = this.#session.runWhole(statements);
    return 'error' in outcomes ? outcomes : together(outcomes as readonly Success[]);
  }
}

type Success = Exclude<Outcome, {error: unknown}>;

/** What several statements gave, as one outcome: a row for each of them. */
const together = (outcomes: readonly Success[]): Outcome => ({
  rows: outcomes.map(({rows}) => ({rows})),
  fields: [],
  command: 'COMMIT',
});

const nothing: Outcome = {rows: [], fields: [], command: ''};

/** An order before it has an id. */
export type Unnumbered = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never;

/** Sends an order; the id it got is the transaction's when it began one. `begin` has no answer. */
export type Send = (order: Unnumbered) => {readonly id: number; readonly answer: Promise<readonly Row[]>};

/**
 * A transaction, from the end that asks. It begins with its first statement, so that others are not kept
 * waiting for nothing.
 */
class OrderedTransaction implements Transaction {
  readonly #send: Send;
  readonly #last: LastStatement[] = [];
  #id: number | undefined;

  constructor(send: Send) {
    this.#send = send;
  }

  query = <Result>(sql: string, parameters: readonly unknown[] = []): Promise<Result[]> => {
    this.#id ??= this.#send({kind: 'begin'}).id;
    return this.#send({kind: 'query', sql, parameters, transaction: this.#id}).answer as Promise<Result[]>;
  };

  atEnd = <Result>(sql: string, parameters?: readonly unknown[]): LazyRows<Result> => {
    const last = new LastStatement(sql, parameters);
    this.#last.push(last);
    return last as LazyRows<Result>;
  };

  /** Nothing to do is nothing to send. */
  async commit(): Promise<void> {
    const last = this.#last.map(({sql, parameters}) => ({sql, parameters}));
    if (this.#id === undefined && last.length === 0) return;
    if (this.#id === undefined && last.length === 1) {
      // One statement is a transaction of its own.
      const given = await this.#send({kind: 'query', ...last[0]!}).answer;
      return this.#last[0]!.resolve(given as Row[]);
    }
    const order: Unnumbered =
      this.#id === undefined ? {kind: 'batch', last} : {kind: 'commit', transaction: this.#id, last};
    const rows = await this.#send(order).answer;
    this.#last.forEach((one, index) => one.resolve(rows[index]!['rows'] as Row[]));
  }

  /** A transaction that could not be committed has ended already. */
  async rollBack(): Promise<void> {
    if (this.#id !== undefined) await this.#send({kind: 'rollback', transaction: this.#id}).answer;
  }

  refuse(reason: unknown): void {
    for (const last of this.#last) last.reject(reason);
  }
}

/** A database, from the end that asks. */
export function databaseBy(send: Send, close: () => Promise<void>): Database {
  return {
    leases: new Leases(),
    query: <Result>(sql: string, parameters: readonly unknown[] = []) =>
      send({kind: 'query', sql, parameters}).answer as Promise<unknown> as Promise<Result[]>,
    async transaction(work) {
      const tx = new OrderedTransaction(send);
      let result;
      try {
        result = await work(tx);
      } catch (error) {
        tx.refuse(error);
        await tx.rollBack();
        throw error;
      }
      await tx.commit().catch((error: unknown) => {
        tx.refuse(error);
        throw error;
      });
      return result;
    },
    close,
  };
}

/** An outcome as the caller gets it: rows, or a rejection. */
export function deliver(
  outcome: Outcome,
  waiting: {
    readonly resolve: (rows: readonly Row[]) => void;
    readonly reject: (error: ProtocolError) => void;
  },
): void {
  if ('error' in outcome) waiting.reject(outcome.error);
  else waiting.resolve(outcome.rows);
}
