import {existsSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {gzipSync} from 'node:zlib';
import {extname, join, normalize} from 'node:path';
import type {Locator, Page} from '@playwright/test';
import {
  contentSecurityPolicy,
  createCardVaultServer,
  createNonce,
  type CardVaultServer,
  type MarkupOptions,
} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';
import type {Demo} from '../../../demo/server.js';
import {directionOf} from '../../../src/texts/index.js';

const kinds: Record<string, string> = {'.js': 'text/javascript', '.css': 'text/css'};

/** What a page of the shop is made of. */
export interface PaintPage {
  readonly body: (tag: TagWriter) => string;
  readonly head?: string;
  readonly lang?: string;
  /** Whether the page is sent without a policy, as many shops do. */
  readonly isOpen?: boolean;
}
export type TagWriter = (options?: MarkupOptions) => string;

export interface PaintShop {
  readonly url: string;
  /** The bodies of the forms that were posted. */
  readonly posted: string[];
  /** How many sessions were asked for. */
  sessions: number;
  /** Scripts of the shop, by their path. */
  readonly scripts: Map<string, string>;
  /** Serves the page, and gives its address. */
  put(page: PaintPage): string;
  close(): Promise<void>;
}

/** A shop with a strict policy, whose pages are written by `vault.markup` or hold the plain tag. */
export async function startPaintShop({service}: Demo): Promise<PaintShop> {
  const customer = async (vault: CardVaultServer) =>
    vault.client.customers.create({
      ...{firstName: 'Ada', lastName: 'Shopper', email: 'ada@shop.example', phoneNumber: '+15550100'},
      country: 'US',
    });
  let known: ReturnType<typeof customer> | undefined;
  const vault = createCardVaultServer({
    serviceUrl: service.urls.api,
    ...{secretKey: service.keys.secretKey, publicKey: service.keys.publicKey, currency: 'USD'},
    customer: async () => (await (known ??= customer(vault))).token,
  });
  const integrity = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as Record<string, string>;
  const pages = new Map<string, PaintPage>();
  const handle = toNodeHandler(vault);
  const shop = {posted: [] as string[], sessions: 0, scripts: new Map<string, string>()};

  const sent = new Map<string, Buffer>();
  const compressed = (file: string): Buffer => {
    const bytes = sent.get(file) ?? gzipSync(readFileSync(file));
    sent.set(file, bytes);
    return bytes;
  };

  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://shop').pathname);
    if (path === '/card-vault/session') shop.sessions += 1;
    void handle(request, response, () => {
      const file = join('dist', path.replace(/^\/assets\//, ''));
      if (path.startsWith('/assets/') && existsSync(file)) {
        response.writeHead(200, {
          'content-type': kinds[extname(file)] ?? 'application/octet-stream',
          'content-encoding': 'gzip',
        });
        response.end(compressed(file));
        return;
      }
      const script = shop.scripts.get(path);
      if (script !== undefined)
        return void response.writeHead(200, {'content-type': 'text/javascript'}).end(script);
      const page = pages.get(path);
      if (page) {
        const nonce = createNonce();
        const serving = {nonce, serviceUrl: service.urls.api, fieldsOrigin: service.urls.fields};
        const script = '/assets/card-vault.js';
        const write: TagWriter = (options) =>
          vault.markup({...{nonce, script, integrity}, fieldsOrigin: service.urls.fields, ...options});
        response.writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          ...(!page.isOpen && {'content-security-policy': contentSecurityPolicy(serving)}),
        });
        response.end(documentOf(page, write).replaceAll('NONCE', nonce));
        return;
      }
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        if (request.method === 'POST') shop.posted.push(body);
        response
          .writeHead(request.method === 'POST' ? 200 : 404, {'content-type': 'text/html'})
          .end('<p>Sent');
      });
    });
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return Object.assign(shop, {
    url,
    put(page: PaintPage) {
      const path = `/page-${pages.size}`;
      pages.set(path, page);
      return url + path;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  });
}

/**
 * A browser may draw the page's button before it has read the button's words. Aligned at its top, an empty one stands where it
 * stands later.
 */
const documentOf = ({body, head = '', lang = 'en'}: PaintPage, write: TagWriter): string => `<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}"><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style nonce="NONCE">body{margin:16px;font:16px/1.5 sans-serif}main{max-inline-size:720px}
button{vertical-align:top}</style>${head}
<main><h1>Your card</h1>${body(write)}<p id="below">What follows the form.</p></main>`;

/** The plain tag as the guide has it. */
export const plainHead = `<link rel="stylesheet" href="/assets/first-paint.css">
<script type="module" src="/assets/card-vault.js" nonce="NONCE"></script>`;

/** Types into a field of a frame; again where the browser gave it to the page, not knowing yet that the frame has the focus. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  do await field.fill(text);
  while ((await field.inputValue()) === '');
}

/** A request of the page that is answered when the test says so. */
export async function heldBack(page: Page, pattern: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Notes every shift of the layout and when the form is alive. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = {shifts: [] as string[], ready: 0};
    Object.assign(window, {paintSeen: seen});
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: {node: Node | null; previousRect: DOMRect; currentRect: DOMRect}[];
      })[])
        seen.shifts.push(
          `${entry.value.toFixed(4)} ${entry.sources
            .map(
              ({node, previousRect: before, currentRect: now}) =>
                `${node?.nodeName} ${before.x} ${before.y}→${now.x} ${now.y}, ${now.width} × ${now.height}`,
            )
            .join(', ')}`,
        );
    }).observe({type: 'layout-shift', buffered: true});
    document.addEventListener('card-vault-ready', () => (seen.ready += 1));
  });
}

/** Resolves after the whole page was read and painted. */
export async function painted(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState !== 'loading');
  await page.evaluate(
    () =>
      new Promise((done) =>
        new PerformanceObserver((_, observer) => {
          observer.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(done));
        }).observe({type: 'paint', buffered: true}),
      ),
  );
}

/** Every shift until the fields are live and two more frames are drawn. */
export async function shiftsUntilLive(page: Page): Promise<string[]> {
  await page.waitForFunction(() => (window as unknown as {paintSeen: {ready: number}}).paintSeen.ready > 0);
  return shiftsSoFar(page);
}

/** Every shift until two more frames are drawn. */
export const shiftsSoFar = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => done((window as unknown as {paintSeen: {shifts: string[]}}).paintSeen.shifts)),
          ),
        ),
      ),
  );

/** Where the element's parts are, by the first name of each. */
export const partsOf = (page: Page): Promise<Record<string, string>> =>
  page.locator('card-vault').evaluate((element) => {
    const rects: Record<string, string> = {};
    const place = (node: Element, name: string): void => {
      const {left, right, y, width, height} = node.getBoundingClientRect();
      const start = getComputedStyle(node).direction === 'rtl' ? right : left;
      // How far a label's box goes on behind its words is not seen.
      const box = name.startsWith('label') ? [start, y, height] : [left, y, width, height];
      rects[name] = box.map((n) => Math.round(n)).join(' ');
    };
    place(element, 'element');
    for (const node of element.shadowRoot?.querySelectorAll('[part]') ?? []) {
      const names = (node.getAttribute('part') ?? '').trim().split(/\s+/);
      if (getComputedStyle(node).position === 'absolute' || !node.getClientRects().length) continue;
      const own = names[0] === 'notice' || names[0] === 'save-button' ? names[0] : names[1];
      if (own && /^(box|label|notice|save-button)/.test(own)) place(node, own);
    }
    return rects;
  });
