import {existsSync, readFileSync} from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type ElementHandle,
  type Frame,
  type LaunchOptions,
  type Page,
} from 'playwright';
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

const driverOf = (page: Page, touch: boolean): Driver => ({
  open: async (url) => void (await page.goto(url)),
  evaluate: async <Value>(expression: string, frames: readonly string[] = []) =>
    (await frameOf(page, frames)).evaluate<Value>(expression),
  async click(selector, frames = []) {
    const element = await elementIn(await frameOf(page, frames), selector);
    await (touch ? element.tap() : element.click());
  },
  type: (text) => page.keyboard.type(text),
  press: (key) => page.keyboard.press(key),
  back: async () => void (await page.goBack({waitUntil: 'commit'})),
  resize: (size) => page.setViewportSize(size),
  async duplicate() {
    const opened = page.waitForEvent('popup');
    await page.evaluate('void window.open(location.href)');
    return driverOf(await opened, touch);
  },
  close: () => page.context().close(),
});

/** Playwright lets every site store everything; this gives each page its own storage again, as browsers do. */
async function launchApart(): Promise<Browser> {
  const server = await chromium.launchServer({executablePath: installed()});
  const disabled = server.process().spawnargs.find((one) => one.startsWith('--disable-features=')) ?? '';
  await server.close();
  const others = disabled.replace(/ThirdPartyStoragePartitioning,?/, '');
  return launch({ignoreDefaultArgs: [disabled], args: [others]});
}

/** Refuses storage to frames of other sites, with all that has ever gone with it in a browser. */
const refuseStorage = `(() => {
  if (window === top || [...location.ancestorOrigins].every((origin) => origin === location.origin)) return;
  const refuse = () => {
    throw new DOMException('The request was denied.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
    Object.defineProperty(window, name, {get: refuse});
  for (const name of ['BroadcastChannel', 'SharedWorker'])
    Object.defineProperty(window, name, {value: function () { refuse(); }});
  Object.defineProperty(Document.prototype, 'cookie', {get: refuse, set: refuse});
})()`;

async function impose(context: BrowserContext, {storage, refusedFrames = []}: Conditions): Promise<void> {
  if (storage === 'refused') await context.addInitScript({content: refuseStorage});
  for (const address of refusedFrames)
    await context.route(`${address}**`, (route, request) =>
      request.isNavigationRequest() && request.frame().parentFrame()
        ? route.abort('blockedbyclient')
        : route.continue(),
    );
}

function installed(): string {
  const found = '.cache/browser.json';
  return existsSync(found)
    ? (JSON.parse(readFileSync(found, 'utf8')) as {executablePath: string}).executablePath
    : chromium.executablePath();
}

const launch = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({executablePath: installed(), ...options});

/** The Chromium that `tools/start/setup.mjs` found, by Playwright. */
export async function startChromium(conditions: Conditions = {}): Promise<Engine> {
  const browser = await (conditions.storage === 'apart' ? launchApart() : launch());
  const {touch = false} = conditions;
  return {
    async newPage() {
      const context = await browser.newContext({hasTouch: touch, isMobile: touch});
      // A busy machine is given the time that it needs.
      context.setDefaultTimeout(120_000);
      await impose(context, conditions);
      return driverOf(await context.newPage(), touch);
    },
    close: () => browser.close(),
  };
}
