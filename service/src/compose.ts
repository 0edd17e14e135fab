/** Composes and starts the service. */
import {setTimeout as pause} from 'node:timers/promises';
import type {Hono} from 'hono';
import {createBilling} from './domain/billing/billing.js';
import {systemClock} from './platform/clock/clock.js';
import {createClockStore} from './platform/clock/persisted.js';
import type {ClockStore} from './platform/clock/persisted.js';
import {MovableClock} from './platform/clock/movable.js';
import {composeCheckout} from './edges/checkout/compose.js';
import {FaultBox} from './edges/faults/faults.js';
import {createApp} from './platform/http/app.js';
import type {ServiceEnv} from './platform/http/env.js';
import {busyPageHeaders} from './platform/identity/cors.js';
import {createGuards} from './platform/identity/guards.js';
import {healthRoutes} from './platform/http/health.js';
import {Metrics} from './platform/http/metrics.js';
import {listen} from './platform/http/listen.js';
import type {Listener} from './platform/http/listen.js';
import {createLogs} from './logs.js';
import {createAnswerOnce} from './platform/idempotency/answer.js';
import {createIdempotencyStore} from './platform/idempotency/store.js';
import {secretKeyRoutes} from './domain/merchants/routes.js';
import {createSimulatedNetwork} from './simulators/network/simulated.js';
import {coreMigrations} from './schema.js';
import {connectionsOf, apiApp, emptyUrls, metricsApp, pageApp, publicNames} from './hosting.js';
import type {MutableListening, MutableUrls} from './hosting.js';
import {keysOf, resolveOptions} from './options.js';
import type {ResolvedOptions, Service, ServiceOptions} from './options.js';
import {descriptionRoutes} from './edges/docs/routes.js';
import type {CreateIssuer, CreateMicroform, PartDependencies} from './domain/ports/hosted-parts.js';
import type {Issuer} from './domain/ports/issuer.js';
import type {Microform} from './domain/ports/microform.js';
import type {ServiceUrls} from './platform/settings.js';
import {loadPassportKeys} from './platform/identity/keys.js';
import {createRevokedTokens} from './platform/identity/revoked-tokens.js';
import {createPassport} from './platform/identity/passport.js';
import {createShopperSessions} from './platform/identity/sessions.js';
import type {ReadProof} from './edges/passport/origin-proofs.js';
import {passportRoutes} from './edges/passport/routes.js';
import {expiringMethods} from './domain/payment-methods/expiring.js';
import {createMethodUses} from './domain/payment-methods/uses.js';
import {developmentRoutes} from './compose-development.js';
import type {LogRing} from './edges/sandbox/log-ring.js';
import type {Database, Migration} from './platform/storage/database.js';
import {migrateAtStart} from './platform/storage/start-errors.js';
import {databaseKind, openDatabase} from './platform/storage/open.js';
import {startHeartbeat} from './platform/storage/heartbeat.js';
import {composeMerchants, composeOrigins, fieldsRule} from './compose-merchants.js';
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
import {endedCounts} from './domain/velocity/ended-counts.js';
import {createVelocity} from './domain/velocity/velocity.js';
import {owedReversals} from './domain/trackers/owed-reversals.js';
import {composeResealing} from './compose-sealed.js';
import type {SealedColumn} from './platform/sealing.js';
import type {DueWork} from './platform/worker/due-work.js';
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
  /** The columns with sealed values in the tables of these parts. */
  readonly sealed?: readonly SealedColumn[];
  /** The database, if it is already open. */
  readonly opened?: Database;
  /** Reads the proofs on origins, instead of fetching them. */
  readonly readProof?: ReadProof;
  /** Disables the worker's timer: tests run due work by advancing the clock. */
  readonly withoutTimer?: boolean;
}

/** The parts of a service that exist before it listens. */
interface Composition extends Omit<PartDependencies, 'mayShowFields'> {
  readonly clock: MovableClock;
  readonly clockStore: ClockStore;
  readonly options: ResolvedOptions;
  /** No longer ready: proxies should send requests to other processes. */
  readonly isStopping: () => boolean;
  /** Refuses requests, while those under way are completed. */
  readonly isDraining: () => boolean;
  readonly log: LogRing;
  readonly resealing: DueWork;
  /** Undefined without `--metrics-port`. */
  readonly metrics?: Metrics;
  /** Undefined in production. */
  readonly faults?: FaultBox;
  readonly readProof?: ReadProof | undefined;
}

