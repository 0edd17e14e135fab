import {pressKeys, WebDriverError, WebKitSession} from '../../tools/test/engines/webdriver.mjs';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {locate, waitFor, type Conditions, type Driver, type Engine} from './driver.js';

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
  async open(url) {
    await session.open(url);
    const there = `location.origin === '${new URL(url).origin}' && document.readyState !== 'loading'`;
    await waitFor(this, url, there);
  },
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
  async back() {
    await enter(session, []);
    await session.command('POST', '/back');
  },
  async resize(size) {
    await enter(session, []);
    await session.setViewport(size);
  },
  close: () => session.close(),
});

/** Rules of a content blocker that keep some documents out of frames. */
const blockerRules = (addresses: readonly string[]) =>
  addresses.map((address) => ({
    trigger: {
      'url-filter': `^${address.replaceAll('.', '\\.')}`,
      'resource-type': ['document'],
      'load-context': ['child-frame'],
    },
    action: {type: 'block'},
  }));

/** With a content blocker the browser may be asked for its page before it has one; then another is started. */
async function startSession(
  options: readonly string[],
  wait: 'normal' | 'none',
  attempts = 5,
): Promise<WebKitSession> {
  try {
    return await WebKitSession.start(options, wait);
  } catch (error) {
    if (attempts === 1 || !(error instanceof WebDriverError) || error.code !== 'session not created')
      throw error;
    return startSession(options, wait, attempts - 1);
  }
}

/** WebKitGTK by WebDriver. A shopper without cookies is a session of its own. Other sites always store apart. */
export function startWebKit({storage, refusedFrames, back}: Conditions = {}): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'card-vault-webkit-'));
  const rules = join(folder, 'rules.json');
  if (refusedFrames) writeFileSync(rules, JSON.stringify(blockerRules(refusedFrames)));
  const options = [
    ...(refusedFrames ? [`--content-filter=${rules}`] : []),
    // It has no setting that refuses storage to frames alone; the shop's page goes without as well.
    ...(storage === 'refused' ? ['--features=!LocalStorage,!IndexedDBAPI,!BroadcastChannel'] : []),
  ];
  return Promise.resolve({
    async newPage() {
      // Where nothing is waited for, a command that meets a page between two documents may have no answer.
      const session = await startSession(options, back ? 'none' : 'normal');
      // A pointer cannot go where the window ends.
      await session.setViewport({width: 1280, height: 1000});
      return driverOf(session);
    },
    close: () => Promise.resolve(rmSync(folder, {recursive: true, force: true})),
  });
}
