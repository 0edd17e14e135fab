import type {Hono} from 'hono';
import type {ServiceEnv} from '../http/env.js';
import type {CheckoutDependencies} from './context.js';
import {checkoutRoutes} from './routes.js';
import {createCheckoutSessions} from './session.js';
import {createWaysBack} from './ways-back.js';

/** Puts the hosted pages together. */
export function composeCheckout(deps: CheckoutDependencies): Hono<ServiceEnv> {
  return checkoutRoutes({...deps, sessions: createCheckoutSessions(deps), ways: createWaysBack(deps)});
}
