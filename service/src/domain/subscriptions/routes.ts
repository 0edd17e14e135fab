/** The routes of subscriptions. */
import {pauseBehaviors, subscriptionStates} from '../../../../src/protocol/billing-words.js';
import {Hono} from 'hono';
import * as v from 'valibot';
import {
  check,
  flag,
  paymentMethodToken,
  readBody,
  readNoFields,
  record,
  shortText,
  wordOf,
} from '../../platform/http/body.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {send, success, type Answer} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {pageJson, readPage} from '../../platform/http/paging.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Queries, Transaction} from '../../platform/storage/database.js';
import {subscriptionJson} from './json.js';
import type {SubscriptionKey, Subscriptions} from './subscriptions.js';
import {wireStatuses, type SubscriptionViews} from './views.js';

const pauseBehavior = wordOf(pauseBehaviors);
const oneChangeExpected =
  'an object with exactly one of pause_collection, payment_method and cancel_at_period_end';

/** Body of an update: pauses the subscription, changes its card, or sets whether it ends with its period. */
export const subscriptionChangesBody = v.pipe(
  record(
    {
      pause_collection: v.optional(record({payment_collection_behavior: pauseBehavior})),
      payment_method: v.optional(paymentMethodToken),
      cancel_at_period_end: v.optional(flag),
    },
    ['pause_collection', 'payment_method', 'cancel_at_period_end'],
  ),
  v.check(
    (changes) => Object.values(changes).filter((value) => value !== undefined).length === 1,
    oneChangeExpected,
  ),
);

export const cancelBody = record({at_period_end: v.optional(flag, false)}, ['at_period_end']);

const statuses = ['ALL', ...wireStatuses, 'INCOMPLETE_EXPIRED'] as const;
const filterFields = {
  status: v.optional(wordOf(statuses)),
  state: v.optional(wordOf(subscriptionStates)),
  customer: v.optional(shortText),
  user_id: v.optional(shortText),
  plan: v.optional(shortText),
  plan_id: v.optional(shortText),
  reference: v.optional(shortText),
};
const searchQuery = record(filterFields);

/** Reads the filter of a search. `user_id` and `plan_id` are also accepted as `customer` and `plan`. */
function readFilter(c: ServiceContext) {
  const {status, user_id, plan_id, ...filter} = check(searchQuery, c.req.query());
  return {
    ...filter,
    customer: filter.customer ?? user_id,
    plan: filter.plan ?? plan_id,
    // INCOMPLETE_EXPIRED is accepted but matches nothing: after its first charge fails for good, a
    // subscription is UNPAID.
    status: status === 'ALL' ? undefined : (status as (typeof wireStatuses)[number] | undefined),
  };
}

/**
 * Searches, reads, changes and cancels subscriptions with the secret key (spec 4.6, wire 1.9). No route
 * creates one, because subscriptions are created in the checkout.
 */
export function subscriptionRoutes(deps: {
  readonly subscriptions: Subscriptions;
  readonly views: SubscriptionViews;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {subscriptions, views, guards, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const subscriptionPath = '/client/subscriptions/v1/:subscription';
  const readAnswer = async (c: ServiceContext, queries?: Queries): Promise<Answer> => {
    const merchant = merchantOf(c);
    const view = await views.read(merchant.id, c.req.param('subscription') ?? '', queries);
    return {status: 200, body: success(subscriptionJson(view, merchant))};
  };
  /** A handler that makes a change and answers with the changed subscription. */
  const changing = (work: (c: ServiceContext, tx: Transaction, key: SubscriptionKey) => Promise<unknown>) =>
    once(async (c, unit) => {
      await work(c, unit, {merchant: merchantOf(c).id, token: c.req.param('subscription') ?? ''});
      return unit.commit(await readAnswer(c, unit));
    });

  routes.get('/client/subscriptions/v1/search', guards.secret, async (c) => {
    const page = readPage(c, filterFields);
    const merchant = merchantOf(c);
    const {total, list} = await views.search(merchant.id, readFilter(c), page);
    const items = list.map((view) => subscriptionJson(view, merchant));
    return send(c, {status: 200, body: success(pageJson(page, total, items))});
  });
  routes.get(subscriptionPath, guards.secret, async (c) => send(c, await readAnswer(c)));
  routes.put(
    subscriptionPath,
    guards.secret,
    changing(async (c, tx, key) => {
      const body = await readBody(c, subscriptionChangesBody);
      const {pause_collection: pause, payment_method: method, cancel_at_period_end: atPeriodEnd} = body;
      if (pause) await subscriptions.pause(key, pause.payment_collection_behavior, tx);
      else if (method !== undefined) await subscriptions.changeMethod(key, method, tx);
      else if (atPeriodEnd === true) await subscriptions.cancel(key, {atPeriodEnd}, tx);
      else await subscriptions.revokeCancellation(key, tx);
    }),
  );
  routes.put(
    `${subscriptionPath}/resumption`,
    guards.secret,
    changing(async (c, tx, key) => {
      await readNoFields(c);
      await subscriptions.resume(key, tx);
    }),
  );
  routes.post(
    `${subscriptionPath}/cancel`,
    guards.secret,
    changing(async (c, tx, key) => {
      const {at_period_end: atPeriodEnd} = await readBody(c, cancelBody);
      await subscriptions.cancel(key, {atPeriodEnd}, tx);
    }),
  );
  return routes;
}
