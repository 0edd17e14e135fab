import {Hono} from 'hono';
import {protocolHeader} from '../../../../src/protocol/version.js';
import {ServiceError} from '../../platform/errors.js';
import {readJson} from '../../platform/http/body.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {answerWith} from '../../platform/http/headers.js';
import {isOwnForeignOrigin} from '../../platform/identity/cors.js';
import type {Logger} from '../../platform/logger.js';
import type {ServiceUrls} from '../../platform/settings.js';
import {recordedAnswer, recordedRefusal, type ApiAnswer} from './answers.js';
import {hasField, isOfApi, recordedCall, withoutField, type RecordedCall} from './calls.js';

/** The headers of every recorded answer, success and error alike (wire 9.1). */
const openToPages: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Origin, Content-Type, Authorization',
  'access-control-allow-methods': 'GET, POST, OPTIONS, PUT',
};
const closedToPages: Readonly<Record<string, string>> = {vary: 'Origin'};

/** Headers that a recorded answer has none of: those of this product, and of its own CORS. */
const isOwnHeader = (name: string) =>
  name === protocolHeader || name === 'vary' || name.startsWith('access-control-');

/**
 * Lets the API answer as the recorded service does. Runs around everything else, so that refusals of every kind pass through it.
 * What the service's own pages ask for is left as it is: how the recorded service's pages ask theirs is not known.
 */
export function rehearsal(logger: Logger, urls: ServiceUrls): ServiceMiddleware {
  return async (c, next) => {
    const {path, method} = c.req;
    if (path === '/portal') return refuse(c, logger, 'GET /portal');
    if (!isOfApi(path) || !isFromOutside(c, urls)) return next();
    if (method === 'OPTIONS') {
      useRecordedHeaders(c);
      return new Response(null, {status: 204});
    }
    const call = recordedCall(method, path);
    if (!call) return refuse(c, logger, `${method} ${patternOf(path)}`);
    c.req.raw.headers.delete('idempotency-key');
    await next();
    const {res: response} = c;
    if (!/json/.test(response.headers.get('content-type') ?? '')) return useRecordedHeaders(c);
    const body: unknown = await response.json();
    c.res = undefined;
    c.res = answer(c, recordedAnswer(call.name, {status: response.status, body}));
  };
}

/** Whether a request is not one of the service's own pages. */
const isFromOutside = (c: ServiceContext, urls: ServiceUrls) =>
  c.req.header('sec-fetch-site') !== 'same-origin' && !isOwnForeignOrigin(urls, c.req.header('origin') ?? '');

/** A path without the values in it, for the log. */
const patternOf = (path: string) => path.replace(/\/[^/]*(_|%)[^/]*/g, '/…');

function refuse(c: ServiceContext, logger: Logger, route: string): Response {
  logger.warn('rehearsal.not_recorded', {route, request: c.get('requestId')});
  return answer(c, recordedRefusal(404, 'not found'));
}

function useRecordedHeaders(c: ServiceContext): void {
  const kept = Object.entries(c.get('presetHeaders')).filter(([name]) => !isOwnHeader(name));
  const isReporter = c.req.path.startsWith('/reporter/');
  c.set('presetHeaders', {...Object.fromEntries(kept), ...(isReporter ? closedToPages : openToPages)});
}

function answer(c: ServiceContext, {status, body}: ApiAnswer): Response {
  useRecordedHeaders(c);
  return answerWith(c, JSON.stringify(body), {status, headers: {'content-type': 'application/json'}});
}

/**
 * Lets the API read bodies as the recorded service does: without the fields that only this service knows. Runs before the routes.
 * Where leaving a field out would look like success, the request is refused.
 */
export function recordedBodies(logger: Logger, urls: ServiceUrls): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.use(async (c, next) => {
    const call = recordedCall(c.req.method, c.req.path);
    if (call && isFromOutside(c, urls) && /^P(OS|U)T /.test(call.name) && !call.name.endsWith('/validation'))
      await prepareBody(c, call, logger);
    await next();
  });
  return routes;
}

/** @throws {ServiceError} 400 `request.invalid` */
async function prepareBody(
  c: ServiceContext,
  {name, leavesOut, refuses, ignoresBody}: RecordedCall,
  logger: Logger,
): Promise<void> {
  if (ignoresBody) return c.set('json', Promise.resolve({}));
  // The route refuses a body that cannot be read.
  const body = await readJson(c).catch(() => undefined);
  if (body === undefined) return;
  const refused = refuses.find((pointer) => hasField(body, pointer));
  if (refused !== undefined) {
    logger.warn('rehearsal.not_recorded', {route: name, name: refused, request: c.get('requestId')});
    throw invalid(`${refused.slice(1)} is unknown`);
  }
  if (takesPerson.test(name) && isShortName(body)) throw invalid('last_name is too short');
  const known = leavesOut.reduce<unknown>((rest, pointer) => {
    if (!hasField(rest, pointer)) return rest;
    logger.info('rehearsal.left_out', {route: name, name: pointer, request: c.get('requestId')});
    return withoutField(rest, pointer);
  }, body);
  c.set('json', Promise.resolve(known));
}

const invalid = (message: string) => new ServiceError(400, 'request.invalid', message);

/** The calls that make or change a customer or a guest. */
const takesPerson = / \/user\/(?:customers\/v1(?:\/:customer)?|v1\/guest)$/;

/** Deployments want a family name of two letters or more (wire 1.3). */
function isShortName(body: unknown): boolean {
  const name = hasField(body, '/last_name') ? (body as {readonly last_name: unknown}).last_name : undefined;
  return typeof name === 'string' && [...name.trim()].length === 1;
}
