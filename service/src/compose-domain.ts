/** Composes the domain: events, shoppers, plans and subscriptions. */
import type {Hono} from 'hono';
import {createAddresses, forgetAddresses} from './domain/addresses/addresses.js';
import {addressRoutes, countryRoutes} from './domain/addresses/routes.js';
import {createCustomers} from './domain/customers/customers.js';
import type {Customers} from './domain/customers/customers.js';
import {guestRoutes} from './domain/customers/guests.js';
import {customerRoutes} from './domain/customers/routes.js';
import {createEventStore} from './domain/events/events.js';
import type {EventFollower, Events} from './domain/events/events.js';
import {correctSavedEvents} from './domain/payment-methods/duplicates.js';
import {shopperWalletRoutes} from './domain/payment-methods/shopper-wallet.js';
import {createPaymentMethods, forgetMethods} from './domain/payment-methods/payment-methods.js';
import type {PaymentMethods} from './domain/payment-methods/payment-methods.js';
import {walletRoutes} from './domain/payment-methods/routes.js';
import {createPlans} from './domain/plans/plans.js';
import type {Plans} from './domain/plans/plans.js';
import {planRoutes} from './domain/plans/routes.js';
import type {CardNetwork} from './domain/ports/network.js';
import {applyAmount, numberEvents, subscriptionsChargedTo} from './domain/subscriptions/changes.js';
import {forgetSubscriptions} from './domain/subscriptions/end.js';
import {subscriptionRoutes} from './domain/subscriptions/routes.js';
import {createSubscriptions} from './domain/subscriptions/subscriptions.js';
import type {Subscriptions} from './domain/subscriptions/subscriptions.js';
import {createSubscriptionViews} from './domain/subscriptions/views.js';
import type {SubscriptionViews} from './domain/subscriptions/views.js';
import {forgetTrackers} from './domain/trackers/remove.js';
import {transactionRoutes} from './domain/transactions/routes.js';
import type {CardStore} from './domain/vault/cards.js';
import type {Clock} from './platform/clock/clock.js';
import type {ServiceEnv} from './platform/http/env.js';
import type {AnswerOnce} from './platform/idempotency/answer.js';
import type {Guards} from './platform/identity/guards.js';
import type {Origins} from './platform/identity/merchant.js';
import type {ShopperSessions} from './platform/identity/sessions.js';
import type {Vault} from './platform/sealing.js';
import type {Database} from './platform/storage/database.js';

/** The event log. It numbers the events of each subscription with a counter in the subscription's row. */
export const composeEvents = (clock: Clock, followers: readonly EventFollower[]): Events =>
  createEventStore({clock, numberEvents, correct: correctSavedEvents, followers});

interface Shoppers {
  readonly customers: Customers;
  readonly methods: PaymentMethods;
}

/** Customers and their saved cards. */
export function composeShoppers(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly cards: CardStore;
  readonly events: Events;
}): Shoppers {
  const {cards} = deps;
  // Removing a customer calls one hook for each part that stores data of customers, in this order.
  const removalHooks = [
    forgetSubscriptions(deps),
    forgetTrackers(cards),
    forgetMethods(cards),
    forgetAddresses,
  ];
  return {
    customers: createCustomers({...deps, forget: removalHooks}),
    methods: createPaymentMethods({...deps, subscriptionsChargedTo}),
  };
}

interface RouteTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}

/** Routes of customers and guests, their saved cards and their addresses. */
export function shopperRoutes(
  deps: RouteTools &
    Shoppers & {readonly vault: Vault; readonly sessions: ShopperSessions; readonly origins: Origins},
): readonly Hono<ServiceEnv>[] {
  const shared = {...deps, addresses: createAddresses(deps)};
  return [
    customerRoutes(shared),
    guestRoutes(shared),
    walletRoutes(shared),
    shopperWalletRoutes(shared),
    addressRoutes(shared),
    countryRoutes(deps),
  ];
}

/** Plans and subscriptions, and the routes with which merchants manage them. */
export interface SubscriptionParts {
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly views: SubscriptionViews;
  readonly routes: readonly Hono<ServiceEnv>[];
}

export function composeSubscriptions(
  deps: RouteTools & {readonly events: Events; readonly network: CardNetwork; readonly vault: Vault},
): SubscriptionParts {
  const plans = createPlans({...deps, applyAmount});
  const subscriptions = createSubscriptions(deps);
  const views = createSubscriptionViews(deps);
  const routes = [
    planRoutes({...deps, plans}),
    subscriptionRoutes({...deps, subscriptions, views}),
    transactionRoutes(deps),
  ];
  return {plans, subscriptions, views, routes};
}
