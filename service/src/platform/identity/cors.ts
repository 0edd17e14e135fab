import type {OriginList, Origins} from './merchant.js';
import {ServiceError} from '../errors.js';
import type {ServiceContext, ServiceMiddleware} from '../http/env.js';
import {failure, send} from '../http/envelope.js';
import {announce} from '../http/headers.js';

const preflightSeconds = '600';
const allowedHeaders = 'authorization, content-type, idempotency-key';
const allowedMethods = 'GET, POST, PUT, DELETE';
const exposedHeaders = 'card-vault-test-card, idempotent-replayed, retry-after, x-request-id';

/**
 * Answers preflights (guarantees 4.9) of pages that call with a bearer token: echoes the origin, never `*`,
 * never with credentials. A preflight has no credentials, so the origin of any merchant passes. Once the
 * merchant is known, `letPagesRead` decides who may read the answer; for a secret key no page may.
 */
export function cors(origins: Origins): ServiceMiddleware {
  return async (c, next) => {
    const origin = c.req.header('origin');
    announce(c, {vary: 'Origin'});
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
      if (origin === undefined || !(await origins.any(origin))) {
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
 * Adds the CORS headers with which the calling page may read the answer, also a refusal, if its origin is on
 * the list: that of the merchant whom a genuine token or the request itself names.
 */
export async function letPagesRead(c: ServiceContext, list: Pick<OriginList, 'allows'>): Promise<void> {
  const origin = c.req.header('origin');
  if (origin === undefined || !(await list.allows(origin))) return;
  announce(c, {'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders});
}
