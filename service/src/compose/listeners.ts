/** The apps of the three origins, and the ports on which they answer. */
import {setTimeout as pause} from 'node:timers/promises';
import {Hono} from 'hono';
import {operationsOf} from '../edges/openapi/operations.js';
import {recordedBodies, rehearsal} from '../edges/rehearsal/middleware.js';
import {keepRequests} from '../edges/sandbox/request-ring.js';
import type {ResolvedOptions} from '../options.js';
import {readProxies} from '../addresses.js';
import {Admission} from '../platform/http/admission.js';
import {apiHeaders, closedHeaders, createApp} from '../platform/http/app.js';
import {believeProxies} from '../platform/http/client-address.js';
import type {ServiceApp, ServiceEnv, ServiceMiddleware} from '../platform/http/env.js';
import {healthRoutes, refuseWhenDraining} from '../platform/http/health.js';
import {refuseUnknownHosts} from '../platform/http/hosts.js';
import {tellUnknownFields} from '../platform/http/unknown-field-warnings.js';
import {listen, type Listener} from '../platform/http/listen.js';
import {unansweredByApi, unansweredByPages} from '../platform/http/unanswered.js';
import {Metrics} from '../platform/http/metrics.js';
import {busyPageHeaders, cors} from '../platform/identity/cors.js';
import {refuseSecretFromBrowser} from '../platform/identity/guards.js';
import type {ServiceUrls} from '../platform/settings.js';
import type {Edges} from './edges.js';
import type {Ground, MutableUrls} from './ground.js';
import type {Layers} from './layers.js';

/** The options that name the public addresses. */
const publicNames = {
  api: 'publicUrl',
  fields: 'fieldsUrl',
  issuer: 'issuerUrl',
  hosted: 'hostedUrl',
} as const;

/** In production browsers reach the service over https only, for two years from each answer on. */
const transportHeaders = ({production}: ResolvedOptions): Readonly<Record<string, string>> =>
  production ? {'strict-transport-security': 'max-age=63072000'} : {};

/** Production stands behind a proxy, which knows the names that lead to it. */
function knownHostsOnly(options: ResolvedOptions): readonly ServiceMiddleware[] {
  if (options.production) return [];
  const own = Object.values(publicNames).flatMap((name) =>
    options[name] === '' ? [] : [new URL(options[name]).hostname],
  );
  const names = [...options.allowedHosts, ...own, options.host];
  return [refuseUnknownHosts(names)];
}

/**
 * The app of an origin with hosted pages. The pages set their own content policies; every other answer gets
 * `closedHeaders`.
 */
function pageApp({logger, options}: Ground, routes: Hono): Hono<ServiceEnv> {
  const page = new Hono<ServiceEnv>({strict: false});
  page.route('/', routes);
  return createApp({
    logger,
    headers: {...closedHeaders, ...transportHeaders(options)},
    before: knownHostsOnly(options),
    routes: [page],
  });
}

/**
 * The app of `--metrics-port`: figures for operators. It has a port of its own, because everything on the
 * other ports can be reached by browsers.
 */
function metricsApp(metrics: Metrics): Hono {
  const app = new Hono();
  app.get('/metrics', async (c) => c.text(await metrics.text(), 200, {'content-type': metrics.contentType}));
  return app;
}

/** What is served under an address: the API, the hosted pages, or both. */
type Host = 'all' | 'api' | 'hosted';

/** The routes whose requests are kept for testers. */
const keptOperations = operationsOf({sandbox: false});

/** The app of the API or of the hosted pages, with all that runs before its routes. A worker answers health checks only. */
function hostApp(
  host: Host,
  {ground, identity, edges}: Served,
  state: {readonly isStopping: () => boolean; readonly isDraining: () => boolean},
  metrics: Metrics | undefined,
): ServiceApp {
  const {logger, options, database, urls, clock, requests} = ground;
  const health = healthRoutes({database, isStopping: state.isStopping});
  if (options.role === 'worker') return createApp({logger, routes: [health]});
  const {trustedProxies} = options;
  return createApp({
    logger,
    ...(metrics && {metrics}),
    headers: {...apiHeaders, ...transportHeaders(options)},
    ...(host === 'api' && {unanswered: unansweredByApi(urls)}),
    ...(host === 'hosted' && {unanswered: unansweredByPages(urls)}),
    around: [
      ...(options.production ? [] : [keepRequests(requests, {operations: keptOperations, clock})]),
      ...(options.rehearse ? [rehearsal(logger, urls)] : []),
    ],
    before: [
      ...knownHostsOnly(options),
      ...(trustedProxies.length > 0 ? [believeProxies(readProxies(trustedProxies), logger)] : []),
      refuseWhenDraining(state.isDraining),
      cors(identity.origins, urls),
      refuseSecretFromBrowser(logger),
      ...(options.production ? [] : [tellUnknownFields(logger)]),
    ],
    routes: [
      ...(options.rehearse ? [recordedBodies(logger, urls)] : []),
      ...[...edges.faultRoutes, health],
      ...(host === 'hosted' ? [] : edges.routes),
      ...(host === 'api' ? [] : [edges.pageRoutes]),
    ],
  });
}

