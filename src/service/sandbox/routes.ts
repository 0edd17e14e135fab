import {Hono} from 'hono';
import * as v from 'valibot';
import type {MovableClock} from '../clock/movable.js';
import {ServiceError} from '../errors.js';
import {check, readJson, record, text} from '../http/body.js';
import type {ServiceContext, ServiceEnv} from '../http/env.js';
import {send, success} from '../http/envelope.js';
import type {SimulatedNetwork} from '../network/simulated.js';

/** How far the clock is moved. */
export const advanceBody = record({
  to: v.pipe(text, v.isoTimestamp('an ISO instant such as 2027-01-31T00:00:00Z')),
});

/**
 * What a development run may look at and turn: the network's own ledger and the clock. There is nothing to protect here (no
 * money, no real card), so no credentials are asked for; in production these routes do not exist.
 */
export function sandboxRoutes(deps: {
  readonly network: SimulatedNetwork;
  readonly clock: MovableClock;
}): Hono<ServiceEnv> {
  const {network, clock} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const clockJson = () => ({now: clock.now().toISOString(), offset_seconds: clock.offsetMs / 1000});

  routes.get('/sandbox/v1/ledger', async (c) =>
    send(c, {status: 200, body: success(await network.ledger(c.req.query('tracker')))}),
  );
  routes.get('/sandbox/v1/clock', (c) => send(c, {status: 200, body: success(clockJson())}));
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
  routes.post('/sandbox/v1/clock', advance);
  routes.post('/sandbox/v1/clock/advance', advance);
  return routes;
}
