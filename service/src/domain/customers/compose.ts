import type {Hono} from 'hono';
import {createAddresses} from '../addresses/addresses.js';
import {addressRoutes, countryRoutes} from '../addresses/routes.js';
import type {Clock} from '../../platform/clock/clock.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import type {Guards} from '../../platform/identity/guards.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Origins} from '../../platform/identity/merchant.js';
import type {Vault} from '../../platform/sealing.js';
import type {ShopperSessions} from '../../platform/identity/sessions.js';
import {ownWalletRoutes} from '../payment-methods/own-wallet.js';
import type {PaymentMethods} from '../payment-methods/payment-methods.js';
import {walletRoutes} from '../payment-methods/routes.js';
import type {Database} from '../../platform/storage/database.js';
import type {Customers} from './customers.js';
import {guestRoutes} from './guests.js';
import {customerRoutes} from './routes.js';

/** All that is about shoppers: customers and guests, what they have saved, where they live. */
export function shopperRoutes(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly customers: Customers;
  readonly methods: PaymentMethods;
  readonly sessions: ShopperSessions;
  readonly origins: Origins;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}): readonly Hono<ServiceEnv>[] {
  const shared = {...deps, addresses: createAddresses(deps)};
  return [
    customerRoutes(shared),
    guestRoutes(shared),
    walletRoutes(shared),
    ownWalletRoutes(shared),
    addressRoutes(shared),
    countryRoutes(deps),
  ];
}
