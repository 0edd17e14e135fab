import {Hono} from 'hono';
import type {Database} from '../storage/database.js';
import {databaseErrorOf} from '../storage/unavailable.js';
import type {ServiceEnv, ServiceMiddleware} from './env.js';
import {send} from './envelope.js';
import {
  DatabaseReadOnlyError,
  DatabaseRefusesError,
  DatabaseUnavailableError,
  RetryError,
} from '../errors.js';
import {completesWithin} from '../time-limit.js';

/** Short, because a load balancer does not wait long for an answer. */
const databaseLimitMs = 2000;

/**
 * `/healthz` answers while the process runs. `/readyz` answers 200 only if requests can be: the database
 * answers in a transaction, takes changes, and the process is not shutting down.
 */
export function healthRoutes(deps: {
  readonly database: Database;
  readonly isStopping: () => boolean;
}): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  let asked: Promise<boolean> | undefined;
  routes.get('/healthz', (c) => send(c, {status: 200, body: {ok: true}}));
  routes.get('/readyz', async (c) => {
    if (deps.isStopping()) throw shuttingDownError();
    // All who ask meanwhile share one question, so that no number of them takes the database's sessions.
    asked ??= completesWithin(databaseLimitMs, takesChanges(deps.database)).finally(
      () => (asked = undefined),
    );
    const answered = await asked.catch((error: unknown) => {
      throw databaseErrorOf(error) ?? new DatabaseUnavailableError();
    });
    if (!answered) throw new DatabaseUnavailableError();
    return send(c, {status: 200, body: {ok: true}});
  });
  return routes;
}

/**
 * Asks the way that requests do: in a transaction, by a statement with a parameter, of a table of the service. A
 * simpler question is answered although they are not.
 *
 * @throws {DatabaseReadOnlyError} {DatabaseRefusesError}
 */
async function takesChanges(database: Database): Promise<void> {
  const [row] = await database.transaction((tx) =>
    tx.query<{read_only: string; may_write: boolean}>(
      `SELECT current_setting('transaction_read_only') AS read_only,
         has_table_privilege('idempotency_keys', 'INSERT') AS may_write WHERE $1`,
      [true],
    ),
  );
  if (row!.read_only !== 'off') throw new DatabaseReadOnlyError();
  if (!row!.may_write) throw new DatabaseRefusesError();
}

const shuttingDownError = () =>
  new RetryError(503, 'service.shutting_down', 'The service is shutting down.', 5);

/** Refuses new requests during shutdown, while those under way are completed. */
export function refuseWhenDraining(isDraining: () => boolean): ServiceMiddleware {
  return async (c, next) => {
    if (isDraining() && c.req.path !== '/healthz') throw shuttingDownError();
    await next();
  };
}