interface Served extends Layers {
  readonly edges: Edges;
}

export interface Ports {
  /** The addresses that the ports listen on. */
  readonly listening: ServiceUrls & {readonly metrics?: string};
  /**
   * Is no longer ready, for as long as proxies need to learn that; then refuses requests, while those under
   * way are completed.
   */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** How long a closing service waits for running requests. */
const drainLimitMs = 10_000;

/**
 * Listens on all ports, and fills in `urls` with each address: ports are known only when they are open. The
 * API listens last, because its answers need the addresses of the others.
 */
export async function listenOnAll(served: Served): Promise<Ports> {
  const {ground, identity, microform, issuer, edges} = served;
  const {options, logger, urls} = ground;
  let [isStopping, isDraining] = [false, false];
  const metrics = options.metricsPort === undefined ? undefined : new Metrics(() => edges.worker.done);
  const appOf = (host: Host) =>
    hostApp(host, served, {isStopping: () => isStopping, isDraining: () => isDraining}, metrics);
  // All ports that serve browsers and shops share one bound on the requests under way.
  const admission = new Admission({
    limit: options.maxRequests,
    headers: {...apiHeaders, ...transportHeaders(options)},
    logger,
    onShed: () => metrics?.recordShed(),
  });
  const shared = {logger, limits: {idleMs: options.keepAlive * 1000}, admission};
  const listening: MutableUrls & {metrics?: string} = {api: '', fields: '', issuer: '', hosted: ''};
  const listeners: Listener[] = [];
  const close = async () => {
    await Promise.all(listeners.map((listener) => listener.close(drainLimitMs)));
  };
  const open = async (name: keyof ServiceUrls, ...[fetch, where]: Parameters<typeof listen>) => {
    const listener = await listen(fetch, {...where, host: options.host || where.host, ...shared});
    listeners.push(listener);
    listening[name] = listener.url;
    urls[name] = options[publicNames[name]] || listener.url;
  };
  // The hosts differ, so that fields and bank are another site than the shop and the API, as in production
  // (decision 0039).
  try {
    if (options.role !== 'worker') {
      const [fields, bank] = [pageApp(ground, microform.routes), pageApp(ground, issuer.routes)];
      const {fieldsPort, issuerPort} = options;
      await open('fields', fields.fetch, {host: '127.0.0.1', port: fieldsPort, flag: '--fields-port'});
      await open('issuer', bank.fetch, {host: '127.0.0.1', port: issuerPort, flag: '--issuer-port'});
    }
    const pageHeaders = busyPageHeaders(identity.origins, urls);
    const {hostedPort} = options;
    const hasPagesApart = hostedPort !== undefined && options.role !== 'worker';
    if (hasPagesApart)
      await open('hosted', appOf('hosted').fetch, {
        ...{host: 'localhost', port: hostedPort, flag: '--hosted-port'},
      });
    const api = appOf(hasPagesApart ? 'api' : 'all');
    await open('api', api.fetch, {host: 'localhost', port: options.port, flag: '--port', pageHeaders});
    if (!hasPagesApart) [urls.hosted, listening.hosted] = [urls.api, listening.api];
    if (options.metricsPort !== undefined && metrics) {
      const where = {host: options.host || '127.0.0.1', port: options.metricsPort, flag: '--metrics-port'};
      listeners.push(await listen(metricsApp(metrics).fetch, where));
      listening.metrics = listeners.at(-1)!.url;
    }
  } catch (error) {
    await close();
    throw error;
  }
  const drain = async () => {
    isStopping = true;
    if (options.shutdownDelay > 0) await pause(options.shutdownDelay * 1000);
    isDraining = true;
  };
  return {listening, drain, close};
}
