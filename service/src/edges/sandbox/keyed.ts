import {merchantIfKnown} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceMiddleware} from '../../platform/http/env.js';
import {send} from '../../platform/http/envelope.js';
import type {Answer} from '../../platform/http/envelope.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';

/**
 * A POST handler that honours the `Idempotency-Key` of a merchant's server. The dashboard belongs to no
 * merchant and sends no key.
 */
export function keyedForServers(
  once: AnswerOnce,
  work: (c: ServiceContext) => Promise<Answer>,
): ServiceMiddleware {
  const keyed = once(async (c, unit) => unit.commit(await work(c)));
  return async (c, next) => (merchantIfKnown(c) === undefined ? send(c, await work(c)) : keyed(c, next));
}
