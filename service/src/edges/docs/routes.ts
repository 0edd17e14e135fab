import {Hono} from 'hono';
import {docsPage} from './page.js';
import {docsHeaders} from './style.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import type {ServiceUrls} from '../../platform/settings.js';
import {describeService} from '../openapi/document.js';
import {operationsOf} from '../openapi/operations.js';

/**
 * `/openapi.json`, and the same to read at `/docs`. Both are made once, when first asked for: until then no
 * address is known.
 */
export function descriptionRoutes(deps: {
  readonly urls: ServiceUrls;
  readonly sandbox: boolean;
}): Hono<ServiceEnv> {
  const operations = operationsOf(deps);
  const description = once(() => JSON.stringify(describeService(operations, deps.urls.api), null, 2));
  const page = once(() => docsPage(operations, deps.urls.api));
  const routes = new Hono<ServiceEnv>({strict: false});
  // Public for all origins, so that tools in a browser can read it too.
  const open = {'content-type': 'application/json', 'access-control-allow-origin': '*'};
  routes.get('/openapi.json', (c) => c.body(description(), 200, open));
  routes.get('/docs', (c) => c.body(page(), 200, docsHeaders));
  return routes;
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
