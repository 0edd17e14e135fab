import {createHash} from 'node:crypto';
import pg from 'pg';
import type {Logger} from '../logger.js';
import type {Database} from './database.js';
import {Leases} from './leases.js';
import {createBatchingSocket} from './batching-socket.js';
import type {Dialect} from './postgres-batch.js';
import {checkSession, directClient, isPooler, pooledClient} from './postgres-settings.js';
import {queriesOf, runTransaction} from './postgres-transaction.js';
import {startErrorOf} from './start-errors.js';
import {isOtherSession} from './unavailable.js';

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
