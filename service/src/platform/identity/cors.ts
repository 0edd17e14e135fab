import {Cache} from '../cache.js';
import type {PageHeaders} from '../http/admission.js';
import type {OriginList, Origins} from './merchant.js';
import {ServiceError} from '../errors.js';
import type {ServiceContext, ServiceMiddleware} from '../http/env.js';
import {failure, send} from '../http/envelope.js';
import {presetHeaders} from '../http/headers.js';
import type {ServiceUrls} from '../settings.js';

/** The header in which a shop's server sends its secret key. Pages may not send it. */
export const secretHeader = 'x-sfpy-merchant-secret';

const preflightSeconds = '600';
const allowedHeaders = 'authorization, content-type, idempotency-key';
const allowedMethods = 'GET, POST, PUT, DELETE';
const exposedHeaders = 'card-vault-test-card, idempotent-replayed, retry-after, x-request-id';

const preflightHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': allowedMethods,
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': preflightSeconds,
});

const readableHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposedHeaders,
});

/** Whether the origin is that of the service's own hosted pages, which live on another host than the API. */
export const isOwnForeignOrigin = ({api, hosted}: ServiceUrls, origin: string): boolean =>
  hosted !== api && origin === hosted;

/**
 * Answers CORS preflights (guarantees 4.9) for pages that send a bearer token: it echoes the page's origin,
 * never `*`, and never allows credentials. The service's own pages may read every answer. A preflight has no credentials, so an origin of any merchant
 * passes. The request itself is checked later: `letPagesRead` allows the answer only to origins of the
 * caller's own merchant.
 */
export function cors(origins: Pick<Origins, 'anyAllows'>, urls: ServiceUrls): ServiceMiddleware {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const isOfHostedPage = origin !== undefined && isOwnForeignOrigin(urls, origin);
    presetHeaders(c, {vary: 'Origin', ...(isOfHostedPage && readableHeaders(origin))});
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
      if (origin === undefined || !(isOfHostedPage || (await origins.anyAllows(origin)))) {
        const why = 'The page’s origin is not one of this merchant’s.';
        return send(c, failure(new ServiceError(403, 'origin_not_allowed', why)));
      }
      return new Response(null, {status: 204, headers: preflightHeaders(origin)});
    }
    return next();
  };
}

/**
 * Adds the CORS headers that let the calling page read the answer, including a refusal, if `list` allows
 * the page's origin. The caller passes the origins of the merchant that the token or the request names.
 */
export async function letPagesRead(c: ServiceContext, list: Pick<OriginList, 'allows'>): Promise<void> {
  const origin = c.req.header('origin');
  if (origin === undefined || !(await list.allows(origin))) return;
  presetHeaders(c, readableHeaders(origin));
}

/** Origins that are remembered, and for how long: another process may change the list. */
const remembered = {maxEntries: 1000, maxAgeMs: 60_000};

/**
 * The CORS headers of a refusal for overload: a page can read that the service is busy. The token of such a
 * request is not checked, so an origin of any merchant may read it, as with preflights; there is nothing of a
 * merchant in it. An origin that is not remembered is looked up, but only one at a time: a flood of unknown
 * origins asks the database for one of them.
 */
export function busyPageHeaders(origins: Pick<Origins, 'anyAllows'>, urls: ServiceUrls): PageHeaders {
  const known = new Cache<boolean>(remembered);
  let isAsking = false;
  async function allows(origin: string): Promise<boolean> {
    if (isOwnForeignOrigin(urls, origin)) return true;
    const answer = known.get(origin);
    if (answer !== undefined || isAsking) return answer ?? false;
    isAsking = true;
    try {
      return known.set(origin, await origins.anyAllows(origin));
    } catch {
      // The database cannot be reached. The next request asks again.
      return false;
    } finally {
      isAsking = false;
    }
  }
  return async ({method, headers}) => {
    const {origin, authorization = ''} = headers;
    const holdsSecret = headers[secretHeader] !== undefined || /^bearer sk_/i.test(authorization);
    if (origin === undefined || holdsSecret || !(await allows(origin))) return {};
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    return isPreflight ? {preflight: preflightHeaders(origin)} : {readable: readableHeaders(origin)};
  };
}
