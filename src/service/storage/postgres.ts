import {Socket} from 'node:net';
import pg from 'pg';
import type {Logger} from '../parts.js';
import {NotCommittedError} from './database.js';
import type {Database, Queries, Transaction} from './database.js';
import {DatabaseUnavailableError, isConnectionLoss} from './unavailable.js';

const INT8 = 20;
const connections = 16;
/** Every request ends within 30 s (V26): a server that cannot be reached is given up well before. */
/** A connection's plans are for tables as they were when it met them; a fresh database has none that are worth keeping long. */
const connectionLifeSeconds = 60;
const connectLimitMs = 5_000;
const queryLimitMs = 15_000;

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
  },
} as pg.CustomTypesConfig;

const told = (error: unknown) => (isConnectionLoss(error) ? new DatabaseUnavailableError() : error);

/** Statements that the server keeps prepared for each connection; more would be a sign of texts that hold values. */
const mostPrepared = 1000;
const names = new Map<string, string>();

/** A name for a statement with parameters, so that the server reads and plans it once a connection and not each time. */
function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= mostPrepared) return known;
  const name = `card_vault_${names.size + 1}`;
  names.set(sql, name);
  return name;
}

function queriesOf(client: pg.Pool | pg.PoolClient): Queries {
  return {
    async query<Row>(sql: string, parameters: readonly unknown[] = []) {
      const name = parameters.length > 0 ? nameOf(sql) : undefined;
      const statement = {text: sql, values: [...parameters], ...(name !== undefined && {name})};
      try {
        return (await client.query(statement)).rows as Row[];
      } catch (error) {
        throw told(error);
      }
    },
  };
}

/** Statements and COMMIT in one go. A failed transaction answers COMMIT with ROLLBACK, and does not call that an error. */
async function commit(client: pg.PoolClient, last: readonly (() => Promise<unknown>)[]): Promise<void> {
  const sent = last.map((run) => run());
  const committed = client.query('COMMIT');
  const [ended] = await Promise.all([committed, ...sent]);
  if (ended.command !== 'COMMIT') throw new NotCommittedError();
}

async function transaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw told(error);
  });
  // A connection that breaks between two statements says so by an event, which would end the process.
  let broken: Error | undefined;
  const onError = (error: Error) => (broken = error);
  client.on('error', onError);
  try {
    const tx = queriesOf(client);
    const last: (() => Promise<unknown>)[] = [];
    // Not waited for: the first statement follows on its heels, and fails with it.
    const begun = tx.query('BEGIN');
    begun.catch(() => undefined);
    const result = await work({
      ...tx,
      atEnd: (sql, parameters) => void last.push(() => tx.query(sql, parameters)),
    });
    await begun;
    await commit(client, last).catch((error: unknown) => {
      throw told(error);
    });
    return result;
  } catch (error) {
    if (isConnectionLoss(error)) broken ??= error as Error;
    else await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/**
 * A connection on which everything that is sent in one turn leaves in one write, such as BEGIN and the statement after it: a write
 * wakes the server's process, which costs both sides more than a small statement does.
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
 * A PostgreSQL server that several processes may share. While it cannot be reached every call is refused with
 * `DatabaseUnavailableError`; once it is back, so is everything else. Whether a transaction whose COMMIT was cut off took place is
 * unknown: the same request with the same idempotency key finds out.
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
  return {
    ...queriesOf(pool),
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  };
}
