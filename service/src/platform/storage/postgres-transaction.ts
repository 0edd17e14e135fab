import pg from 'pg';
import {DatabaseUnavailableError} from '../errors.js';
import {
  DeferredStatement,
  NotCommittedError,
  type LazyRows,
  type Queries,
  type Transaction,
} from './database.js';
import {
  UnknownPreparedError,
  runBatch,
  type BatchStatement,
  type Dialect,
  type Row,
} from './postgres-batch.js';
import {isConnectionLoss, runAgain} from './unavailable.js';

/** Replaces the driver's many errors for a lost connection by one. */
const translateError = (error: unknown) => (isConnectionLoss(error) ? new DatabaseUnavailableError() : error);

const statementOf = (sql: string, parameters: readonly unknown[], name: string | undefined) => ({
  ...{text: sql, values: [...parameters]},
  ...(name !== undefined && {name}),
});

/** Statements that are sent one by one, outside a transaction or in one that has begun. */
export function queriesOf(client: pg.Pool | pg.PoolClient, dialect: Dialect): Queries {
  const isPool = client instanceof pg.Pool;
  return {
    async query<Row>(sql: string, parameters: readonly unknown[] = []) {
      const run = async () => {
        const name = parameters.length > 0 ? dialect.nameOf(sql) : undefined;
        return (await client.query(statementOf(sql, parameters, name))).rows as Row[];
      };
      try {
        // Within a transaction, only the whole of it can be run again.
        return await (isPool ? runAgain(run, dialect.noteFailure) : run());
      } catch (error) {
        dialect.noteFailure(error);
        throw translateError(error);
      }
    },
  };
}

/** Commits. PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK instead of an error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const {command} = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new NotCommittedError();
}

/** A role or a database may have another isolation level as its default. */
const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** A transaction that takes a connection from the pool when its first statement runs. */
class PoolTransaction implements Transaction {
  readonly #pool: pg.Pool;
  readonly #dialect: Dialect;
  readonly #deferred: DeferredStatement[] = [];
  #client: pg.PoolClient | undefined;
  /** The rows of the first statement, which is sent with BEGIN. */
  #first: Promise<Row[]> | undefined;
  /** Why the connection must be closed instead of going back to the pool. */
  #broken: Error | undefined;

  constructor(pool: pg.Pool, dialect: Dialect) {
    this.#pool = pool;
    this.#dialect = dialect;
  }

  query = async <Result>(sql: string, parameters?: readonly unknown[]): Promise<Result[]> => {
    if (this.#first === undefined) return (this.#first = this.#begin(sql, parameters)) as Promise<Result[]>;
    // Until BEGIN is answered, nothing else is sent: where it is refused, it would run outside a transaction.
    await this.#first;
    return queriesOf(this.#client!, this.#dialect).query<Result>(sql, parameters);
  };

  atEnd = <Row>(sql: string, parameters?: readonly unknown[]): LazyRows<Row> => {
    const statement = new DeferredStatement(sql, parameters);
    this.#deferred.push(statement);
    return statement as LazyRows<Row>;
  };

  /** Sends the deferred statements and COMMIT together, in one message. */
  async commit(): Promise<void> {
    if (this.#first === undefined && this.#deferred.length === 0) return;
    const ended =
      this.#first === undefined ? this.#runDeferredOnly() : this.#runDeferredAndCommit(this.#first);
    const rows = await ended.catch((error: unknown) => {
      throw translateError(error);
    });
    this.#deferred.forEach((statement, index) => statement.resolve(rows[index]!));
  }

  /** If all statements were deferred, they need no BEGIN and COMMIT: one batch is a transaction. */
  #runDeferredOnly(): Promise<readonly Row[][]> {
    return runAgain(() => {
      this.release();
      return this.#runBatch(this.#deferred);
    }, this.#dialect.noteFailure);
  }

  /** Takes a connection and runs statements on it, as one message. */
  async #runBatch(statements: readonly BatchStatement[]): Promise<readonly Row[][]> {
    const client = await this.#connect();
    try {
      return await runBatch(client, statements, this.#dialect);
    } catch (error) {
      if (!(error instanceof UnknownPreparedError)) throw error;
      // The driver no longer knows which statements are prepared on this connection.
      this.#broken = error;
      throw error.cause;
    }
  }

  async #runDeferredAndCommit(first: Promise<unknown>): Promise<readonly Row[][]> {
    await first.catch(() => {
      throw new NotCommittedError();
    });
    const queries = queriesOf(this.#client!, this.#dialect);
    const answers = this.#deferred.map(({sql, parameters}) => queries.query<Row>(sql, parameters));
    const committed = commit(this.#client!);
    // Often all answers arrive at once, and which promise is rejected first says nothing of what failed first. So each
    // has its answer before the first failure is told, in the order of sending: that of COMMIT only follows from it.
    await Promise.allSettled([...answers, committed]);
    const rows: Row[][] = [];
    for (const answer of answers) rows.push(await answer);
    await committed;
    return rows;
  }

  async rollBack(reason: unknown): Promise<void> {
    for (const statement of this.#deferred) statement.reject(reason);
    // The work may have failed while its first statement still waits for a connection.
    await this.#first?.catch(() => undefined);
    if (isConnectionLoss(reason)) this.#broken ??= reason as Error;
    else if (this.#first)
      await this.#client?.query('ROLLBACK').catch((failure: Error) => (this.#broken = failure));
  }

  /** Returns the connection to the pool, or closes it if it is broken. */
  release(): void {
    this.#client?.off('error', this.#onError);
    this.#client?.release(this.#broken);
    this.#client = this.#broken = undefined;
  }

  /** Sends BEGIN and the first statement as one message, of which PostgreSQL runs nothing after an error. */
  async #begin(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    try {
      const [, rows] = await this.#runBatch([
        {sql: begin, parameters: [], rowsRequested: false},
        {sql, parameters, rowsRequested: true},
      ]);
      return rows!;
    } catch (error) {
      this.#dialect.noteFailure(error);
      throw translateError(error);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw translateError(error);
    });
    client.on('error', this.#onError);
    return (this.#client = client);
  }

  /** Without this listener, a connection that breaks between two statements would end the process. */
  readonly #onError = (error: Error) => (this.#broken = error);
}

/** Runs `work` in a transaction: commits if it succeeds, rolls back if it fails. */
export async function runTransaction<Result>(
  pool: pg.Pool,
  dialect: Dialect,
  work: (tx: Transaction) => Promise<Result> | Result,
): Promise<Result> {
  const tx = new PoolTransaction(pool, dialect);
  try {
    const result = await work(tx);
    await tx.commit();
    return result;
  } catch (error) {
    await tx.rollBack(error);
    throw error;
  } finally {
    tx.release();
  }
}