/** Composes and starts a service from its options and the hosted parts. */
export async function compose(options: ServiceOptions, parts: HostedParts): Promise<Service> {
  const resolved = resolveOptions(options);
  const clock = new MovableClock(options.clock ?? systemClock);
  const {log, logger} = createLogs(options, clock);
  const {database: address, databaseThread: thread, noPreparedStatements, production} = resolved;
  const faults = new FaultBox({clock, logger, production});
  const keyRing = readKeyRing(resolved.vaultKey);
  const database =
    parts.opened ??
    (await openDatabase(address, logger, {thread, noPreparedStatements, migrations: allOf(parts)}));
  try {
    await migrateAtStart(database, allOf(parts));
    const unregister = await startHeartbeat(database, resolved.database, logger);
    const clockStore = createClockStore(database, clock);
    if (!resolved.production) await clockStore.load();
    const urls = emptyUrls();
    let [isStopping, isDraining] = [false, false];
    const composition: Composition = {
      ...{clock, clockStore, database, urls, logger, log, readProof: parts.readProof},
      vault: await createVault(database, keyRing),
      settings: resolved.settings,
      options: resolved,
      isStopping: () => isStopping,
      isDraining: () => isDraining,
      resealing: composeResealing({database, keyRing, logger, hosted: parts.sealed ?? []}),
      ...(resolved.metricsPort !== undefined && {metrics: new Metrics()}),
      ...(!production && {faults}),
    };
    const listening: MutableListening = emptyUrls();
    const {listeners, worker} = await listenOnAll(composition, {urls, listening}, parts);
    if (!parts.withoutTimer) worker.start();
    const stop = async () => {
      isStopping = true;
      if (resolved.shutdownDelay > 0) await pause(resolved.shutdownDelay * 1000);
      isDraining = true;
      faults.clear();
      await Promise.all([closeAll(listeners), worker.stop()]);
      await clock.listenersDone();
      await unregister();
      await database.close();
    };
    let closing: Promise<void> | undefined;
    return {
      urls,
      listening,
      keys: keysOf(resolved),
      clock,
      database,
      settings: resolved.settings,
      faults,
      close: () => (closing ??= stop()),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const allOf = (parts: HostedParts) => [...coreMigrations, ...parts.migrations];
const closeAll = (listeners: readonly Listener[]) =>
  Promise.all(listeners.map((listener) => listener.close(drainLimitMs)));

/**
 * Composes the apps of the three origins and listens on them. The API listens last, because its answers
 * need the addresses of the others.
 *
 * `urls` and `listening` are filled in with each address: ports are known only when they are open.
 */
async function listenOnAll(
  composition: Composition,
  {urls, listening}: {readonly urls: MutableUrls; readonly listening: MutableListening},
  parts: HostedParts,
): Promise<{readonly listeners: readonly Listener[]; readonly worker: Worker}> {
  const {options, metrics} = composition;
  const known = await composeMerchants(composition);
  const hosted = {...composition, mayShowFields: fieldsRule(known.origins, urls)};
  const microform = await parts.createMicroform(hosted);
  const issuer = await parts.createIssuer(hosted);
  const fieldsApp = pageApp(composition, microform.routes);
  const issuerApp = pageApp(composition, issuer.routes);
  const {app: api, worker} = await composeApi(composition, {...known, microform, issuer});
  const listeners: Listener[] = [];
  const shared = connectionsOf(composition);
  const open = async (part: keyof ServiceUrls, ...[fetch, where]: Parameters<typeof listen>) => {
    const listener = await listen(fetch, {...where, host: options.host || where.host, ...shared});
    listeners.push(listener);
    listening[part] = listener.url;
    urls[part] = options[publicNames[part]] || listener.url;
  };
  // The hosts differ, so that fields and bank are another site than the shop and the API, as in production
  // (decision 0040).
  try {
    if (options.role !== 'worker') {
      const {fieldsPort, issuerPort} = options;
      await open('fields', fieldsApp.fetch, {host: '127.0.0.1', port: fieldsPort, flag: '--fields-port'});
      await open('issuer', issuerApp.fetch, {host: '127.0.0.1', port: issuerPort, flag: '--issuer-port'});
    }
    const pageHeaders = busyPageHeaders(known.origins);
    await open('api', api.fetch, {host: 'localhost', port: options.port, flag: '--port', pageHeaders});
    if (options.metricsPort !== undefined && metrics) {
      const where = {host: options.host || '127.0.0.1', port: options.metricsPort, flag: '--metrics-port'};
      listeners.push(await listen(metricsApp(metrics, worker).fetch, where));
      listening.metrics = listeners.at(-1)!.url;
    }
  } catch (error) {
    await closeAll(listeners);
    throw error;
  }
  return {listeners, worker};
}

type KnownMerchants = Awaited<ReturnType<typeof composeMerchants>>;
interface HostedRooms {
  readonly microform: Microform;
  readonly issuer: Issuer;
}

async function composeApi(
  composition: Composition,
  {merchants, origins, microform, issuer}: KnownMerchants & HostedRooms,
): Promise<{readonly app: Hono<ServiceEnv>; readonly worker: Worker}> {
  const {clock, database, vault, urls, settings, logger, options, isStopping, faults, log} = composition;
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
  const planParts = composeSubscriptions({...tools, network, vault});
  const environment = options.production ? 'production' : 'sandbox';
  const codes = new SecurityCodes();
  const velocity = createVelocity({database, clock, vault, settings, events});
  const cardTools = {velocity, network, cards, codes, microform, issuer, urls, settings, environment, logger};
  const webhooks = await composeWebhooks({...tools, vault, settings, logger, options, isOnlyProcess, faults});
  const charging = createBilling({...tools, ...cardTools});
  const checkout = composeCheckout({...tools, ...cardTools, ...planParts, ...identity, vault, charging});
  const originParts = composeOrigins({...tools, logger}, composition.readProof ?? webhooks.readProof);
  const {worker, travel} = composeWorker({...composition, eventLog: eventLog(database)}, [
    ...charging.work,
    webhooks.work,
    owedReversals({...tools, ...cardTools}),
    expiredTrackers({database, clock}),
    expiringMethods(tools),
    forgottenKeys({store, clock}),
    endedCounts({database, clock}),
    originParts.work,
    composition.resealing,
  ]);
  const development = faults && developmentRoutes({...tools, ...webhooks, ...cardTools, faults, log, travel});
  const health = healthRoutes({database, isStopping});
  if (options.role === 'worker') return {app: createApp({logger, routes: [health]}), worker};
  const app = apiApp(composition, origins, [
    ...(development ? [development.faults] : []),
    health,
    ...shopperRoutes({...tools, sessions, vault}),
    trackerRoutes({...tools, ...cardTools, vault}),
    passportRoutes({...tools, urls, passport, sessions, revokedTokens}),
    originParts.routes,
    checkout,
    secretKeyRoutes(tools),
    ...planParts.routes,
    webhooks.routes,
    ...(development ? [...development.routes, descriptionRoutes(urls)] : []),
  ]);
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
