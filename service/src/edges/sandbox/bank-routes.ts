import {Hono} from 'hono';
import * as v from 'valibot';
import type {StepUpChoices} from '../../domain/ports/issuer.js';
import {oneOf, record, readBody} from '../../platform/http/body.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success, type Answer} from '../../platform/http/envelope.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import {merchantIfKnown} from '../../platform/identity/callers.js';
import {stepUpKinds} from '../../platform/settings.js';
import {keyedForServers} from './keyed.js';

/** `step_up` is how the bank asks from the next enrollment on; null takes the choice back. */
export const bankBody = record({
  step_up: v.nullable(v.picklist(stepUpKinds, `null, ${oneOf(stepUpKinds)}`)),
});

/**
 * How the simulated bank asks in a step-up. A merchant chooses for its own shoppers; the dashboard, which asks
 * without a merchant, for those of all merchants that have chosen nothing.
 */
export function bankRoutes(deps: {
  readonly stepUps: StepUpChoices;
  readonly access: ServiceMiddleware;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {stepUps, access, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const answer = async (c: ServiceContext): Promise<Answer> => {
    const step_up = await stepUps.chosen(merchantIfKnown(c)?.id);
    return {status: 200, body: success({step_up, kinds: stepUps.kinds})};
  };
  const choose = async (c: ServiceContext): Promise<Answer> => {
    const {step_up: kind} = await readBody(c, bankBody);
    await stepUps.choose(merchantIfKnown(c)?.id, kind);
    return answer(c);
  };
  const bankPath = '/sandbox/v1/bank';
  routes.get(bankPath, access, async (c) => send(c, await answer(c)));
  routes.post(bankPath, access, keyedForServers(once, choose));
  return routes;
}
