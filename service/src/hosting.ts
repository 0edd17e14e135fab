/** How the apps of the three origins are served. */
import {Hono} from 'hono';
import type {ResolvedOptions} from './options.js';
import {readProxies} from './addresses.js';
import {Admission} from './platform/http/admission.js';
import {apiHeaders, closedHeaders, createApp} from './platform/http/app.js';
import {believeProxies} from './platform/http/client-address.js';
import type {ServiceApp, ServiceEnv, ServiceMiddleware} from './platform/http/env.js';
import {refuseWhenDraining} from './platform/http/health.js';
import {refuseUnknownHosts} from './platform/http/hosts.js';
import type {Metrics} from './platform/http/metrics.js';
import {cors} from './platform/identity/cors.js';
import {refuseSecretFromBrowser} from './platform/identity/guards.js';
import type {Origins} from './platform/identity/merchant.js';
import type {Logger} from './platform/logger.js';
import type {ServiceUrls} from './platform/settings.js';
import type {Worker} from './platform/worker/worker.js';

/** Filled in with the addresses when the ports are open. */
export type MutableUrls = {-readonly [Name in keyof ServiceUrls]: string};
export type MutableListening = MutableUrls & {metrics?: string};

export const emptyUrls = (): MutableUrls => ({api: '', fields: '', issuer: ''});

/** The options that name the public addresses. */
export const publicNames = {api: 'publicUrl', fields: 'fieldsUrl', issuer: 'issuerUrl'} as const;

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
export function pageApp(
  {logger, options}: {readonly logger: Logger; readonly options: ResolvedOptions},
  routes: Hono,
): Hono<ServiceEnv> {
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
export function metricsApp(metrics: Metrics, worker: Pick<Worker, 'done'>): Hono {
  const app = new Hono();
  app.get('/metrics', (c) =>
    c.text(metrics.text(worker.done), 200, {'content-type': 'text/plain; version=0.0.4; charset=utf-8'}),
  );
  return app;
}

/** What all ports that serve browsers and shops share: the bound on requests under way, limits and the log. */
export const connectionsOf = (deps: {
  readonly logger: Logger;
  readonly options: ResolvedOptions;
  readonly metrics?: Metrics;
}) => ({
  logger: deps.logger,
  limits: {idleMs: deps.options.keepAlive * 1000},
  admission: new Admission({
    limit: deps.options.maxRequests,
    headers: {...apiHeaders, ...transportHeaders(deps.options)},
    logger: deps.logger,
    onShed: () => deps.metrics?.recordShed(),
  }),
});

/** The app of the API, with all that runs before its routes. */
export function apiApp(
  deps: {
    readonly logger: Logger;
    readonly options: ResolvedOptions;
    readonly isDraining: () => boolean;
    readonly metrics?: Metrics;
  },
  origins: Origins,
  routes: readonly Hono<ServiceEnv>[],
): ServiceApp {
  const {logger, options, isDraining, metrics} = deps;
  const {trustedProxies} = options;
  return createApp({
    logger,
    ...(metrics && {metrics}),
    headers: {...apiHeaders, ...transportHeaders(options)},
    before: [
      ...knownHostsOnly(options),
      ...(trustedProxies.length > 0 ? [believeProxies(readProxies(trustedProxies), logger)] : []),
      refuseWhenDraining(isDraining),
      cors(origins),
      refuseSecretFromBrowser(logger),
    ],
    routes,
  });
}
