import {Hono} from 'hono';
import {setTimeout as pause} from 'node:timers/promises';
import type {Queries} from '../storage/database.js';
import type {ServiceEnv, ServiceMiddleware} from './env.js';
import {send} from './envelope.js';
import {RetryError} from '../errors.js';

/** Who asks whether work may be sent here wants to know soon. */
const databaseLimitMs = 2000;

/**
 * `/healthz`: the process answers. `/readyz`: it may be sent work (the database answers and it is not
 * shutting down).
 */
export function healthRoutes(deps: {
  readonly database: Queries;
  readonly isDraining: () => boolean;
}): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get('/healthz', (c) => send(c, {status: 200, body: {ok: true}}));
  routes.get('/readyz', async (c) => {
    if (deps.isDraining()) throw shuttingDown();
    const limit = pause(databaseLimitMs, undefined, {ref: false}).then(() =>
      Promise.reject(new Error('too slow')),
    );
    await Promise.race([deps.database.query('SELECT 1'), limit]).catch(() => {
      throw new RetryError(503, 'service.database_unavailable', 'The database does not answer.', 1);
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
