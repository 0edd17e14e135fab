export {createCardVaultServer, type CardVaultServer} from './server.js';
export type {ConsentProblem, VerifiedPaymentMethod} from './consent.js';
export type {Inventory, InventoryOptions, InventoryScript} from './inventory.js';
export type {MarkupOptions} from './markup/options.js';
export type {MarkupTexts} from './markup/texts.js';
export type {
  CardVaultServerOptions,
  ExpectedConsent,
  OffersPlan,
  PerRequest,
  ReferenceFor,
  SessionPayment,
} from './options.js';
export {createServiceClient, type ServiceClient, type ServiceClientOptions} from './client/client.js';
export type {CustomerChanges, Customers, NewCustomer} from './client/customers.js';
export type {NewTracker, TrackerMode, Trackers} from './client/trackers.js';
export type {Payments} from './client/payments.js';
export type {CardPayment, NewPayment, PaymentStatus} from './client/payment-record.js';
export type {PaymentMethods} from './client/saved-cards.js';
export {type Repeatable} from './client/repeatable.js';
export type {
  Checkout,
  EmbeddedAddress,
  HostedReturn,
  PortalAddress,
  SubscribeAddress,
} from './client/checkout.js';
export type {Branding, HostedLook} from './client/branding.js';
export type {ListedOrigin, Origins} from './client/origins.js';
export type {ResultPage, PageOptions} from './client/paging.js';
export type {BillingInterval, NewPlan, Plan, PlanChanges, Plans} from './client/plans.js';
export type {Subscription, Subscriptions, SubscriptionOptions} from './client/subscriptions.js';
export type {
  Refund,
  Transaction,
  Transactions,
  TransactionState,
  TransactionOptions,
} from './client/transactions.js';
export type {Customer, PaymentRecord, SavedPaymentMethod, Tracker} from './client/readers.js';
export type {Fetch, ServiceRefusal} from './client/transport.js';
export type {
  NewWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookEndpoints,
} from './client/webhook-endpoints.js';
export {
  createWebhooks,
  type ExpectedSubscription,
  type WebhookHandler,
  type WebhookHandlers,
  type WebhookLogEntry,
  type WebhookOptions,
  type Webhooks,
} from './webhooks/webhooks.js';
export {WebhookRefused, type WebhookRefusalReason} from './webhooks/verify.js';
export {memoryReplayStore, type ReplayAnswer, type ReplayStore} from './webhooks/replay.js';
export type {
  AuthorizationReversedEvent,
  ErrorOccurredEvent,
  OtherEvent,
  PaymentMethodExpiringEvent,
  PaymentMethodSavedEvent,
  SubscriptionEvent,
  SubscriptionEventType,
  WebhookEvent,
} from './webhooks/event.js';
export type {PaymentEvent, PaymentEventType} from './webhooks/payment-event.js';
export type {CardLimitReachedEvent, OriginEvent} from './webhooks/watch-event.js';
export {memoryTrackerStore, type OpenTracker, type TrackerStore} from './store.js';
export {postgresStores, type PostgresDatabase} from './stores/postgres.js';
export {redisReplayStore, type RedisDatabase} from './stores/redis.js';
export {storeTables, type Stores} from './stores/sql.js';
export {sqliteStores, type SqliteDatabase} from './stores/sqlite.js';
export type {SweepReport} from './sweep.js';
export {contentSecurityPolicy, createNonce, type PagePolicyOptions} from './policy.js';
export {
  CardVaultError,
  type CardVaultErrorCode,
  type PaymentMethod,
  type WebhookScheme,
} from '../protocol/index.js';
export type {PauseBehavior, SubscriptionState} from '../protocol/billing-words.js';
