import puppeteer, {type BrowserContext, type ElementHandle, type Frame, type Page} from 'puppeteer-core';
import {programsOf} from '../../tools/engines/found.mjs';
import {locate, type Driver, type Engine} from './driver.js';

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

const driverOf = (page: Page, context: BrowserContext): Driver => ({
  open: async (url) => void (await page.goto(url)),
  evaluate: async <Value>(expression: string, frames: readonly string[] = []) =>
    (await (await frameOf(page, frames)).evaluate(expression)) as Value,
  click: async (selector, frames = []) => (await elementIn(await frameOf(page, frames), selector)).click(),
  type: (text) => page.keyboard.type(text),
  press: (key) => page.keyboard.press(key),
  close: () => context.close(),
});

/** Firefox by WebDriver BiDi, through Puppeteer. */
export async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: programsOf('firefox')?.browser,
    headless: true,
    networkEnabled: false,
  });
  return {
    async newPage() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      // Each context has a window, and only the active one hears of the focus.
      await page.bringToFront();
      return driverOf(page, context);
    },
    close: () => browser.close(),
  };
}
