import {NotCommittedError} from './database.js';
import type {Database, Queries} from './database.js';
import type {Outcome, PgliteSession, ProtocolError, Row, Statement} from './pglite-session.js';

/**
 * What PGlite is asked for, in order. It has one connection: while a transaction is open, everything that is not part of it
 * waits. An order is answered under its `id`.
 */
export type Order =
  /** `transaction` is the id of the order that began one; missing outside of any. */
  | ({readonly id: number; readonly kind: 'query'; readonly transaction?: number} & Statement)
  /** Begins a transaction. It has no answer of its own: the first statement goes with it. */
  | {readonly id: number; readonly kind: 'begin'}
  /** `last` are run before the end, in the same message. */
  | {
      readonly id: number;
      readonly kind: 'commit';
      readonly transaction: number;
      readonly last: readonly Statement[];
    }
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
    if (!this.#open?.begun) this.#session.run([begin]);
    // As above: first those that have to be read, then the end.
    const outcomes = unread
      ? [...last, commit].flatMap((statement) => this.#session.run([statement]))
      : this.#session.run([...last, commit]);
    this.#open = undefined;
    const failed = outcomes.find((outcome) => 'error' in outcome);
    const ended = outcomes.at(-1)!;
    const undone = 'command' in ended && ended.command === 'ROLLBACK';
    return failed ?? (undone ? {error: new NotCommittedError()} : ended);
  }
}

const nothing: Outcome = {rows: [], fields: [], command: ''};

/** An order before it has an id. */
export type Unnumbered = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never;

/** Sends an order; the id it got is the transaction's when it began one. `begin` has no answer. */
export type Send = (order: Unnumbered) => {readonly id: number; readonly answer: Promise<readonly Row[]>};

/** A database, from the end that asks. */
export function databaseBy(send: Send, close: () => Promise<void>): Database {
  const queries = (transaction?: number): Queries => ({
    query: <Result>(sql: string, parameters: readonly unknown[] = []) =>
      send({kind: 'query', sql, parameters, ...(transaction !== undefined && {transaction})})
        .answer as Promise<unknown> as Promise<Result[]>,
  });
  return {
    ...queries(),
    async transaction(work) {
      const {id} = send({kind: 'begin'});
      const last: Statement[] = [];
      let result;
      try {
        result = await work({
          ...queries(id),
          atEnd: (sql, parameters = []) => void last.push({sql, parameters}),
        });
      } catch (error) {
        await send({kind: 'rollback', transaction: id}).answer;
        throw error;
      }
      await send({kind: 'commit', transaction: id, last}).answer;
      return result;
    },
    close,
  };
}

/** What a caller is told of an outcome: rows, or a rejection. */
export function settle(
  outcome: Outcome,
  waiting: {
    readonly resolve: (rows: readonly Row[]) => void;
    readonly reject: (error: ProtocolError) => void;
  },
): void {
  if ('error' in outcome) waiting.reject(outcome.error);
  else waiting.resolve(outcome.rows);
}
