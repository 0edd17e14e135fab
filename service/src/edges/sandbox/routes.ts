import {Hono} from 'hono';
import {merchantIfKnown} from '../../platform/identity/callers.js';
import type {ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import {refuseOtherFilters} from '../../platform/http/paging.js';
import type {SimulatedNetwork} from '../../simulators/network/simulated.js';
import type {OwnTokensOf} from './ownership.js';

/**
 * The simulated network's ledger, in a development run only. A merchant's server sees the entries of its
 * own trackers and charges, the dashboard all of them.
 */
export function sandboxRoutes(deps: {
  readonly network: SimulatedNetwork;
  readonly ownTokensOf: OwnTokensOf;
  readonly access: ServiceMiddleware;
}): Hono<ServiceEnv> {
  const {network, ownTokensOf, access} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get('/sandbox/v1/ledger', access, async (c) => {
    refuseOtherFilters(c, ['tracker']);
    const entries = await network.ledger(c.req.query('tracker'));
    const merchant = merchantIfKnown(c);
    if (!merchant) return send(c, {status: 200, body: success(entries)});
    const tokens = entries.map(({tracker}) => tracker);
    const ownTokens = await ownTokensOf(merchant, tokens);
    const ownEntries = entries.filter(({tracker}) => ownTokens.has(tracker));
    return send(c, {status: 200, body: success(ownEntries)});
  });
  return routes;
}
