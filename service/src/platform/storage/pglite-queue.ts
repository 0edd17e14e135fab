import {DeferredStatement, NotCommittedError} from './database.js';
import {Leases} from './leases.js';
import type {Database, LazyRows, Statement, Transaction} from './database.js';
import type {Outcome, PgliteSession, ProtocolError, Row} from './pglite-session.js';

/**
 * A command to PGlite, answered under its `id`. PGlite has one connection: while a transaction is open, all
 * commands outside it wait.
 */
export type Command =
  /** `transaction` is the id of the `begin` command; undefined outside a transaction. */
  | ({readonly id: number; readonly kind: 'query'; readonly transaction?: number} & Statement)
  /** Begins a transaction. It has no answer, because BEGIN is sent with the first statement. */
  | {readonly id: number; readonly kind: 'begin'}
  /**
   * Runs the statements in `last` and commits, in one message. The answer has one row for each statement,
   * which holds its rows.
   */
  | {
      readonly id: number;
      readonly kind: 'commit';
      readonly transaction: number;
      readonly last: readonly Statement[];
    }
  /** A whole transaction as one command, answered like `commit`. */
  | {readonly id: number; readonly kind: 'batch'; readonly last: readonly Statement[]}
  | {readonly id: number; readonly kind: 'rollback'; readonly transaction: number};

export type Reply = (id: number, outcome: Outcome) => void;

const begin = {sql: 'BEGIN'};
const commit = {sql: 'COMMIT'};

/** Runs commands one at a time. PGlite answers synchronously, so nothing here is awaited. */
export class PgliteQueue {
  readonly #session: PgliteSession;
  readonly #reply: Reply;
  /** The current transaction. `begun` is set once BEGIN was sent. */
  #open: {readonly id: number; begun: boolean} | undefined;
  #waiting: Command[] = [];

  constructor(session: PgliteSession, reply: Reply) {
    this.#session = session;
    this.#reply = reply;
  }

