import type {OriginList, Origins} from './merchant.js';
import {ServiceError} from '../errors.js';
import type {ServiceContext, ServiceMiddleware} from '../http/env.js';
import {failure, send} from '../http/envelope.js';
import {presetHeaders} from '../http/headers.js';

const preflightSeconds = '600';
const allowedHeaders = 'authorization, content-type, idempotency-key';
const allowedMethods = 'GET, POST, PUT, DELETE';
const exposedHeaders = 'card-vault-test-card, idempotent-replayed, retry-after, x-request-id';

/**
 * Answers CORS preflights (guarantees 4.9) for pages that send a bearer token: it echoes the page's origin,
 * never `*`, and never allows credentials. A preflight has no credentials, so an origin of any merchant
 * passes. The request itself is checked later: `letPagesRead` allows the answer only to origins of the
 * caller's own merchant.
 */
export function cors(origins: Origins): ServiceMiddleware {
  return async (c, next) => {
    const origin = c.req.header('origin');
    presetHeaders(c, {vary: 'Origin'});
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
      if (origin === undefined || !(await origins.anyAllows(origin))) {
        const why = 'The page’s origin is not one of this merchant’s.';
        return send(c, failure(new ServiceError(403, 'origin_not_allowed', why)));
      }
      return new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-origin': origin,
          'access-control-allow-methods': allowedMethods,
          'access-control-allow-headers': allowedHeaders,
          'access-control-max-age': preflightSeconds,
        },
      });
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
  presetHeaders(c, {'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders});
}
