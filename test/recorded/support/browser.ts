import type {Browser, BrowserContext, Page} from 'playwright';
import {bodyOf, launch, site, type Site} from '../../server/support/browser.js';

export interface Shop {
  readonly origin: string;
  /** A page of the shop with this body, in a fresh context. */
  open(body?: string): Promise<Page>;
  /** Paths, queries and bodies that came to the shop, except for the page itself. */
  readonly arrivals: {readonly method: string; readonly url: string; readonly body: string}[];
  /** What the console of every page said as an error, and errors that no page caught. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** A shop on `localhost` with a browser before it. */
export async function openShop(): Promise<Shop> {
  const bodies = new Map<string, string>();
  const arrivals: Shop['arrivals'] = [];
  const complaints: string[] = [];
  const contexts: BrowserContext[] = [];
  const server: Site = await site('localhost', (request, response) => {
    const url = request.url ?? '/';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const page = bodies.get(url);
    if (page !== undefined)
      return void response.end(`<!doctype html><title>Shop</title><body>${page}</body>`);
    if (url === '/favicon.ico') return void response.writeHead(204).end();
    void bodyOf(request).then((body) => {
      arrivals.push({method: request.method ?? '', url, body});
      response.end('<!doctype html><title>Back</title><body>Back at the shop</body>');
    });
  });
  const browser: Browser = await launch();
  return {
    origin: server.origin,
    arrivals,
    complaints,
    async open(body = '') {
      const path = `/page-${bodies.size}`;
      bodies.set(path, body);
      const context = await browser.newContext();
      // A busy machine comes late, which is no failure.
      context.setDefaultTimeout(120_000);
      await context.addInitScript({content: 'globalThis.__name ??= (fn) => fn'});
      contexts.push(context);
      const page = await context.newPage();
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', ({message}) => complaints.push(message));
      await page.goto(`${server.origin}${path}`);
      return page;
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await browser.close();
      await server.close();
    },
  };
}
