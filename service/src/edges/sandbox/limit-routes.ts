import {Hono} from 'hono';
import type {Velocity} from '../../domain/velocity/velocity.js';
import type {ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import {merchantIfKnown} from '../../platform/identity/callers.js';

/**
 * Lets testers forget how many cards were tried. A merchant's server forgets its own counts, a page of the service
 * all of them. `GET /sandbox/v1/limits` is one of the lists of `view-routes.ts`.
 */
export function limitRoutes(deps: {
  readonly velocity: Velocity;
  readonly access: ServiceMiddleware;
}): Hono<ServiceEnv> {
  const {velocity, access} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.delete('/sandbox/v1/limits', access, async (c) => {
    await velocity.reset(merchantIfKnown(c)?.id);
    return send(c, {status: 200, body: success([])});
  });
  return routes;
}
