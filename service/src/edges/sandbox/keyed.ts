import {merchantIfKnown} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceMiddleware} from '../../platform/http/env.js';
import {send, type Answer} from '../../platform/http/envelope.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';

/**
 * A POST handler that honours the `Idempotency-Key` of a merchant's server. A request without a merchant
 * comes from the dashboard, which sends no key.
 */
export function keyedForServers(
  once: AnswerOnce,
  work: (c: ServiceContext) => Promise<Answer>,
): ServiceMiddleware {
  const workOnce = once(async (c, unit) => unit.commit(await work(c)));
  return async (c, next) => {
    const isDashboard = merchantIfKnown(c) === undefined;
    return isDashboard ? send(c, await work(c)) : workOnce(c, next);
  };
}
