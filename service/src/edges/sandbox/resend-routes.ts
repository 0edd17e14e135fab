import {Hono} from 'hono';
import {merchantIfKnown} from '../../platform/identity/callers.js';
import type {ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {Database} from '../../platform/storage/database.js';
import {deliveryJson} from '../webhooks/deliveries.js';
import type {Deliveries} from '../webhooks/deliveries.js';

/** Sends a delivery again, named by its own token only, for the dashboard's button. */
export function resendRoutes(deps: {
  readonly database: Database;
  readonly deliveries: Deliveries;
  readonly access: ServiceMiddleware;
}): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.post('/sandbox/v1/webhooks/:delivery/resend', deps.access, async (c) => {
    // A merchant may resend only its own deliveries; the dashboard, without a merchant, all of them.
    const owner = {merchant: merchantIfKnown(c)?.id};
    const delivery = await deps.database.transaction((tx) =>
      deps.deliveries.resend(tx, owner, c.req.param('delivery')),
    );
    return send(c, {status: 200, body: success(deliveryJson(delivery))});
  });
  return routes;
}
