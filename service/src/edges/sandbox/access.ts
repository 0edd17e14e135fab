import {ServiceError, unauthorized} from '../../platform/errors.js';
import type {ServiceContext, ServiceMiddleware} from '../../platform/http/env.js';
import {secretHeader} from '../../platform/identity/guards.js';
import {isLoopback} from '../../platform/identity/origins.js';
import type {Merchants} from '../../domain/merchants/merchants.js';
import type {ServiceUrls} from '../../platform/settings.js';
import {setCaller} from '../../platform/identity/callers.js';

/**
 * Whether the request comes from a page of the service itself, judged by headers that only a browser sets
 * (Fetch Metadata). The host must also be the service's own address on this machine, so that a foreign name
 * that resolves to it (DNS rebinding) does not pass.
 */
function isOwnPage(c: ServiceContext, urls: ServiceUrls): boolean {
  const api = new URL(urls.api);
  return (
    c.req.header('sec-fetch-site') === 'same-origin' && c.req.header('host') === api.host && isLoopback(api)
  );
}

/**
 * Guards the sandbox routes. They are open to a merchant's server with its secret key, and to the dashboard
 * without a key, because a page could leak it. All other requests are refused.
 *
 * @throws {ServiceError} 401 for a wrong or missing key, 403 `sandbox.page_refused` for other pages.
 */
export function sandboxAccess(deps: {
  readonly merchants: Merchants;
  readonly urls: ServiceUrls;
}): ServiceMiddleware {
  const {merchants, urls} = deps;
  return async (c, next) => {
    const secret = c.req.header(secretHeader);
    if (secret !== undefined) {
      const merchant = await merchants.bySecretKey(secret);
      if (!merchant) {
        throw unauthorized(
          'The secret key is not one of this service. Check X-SFPY-MERCHANT-SECRET.',
          'credentials_refused',
        );
      }
      setCaller(c, {kind: 'secret', merchant});
    } else if (!isOwnPage(c, urls)) {
      throw refusal(c);
    }
    await next();
  };
}

function refusal(c: ServiceContext): ServiceError {
  if (c.req.header('sec-fetch-site') === undefined) {
    return unauthorized(
      'This request needs the secret key (X-SFPY-MERCHANT-SECRET). Only the service’s dashboard may send it without one.',
      'credentials_missing',
    );
  }
  return new ServiceError(
    403,
    'sandbox.page_refused',
    'Of all pages, only the service’s dashboard may send this request.',
  );
}
