/** The routes that describe the API. */
import {Hono} from 'hono';
import {docsPage} from './page.js';
import {docsHeaders} from './style.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import type {ServiceUrls} from '../../platform/settings.js';
import {describeService} from '../openapi/document.js';
import {operationsOf} from '../openapi/operations.js';

/**
 * `/openapi.json`, and the same content as HTML at `/docs`, of a development run. Both are generated at the
 * first request, because the service's address is not known before it listens. Production serves neither:
 * they are by far its largest answers, and anyone could ask for them.
 */
export function descriptionRoutes(urls: ServiceUrls): Hono<ServiceEnv> {
  const operations = operationsOf({sandbox: true});
  const openapiJson = memoized(() => JSON.stringify(describeService(operations, urls.api), null, 2));
  const referenceHtml = memoized(() => docsPage(operations, urls.api));
  const routes = new Hono<ServiceEnv>({strict: false});
  // Readable from all origins, so that tools in a browser can load it.
  const openapiHeaders = {'content-type': 'application/json', 'access-control-allow-origin': '*'};
  routes.get('/openapi.json', (c) => c.body(openapiJson(), 200, openapiHeaders));
  routes.get('/docs', (c) => c.body(referenceHtml(), 200, docsHeaders()));
  return routes;
}

/** Calls `create` once, and returns its result each time. */
function memoized(create: () => string): () => string {
  let result: string | undefined;
  return () => (result ??= create());
}
