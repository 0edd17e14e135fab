import {Hono} from 'hono';
import * as v from 'valibot';
import type {MovableClock} from '../clock/movable.js';
import {ServiceError} from '../errors.js';
import {check, readJson, record, text} from '../http/body.js';
import {merchantIfKnown} from '../http/env.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../http/env.js';
import {send, success} from '../http/envelope.js';
import type {SimulatedNetwork} from '../network/simulated.js';
import type {OwnTrackers} from './ownership.js';

/** How far the clock is moved. */
export const advanceBody = record({
  to: v.pipe(text, v.isoTimestamp('an ISO instant such as 2027-01-31T00:00:00Z')),
});

/**
 * What a development run may look at and turn: the network's own ledger and the clock, for the merchant's server (which sees
 * the lines of its own trackers) and for the dashboard (which sees all). In production these routes do not exist.
 */
export function sandboxRoutes(deps: {
  readonly network: SimulatedNetwork;
  readonly own: OwnTrackers;
  readonly clock: MovableClock;
  readonly access: ServiceMiddleware;
}): Hono<ServiceEnv> {
  const {network, own, clock, access} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const clockJson = () => ({now: clock.now().toISOString(), offset_seconds: clock.offsetMs / 1000});

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
  routes.get('/sandbox/v1/clock', access, (c) => send(c, {status: 200, body: success(clockJson())}));
  const advance = async (c: ServiceContext) => {
    const {to} = check(advanceBody, await readJson(c));
    try {
      clock.advanceTo(new Date(to));
    } catch {
      throw new ServiceError(409, 'clock.past', 'The clock only moves forward, and that instant has passed.');
    }
    // Answers when everything that fell due is done (design 5).
    await clock.settled();
    return send(c, {status: 200, body: success(clockJson())});
  };
  routes.post('/sandbox/v1/clock', access, advance);
  routes.post('/sandbox/v1/clock/advance', access, advance);
  return routes;
}
