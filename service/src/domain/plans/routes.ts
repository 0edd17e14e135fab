/** The routes of plans. */
import {Hono} from 'hono';
import * as v from 'valibot';
import {check, readBody, record, wordOf} from '../../platform/http/body.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {pageJson, readPage} from '../../platform/http/paging.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import {planBody, planChangesBody, readPlan, readPlanChanges} from './body.js';
import {planJson} from './json.js';
import type {Plans} from './plans.js';

/** Query parameters are text. */
const booleanWords = ['true', 'false'] as const;
const optionalBoolean = v.optional(
  v.pipe(
    wordOf(booleanWords),
    v.transform((word) => word === 'true'),
  ),
);
/** `readPage` refuses other parameters; `filterQuery` reads these. */
const filterFields = {active: optionalBoolean, archived: optionalBoolean};
const filterQuery = record(filterFields);

/** Creates, searches, reads, changes and archives plans with the secret key (spec 4.5, wire 1.9). */
export function planRoutes(deps: {
  readonly plans: Plans;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {plans, guards, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const planPath = '/client/plans/v1/:plan';
  const planRefOf = (c: ServiceContext) => ({merchant: merchantOf(c).id, token: c.req.param('plan') ?? ''});

  routes.post(
    '/client/plans/v1',
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const merchant = merchantOf(c);
      const plan = await plans.create(unit, merchant.id, readPlan(await readBody(c, planBody)));
      const data = {plan_id: plan.token, request_id: c.get('requestId'), ...planJson(plan, merchant)};
      return unit.commit({status: 200, body: success(data)});
    }),
  );
  routes.get('/client/plans/v1/search', guards.secret, async (c) => {
    const page = readPage(c, filterFields);
    const filter = check(filterQuery, c.req.query());
    const merchant = merchantOf(c);
    const {total, list} = await plans.search(merchant.id, filter, page);
    const plansJson = list.map((plan) => planJson(plan, merchant));
    return send(c, {status: 200, body: success(pageJson(page, total, plansJson))});
  });
  routes.get(planPath, guards.secret, async (c) => {
    const plan = await plans.read(planRefOf(c));
    return send(c, {status: 200, body: success(planJson(plan, merchantOf(c)))});
  });
  routes.put(
    planPath,
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const body = await readBody(c, planChangesBody);
      const applyAmount = body.apply_amount_change_on_existing_subscriptions ?? false;
      const plan = await plans.update(unit, planRefOf(c), (current) => readPlanChanges(body, current), {
        applyAmount,
      });
      return unit.commit({status: 200, body: success(planJson(plan, merchantOf(c)))});
    }),
  );
  // Archiving a plan twice has the same effect as once, so this needs no idempotency key.
  routes.delete(planPath, guards.secret, async (c) => {
    const plan = await plans.archive(planRefOf(c));
    return send(c, {status: 200, body: success(planJson(plan, merchantOf(c)))});
  });
  return routes;
}
