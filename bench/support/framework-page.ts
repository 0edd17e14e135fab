import type {Browser, BrowserContext, BrowserContextOptions, Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import type {ServedShop} from './framework-server.js';

export interface PageFigures {
  /** Sum of the layout shifts from first paint to the saved card, those within half a second of an input too. */
  readonly shiftAll: number;
  /** The same as browsers report it: without those that follow an input. */
  readonly shift: number;
  /** By how many pixels the shop's button moved meanwhile, or with scripts five seconds late. */
  readonly buttonMoved: number;
  /** Elements, and hosted frames that can be seen in them: a form has one and two. */
  readonly elements: number;
  readonly frames: number;
  /** How many times the fields became live. */
  readonly ready: number;
  readonly end: string;
  /** The sentence is seen with scripts switched off. */
  readonly scriptsOff: boolean;
  /** The sentence is seen after a press with every script blocked, and the form is not sent. */
  readonly blocked: boolean;
  /** Scripts five seconds late: one form, live, and a card typed into it is saved. */
  readonly late: boolean;
  readonly shiftLate: number;
  /** Warnings, errors and exceptions of the page, in the runs with scripts. */
  readonly console: readonly string[];
}

interface Visit {
  readonly served: ServedShop;
  readonly path: string;
  readonly viewport: {readonly width: number; readonly height: number};
}

interface Seen {
  readonly tops: number[];
  shift: number;
  shiftAll: number;
  ready: number;
  end: string;
}

const lateMs = 5000;
const card = {number: '4000000000002701', securityCode: '123'};

/** Runs in the page before anything else. */
function watchInPage(): void {
  const seen: Seen = {tops: [], shift: 0, shiftAll: 0, ready: 0, end: ''};
  Object.assign(window, {seen});
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const {value, hadRecentInput} = entry as unknown as {value: number; hadRecentInput: boolean};
      seen.shiftAll += value;
      if (!hadRecentInput) seen.shift += value;
    }
  }).observe({type: 'layout-shift', buffered: true});
  const look = (): void => {
    const button = document.querySelector('#save');
    if (button) seen.tops.push(button.getBoundingClientRect().top + scrollY);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  document.addEventListener('card-vault-ready', () => (seen.ready += 1));
  for (const end of ['saved', 'stopped', 'error'])
    document.addEventListener(`card-vault-${end}`, () => (seen.end ||= end));
  // The page stays, so that it can be looked at. The form's own listeners run before.
  addEventListener('submit', (event) => event.preventDefault());
}

const seenOf = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as {seen: Seen}).seen);

async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}

async function live(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as unknown as {seen: Seen}).seen.ready > 0, undefined, {
    timeout: 60_000,
  });
}

/** Types a card, saves it, and waits until the end is drawn. */
async function save(page: Page): Promise<void> {
  await fillCard(page, card);
  await page.locator('#save').click();
  await page.waitForFunction(() => (window as unknown as {seen: Seen}).seen.end, undefined, {
    timeout: 60_000,
  });
  await page.locator('card-vault [part~="outcome"]').waitFor();
  await drawn(page);
}

const framesOf = (page: Page): Promise<number> =>
  page.locator('card-vault [slot] iframe').filter({visible: true}).count();

function listen(page: Page, said: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => said.push(`exception: ${error.message}`));
}

async function visit<Result>(
  browser: Browser,
  options: BrowserContextOptions,
  look: (page: Page, context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(options);
  try {
    return await look(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

const sentence = (page: Page, words: RegExp) =>
  page.locator('card-vault').getByText(words).filter({visible: true}).first();
const appears = (page: Page, words: RegExp): Promise<boolean> =>
  sentence(page, words)
    .waitFor({timeout: 20_000})
    .then(
      () => true,
      () => false,
    );

function scriptsOff(browser: Browser, {served, path, viewport}: Visit): Promise<boolean> {
  return visit(browser, {viewport, javaScriptEnabled: false}, async (page) => {
    await page.goto(served.url + path);
    return appears(page, /turn on JavaScript/);
  });
}

function blocked(browser: Browser, {served, path, viewport}: Visit): Promise<boolean> {
  return visit(browser, {viewport}, async (page) => {
    await page.route('**/*', (route) =>
      route.request().resourceType() === 'script' ? route.abort() : route.continue(),
    );
    const before = served.posted;
    await page.goto(served.url + path);
    await page.locator('#save').click();
    return (await appears(page, /The card form is still loading/)) && served.posted === before;
  });
}

/** From the first paint to the saved card; `scriptsMs` holds every script of the page back. */
function toSaved(browser: Browser, {served, path, viewport}: Visit, said: string[], scriptsMs = 0) {
  return visit(browser, {viewport}, async (page) => {
    listen(page, said);
    // The loader of TypeScript wraps named functions in a helper, which a page does not have.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.addInitScript(watchInPage);
    if (scriptsMs > 0) {
      const late = new Promise((now) => setTimeout(now, scriptsMs));
      await page.route('**/*', async (route) => {
        if (route.request().resourceType() === 'script') await late;
        await route.continue();
      });
    }
    await page.goto(served.url + path, {waitUntil: 'commit'});
    await live(page);
    await drawn(page);
    const elements = await page.locator('card-vault').count();
    const frames = await framesOf(page);
    await page.locator('#save').click();
    await page.locator('card-vault [part~="error-number"] > svg').waitFor();
    await save(page);
    return {...(await seenOf(page)), elements, frames};
  });
}

const moved = (tops: readonly number[]): number => rounded(Math.max(...tops) - Math.min(...tops));
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Everything about one page at one size. */
export async function measurePage(browser: Browser, place: Visit): Promise<PageFigures> {
  const said: string[] = [];
  const early = await toSaved(browser, place, said);
  const late = await toSaved(browser, place, said, lateMs);
  const one = (run: typeof early): boolean => run.elements === 1 && run.frames === 2 && run.ready === 1;
  return {
    shift: rounded(early.shift),
    shiftAll: rounded(early.shiftAll),
    buttonMoved: Math.max(moved(early.tops), moved(late.tops)),
    elements: early.elements,
    frames: early.frames,
    ready: early.ready,
    end: early.end,
    scriptsOff: await scriptsOff(browser, place),
    blocked: await blocked(browser, place),
    late: one(late) && late.end === 'saved',
    shiftLate: rounded(late.shiftAll),
    console: said,
  };
}
