import type {HttpBindings} from '@hono/node-server';
import {cleanRequestId} from './request-id.js';
import {Hono} from 'hono';
import {methodNotAllowed} from 'hono/method-not-allowed';
import {routePath} from 'hono/route';
import {protocolHeader, protocolVersion} from '../../../../src/protocol/version.js';
import {ServiceError} from '../errors.js';
import {databaseErrorOf} from '../storage/unavailable.js';
import type {Logger} from '../logger.js';
import type {ServiceApp, ServiceContext, ServiceEnv, ServiceMiddleware} from './env.js';
import {unstorableTextError} from './body.js';
import {limitBody} from './body-limit.js';
import {failure, send} from './envelope.js';
import type {Metrics} from './metrics.js';
import {presetHeaders, addPresetHeaders} from './headers.js';
import {unansweredError} from './unanswered.js';

/** Largest request body in bytes. */
const bodyLimitBytes = 64 * 1024;

/** Headers that forbid caching and framing, and loading anything into the answer as a page. */
export const closedHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Pages cannot read the version header, because CORS does not expose it: only the shop's server needs it.
 */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...closedHeaders,
  [protocolHeader]: String(protocolVersion),
};

/**
 * Gives each request an id, presets the headers of every answer, and logs one line for each request: the
 * route's pattern, never its path, body or headers.
 */
function accessLog(
  {logger, metrics}: {readonly logger: Logger; readonly metrics?: Metrics | undefined},
  headers: Readonly<Record<string, string>>,
): ServiceMiddleware {
  return async (c, next) => {
    const started = performance.now();
    // Reading the header from the framework would build a whole `Request`.
    const {incoming} = (c.env as Partial<HttpBindings> | undefined) ?? {};
    c.set('requestId', cleanRequestId(incoming?.headers['x-request-id']));
    presetHeaders(c, {...headers, 'x-request-id': c.get('requestId')});
    await next();
    addPresetHeaders(c);
    const milliseconds = performance.now() - started;
    const answered = {method: c.req.method, route: routePath(c, -1), status: c.res.status};
    metrics?.record({...answered, seconds: milliseconds / 1000});
    logger.info('http.answered', {
      ...answered,
      milliseconds: Math.round(milliseconds),
      request: c.get('requestId'),
      merchant: c.get('merchant'),
    });
  };
}

/** Refuses a URL with an escaped NUL, which PostgreSQL cannot store. */
const refuseIfUrlUnstorable: ServiceMiddleware = async (c, next) => {
  if (c.req.url.includes('%00')) throw unstorableTextError();
  await next();
};

/**
 * An application in which every error is answered in the error envelope: unknown paths, wrong methods,
 * bodies that are too large, refusals and unexpected errors. Of an unexpected error, callers see only the
 * request id.
 */
export function createApp(options: {
  readonly logger: Logger;
  /** Run around everything else, the first outermost: what they make of an answer is sent. */
  readonly around?: readonly ServiceMiddleware[];
  /** Run for every request before the routes, in this order. */
  readonly before?: readonly ServiceMiddleware[];
  readonly routes: readonly Hono<ServiceEnv>[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly metrics?: Metrics;
  /** The refusal of a path that no route has. */
  readonly unanswered?: typeof unansweredError;
}): ServiceApp {
  const {logger, metrics, around = [], before = [], routes, headers = apiHeaders} = options;
  const {unanswered = unansweredError} = options;
  const app: ServiceApp = new Hono<ServiceEnv>({strict: false});
  app.use(accessLog({logger, metrics}, headers));
  for (const middleware of around) app.use(middleware);
  app.use(answerWrongMethods(app), refuseIfUrlUnstorable);
  for (const middleware of before) app.use(middleware);
  app.use(limitBody(bodyLimitBytes, () => Promise.reject(tooLargeError())));
  for (const route of routes) app.route('/', route);
  // Browsers request an icon for pages that name none; a 404 would appear as an error in their consoles.
  app.get('/favicon.ico', (c) => c.body(null, 204));
  app.notFound((c) => send(c, failure(unanswered(c.req.path, searchHint(app, c)))));
  app.onError((error, c) => answerError(error, c, logger));
  return app;
}

const tooLargeError = () =>
  new ServiceError(413, 'request.too_large', `The body is larger than ${bodyLimitBytes / 1024} kB.`);

/** Answers a known path with another method by the list of its methods. */
function answerWrongMethods(app: ServiceApp): ServiceMiddleware {
  const onMethodNotAllowed = (c: ServiceContext, methods: string[]) => {
    const message = `This path does not answer ${c.req.method}. Use ${methods.join(', ')}.${searchHint(app, c)}`;
    const response = send(c, failure(new ServiceError(405, 'method_not_allowed', message)));
    response.headers.set('allow', methods.join(', '));
    return response;
  };
  return methodNotAllowed({app, onMethodNotAllowed});
}

/** Names the search that lies below a path, which lists nothing itself. */
function searchHint(app: ServiceApp, c: ServiceContext): string {
  const search = `${c.req.path.replace(/\/$/, '')}/search`;
  const isOne = app.routes.some(({method, path}) => method === 'GET' && path === search);
  return isOne ? ` To list, use GET ${search}.` : '';
}

function answerError(thrown: Error, c: ServiceContext, logger: Logger): Response {
  const error = databaseErrorOf(thrown) ?? thrown;
  if (error instanceof ServiceError) {
    // The log has a line for the answer anyway, and a process that is being stopped has not failed.
    if (error.status >= 500 && error.code !== 'service.shutting_down')
      logger.error('http.failed', {code: error.code, request: c.get('requestId')});
    return send(c, failure(error));
  }
  // Only the error's name is logged: messages of database drivers quote parameters, which may be card data.
  logger.error('http.failed', {error: error.name, name: placeOf(error), request: c.get('requestId')});
  const message = `Something went wrong here. Quote ${c.get('requestId')} when asking about it.`;
  return send(c, failure(new ServiceError(500, 'unexpected', message)));
}

/** The function and line that threw an unexpected error, without its message. */
function placeOf(error: Error): string {
  const frame = error.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
  return frame.trim().replace(/^([^/(]*?)\(?(?:file:)?\/.*\/(?=[^/]+$)/, '$1(');
}
