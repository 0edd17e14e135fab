import {createHash} from 'node:crypto';
import {DatabaseUnavailableError} from '../errors.js';
import pg from 'pg';
import type {Logger} from '../logger.js';
import {DeferredStatement, NotCommittedError} from './database.js';
import type {Database, LazyRows, Queries, Transaction} from './database.js';
import {Leases} from './leases.js';
import {createBatchingSocket} from './batching-socket.js';
import {UnknownPreparedError, runBatch} from './postgres-batch.js';
import type {Dialect} from './postgres-batch.js';
import {checkSession, directClient, isPooler, pooledClient} from './postgres-settings.js';
import {startErrorOf} from './start-errors.js';
import {isConnectionLoss, isOtherSession, runAgain} from './unavailable.js';

/** Type id of PostgreSQL's `bigint`. */
const INT8 = 20;
const maxConnections = 16;
/** Connections are short-lived, because their query plans are made for the table sizes of their first use. */
const connectionLifeSeconds = 60;
/** Every request must end within 30 s (V26), so calls to an unreachable server fail well before that. */
const connectLimitMs = 5_000;
const queryLimitMs = 15_000;

/** Reads `bigint` as a number, and all other types as the driver does. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
  },
} as pg.CustomTypesConfig;

/** Replaces the driver's many errors for a lost connection by one. */
const translateError = (error: unknown) => (isConnectionLoss(error) ? new DatabaseUnavailableError() : error);

/**
 * Limit of prepared statements per connection, in case SQL is ever built with values instead of parameters.
 */
const maxPrepared = 1000;

/**
 * Names statements, so that each connection parses and plans a named one only once. A name is a digest of its SQL:
 * behind a pooler, processes share sessions, and the same name must never mean something else.
 */
function createDialect(prepares: boolean, logger: Logger): Dialect {
  const names = new Map<string, string>();
  let isOn = prepares;
  return {
    nameOf(sql) {
      const known = names.get(sql);
      if (!isOn) return undefined;
      if (known !== undefined || names.size >= maxPrepared) return known;
      const name = `cv_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`;
      names.set(sql, name);
      return name;
    },
    parserOf: (oid) => types.getTypeParser(oid) as (text: string) => unknown,
    noteFailure(error) {
      if (!isOtherSession(error)) return;
      if (isOn) logger.warn('storage.statements_not_prepared');
      isOn = false;
    },
  };
}

const statementOf = (sql: string, parameters: readonly unknown[], name: string | undefined) => ({
  ...{text: sql, values: [...parameters]},
  ...(name !== undefined && {name}),
});

