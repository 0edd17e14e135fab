/** Composes and starts the service. */
import {Hono} from 'hono';
import {createBilling} from './domain/billing/billing.js';
import {systemClock} from './platform/clock/clock.js';
import {createClockStore} from './platform/clock/persisted.js';
import type {ClockStore} from './platform/clock/persisted.js';
import {MovableClock} from './platform/clock/movable.js';
import {composeCheckout} from './edges/checkout/compose.js';
import {FaultBox} from './edges/faults/faults.js';
import {closedHeaders, createApp} from './platform/http/app.js';
import {cors} from './platform/identity/cors.js';
import type {ServiceEnv} from './platform/http/env.js';
import {createGuards, refuseSecretFromBrowser} from './platform/identity/guards.js';
import {healthRoutes, refuseWhenDraining} from './platform/http/health.js';
import {shedLoad} from './platform/http/limits.js';
import {listen} from './platform/http/listen.js';
import type {Listener} from './platform/http/listen.js';
import {createLogger} from './platform/http/log.js';
import {createAnswerOnce} from './platform/idempotency/answer.js';
import {createIdempotencyStore} from './platform/idempotency/store.js';
import {createOrigins} from './domain/merchants/origins.js';
import {secretKeyRoutes} from './domain/merchants/routes.js';
import {openMerchants} from './domain/merchants/merchants.js';
import {createSimulatedNetwork} from './simulators/network/simulated.js';
import {coreMigrations} from './schema.js';
import {resolveOptions} from './options.js';
import type {ResolvedOptions, Service, ServiceOptions} from './options.js';
import {descriptionRoutes} from './edges/docs/routes.js';
import type {CreateIssuer, CreateMicroform, PartDependencies} from './domain/ports/hosted-parts.js';
import type {Issuer} from './domain/ports/issuer.js';
import type {Microform} from './domain/ports/microform.js';
import type {ServiceUrls} from './platform/settings.js';
import type {Logger} from './platform/logger.js';
import {loadPassportKeys} from './platform/identity/keys.js';
import {createRevokedTokens} from './platform/identity/revoked-tokens.js';
import {createPassport} from './platform/identity/passport.js';
import {createShopperSessions} from './platform/identity/sessions.js';
import {passportRoutes} from './edges/passport/routes.js';
import {expiringMethods} from './domain/payment-methods/expiring.js';
import {createMethodUses} from './domain/payment-methods/uses.js';
import {developmentRoutes} from './compose-development.js';
import {LogRing} from './edges/sandbox/log-ring.js';
import type {Database, Migration} from './platform/storage/database.js';
import {migrate} from './platform/storage/migrate.js';
import {databaseKind, openDatabase} from './platform/storage/open.js';
import {startHeartbeat} from './platform/storage/heartbeat.js';
import {composeEvents, composeShoppers, composeSubscriptions, shopperRoutes} from './compose-domain.js';
import {eventLog} from './domain/events/log.js';
import {releaseAllCharges} from './domain/subscriptions/charges.js';
import {freeTrackers} from './domain/trackers/tracker-lease.js';
import {createEngine} from './domain/trackers/engine.js';
import {expiredTrackers} from './domain/trackers/expiry.js';
import {trackerRoutes} from './domain/trackers/routes.js';
import {createCardStore} from './domain/vault/cards.js';
import {readKeyRing} from './domain/vault/keys.js';
import {SecurityCodes} from './platform/secrets/security-codes.js';
import {createVault} from './domain/vault/vault.js';
import {owedReversals} from './domain/trackers/owed-reversals.js';
import {composeWorker} from './platform/worker/compose.js';
import {forgottenKeys} from './platform/worker/forgotten-keys.js';
import {recover} from './platform/worker/recovery.js';
import {composeWebhooks} from './edges/webhooks/compose.js';
import {makeDeliveries} from './edges/webhooks/deliveries.js';
import type {Worker} from './platform/worker/worker.js';

/** How long a closing service waits for running requests. */
const drainLimitMs = 10_000;

/** The parts that are served on their own origins, which tests replace, and settings for tests. */
export interface HostedParts {
  readonly createMicroform: CreateMicroform;
  readonly createIssuer: CreateIssuer;
  readonly migrations: readonly Migration[];
  /** The database, if it is already open. */
  readonly opened?: Database;
  /** Disables the worker's timer: tests run due work by advancing the clock. */
  readonly withoutTimer?: boolean;
}