  /** Runs a command, or keeps it until the open transaction has ended. */
  take(command: Command): void {
    if (!this.#mayRun(command)) return void this.#waiting.push(command);
    this.#run(command);
    while (this.#open === undefined && this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const next of waiting) {
        if (this.#mayRun(next)) this.#run(next);
        else this.#waiting.push(next);
      }
    }
  }

  #mayRun(command: Command): boolean {
    if (this.#open === undefined) return true;
    return 'transaction' in command && command.transaction === this.#open.id;
  }

  #run(command: Command): void {
    switch (command.kind) {
      case 'begin':
        this.#open = {id: command.id, begun: false};
        return;
      case 'query':
        return this.#reply(command.id, this.#query(command));
      case 'batch':
        return this.#reply(command.id, this.#batch(command.last));
      case 'commit':
        return this.#reply(command.id, this.#commit(command.last));
      case 'rollback':
        if (this.#open?.begun) this.#session.run([{sql: 'ROLLBACK'}]);
        this.#open = undefined;
        return this.#reply(command.id, noRows);
    }
  }

  #query(statement: Statement): Outcome {
    if (this.#open === undefined || this.#open.begun) return this.#session.run([statement])[0]!;
    this.#open.begun = true;
    // A statement that PGlite cannot parse must fail inside the transaction, so BEGIN is sent before it is
    // parsed.
    if (!this.#session.knows(statement)) this.#session.run([begin]);
    else return this.#session.run([begin, statement])[1]!;
    return this.#session.run([statement])[0]!;
  }

  #commit(last: readonly Statement[]): Outcome {
    const needsParsing = last.some((statement) => !this.#session.knows(statement));
    const first = this.#open?.begun ? [] : [begin];
    const all = [...first, ...last, commit];
    // Statements that were not parsed before are sent one by one, for the same reason.
    const outcomes = needsParsing
      ? all.flatMap((statement) => this.#session.run([statement]))
      : this.#session.run(all);
    this.#open = undefined;
    const failed = outcomes.find((outcome) => 'error' in outcome);
    if (failed) return failed;
    const done = outcomes as Success[];
    if (done.at(-1)!.command === 'ROLLBACK') return {error: new NotCommittedError()};
    return combined(done.slice(first.length, -1));
  }

  #batch(statements: readonly Statement[]): Outcome {
    const outcomes = this.#session.runTransaction(statements);
    return 'error' in outcomes ? outcomes : combined(outcomes as readonly Success[]);
  }
}

type Success = Exclude<Outcome, {error: unknown}>;

/** Combines the outcomes of several statements: one row for each, which holds its rows. */
const combined = (outcomes: readonly Success[]): Outcome => ({
  rows: outcomes.map(({rows}) => ({rows})),
  fields: [],
  command: 'COMMIT',
});

const noRows: Outcome = {rows: [], fields: [], command: ''};

/** A command that has no id yet. */
export type NewCommand = Command extends infer One ? (One extends Command ? Omit<One, 'id'> : never) : never;

/** Sends a command. The id of a `begin` command identifies its transaction. */
export type Send = (command: NewCommand) => {readonly id: number; readonly answer: Promise<readonly Row[]>};

/**
 * A transaction on the caller's side. It begins with its first query, so that it does not keep others
 * waiting before that.
 */
class CommandTransaction implements Transaction {
  readonly #send: Send;
  readonly #last: DeferredStatement[] = [];
  #id: number | undefined;

  constructor(send: Send) {
    this.#send = send;
  }

  query = <Result>(sql: string, parameters: readonly unknown[] = []): Promise<Result[]> => {
    this.#id ??= this.#send({kind: 'begin'}).id;
    return this.#send({kind: 'query', sql, parameters, transaction: this.#id}).answer as Promise<Result[]>;
  };

  atEnd = <Result>(sql: string, parameters?: readonly unknown[]): LazyRows<Result> => {
    const last = new DeferredStatement(sql, parameters);
    this.#last.push(last);
    return last as LazyRows<Result>;
  };

  /** Sends nothing if there are no statements. */
  async commit(): Promise<void> {
    const last = this.#last.map(({sql, parameters}) => ({sql, parameters}));
    if (this.#id === undefined && last.length === 0) return;
    if (this.#id === undefined && last.length === 1) {
      // A single statement is a transaction by itself.
      const rows = await this.#send({kind: 'query', ...last[0]!}).answer;
      return this.#last[0]!.resolve(rows as Row[]);
    }
    const command: NewCommand =
      this.#id === undefined ? {kind: 'batch', last} : {kind: 'commit', transaction: this.#id, last};
    const rows = await this.#send(command).answer;
    this.#last.forEach((one, index) => one.resolve(rows[index]!['rows'] as Row[]));
  }

  /** After a failed commit, PGlite has ended the transaction itself. */
  async rollBack(): Promise<void> {
    if (this.#id !== undefined) await this.#send({kind: 'rollback', transaction: this.#id}).answer;
  }

  refuse(reason: unknown): void {
    for (const last of this.#last) last.reject(reason);
  }
}

/** A database on the caller's side, which sends its commands with `send`. */
export function databaseFrom(send: Send, close: () => Promise<void>): Database {
  return {
    leases: new Leases(),
    query: <Result>(sql: string, parameters: readonly unknown[] = []) =>
      send({kind: 'query', sql, parameters}).answer as Promise<unknown> as Promise<Result[]>,
    async transaction(work) {
      const tx = new CommandTransaction(send);
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

/** Resolves or rejects the caller's promise with an outcome. */
export function completeCommand(
  outcome: Outcome,
  waiting: {
    readonly resolve: (rows: readonly Row[]) => void;
    readonly reject: (error: ProtocolError) => void;
  },
): void {
  if ('error' in outcome) waiting.reject(outcome.error);
  else waiting.resolve(outcome.rows);
}
