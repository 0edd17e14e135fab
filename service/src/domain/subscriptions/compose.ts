import type {Hono} from 'hono';
import type {Clock} from '../../platform/clock/clock.js';
import type {Events} from '../events/events.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import type {Guards} from '../../platform/identity/guards.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import {createPlans} from '../plans/plans.js';
import type {Plans} from '../plans/plans.js';
import type {CardNetwork} from '../ports/network.js';
import {planRoutes} from '../plans/routes.js';
import type {Database} from '../../platform/storage/database.js';
import {transactionRoutes} from '../transactions/routes.js';
import {subscriptionRoutes} from './routes.js';
import {createSubscriptions} from './subscriptions.js';
import type {Subscriptions} from './subscriptions.js';
import {createSubscriptionViews} from './views.js';
import type {SubscriptionViews} from './views.js';

/** Plans, subscriptions, and what merchants may do with them. */
export interface SubscriptionParts {
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly views: SubscriptionViews;
  readonly routes: readonly Hono<ServiceEnv>[];
}

export function composeSubscriptions(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly guards: Guards;
  readonly once: AnswerOnce;
  readonly network: CardNetwork;
}): SubscriptionParts {
  const plans = createPlans(deps);
  const subscriptions = createSubscriptions(deps);
  const views = createSubscriptionViews(deps);
  const routes = [
    planRoutes({...deps, plans}),
    subscriptionRoutes({...deps, subscriptions, views}),
    transactionRoutes(deps),
  ];
  return {plans, subscriptions, views, routes};
}
