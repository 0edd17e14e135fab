/** The domain without its routes: who is charged, with which card, for what, and the simulated network. */
import {createAddresses, forgetAddresses, type Addresses} from '../domain/addresses/addresses.js';
import {createBilling, type Billing} from '../domain/billing/billing.js';
import {createCustomers, type Customers} from '../domain/customers/customers.js';
import {createEventStore, type EventFollower, type Events} from '../domain/events/events.js';
import {correctSavedEvents} from '../domain/payment-methods/duplicates.js';
import {
  createPaymentMethods,
  forgetMethods,
  type PaymentMethods,
} from '../domain/payment-methods/payment-methods.js';
import {createMethodUses, type MethodUses} from '../domain/payment-methods/uses.js';
import {createPlans, type Plans} from '../domain/plans/plans.js';
import {applyAmount, numberEvents, subscriptionsChargedTo} from '../domain/subscriptions/changes.js';
import {forgetSubscriptions} from '../domain/subscriptions/end.js';
import {createSubscriptions, type Subscriptions} from '../domain/subscriptions/subscriptions.js';
import {createSubscriptionViews, type SubscriptionViews} from '../domain/subscriptions/views.js';
import {createEngine, type Engine} from '../domain/trackers/engine.js';
import {forgetTrackers} from '../domain/trackers/remove.js';
import {createCardStore, type CardStore} from '../domain/vault/cards.js';
import {createVelocity, type Velocity} from '../domain/velocity/velocity.js';
import {makeDeliveries, makeDeliveriesOf} from '../edges/webhooks/deliveries.js';
import {recordedEventTypes} from '../edges/webhooks/recorded-events.js';
import type {Clock} from '../platform/clock/clock.js';
import {SecurityCodes} from '../platform/secrets/security-codes.js';
import type {Database} from '../platform/storage/database.js';
import {createSimulatedNetwork, type SimulatedNetwork} from '../simulators/network/simulated.js';
import type {Ground} from './ground.js';

interface Shoppers {
  readonly customers: Customers;
  readonly methods: PaymentMethods;
}

export interface Domain extends Shoppers {
  readonly network: SimulatedNetwork;
  readonly cards: CardStore;
  readonly codes: SecurityCodes;
  readonly events: Events;
  readonly uses: MethodUses;
  readonly addresses: Addresses;
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly views: SubscriptionViews;
  readonly engine: Engine;
  readonly velocity: Velocity;
  readonly billing: Billing;
}

export function composeDomain({options, database, clock, vault, settings, logger}: Ground): Domain {
  const fingerprint = (cardNumber: string) => vault.fingerprint(cardNumber, 'network');
  const network = createSimulatedNetwork({database, clock, fingerprint});
  const cards = createCardStore({vault, clock});
  const events = composeEvents(clock, [
    options.rehearse ? makeDeliveriesOf(recordedEventTypes) : makeDeliveries,
  ]);
  const {customers, methods} = composeShoppers({database, clock, cards, events});
  return {
    network,
    cards,
    events,
    customers,
    methods,
    codes: new SecurityCodes(),
    uses: createMethodUses({database, clock, cards}),
    addresses: createAddresses({database, clock, customers}),
    plans: createPlans({database, clock, applyAmount}),
    subscriptions: createSubscriptions({database, clock, events}),
    views: createSubscriptionViews({database, clock}),
    engine: createEngine({database, clock}),
    velocity: createVelocity({database, clock, vault, settings, events}),
    billing: createBilling({database, clock, events, network, cards, logger}),
  };
}

/** The event log. It numbers the events of each subscription with a counter in the subscription's row. */
export const composeEvents = (clock: Clock, followers: readonly EventFollower[]): Events =>
  createEventStore({clock, numberEvents, correct: correctSavedEvents, followers});

/** Customers and their saved cards. */
export function composeShoppers(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly cards: CardStore;
  readonly events: Events;
}): Shoppers {
  const {database, clock, cards, events} = deps;
  // Removing a customer calls one hook for each part that stores data of customers, in this order.
  const forget = [
    forgetSubscriptions({clock, events}),
    forgetTrackers(cards),
    forgetMethods(cards),
    forgetAddresses,
  ];
  return {
    customers: createCustomers({database, clock, forget}),
    methods: createPaymentMethods({database, clock, cards, events, subscriptionsChargedTo}),
  };
}
