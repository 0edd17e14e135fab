// How soon a shopper can type (F1, F4 and F5 of docs/guarantees.md): the element against a bare page that has the same capture
// context in its HTML and mounts the same two fields by the same library. `tsx bench/first-key.ts`
import {existsSync, readFileSync} from 'node:fs';
import {chromium, type Browser, type Page} from 'playwright-core';
import {startDemo} from '../demo/server.mjs';
import {plainHead, startPaintShop, type PaintPage, type PaintShop} from '../test/e2e/support/paint-shop.js';
import {median} from './support/client.js';
import {startSlowProxy} from './support/slow-proxy.js';

/** One figure as `npm run bench` writes it. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  readonly ratio: number;
  readonly note: string;
}

interface Load {
  /** Milliseconds from the start of the navigation to both fields live. */
  readonly live: number;
  /** Milliseconds of script on the main thread until then. */
  readonly script: number;
}

const loads = Number(process.env['CARD_VAULT_LOADS'] ?? 15);
const found = '.cache/browser.json';
const {executablePath} = (existsSync(found) ? JSON.parse(readFileSync(found, 'utf8')) : {}) as {
  executablePath?: string;
};

/** The page of a shop that does everything by hand, with a fresh capture context in it. */
async function barePage(shop: PaintShop): Promise<PaintPage> {
  const answer = await fetch(`${shop.url}/card-vault/session`, {
    method: 'POST',
    headers: {origin: shop.url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json'},
    body: '{}',
  });
  const {capture_context: context} = (await answer.json()) as {capture_context: string};
  const claims = JSON.parse(Buffer.from(context.split('.')[1] ?? '', 'base64url').toString()) as {
    ctx: {data: {clientLibrary: string; clientLibraryIntegrity: string}}[];
  };
  const {clientLibrary, clientLibraryIntegrity} = claims.ctx[0]!.data;
  const mount = `const fields = new Flex(${JSON.stringify(context)}).microform('card', {styles: {}});
let live = 0;
for (const name of ['number', 'securityCode']) {
  const field = fields.createField(name, {});
  field.on('load', () => ++live === 2 && document.dispatchEvent(new Event('card-vault-ready')));
  field.load(document.getElementById(name));
}`;
  return {
    body: () => `<div id="number" style="height:48px"></div><div id="securityCode" style="height:48px"></div>
<script nonce="NONCE" crossorigin src="${clientLibrary}" integrity="${clientLibraryIntegrity}"></script>
<script nonce="NONCE">${mount}</script>`,
  };
}

const pages: Readonly<Record<string, (shop: PaintShop) => PaintPage | Promise<PaintPage>>> = {
  bare: barePage,
  'plain tag': () => ({
    head: plainHead,
    body: () =>
      '<form><card-vault session-url="/card-vault/session"></card-vault><button>Save</button></form>',
  }),
  'vault.markup': () => ({body: (write) => `<form>${write()}<button>Save</button></form>`}),
};

async function loadOnce(browser: Browser, url: string, processor: number): Promise<Load> {
  const context = await browser.newContext({viewport: {width: 390, height: 844}});
  try {
    const page: Page = await context.newPage();
    await page.addInitScript(() =>
      document.addEventListener('card-vault-ready', () => Object.assign(window, {liveAt: performance.now()})),
    );
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', {rate: processor});
    await session.send('Performance.enable');
    await page.goto(url, {waitUntil: 'commit'});
    await page.waitForFunction(() => 'liveAt' in window, undefined, {timeout: 120_000});
    const {metrics} = await session.send('Performance.getMetrics');
    const script = metrics.find(({name}) => name === 'ScriptDuration')?.value ?? 0;
    const live = await page.evaluate(() => (window as unknown as {liveAt: number}).liveAt);
    return {live, script: script * 1000};
  } finally {
    await context.close();
  }
}

/** Loads of all pages by turns, so that a noisy machine is noisy for each of them. The first round does not count. */
async function measure(shop: PaintShop, slow: boolean): Promise<Record<string, Load>> {
  const proxy = slow ? await startSlowProxy() : undefined;
  const browser = await chromium.launch({
    ...(executablePath && {executablePath}),
    args: ['--site-per-process'],
    ...(proxy && {proxy: {server: proxy.url, bypass: '<-loopback>'}}),
  });
  const seen: Record<string, Load[]> = {};
  try {
    for (let round = 0; round <= loads; round += 1)
      for (const [name, make] of Object.entries(pages)) {
        const load = await loadOnce(browser, shop.put(await make(shop)), 4);
        if (round > 0) (seen[name] ??= []).push(load);
      }
  } finally {
    await browser.close();
    proxy?.close();
  }
  const middle = (list: readonly Load[]): Load => ({
    live: median(list.map(({live}) => live)),
    script: median(list.map(({script}) => script)),
  });
  return Object.fromEntries(Object.entries(seen).map(([name, list]) => [name, middle(list)]));
}

/** F1, F4 and F5. */
export async function firstKey(): Promise<readonly Figure[]> {
  const demo = await startDemo({
    ...{port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0},
    database: 'memory:',
  });
  const shop = await startPaintShop(demo);
  try {
    const fast = await measure(shop, false);
    const slow = await measure(shop, true);
    const note = `median of ${loads} loads by turns, 390 × 844, processor 4 × slower; baseline: the bare page`;
    const figure = (name: string, value: number, baseline: number, goal: string): Figure => ({
      ...{name, unit: 'ms', value: Math.round(value), baseline: Math.round(baseline)},
      ...{ratio: Math.round((value / baseline) * 100) / 100, note: `${goal}; ${note}`},
    });
    return ['plain tag', 'vault.markup'].flatMap((name) => [
      figure(
        `fields live, ${name}`,
        fast[name]!.live,
        fast['bare']!.live,
        `goal ≤ ${name === 'plain tag' ? 1.6 : 1.25}`,
      ),
      figure(`fields live on Fast 3G, ${name}`, slow[name]!.live, slow['bare']!.live, 'goal ≤ 2000 ms'),
      figure(`script until live, ${name}`, fast[name]!.script, fast['bare']!.script, 'goal ≤ 1.5'),
    ]);
  } finally {
    await shop.close();
    await demo.close();
  }
}

if (import.meta.url === `file://${process.argv[1]}`) console.table(await firstKey());
