import {pressKeys, WebKitSession} from '../../tools/engines/webdriver.mjs';
import {locate, type Driver, type Engine} from './driver.js';

/** From here on, commands go to the document of a frame. */
async function enter(session: WebKitSession, frames: readonly string[]): Promise<void> {
  await session.command('POST', '/frame', {id: null});
  for (const selector of frames) {
    const frame = await session.run(`return ${locate(selector)}`);
    if (!frame) throw new Error(`There is no ${selector}.`);
    await session.command('POST', '/frame', {id: frame});
  }
}

const driverOf = (session: WebKitSession): Driver => ({
  open: async (url) => void (await session.open(url)),
  async evaluate<Value>(expression: string, frames: readonly string[] = []) {
    await enter(session, frames);
    return (await session.run(`return (${expression})`)) as Value;
  },
  async click(selector, frames = []) {
    await enter(session, frames);
    const element = await session.run(`return ${locate(selector)}`);
    if (!element) throw new Error(`There is no ${selector}.`);
    await session.click(element);
  },
  type: async (text) => void (await pressKeys(session, ...text)),
  press: async (key) => void (await pressKeys(session, key)),
  close: () => session.close(),
});

/** WebKitGTK by WebDriver. A shopper without cookies is a session of its own. */
export function startWebKit(): Promise<Engine> {
  return Promise.resolve({
    async newPage() {
      const session = await WebKitSession.start();
      // A pointer cannot go where the window ends.
      await session.setViewport({width: 1280, height: 1000});
      return driverOf(session);
    },
    close: () => Promise.resolve(),
  });
}
