// How soon a shopper can type (F1, F4 and F5 of docs/guarantees.md): the element against a bare page that has the same capture
// context in its HTML and mounts the same two fields by the same library, and against a bare element that does the same.
// `tsx bench/first-key.ts`
import {chromium, type Browser, type Page} from 'playwright-core';
import {build} from 'vite';
import {startDemo} from '../demo/server.js';
import {plainHead, startPaintShop, type PaintPage, type PaintShop} from '../test/e2e/support/paint-shop.js';
import {ownBrowser} from './support/browser.js';
import {bareElementPage, barePage, openBareSession} from './support/bare-page.js';
import {median} from './support/client.js';
import {scriptTime} from './support/script-time.js';
import {startSlowProxy} from './support/slow-proxy.js';
import {noCardLimits} from './support/no-card-limits.js';
import {warmUpSessions} from './support/warm-up.js';

/** One figure as `npm run bench` writes it. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  readonly ratio: number;
  readonly note: string;
}

const loads = Number(process.env['CARD_VAULT_LOADS'] ?? 31);

/** What a page marks in its timeline once both fields can be typed into. */
const liveMark = 'card-vault-live';

let bundled: Promise<string> | undefined;

/** The script of the bare element, Lit inside. */
function bareElement(): Promise<string> {
  return (bundled ??= build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      copyPublicDir: false,
      lib: {entry: 'bench/support/bare-element.ts', formats: ['es'], fileName: 'bare-element'},
    },
  }).then((built) => {
    const [{output}] = [built].flat() as unknown as [{output: [{code: string}]}];
    return output[0].code;
  }));
}

const plainTag =
  '<form><card-vault session-url="/card-vault/session"></card-vault><button>Save</button></form>';

const pages: Readonly<Record<string, (shop: PaintShop) => PaintPage | Promise<PaintPage>>> = {
  bare: async (shop) => barePage(await openBareSession(shop)),
  'bare element': async (shop) => bareElementPage(await openBareSession(shop), await bareElement()),
  'plain tag': () => ({
    head: plainHead,
    body: () => plainTag,
  }),
  'vault.markup': () => ({
    body: (write) => `<form>${write()}<button>Save</button></form>`,
  }),
  // Its words weigh most of those whose letters every machine has.
  'plain tag, in Greek': () => ({
    lang: 'el',
    head: plainHead,
    body: () => plainTag,
  }),
  'vault.markup, in Greek': () => ({
    lang: 'el',
    body: (write) => `<form>${write({lang: 'el'})}<button>Save</button></form>`,
  }),
};

/** Says by itself that its fields are live: asking it from outside would put a script of the tool into what is measured. */
const sayLive = `const {mark} = performance;
performance.mark = (name) => {
  const made = mark.call(performance, name);
  if (name === '${liveMark}') fieldsLive(String(made.startTime));
  return made;
}`;

interface Conditions {
  /** How many times slower than it is the processor of the page is made. */
  readonly slowdown: number;
  readonly slowNet?: boolean;
  readonly traced?: boolean;
}

/** Milliseconds from the start of the navigation to both fields live; with `traced`, the processor time of script until then. */
async function loadOnce(browser: Browser, url: string, {slowdown, traced}: Conditions): Promise<number> {
  const context = await browser.newContext({viewport: {width: 390, height: 844}});
  try {
    const page: Page = await context.newPage();
    const session = await context.newCDPSession(page);
    const live = new Promise<number>((said) =>
      session.on('Runtime.bindingCalled', ({payload}) => said(Number(payload))),
    );
    await session.send('Page.enable');
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', {name: 'fieldsLive'});
    await session.send('Page.addScriptToEvaluateOnNewDocument', {source: sayLive});
    await session.send('Emulation.setCPUThrottlingRate', {rate: slowdown});
    const load = async () => {
      await page.goto(url, {waitUntil: 'commit'});
      await live;
    };
    if (traced) return await scriptTime(browser, page, liveMark, load);
    await load();
    return await live;
  } finally {
    await context.close();
  }
}

/** Medians of loads of all pages by turns, so that a noisy machine is noisy for each of them. The first round does not count. */
async function measure(shop: PaintShop, conditions: Conditions): Promise<Record<string, number>> {
  const proxy = conditions.slowNet ? await startSlowProxy() : undefined;
  const browser = await chromium.launch({
    ...ownBrowser,
    args: ['--site-per-process'],
    ...(proxy && {proxy: {server: proxy.url, bypass: '<-loopback>'}}),
  });
  const seen: Record<string, number[]> = {};
  try {
    for (let round = 0; round <= loads; round += 1)
      for (const [name, make] of Object.entries(pages)) {
        const load = await loadOnce(browser, shop.put(await make(shop)), conditions);
        if (round > 0) (seen[name] ??= []).push(load);
      }
  } finally {
    await browser.close();
    proxy?.close();
  }
  return Object.fromEntries(Object.entries(seen).map(([name, list]) => [name, median(list)]));
}

/** F1, F4 and F5. */
export async function firstKey(): Promise<readonly Figure[]> {
  const demo = await startDemo({
    ...{port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0},
    database: 'memory:',
    limits: noCardLimits,
  });
  const shop = await startPaintShop(demo);
  try {
    await warmUpSessions(shop);
    const own = await measure(shop, {slowdown: 1});
    const phone = await measure(shop, {slowdown: 4});
    const slow = await measure(shop, {slowdown: 4, slowNet: true});
    // A processor that is only made to look slower would spend its time on the page's thread.
    const script = await measure(shop, {slowdown: 1, traced: true});
    const note = `median of ${loads} loads by turns, 390 × 844; baseline:`;
    const figure = (name: string, [value, baseline]: [number, number], said: string): Figure => ({
      ...{name, unit: 'ms', value: Math.round(value), baseline: Math.round(baseline)},
      ...{ratio: Math.round((value / baseline) * 100) / 100, note: said},
    });
    return ['plain tag', 'vault.markup'].flatMap((name) => [
      ...Object.entries({'fields live': own, 'fields live, processor 4 × slower': phone}).map(
        ([said, seen]) =>
          figure(
            `${said}, ${name}`,
            [seen[name]!, seen['bare']!],
            `goal ≤ ${name === 'plain tag' ? 1.6 : 1.25}; ${note} a bare page`,
          ),
      ),
      figure(
        `fields live on Fast 3G, processor 4 × slower, ${name}`,
        [slow[name]!, slow['bare']!],
        `goal ≤ 2000 ms; ${note} a bare page`,
      ),
      figure(
        `script until live, processor time, ${name}`,
        [script[name]!, script['bare element']!],
        `goal ≤ 1.5; ${note} a bare element made with Lit`,
      ),
      ...Object.entries({'processor 4 × slower': phone, 'Fast 3G, processor 4 × slower': slow}).map(
        ([said, seen]) =>
          figure(
            `fields live in Greek, ${said}, ${name}`,
            [seen[`${name}, in Greek`]!, seen[name]!],
            `goal ≤ 1.1; ${note} the same page in English`,
          ),
      ),
    ]);
  } finally {
    await shop.close();
    await demo.close();
  }
}

if (import.meta.url === `file://${process.argv[1]}`) console.table(await firstKey());
