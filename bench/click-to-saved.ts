// From the press of the button to the saved card (F6 of docs/guarantees.md), for a card without a step-up: the element against a
// bare script that sends the same requests. And by how much the page moved until then (F3). `tsx bench/click-to-saved.ts`
import {chromium, type Browser, type Page} from 'playwright-core';
import {startDemo} from '../demo/server.js';
import {startPaintShop, typeInto, type PaintPage, type PaintShop} from '../test/e2e/support/paint-shop.js';
import type {Figure} from './first-key.js';
import {ownBrowser} from './support/browser.js';
import {barePage, openBareSession, saveScript} from './support/bare-page.js';
import {median} from './support/client.js';
import {noCardLimits} from './support/no-card-limits.js';
import {warmUpSaves, warmUpSessions} from './support/warm-up.js';

interface Save {
  /** Milliseconds from the press to the saved card. */
  readonly took: number;
  /** Sum of the layout shifts from the first paint on, those that follow an input too. */
  readonly shift: number;
}

interface Seen {
  pressed: number;
  saved: number;
  shift: number;
  /** Resolves with the saved card. A page that is asked for it again and again would draw a frame each time. */
  readonly done: Promise<void>;
}

const saves = Number(process.env['CARD_VAULT_LOADS'] ?? 15);
const card = {number: '4000000000002701', code: '123', expiry: '01/31'};

const pages: Readonly<Record<string, (shop: PaintShop) => PaintPage | Promise<PaintPage>>> = {
  bare: async (shop) => barePage(await openBareSession(shop), saveScript),
  'vault.markup': () => ({
    body: (write) => `<form>${write({required: true})}<button id="save">Save</button></form>`,
  }),
};

/** Runs in the page before anything else. */
function watchInPage(): void {
  let settle: () => void;
  const done = new Promise<void>((resolve) => (settle = resolve));
  const seen: Seen = {pressed: 0, saved: 0, shift: 0, done};
  Object.assign(window, {seen});
  addEventListener('click', ({timeStamp}) => (seen.pressed = timeStamp), {capture: true});
  // The page stays, so that it can be looked at.
  addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('card-vault-saved', () => {
    seen.saved = performance.now();
    settle();
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as {value: number}).value;
  }).observe({type: 'layout-shift', buffered: true});
}

/** In the order of the form: the focus is in the frame of the code when the button is pressed. */
async function fill(page: Page): Promise<void> {
  const hosted = (place: string, name: string) =>
    page.frameLocator(`${place} iframe`).locator(`input[autocomplete="${name}"]`);
  await typeInto(hosted(':is(#number, [slot="number"])', 'cc-number'), card.number);
  const expiry = page.locator('card-vault [autocomplete="cc-exp"]');
  if (await expiry.count()) await expiry.fill(card.expiry);
  await typeInto(hosted(':is(#securityCode, [slot="security-code"])', 'cc-csc'), card.code);
}

/** `slowdown`: how many times slower than it is the processor of the page is made. */
async function saveOnce(browser: Browser, url: string, slowdown: number): Promise<Save> {
  const context = await browser.newContext({viewport: {width: 390, height: 844}});
  try {
    const page = await context.newPage();
    // The loader of TypeScript wraps named functions in a helper, which a page does not have.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.addInitScript(watchInPage);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', {rate: slowdown});
    await page.goto(url);
    await fill(page);
    await page.waitForLoadState('networkidle');
    await page.locator('#save').click();
    await page.evaluate(() => (window as unknown as {seen: Seen}).seen.done);
    // What is drawn at the end, and the shift that it may bring.
    await page.evaluate(
      () =>
        new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
    );
    const seen = await page.evaluate(() => (window as unknown as {seen: Seen}).seen);
    return {took: seen.saved - seen.pressed, shift: seen.shift};
  } finally {
    await context.close();
  }
}

/** How many times slower the processor is made, as the figures say it. */
const processors: Readonly<Record<string, number>> = {
  'processor as it is': 1,
  'processor 4 × slower': 4,
};

/** Saves of all pages by turns, so that a noisy machine is noisy for each of them. The first round does not count. */
async function measure(
  browser: Browser,
  shop: PaintShop,
  slowdown: number,
): Promise<Record<string, readonly Save[]>> {
  const seen: Record<string, Save[]> = {};
  for (let round = 0; round <= saves; round += 1)
    for (const [name, make] of Object.entries(pages)) {
      const save = await saveOnce(browser, shop.put(await make(shop)), slowdown);
      if (round > 0) (seen[name] ??= []).push(save);
    }
  return seen;
}

/** F6 and F3. */
export async function clickToSaved(): Promise<readonly Figure[]> {
  const demo = await startDemo({
    ...{port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0},
    database: 'memory:',
    limits: noCardLimits,
    // The bank's page for device data waits on purpose; both would wait alike.
    settings: {deviceData: {mode: 'v1', delayMs: 20}},
  });
  const shop = await startPaintShop(demo);
  const browser = await chromium.launch({
    ...ownBrowser,
    args: ['--site-per-process'],
  });
  const figures: Figure[] = [];
  const shifts: number[] = [];
  const note = `${saves} saves by turns, 390 × 844`;
  try {
    await warmUpSessions(shop);
    await warmUpSaves(demo);
    for (const [processor, slowdown] of Object.entries(processors)) {
      const seen = await measure(browser, shop, slowdown);
      const [took, bare] = ['vault.markup', 'bare'].map((name) =>
        median(seen[name]!.map((save) => save.took)),
      );
      shifts.push(...seen['vault.markup']!.map((save) => save.shift));
      figures.push({
        ...{
          name: `click to saved, ${processor}`,
          unit: 'ms',
          value: Math.round(took!),
          baseline: Math.round(bare!),
        },
        ratio: Math.round((took! / bare!) * 100) / 100,
        note: `goal ≤ 1.10; median of ${note}; baseline: a bare script with the same requests`,
      });
    }
  } finally {
    await browser.close();
    await shop.close();
    await demo.close();
  }
  const shift = Math.round(Math.max(...shifts) * 10_000) / 10_000;
  const worst = {
    ...{name: 'layout shift until saved', unit: 'score', value: shift, baseline: 0.01},
    ratio: Math.round((shift / 0.01) * 100) / 100,
    note: `goal ≤ 0.01; the worst of ${note}, at both speeds`,
  };
  return [...figures, worst];
}

if (import.meta.url === `file://${process.argv[1]}`) console.table(await clickToSaved());
