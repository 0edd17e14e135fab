import {Hono} from 'hono';
import {readNoFields} from '../../platform/http/body.js';
import {merchantIfKnown} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {success, type Answer} from '../../platform/http/envelope.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import {keyedForServers} from './keyed.js';
import type {Database} from '../../platform/storage/database.js';
import {deliveryJson, type Deliveries} from '../webhooks/deliveries.js';

/** Sends a webhook delivery again, named by its own token only, for the dashboard's button. */
export function resendRoutes(deps: {
  readonly database: Database;
  readonly deliveries: Deliveries;
  readonly access: ServiceMiddleware;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  const resend = async (c: ServiceContext): Promise<Answer> => {
    await readNoFields(c);
    // A merchant may resend only its own deliveries; the dashboard, without a merchant, all of them.
    const owner = {merchant: merchantIfKnown(c)?.id};
    const delivery = await deps.database.transaction((tx) =>
      deps.deliveries.resend(tx, owner, c.req.param('delivery') ?? ''),
    );
    return {status: 200, body: success(deliveryJson(delivery))};
  };
  routes.post('/sandbox/v1/webhooks/:delivery/resend', deps.access, keyedForServers(deps.once, resend));
  return routes;
}
