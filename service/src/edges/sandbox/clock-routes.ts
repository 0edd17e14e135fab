import {Hono} from 'hono';
import {Temporal} from 'temporal-polyfill';
import * as v from 'valibot';
import type {MovableClock} from '../../platform/clock/movable.js';
import type {Travel} from '../../platform/clock/travel.js';
import {ServiceError, invalidRequest, misfit} from '../../platform/errors.js';
import {clearText, flag, instant, readBody, readNoFields, record} from '../../platform/http/body.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import {isHeld, readInstant} from '../../platform/http/instant.js';

const periodExpected = 'an ISO 8601 period, such as P1M or PT12H, that does not go back';
const period = v.pipe(clearText(periodExpected), v.check(isPeriod, periodExpected));

/** How to move the clock: to an instant, or by a period of the UTC calendar. */
export const advanceBody = v.pipe(
  record({to: v.optional(instant), by: v.optional(period), catch_up: v.optional(flag)}),
  v.check(({to, by}) => (to === undefined) !== (by === undefined), 'an object with either to or by'),
);

function isPeriod(value: string): boolean {
  try {
    return Temporal.Duration.from(value).sign >= 0;
  } catch {
    return false;
  }
}

function targetOf({to, by}: v.InferOutput<typeof advanceBody>, now: Date): Date {
  if (to !== undefined) return readInstant(to)!;
  const later = laterBy(now, by!);
  if (later !== undefined && isHeld(later)) return new Date(later);
  throw invalidRequest([misfit('/by', 'a period that ends before 10000')]);
}

function laterBy(now: Date, period: string): number | undefined {
  try {
    return Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO('UTC').add(period).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Reads and moves the service's clock. */
export function clockRoutes(deps: {
  readonly clock: MovableClock;
  readonly travel: Travel;
  readonly access: ServiceMiddleware;
}): Hono<ServiceEnv> {
  const {clock, travel, access} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  /** Answers with the time, the offset from real time, and the movement under way. */
  const sendClock = async (c: ServiceContext) =>
    send(c, {
      status: 200,
      body: success({
        now: clock.now().toISOString(),
        offset_seconds: clock.offsetMs / 1000,
        travel: await travel.progress(),
      }),
    });

  /** Moves the clock, and answers when all work that became due is done (decision 0014). */
  const advance = async (c: ServiceContext) => {
    const request = await readBody(c, advanceBody);
    const target = targetOf(request, clock.now());
    if (target < clock.now()) {
      throw new ServiceError(409, 'clock.past', 'The clock only moves forward, and that instant has passed.');
    }
    if (request.catch_up) {
      // Jumps, as after downtime. `travel` stops each time work falls due.
      clock.advanceTo(target);
      await clock.listenersDone();
    } else {
      await travel.moveTo(target);
    }
    return sendClock(c);
  };
  routes.get('/sandbox/v1/clock', access, sendClock);
  routes.post('/sandbox/v1/clock', access, advance);
  routes.post('/sandbox/v1/clock/advance', access, advance);
  routes.post('/sandbox/v1/clock/stop', access, async (c) => {
    await readNoFields(c);
    await travel.stop();
    return sendClock(c);
  });
  return routes;
}