/** The parts of a service that exist before it listens. */
interface Composition extends PartDependencies {
  readonly clock: MovableClock;
  readonly clockStore: ClockStore;
  readonly options: ResolvedOptions;
  readonly isDraining: () => boolean;
  readonly log: LogRing;
  /** Undefined in production. */
  readonly faults?: FaultBox;
}

/** Composes and starts a service from its options and the hosted parts. */
export async function compose(options: ServiceOptions, parts: HostedParts): Promise<Service> {
  const resolved = resolveOptions(options);
  const clock = new MovableClock(options.clock ?? systemClock);
  const {log, logger} = createLogs(options, clock);
  const {database: address, databaseThread: thread, production} = resolved;
  const faults = new FaultBox({clock, logger, production});
  const keyRing = readKeyRing(resolved.vaultKey);
  const database = parts.opened ?? (await openDatabase(address, logger, {thread}));
  try {
    await migrate(database, [...coreMigrations, ...parts.migrations]);
    const unregister = await startHeartbeat(database, resolved.database, logger);
    const clockStore = createClockStore(database, clock);
    if (!resolved.production) await clockStore.load();
    const vault = await createVault(database, keyRing);
    const urls = {api: '', fields: '', issuer: ''};
    let isDraining = false;
    const composition: Composition = {
      clock,
      clockStore,
      database,
      vault,
      urls,
      settings: resolved.settings,
      logger,
      options: resolved,
      isDraining: () => isDraining,
      log,
      ...(!production && {faults}),
    };
    const {listeners, worker} = await listenOnAll(composition, urls, parts);
    if (!parts.withoutTimer) worker.start();
    let closing: Promise<void> | undefined;
    return {
      urls,
      keys: {
        secretKey: resolved.secretKey,
        publicKey: resolved.publicKey,
        webhookSecret: resolved.webhookSecret,
      },
      clock,
      database,
      settings: resolved.settings,
      faults,
      close() {
        isDraining = true;
        faults.clear();
        closing ??= Promise.all([closeAll(listeners), worker.stop()])
          .then(() => clock.listenersDone())
          .then(unregister)
          .then(() => database.close());
        return closing;
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Passes log lines to `options.log`, and keeps the latest in memory for the dashboard. */
function createLogs(options: ServiceOptions, clock: MovableClock) {
  const log = new LogRing();
  const write = (line: string) => {
    log.add(line);
    options.log?.(line);
  };
  return {log, logger: createLogger(write, clock)};
}

const closeAll = (listeners: readonly Listener[]) =>
  Promise.all(listeners.map((listener) => listener.close(drainLimitMs)));

/**
 * Composes the apps of the three origins and listens on them. The API listens last, because its answers
 * need the addresses of the others.
 *
 * @param urls - Filled in with each address: ports are known only when they are open.
 */
async function listenOnAll(
  composition: Composition,
  urls: {-readonly [Name in keyof ServiceUrls]: string},
  parts: HostedParts,
): Promise<{readonly listeners: readonly Listener[]; readonly worker: Worker}> {
  const {options, logger} = composition;
  const microform = await parts.createMicroform(composition);
  const issuer = await parts.createIssuer(composition);
  const fieldsApp = pageApp(logger, microform.routes);
  const issuerApp = pageApp(logger, issuer.routes);
  const {app: api, worker} = await composeApi(composition, {microform, issuer});
  const listeners: Listener[] = [];
  const open = async (part: keyof ServiceUrls, ...listenArguments: Parameters<typeof listen>) => {
    const listener = await listen(...listenArguments);
    listeners.push(listener);
    urls[part] = listener.url;
  };
  // The hosts differ, so that fields and bank are another site than the shop and the API, as in production
  // (decision 0040).
  try {
    if (options.role !== 'worker') {
      const {fieldsPort, issuerPort} = options;
      await open('fields', fieldsApp.fetch, {host: '127.0.0.1', port: fieldsPort, flag: '--fields-port'});
      await open('issuer', issuerApp.fetch, {host: '127.0.0.1', port: issuerPort, flag: '--issuer-port'});
    }
    await open('api', api.fetch, {host: 'localhost', port: options.port, flag: '--port'});
  } catch (error) {
    await closeAll(listeners);
    throw error;
  }
  return {listeners, worker};
}

/**
 * The app of an origin with hosted pages. The pages set their own content policies; every other answer gets
 * `closedHeaders`.
 */
function pageApp(logger: Logger, routes: Hono): Hono<ServiceEnv> {
  const page = new Hono<ServiceEnv>({strict: false});
  page.route('/', routes);
  return createApp({logger, headers: closedHeaders, routes: [page]});
}

async function composeApi(
  composition: Composition,
  {microform, issuer}: {readonly microform: Microform; readonly issuer: Issuer},
): Promise<{readonly app: Hono<ServiceEnv>; readonly worker: Worker}> {
  const {clock, database, vault, urls, settings, logger, options, isDraining, faults, log} = composition;
  const {merchants, origins} = await composeMerchants(composition);
  const store = createIdempotencyStore({database, vault, clock});
  const engine = createEngine({database, clock});
  const fingerprint = (cardNumber: string) => vault.fingerprint(cardNumber, 'network');
  const network = createSimulatedNetwork({database, clock, fingerprint});
  const cards = createCardStore({vault, clock});
  const events = composeEvents(clock, [makeDeliveries]);
  const {customers, methods} = composeShoppers({database, clock, cards, events});
  const uses = createMethodUses({database, clock, cards});
  const identity = await composeIdentity(composition, {merchants, origins, customers});
  const {revokedTokens, passport, sessions, guards} = identity;
  const once = createAnswerOnce({store});
  const isOnlyProcess = databaseKind(options.database) !== 'postgres';
  await recover(database, {store, isOnlyProcess, voidLeases: [freeTrackers, releaseAllCharges]});
  const tools = {clock, database, merchants, origins, guards, once, engine, customers, methods, uses, events};
  const subscriptionParts = composeSubscriptions({...tools, network});
  const environment = options.production ? 'production' : 'sandbox';
  const codes = new SecurityCodes();
  const cardTools = {network, cards, codes, microform, issuer, urls, settings, environment, logger};
  const webhooks = await composeWebhooks({...tools, vault, settings, logger, options, isOnlyProcess, faults});
  const charging = createBilling({...tools, ...cardTools});
  const checkout = composeCheckout({...tools, ...cardTools, ...subscriptionParts, vault, passport, charging});
  const {worker, travel} = composeWorker({...composition, eventLog: eventLog(database)}, [
    ...charging.work,
    webhooks.work,
    owedReversals({...tools, ...cardTools}),
    expiredTrackers({database, clock}),
    expiringMethods(tools),
    forgottenKeys({store, clock}),
  ]);
  const development =
    faults && developmentRoutes({...tools, ...webhooks, cards, faults, log, network, urls, travel});
  const health = healthRoutes({database, isDraining});
  if (options.role === 'worker') return {app: createApp({logger, routes: [health]}), worker};
  const app = createApp({
    logger,
    before: [shedLoad(), refuseWhenDraining(isDraining), cors(origins), refuseSecretFromBrowser(logger)],
    routes: [
      ...(development ? [development.faults] : []),
      health,
      ...shopperRoutes({...tools, sessions, vault}),
      trackerRoutes({...tools, ...cardTools}),
      passportRoutes({...tools, passport, sessions, revokedTokens}),
      checkout,
      secretKeyRoutes(tools),
      ...subscriptionParts.routes,
      webhooks.routes,
      ...(development ? development.routes : []),
      descriptionRoutes({urls, sandbox: development !== undefined}),
    ],
  });
  return {app, worker};
}

/** The parts that identify the caller of a request: tokens, shoppers' sessions and guards. */
async function composeIdentity(
  {database, vault, clock, urls, settings, logger}: Composition,
  known: Pick<Parameters<typeof createGuards>[0], 'merchants' | 'origins' | 'customers'>,
) {
  const keys = await loadPassportKeys({database, vault, clock});
  const revokedTokens = createRevokedTokens({database, clock});
  const passport = createPassport({keys, clock, urls, settings, revokedTokens});
  const sessions = createShopperSessions({keys, clock, urls, settings});
  const guards = createGuards({...known, passport, sessions, logger, urls, revokedTokens});
  return {revokedTokens, passport, sessions, guards};
}

/** The merchants named in the options, and the web origins of each merchant. */
async function composeMerchants({database, clock, options}: Composition) {
  const development = !options.production;
  const {publicKey, secretKey, allowRaw, merchantName: name, merchants: others} = options;
  const home = {publicKey, secretKey, allowRaw, ...(name !== '' && {name})};
  const merchants = await openMerchants({database, clock, development, home, others});
  const configured = {[merchants.home.id]: options.origins};
  return {merchants, origins: createOrigins({database, development, configured})};
}
