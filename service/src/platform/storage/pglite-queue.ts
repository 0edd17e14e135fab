import {
  DeferredStatement,
  NotCommittedError,
  type Database,
  type LazyRows,
  type Statement,
  type Transaction,
} from './database.js';
import {Leases} from './leases.js';
import type {Outcome, PgliteSession, ProtocolError, Row} from './pglite-session.js';

/**
 * A command to PGlite, answered under its `id`. PGlite has one connection: while a transaction is open, all
 * commands outside it wait.
 */
export type Command =
  /** `transaction` is the id of the `begin` command; undefined outside a transaction. */
  | ({readonly id: number; readonly kind: 'query'; readonly transaction?: number} & Statement)
  /** Begins a transaction. It has no answer, because BEGIN is sent before the first statement. */
  | {readonly id: number; readonly kind: 'begin'}
  /**
   * Runs the deferred statements and commits, in one message. The answer has one row `{rows}` for each
   * statement.
   */
  | {
      readonly id: number;
      readonly kind: 'commit';
      readonly transaction: number;
      readonly deferred: readonly Statement[];
    }
  /** A whole transaction as one command, answered like `commit`. */
  | {readonly id: number; readonly kind: 'batch'; readonly deferred: readonly Statement[]}
  | {readonly id: number; readonly kind: 'rollback'; readonly transaction: number};

export type Reply = (id: number, outcome: Outcome) => void;

const begin = {sql: 'BEGIN'};
const commit = {sql: 'COMMIT'};

/** Runs commands one at a time. PGlite answers synchronously, so nothing here is awaited. */
export class PgliteQueue {
  readonly #session: PgliteSession;
  readonly #reply: Reply;
  /** The current transaction. `begun` is the answer to BEGIN, once it was sent. */
  #open: {readonly id: number; begun?: Outcome} | undefined;
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
        this.#open = {id: command.id};
        return;
      case 'query':
        return this.#reply(command.id, this.#query(command));
      case 'batch':
        return this.#reply(command.id, this.#batch(command.deferred));
      case 'commit':
        return this.#reply(command.id, this.#commit(command.deferred));
      case 'rollback':
        if (this.#open?.begun) this.#session.run([{sql: 'ROLLBACK'}]);
        this.#open = undefined;
        return this.#reply(command.id, noRows);
    }
  }

  /** In a transaction, BEGIN is sent and answered first: where it is refused, nothing of the transaction runs. */
  #query(statement: Statement): Outcome {
    if (this.#open) {
      this.#open.begun ??= this.#session.run([begin])[0]!;
      if ('error' in this.#open.begun) return this.#open.begun;
    }
    return this.#session.run([statement])[0]!;
  }

  #commit(deferred: readonly Statement[]): Outcome {
    const {begun} = this.#open!;
    this.#open = undefined;
    if (begun === undefined || 'error' in begun) return {error: new NotCommittedError()};
    const all = [...deferred, commit];
    // If one must be parsed, they are sent one by one, so that its error arises inside the transaction.
    const outcomes = deferred.every((statement) => this.#session.knows(statement))
      ? this.#session.run(all)
      : all.flatMap((statement) => this.#session.run([statement]));
    const failed = outcomes.find((outcome) => 'error' in outcome);
    if (failed) return failed;
    const done = outcomes as Success[];
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK instead of an error.
    if (done.at(-1)!.command === 'ROLLBACK') return {error: new NotCommittedError()};
    return combine(done.slice(0, -1));
  }

  #batch(statements: readonly Statement[]): Outcome {
    const outcomes = this.#session.runTransaction(statements);
    return 'error' in outcomes ? outcomes : combine(outcomes as readonly Success[]);
  }
}

type Success = Exclude<Outcome, {error: unknown}>;

/** Combines the outcomes of several statements: one row `{rows}` for each. */
const combine = (outcomes: readonly Success[]): Outcome => ({
  rows: outcomes.map(({rows}) => ({rows})),
  fields: [],
  command: 'COMMIT',
});

const noRows: Outcome = {rows: [], fields: [], command: ''};

/** `Omit` of a union keeps only the fields that all members share; this omits `id` from each member. */
type WithoutId<Member> = Member extends Command ? Omit<Member, 'id'> : never;

/** A command that has no id yet. */
export type NewCommand = WithoutId<Command>;

/** Sends a command. The id of a `begin` command identifies its transaction. */
export type Send = (command: NewCommand) => {readonly id: number; readonly answer: Promise<readonly Row[]>};

/**
 * A transaction on the caller's side. It begins with its first query, so that it does not keep others
 * waiting before that.
 */
class CommandTransaction implements Transaction {
  readonly #send: Send;
  readonly #deferred: DeferredStatement[] = [];
  #id: number | undefined;

  constructor(send: Send) {
    this.#send = send;
  }

  query = <Result>(sql: string, parameters: readonly unknown[] = []): Promise<Result[]> => {
    this.#id ??= this.#send({kind: 'begin'}).id;
    return this.#send({kind: 'query', sql, parameters, transaction: this.#id}).answer as Promise<Result[]>;
  };

  atEnd = <Result>(sql: string, parameters?: readonly unknown[]): LazyRows<Result> => {
    const statement = new DeferredStatement(sql, parameters);
    this.#deferred.push(statement);
    return statement as LazyRows<Result>;
  };

  /** Sends nothing if there are no statements. */
  async commit(): Promise<void> {
    const deferred = this.#deferred.map(({sql, parameters}) => ({sql, parameters}));
    if (this.#id === undefined && deferred.length === 0) return;
    if (this.#id === undefined && deferred.length === 1) {
      // A single statement is a transaction by itself.
      const rows = await this.#send({kind: 'query', ...deferred[0]!}).answer;
      return this.#deferred[0]!.resolve(rows as Row[]);
    }
    const command: NewCommand =
      this.#id === undefined ? {kind: 'batch', deferred} : {kind: 'commit', transaction: this.#id, deferred};
    const rows = await this.#send(command).answer;
    this.#deferred.forEach((statement, index) => statement.resolve(rows[index]!['rows'] as Row[]));
  }

  /** Not needed after a failed commit, because that has ended the transaction. */
  async rollBack(): Promise<void> {
    if (this.#id !== undefined) await this.#send({kind: 'rollback', transaction: this.#id}).answer;
  }

  rejectRows(reason: unknown): void {
    for (const statement of this.#deferred) statement.reject(reason);
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
        tx.rejectRows(error);
        await tx.rollBack();
        throw error;
      }
      await tx.commit().catch((error: unknown) => {
        tx.rejectRows(error);
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
