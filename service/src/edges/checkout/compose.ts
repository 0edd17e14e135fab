import type {Hono} from 'hono';
import type {ServiceEnv} from '../../platform/http/env.js';
import type {CheckoutDependencies} from './context.js';
import {checkoutRoutes} from './routes.js';
import {createCheckoutSessions} from './session.js';
import {createReturnUrls} from './return-urls.js';

/** Creates the routes of the hosted pages. */
export function composeCheckout(deps: CheckoutDependencies): Hono<ServiceEnv> {
  const tools = {...deps, sessions: createCheckoutSessions(deps), returnUrls: createReturnUrls(deps)};
  return checkoutRoutes(tools);
}
