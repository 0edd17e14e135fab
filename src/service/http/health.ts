import {Hono} from 'hono';
import {ServiceError} from '../errors.js';
import type {Queries} from '../storage/database.js';
import type {ServiceEnv, ServiceMiddleware} from './env.js';
import {RetryError, send} from './envelope.js';

/** `/healthz`: the process answers. `/readyz`: it may be sent work (the database answers and it is not shutting down). */
export function healthRoutes(deps: {
  readonly database: Queries;
  readonly isDraining: () => boolean;
}): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get('/healthz', (c) => send(c, {status: 200, body: {ok: true}}));
  routes.get('/readyz', async (c) => {
    if (deps.isDraining()) throw shuttingDown();
    await deps.database.query('SELECT 1').catch(() => {
      throw new ServiceError(503, 'service.database_unavailable', 'The database does not answer.');
    });
    return send(c, {status: 200, body: {ok: true}});
  });
  return routes;
}

const shuttingDown = () => new RetryError(503, 'service.shutting_down', 'The service is shutting down.', 5);

/** Refuses new work while what was begun is being finished. */
export function refuseWhenDraining(isDraining: () => boolean): ServiceMiddleware {
  return async (c, next) => {
    if (isDraining() && c.req.path !== '/healthz') throw shuttingDown();
    await next();
  };
}