function queriesOf(client: pg.Pool | pg.PoolClient, dialect: Dialect): Queries {
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
  /** Set once BEGIN was sent. */
  #begun: Promise<Queries> | undefined;
  /** Why the connection must be closed instead of going back to the pool. */
  #broken: Error | undefined;

  constructor(pool: pg.Pool, dialect: Dialect) {
    this.#pool = pool;
    this.#dialect = dialect;
  }

  query = async <Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> =>
    (await this.#begin()).query<Row>(sql, parameters);

  atEnd = <Row>(sql: string, parameters?: readonly unknown[]): LazyRows<Row> => {
    const statement = new DeferredStatement(sql, parameters);
    this.#deferred.push(statement);
    return statement as LazyRows<Row>;
  };

  /** Sends the deferred statements and COMMIT together, in one message. */
  async commit(): Promise<void> {
    if (this.#begun === undefined && this.#deferred.length === 0) return;
    const ended =
      this.#begun === undefined ? this.#runDeferredOnly() : this.#runDeferredAndCommit(await this.#begun);
    const rows = await ended.catch((error: unknown) => {
      throw translateError(error);
    });
    this.#deferred.forEach((statement, index) => statement.resolve(rows[index]!));
  }

  /** If all statements were deferred, they need no BEGIN and COMMIT: one batch is a transaction. */
  #runDeferredOnly(): Promise<readonly Record<string, unknown>[][]> {
    return runAgain(async () => {
      this.release();
      const client = await this.#connect();
      try {
        return await runBatch(client, this.#deferred, this.#dialect);
      } catch (error) {
        if (!(error instanceof UnknownPreparedError)) throw error;
        // The driver no longer knows which statements are prepared on this connection.
        this.#broken = error;
        throw error.cause;
      }
    }, this.#dialect.noteFailure);
  }

  async #runDeferredAndCommit(queries: Queries): Promise<readonly Record<string, unknown>[][]> {
    const answers = this.#deferred.map(({sql, parameters}) =>
      queries.query<Record<string, unknown>>(sql, parameters),
    );
    const committed = commit(this.#client!);
    // Often all answers arrive at once, and which promise is rejected first says nothing of what failed first. So each
    // has its answer before the first failure is told, in the order of sending: that of COMMIT only follows from it.
    await Promise.allSettled([...answers, committed]);
    const rows: Record<string, unknown>[][] = [];
    for (const answer of answers) rows.push(await answer);
    await committed;
    return rows;
  }

  async rollBack(reason: unknown): Promise<void> {
    for (const statement of this.#deferred) statement.reject(reason);
    // The work may have failed while its first statement still waits for a connection.
    await this.#begun?.catch(() => undefined);
    if (isConnectionLoss(reason)) this.#broken ??= reason as Error;
    else if (this.#begun)
      await this.#client?.query('ROLLBACK').catch((failure: Error) => (this.#broken = failure));
  }

  /** Returns the connection to the pool, or closes it if it is broken. */
  release(): void {
    this.#client?.off('error', this.#onError);
    this.#client?.release(this.#broken);
    this.#client = this.#broken = undefined;
  }

  #begin(): Promise<Queries> {
    return (this.#begun ??= this.#connect().then((client) => {
      const queries = queriesOf(client, this.#dialect);
      // BEGIN is not awaited, so that it leaves together with the first statement, which fails if BEGIN
      // fails.
      queries.query(begin).catch(() => undefined);
      return queries;
    }));
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
async function runTransaction<Result>(
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

export interface PostgresOptions {
  /** Whether statements have no time limit, as a transfer of all data needs. */
  readonly withoutTimeLimit?: boolean;
  /** Whether each connection parses every statement anew. It always does through a pooler, which exchanges sessions. */
  readonly noPreparedStatements?: boolean;
}

/** Opens connections of a kind, and reads from the first one whether its session is as the service needs it. */
async function openPool(config: pg.PoolConfig, logger: Logger): Promise<pg.Pool> {
  const pool = new pg.Pool(config);
  // Without this listener, a restart of the server would end this process.
  pool.on('error', () => logger.warn('storage.connection_lost'));
  try {
    await checkSession(async <Row>(sql: string, values: readonly unknown[]) => {
      const {rows} = await pool.query({text: sql, values: [...values]});
      return rows as Row[];
    });
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/**
 * Opens a PostgreSQL database, which several processes may share. While the server is unreachable every call
 * rejects with `DatabaseUnavailableError`; calls work again as soon as it is back. If the connection breaks
 * during COMMIT, it is unknown whether the transaction was committed. A client that repeats its request with
 * the same idempotency key finds out.
 *
 * @throws {OptionError} in one sentence, if the server cannot be used.
 */
export async function openPostgresDatabase(
  address: string,
  logger: Logger,
  {withoutTimeLimit = false, noPreparedStatements = false}: PostgresOptions = {},
): Promise<Database> {
  const config = {
    connectionString: address,
    max: maxConnections,
    maxLifetimeSeconds: connectionLifeSeconds,
    types,
    pipeline: true,
    stream: createBatchingSocket,
    connectionTimeoutMillis: connectLimitMs,
    ...(!withoutTimeLimit && {query_timeout: queryLimitMs}),
    keepAlive: true,
  };
  let isPooled = false;
  const open = async () => {
    try {
      return await openPool({...config, Client: directClient}, logger);
    } catch (error) {
      if (!isPooler(error)) throw error;
      isPooled = true;
      return openPool({...config, Client: pooledClient}, logger);
    }
  };
  const pool = await open().catch((error: unknown) => {
    throw startErrorOf(error);
  });
  if (isPooled) logger.info('storage.through_pooler');
  const dialect = createDialect(!noPreparedStatements && !isPooled, logger);
  return {
    ...queriesOf(pool, dialect),
    transaction: (work) => runTransaction(pool, dialect, work),
    leases: new Leases(),
    close: () => pool.end(),
  };
}
