import {Hono} from 'hono';
import {merchantIfKnown} from '../../platform/identity/callers.js';
import type {ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {SimulatedNetwork} from '../../simulators/network/simulated.js';
import type {OwnTrackers} from './ownership.js';

/**
 * What a development run may look at: the network's own ledger, for the merchant's server (which sees the
 * lines of its own trackers and charges) and for the dashboard (which sees all). In production these routes
 * do not exist.
 */
export function sandboxRoutes(deps: {
  readonly network: SimulatedNetwork;
  readonly own: OwnTrackers;
  readonly access: ServiceMiddleware;
}): Hono<ServiceEnv> {
  const {network, own, access} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get('/sandbox/v1/ledger', access, async (c) => {
    const lines = await network.ledger(c.req.query('tracker'));
    const merchant = merchantIfKnown(c);
    const mine =
      merchant &&
      (await own(
        merchant,
        lines.map(({tracker}) => tracker),
      ));
    const shown = mine ? lines.filter(({tracker}) => mine.has(tracker)) : lines;
    return send(c, {status: 200, body: success(shown)});
  });
  return routes;
}
