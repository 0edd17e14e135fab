import {Socket} from 'node:net';
import {DatabaseUnavailableError} from '../errors.js';
import pg from 'pg';
import type {Logger} from '../logger.js';
import {LastStatement, NotCommittedError} from './database.js';
import type {Database, LazyRows, Queries, Transaction} from './database.js';
import {Leases} from './leases.js';
import {LostCountError, runBatch} from './postgres-batch.js';
import type {Dialect} from './postgres-batch.js';
import {isConnectionLoss} from './unavailable.js';

const INT8 = 20;
const connections = 16;
/** Connections are short-lived, because their prepared plans fit the table sizes of their first use. */
const connectionLifeSeconds = 60;
/** Every request ends within 30 s (V26), so an unreachable server is given up well before. */
const connectLimitMs = 5_000;
const queryLimitMs = 15_000;

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
  },
} as pg.CustomTypesConfig;

const translated = (error: unknown) => (isConnectionLoss(error) ? new DatabaseUnavailableError() : error);

/** Prepared statements per connection. More would mean that SQL contains values instead of parameters. */
const mostPrepared = 1000;

/** Names statements, so that each connection parses and plans one with parameters only once. */
function createDialect(): Dialect {
  const names = new Map<string, string>();
  return {
    nameOf(sql) {
      const known = names.get(sql);
      if (known !== undefined || names.size >= mostPrepared) return known;
      const name = `card_vault_${names.size + 1}`;
      names.set(sql, name);
      return name;
    },
    parserOf: (oid) => types.getTypeParser(oid) as (text: string) => unknown,
  };
}

function queriesOf(client: pg.Pool | pg.PoolClient, {nameOf}: Dialect): Queries {
  return {
    async query<Row>(sql: string, parameters: readonly unknown[] = []) {
      const name = parameters.length > 0 ? nameOf(sql) : undefined;
      const statement = {text: sql, values: [...parameters], ...(name !== undefined && {name})};
      try {
        return (await client.query(statement)).rows as Row[];
      } catch (error) {
        throw translated(error);
      }
    },
  };
}

/** PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, without an error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const {command} = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new NotCommittedError();
}

/** One transaction of a pool; takes a connection with its first statement. */
class PoolTransaction implements Transaction {
  readonly #pool: pg.Pool;
  readonly #dialect: Dialect;
  readonly #last: LastStatement[] = [];
  #client: pg.PoolClient | undefined;
  #begun: Promise<Queries> | undefined;
  #broken: Error | undefined;

  constructor(pool: pg.Pool, dialect: Dialect) {
    this.#pool = pool;
    this.#dialect = dialect;
  }

  query = async <Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> =>
    (await this.#begin()).query<Row>(sql, parameters);

  atEnd = <Row>(sql: string, parameters?: readonly unknown[]): LazyRows<Row> => {
    const last = new LastStatement(sql, parameters);
    this.#last.push(last);
    return last as LazyRows<Row>;
  };

  /** Sends the last statements and COMMIT together; a transaction without others is one message. */
  async commit(): Promise<void> {
    if (this.#begun === undefined && this.#last.length === 0) return;
    const rows = await (this.#begun === undefined ? this.#batch() : this.#end(await this.#begun)).catch(
      (error: unknown) => {
        throw translated(error);
      },
    );
    this.#last.forEach((last, index) => last.resolve(rows[index]!));
  }

  async #batch(): Promise<readonly Record<string, unknown>[][]> {
    const client = await this.#connect();
    try {
      return await runBatch(client, this.#last, this.#dialect);
    } catch (error) {
      if (!(error instanceof LostCountError)) throw error;
      this.#broken = error;
      throw error.cause;
    }
  }

  async #end(queries: Queries): Promise<readonly Record<string, unknown>[][]> {
    const sent = this.#last.map(({sql, parameters}) => queries.query(sql, parameters));
    const [, ...rows] = await Promise.all([commit(this.#client!), ...sent]);
    return rows;
  }

  async rollBack(reason: unknown): Promise<void> {
    for (const last of this.#last) last.reject(reason);
    // Work that gave up early may have asked for a connection that is still to come.
    await this.#begun?.catch(() => undefined);
    if (isConnectionLoss(reason)) this.#broken ??= reason as Error;
    else if (this.#begun)
      await this.#client?.query('ROLLBACK').catch((failure: Error) => (this.#broken = failure));
  }

  release(): void {
    this.#client?.off('error', this.#onError);
    this.#client?.release(this.#broken);
  }

  #begin(): Promise<Queries> {
    return (this.#begun ??= this.#connect().then((client) => {
      const queries = queriesOf(client, this.#dialect);
      // Not waited for: the first statement follows on its heels, and fails with it.
      queries.query('BEGIN').catch(() => undefined);
      return queries;
    }));
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw translated(error);
    });
    client.on('error', this.#onError);
    return (this.#client = client);
  }

  /** A connection that breaks between two statements emits an `error` event, which would end the process. */
  readonly #onError = (error: Error) => (this.#broken = error);
}

async function transaction<Result>(
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

/**
 * A connection on which everything that is sent in one turn leaves in one write, such as BEGIN and the
 * statement after it: a write wakes the server's process, which costs both sides more than a small statement
 * does.
 */
function gatheringSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let gathering = false;
  const gather = (...args: unknown[]) => {
    if (!gathering) {
      gathering = true;
      socket.cork();
      process.nextTick(() => {
        gathering = false;
        socket.uncork();
      });
    }
    return write(...args);
  };
  return Object.assign(socket, {write: gather});
}

/**
 * A PostgreSQL server that several processes may share. While it is unreachable every call rejects with
 * `DatabaseUnavailableError`, and works again as soon as it is back. Whether a transaction took place whose
 * COMMIT was cut off is unknown: the same request with the same idempotency key finds out.
 */
export async function openPostgresDatabase(
  address: string,
  logger: Logger,
  {patient = false}: {readonly patient?: boolean} = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: address,
    max: connections,
    maxLifetimeSeconds: connectionLifeSeconds,
    types,
    pipeline: true,
    stream: gatheringSocket,
    connectionTimeoutMillis: connectLimitMs,
    ...(!patient && {query_timeout: queryLimitMs}),
    keepAlive: true,
  });
  // Without a listener a restart of the server would end this process.
  pool.on('error', () => logger.warn('storage.connection_lost'));
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  const dialect = createDialect();
  return {
    ...queriesOf(pool, dialect),
    transaction: (work) => transaction(pool, dialect, work),
    leases: new Leases(),
    close: () => pool.end(),
  };
}
