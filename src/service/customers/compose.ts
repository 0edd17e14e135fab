import type {Hono} from 'hono';
import {countryRoutes} from '../addresses/routes.js';
import type {ServiceEnv} from '../http/env.js';
import type {Guards} from '../http/guards.js';
import type {AnswerOnce} from '../idempotency/answer.js';
import type {PaymentMethods} from '../payment-methods/payment-methods.js';
import {walletRoutes} from '../payment-methods/routes.js';
import type {Customers} from './customers.js';
import {customerRoutes} from './routes.js';

/** All that is about shoppers: customers, what they have saved, where they live. */
export const shopperRoutes = (deps: {
  readonly customers: Customers;
  readonly methods: PaymentMethods;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}): readonly Hono<ServiceEnv>[] => [customerRoutes(deps), walletRoutes(deps), countryRoutes()];
