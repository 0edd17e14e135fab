import type {Hono} from 'hono';
import type {ServiceEnv} from '../../platform/http/env.js';
import type {DueWork} from '../../platform/worker/due-work.js';
import {abandonedPages} from './abandoned.js';
import type {CheckoutDependencies} from './context.js';
import {checkoutRoutes} from './routes.js';
import {createCheckoutSessions} from './session.js';
import {createReturnUrls} from './return-urls.js';

/** Creates the routes of the hosted pages and their background work. */
export function composeCheckout(deps: CheckoutDependencies): {
  readonly routes: Hono<ServiceEnv>;
  readonly work: DueWork;
} {
  const tools = {...deps, sessions: createCheckoutSessions(deps), returnUrls: createReturnUrls(deps)};
  return {routes: checkoutRoutes(tools), work: abandonedPages(tools)};
}
