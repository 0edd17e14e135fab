import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {serve} from '@hono/node-server';
import AxeBuilder from '@axe-core/playwright';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
} from 'playwright';
import type {Hono} from 'hono';

/** Launches the browser that `tools/start/setup.mjs` has found. */
export function launchBrowser(): Promise<Browser> {
  const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8')) as {
    executablePath: string;
  };
  return chromium.launch({executablePath});
}

/**
 * Opens a browser context. It adds the helper that the test runner's compiler expects in functions of a page.
 */
export async function newContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // A long time limit, because a slow machine is not a failure.
  context.setDefaultTimeout(120_000);
  await context.addInitScript({content: 'globalThis.__name ??= (fn) => fn'});
  return context;
}

export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves routes on a free port of 127.0.0.1. */
export function listen(routes: () => Hono): Promise<RunningServer> {
  return new Promise((resolve) => {
    const server = serve(
      {fetch: (request) => routes().fetch(request), port: 0, hostname: '127.0.0.1'},
      ({port}) =>
        resolve({
          port,
          close: () =>
            new Promise((done) => {
              server.close(() => done());
              if ('closeAllConnections' in server) server.closeAllConnections();
            }),
        }),
    );
  });
}

/** A page of a shop. */
export interface ShopPage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Shop extends RunningServer {
  /** `http://localhost:<port>`. Its site differs from the frames' 127.0.0.1, as in production. */
  readonly origin: string;
  readonly pages: Map<string, ShopPage>;
  /** Bodies of all requests except GET requests, by path. */
  readonly posts: {path: string; body: string}[];
}

/** Starts a shop's web server on localhost, which serves `pages`. */
export async function openShop(): Promise<Shop> {
  const pages = new Map<string, ShopPage>();
  const posts: Shop['posts'] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const page = pages.get(path);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method !== 'GET') posts.push({path, body});
      response.writeHead(page ? 200 : 404, {'content-type': 'text/html; charset=utf-8', ...page?.headers});
      response.end(page?.html ?? 'no such page');
    });
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const {port} = server.address() as AddressInfo;
  return {
    port,
    origin: `http://localhost:${port}`,
    pages,
    posts,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Collects the errors and warnings of a page. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/**
 * Axe for a page without frames. It checks every rule, but details only failures, which is four times as
 * fast.
 */
export const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({page}).setLegacyMode().options({resultTypes: ['violations']});
