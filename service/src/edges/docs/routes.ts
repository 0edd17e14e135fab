import {Hono} from 'hono';
import {docsPage} from './page.js';
import {docsHeaders} from './style.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import type {ServiceUrls} from '../../platform/settings.js';
import {describeService} from '../openapi/document.js';
import {operationsOf} from '../openapi/operations.js';

/**
 * `/openapi.json`, and the same content as HTML at `/docs`. Both are generated at the first request,
 * because the service's address is not known before it listens.
 */
export function descriptionRoutes(deps: {
  readonly urls: ServiceUrls;
  readonly sandbox: boolean;
}): Hono<ServiceEnv> {
  const operations = operationsOf(deps);
  const description = memoized(() => JSON.stringify(describeService(operations, deps.urls.api), null, 2));
  const page = memoized(() => docsPage(operations, deps.urls.api));
  const routes = new Hono<ServiceEnv>({strict: false});
  // Readable from all origins, so that tools in a browser can load it.
  const publicHeaders = {'content-type': 'application/json', 'access-control-allow-origin': '*'};
  routes.get('/openapi.json', (c) => c.body(description(), 200, publicHeaders));
  routes.get('/docs', (c) => c.body(page(), 200, docsHeaders));
  return routes;
}

function memoized(create: () => string): () => string {
  let result: string | undefined;
  return () => (result ??= create());
}
