/** The API's routes and the due work: everything that calls the domain. */
import type {Hono} from 'hono';
import {addressRoutes, countryRoutes} from '../domain/addresses/routes.js';
import {guestRoutes} from '../domain/customers/guests.js';
import {customerRoutes} from '../domain/customers/routes.js';
import {brandingRoutes, secretKeyRoutes} from '../domain/merchants/routes.js';
import {walletRoutes} from '../domain/payment-methods/routes.js';
import {shopperWalletRoutes} from '../domain/payment-methods/shopper-wallet.js';
import {planRoutes} from '../domain/plans/routes.js';
import {subscriptionRoutes} from '../domain/subscriptions/routes.js';
import type {SharedDependencies} from '../domain/trackers/context.js';
import {trackerRoutes} from '../domain/trackers/routes.js';
import {transactionRoutes} from '../domain/transactions/routes.js';
import {createReturnUrls} from '../edges/checkout/return-urls.js';
import {checkoutRoutes} from '../edges/checkout/routes.js';
import {createCheckoutSessions} from '../edges/checkout/session.js';
import {originRoutes} from '../edges/passport/origin-routes.js';
import {passportRoutes} from '../edges/passport/routes.js';
import type {ServiceEnv} from '../platform/http/env.js';
import {createAnswerOnce} from '../platform/idempotency/answer.js';
import type {Worker} from '../platform/worker/worker.js';
import {sealedColumns} from '../schema.js';
import {developmentRoutes} from './development.js';
import type {HostedParts} from './ground.js';
import type {Layers} from './layers.js';
import {composeWebhooks} from './webhooks.js';
import {composeWork} from './work.js';

export interface Edges {
  /** Run before all others, because they make the others fail on purpose. None in production. */
  readonly faultRoutes: readonly Hono<ServiceEnv>[];
  readonly routes: readonly Hono<ServiceEnv>[];
  /** The hosted pages. */
  readonly pageRoutes: Hono<ServiceEnv>;
  readonly worker: Worker;
}

export async function composeEdges(layers: Layers, {sealed = [], ...parts}: HostedParts): Promise<Edges> {
  const {ground, domain, identity} = layers;
  const {options, urls, clock, logger, database, vault, store} = ground;
  const {network, events, customers, methods, addresses, plans, subscriptions, views, engine} = domain;
  const {merchants, origins, guards, passport, sessions, revokedTokens} = identity;
  const once = createAnswerOnce({store});
  const webhooks = await composeWebhooks(layers, once);
  // In development no proof is asked for.
  const readProof = options.production ? (parts.readProof ?? webhooks.readProof) : undefined;
  const columns = [...sealedColumns, ...sealed];
  const {worker, travel} = composeWork(layers, {sending: webhooks.sending, readProof, columns});
  const actions = actionsOf(layers);
  const development = options.production
    ? {faultRoutes: [], routes: []}
    : developmentRoutes(layers, {once, travel, deliveries: webhooks.deliveries});
  return {
    worker,
    faultRoutes: development.faultRoutes,
    pageRoutes: checkoutRoutes({
      ...actions,
      vault,
      logger,
      merchants,
      customers,
      passport,
      revokedTokens,
      subscriptions,
      charging: domain.billing,
      sessions: createCheckoutSessions({database, clock, vault}),
      returnUrls: createReturnUrls({origins}),
    }),
    routes: [
      customerRoutes({customers, guards, once}),
      guestRoutes({customers, sessions, origins, guards, once}),
      walletRoutes({database, customers, methods, guards}),
      shopperWalletRoutes({methods, addresses, vault, guards}),
      addressRoutes({addresses, guards, once}),
      countryRoutes({origins}),
      trackerRoutes({...actions, merchants, customers, guards, once}),
      passportRoutes({
        ...{passport, customers, plans, subscriptions, engine, origins, urls},
        ...{sessions, revokedTokens, guards, once},
      }),
      originRoutes({origins, merchants, events, clock, guards, once, logger, readProof}),
      secretKeyRoutes({merchants, guards, once}),
      brandingRoutes({database, guards, urls}),
      planRoutes({plans, guards, once}),
      subscriptionRoutes({subscriptions, views, guards, once}),
      transactionRoutes({database, clock, vault, network, events, guards, once}),
      webhooks.routes,
      ...development.routes,
    ],
  };
}

/** What the actions of a tracker need, from the API and from the hosted pages. */
function actionsOf({ground, domain, identity, microform, issuer}: Layers): SharedDependencies {
  const {database, clock, vault, urls, settings} = ground;
  const {network, cards, codes, events, methods, uses, engine, velocity} = domain;
  const {origins} = identity;
  const environment = ground.options.production ? 'production' : 'sandbox';
  return {
    ...{database, clock, vault, urls, settings, environment, origins, microform, issuer},
    ...{network, cards, codes, events, methods, uses, engine, velocity},
  };
}
