import puppeteer, {type BrowserContext, type ElementHandle, type Frame, type Page} from 'puppeteer-core';
import {programsOf} from '../../tools/test/engines/found.mjs';
import {locate, type Conditions, type Driver, type Engine} from './driver.js';

async function elementIn(frame: Frame, selector: string): Promise<ElementHandle> {
  const handle = await frame.evaluateHandle(locate(selector));
  const element = handle.asElement();
  if (!element) throw new Error(`There is no ${selector}.`);
  return element as ElementHandle;
}

async function frameOf(page: Page, frames: readonly string[]): Promise<Frame> {
  let frame = page.mainFrame();
  for (const selector of frames) {
    const inner = await (await elementIn(frame, selector)).contentFrame();
    if (!inner) throw new Error(`${selector} holds no document.`);
    frame = inner;
  }
  return frame;
}

const driverOf = (page: Page, context: BrowserContext, touch: boolean): Driver => ({
  open: async (url) => void (await page.goto(url)),
  evaluate: async <Value>(expression: string, frames: readonly string[] = []) =>
    (await (await frameOf(page, frames)).evaluate(expression)) as Value,
  async click(selector, frames = []) {
    const element = await elementIn(await frameOf(page, frames), selector);
    await (touch ? element.tap() : element.click());
  },
  type: (text) => page.keyboard.type(text),
  async press(key) {
    if (key !== 'Shift+Tab') return page.keyboard.press(key);
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
  },
  // Not awaited: of a page that comes back as it was, Puppeteer is not always told.
  back: () => Promise.resolve(void page.goBack({waitUntil: []}).catch(() => undefined)),
  resize: (size) => page.setViewport(size),
  async duplicate() {
    const opened = new Promise<Page | null>((done) => page.once('popup', done));
    await page.evaluate('void window.open(location.href)');
    return driverOf((await opened)!, context, touch);
  },
  close: () => context.close(),
});

/** The preferences behind the choices of Firefox's privacy page. */
function preferencesOf({storage, touch}: Conditions): Record<string, string | number | boolean> {
  // Puppeteer's own profile lets every site store everything.
  const behaviour = {apart: 5, refused: 1};
  return {
    ...(storage && {
      'browser.contentblocking.category': 'custom',
      'network.cookie.cookieBehavior': behaviour[storage],
    }),
    ...(touch && {'dom.w3c_touch_events.enabled': 1}),
  };
}

async function refuseFrames(page: Page, addresses: readonly string[]): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const framed = request.isNavigationRequest() && request.frame()?.parentFrame();
    const refused = framed && addresses.some((address) => request.url().startsWith(address));
    void (refused ? request.abort('blockedbyclient') : request.continue()).catch(() => undefined);
  });
}

/** Firefox by WebDriver BiDi, through Puppeteer. */
export async function startFirefox(conditions: Conditions = {}): Promise<Engine> {
  const {refusedFrames, touch = false} = conditions;
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: programsOf('firefox')?.browser,
    headless: true,
    networkEnabled: refusedFrames !== undefined,
    extraPrefsFirefox: preferencesOf(conditions),
  });
  return {
    async newPage() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      // Each context has a window, and only the active one hears of the focus.
      await page.bringToFront();
      // A busy machine is given the time that it needs.
      page.setDefaultTimeout(120_000);
      if (refusedFrames) await refuseFrames(page, refusedFrames);
      return driverOf(page, context, touch);
    },
    close: () => browser.close(),
  };
}
