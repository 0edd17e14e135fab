import {Hono} from 'hono';
import type {Queries} from '../storage/database.js';
import type {ServiceEnv, ServiceMiddleware} from './env.js';
import {send} from './envelope.js';
import {DatabaseUnavailableError, RetryError} from '../errors.js';
import {completesWithin} from '../time-limit.js';

/** Short, because a load balancer does not wait long for an answer. */
const databaseLimitMs = 2000;

/**
 * `/healthz` answers while the process runs. `/readyz` answers 200 only if the database answers and the
 * process is not shutting down.
 */
export function healthRoutes(deps: {
  readonly database: Queries;
  readonly isStopping: () => boolean;
}): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  let asked: Promise<boolean> | undefined;
  routes.get('/healthz', (c) => send(c, {status: 200, body: {ok: true}}));
  routes.get('/readyz', async (c) => {
    if (deps.isStopping()) throw shuttingDownError();
    // All who ask meanwhile share one query, so that no number of them takes the database's sessions.
    asked ??= completesWithin(databaseLimitMs, deps.database.query('SELECT 1'))
      .catch(() => false)
      .finally(() => (asked = undefined));
    const answered = await asked;
    if (!answered) throw new DatabaseUnavailableError();
    return send(c, {status: 200, body: {ok: true}});
  });
  return routes;
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
