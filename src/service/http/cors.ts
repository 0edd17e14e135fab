import type {Origins} from '../merchant.js';
import {ServiceError} from '../errors.js';
import type {ServiceMiddleware} from './env.js';
import {failure, send} from './envelope.js';
import {secretHeader} from './guards.js';
import {announce} from './headers.js';

const preflightSeconds = '600';
const allowedHeaders = 'authorization, content-type, idempotency-key';
const allowedMethods = 'GET, POST, PUT, DELETE';
const exposedHeaders = 'idempotent-replayed, retry-after, x-request-id';

/**
 * Lets pages of the merchant's own origins call with a bearer token (guarantees 4.9): the origin is echoed, never `*`, never
 * with credentials. A secret key gets no such header, so that no browser would ever hand its answer to a page.
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
    if (origin !== undefined && c.req.header(secretHeader) === undefined && (await origins.any(origin))) {
      announce(c, {'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders});
    }
    return next();
  };
}
