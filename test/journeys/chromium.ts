import {existsSync, readFileSync} from 'node:fs';
import {chromium, type ElementHandle, type Frame, type Page} from 'playwright';
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

const driverOf = (page: Page): Driver => ({
  open: async (url) => void (await page.goto(url)),
  evaluate: async <Value>(expression: string, frames: readonly string[] = []) =>
    (await frameOf(page, frames)).evaluate<Value>(expression),
  click: async (selector, frames = []) => (await elementIn(await frameOf(page, frames), selector)).click(),
  type: (text) => page.keyboard.type(text),
  press: (key) => page.keyboard.press(key),
  close: () => page.context().close(),
});

/** The Chromium that `tools/setup.mjs` found, by Playwright. */
export async function startChromium(): Promise<Engine> {
  const found = '.cache/browser.json';
  const {executablePath} = existsSync(found)
    ? (JSON.parse(readFileSync(found, 'utf8')) as {executablePath: string})
    : {executablePath: chromium.executablePath()};
  const browser = await chromium.launch({executablePath});
  return {
    newPage: async () => driverOf(await (await browser.newContext()).newPage()),
    close: () => browser.close(),
  };
}
