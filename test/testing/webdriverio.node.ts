// Further: WebdriverIO at a whole shop; the same helpers without a browser of its own: `test/testing/helpers.test.ts`.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import {remote} from 'webdriverio';
import {startDemo, type Demo} from '../../demo/server.js';
import {
  answerStepUp,
  chooseStepUp,
  fillCard,
  savedOutcome,
  stoppedOutcome,
  testCard,
  watchOutcomes,
  webdriverPage,
  type TestCase,
  type TestPage,
} from '../../src/testing/index.js';
import {startPaintShop} from '../e2e/support/paint-shop.js';
import {replaced, startReadmeShop} from '../e2e/support/readme-shop.js';

type Browser = Awaited<ReturnType<typeof remote>>;

const installed = (...paths: readonly (string | undefined)[]) =>
  paths.find((path) => path !== undefined && existsSync(path));
const driver = installed(process.env.CHROMEDRIVER_PATH, '/usr/bin/chromedriver');
// Chromium’s headless shell stays behind when its session ends.
const program = installed(process.env.CHROMIUM_PATH, '/usr/bin/chromium');
const lacks = driver && program ? false : 'no chromedriver here: apt-get install chromium-driver';
if (lacks && process.env.CI) throw new Error(lacks);
/** Installed programs: WebdriverIO would fetch its own. */
const capabilities = {
  browserName: 'chrome',
  'goog:chromeOptions': {binary: program, args: ['--headless', '--no-sandbox', '--disable-gpu']},
  // A browser that outlives its session would hold the driver’s output, and with it this process, open.
  'wdio:chromedriverOptions': {binary: driver, spawnOpts: {stdio: 'ignore' as const}},
};
/** A busy machine is given the time that it needs. */
const patience = {timeout: 120_000};

describe('helpers for WebdriverIO', {skip: lacks}, () => {
  let demo: Demo;
  let browser: Browser;
  let page: TestPage;
  const {setTimeout: timer} = globalThis;
  before(async () => {
    // WebdriverIO waits three minutes for what a closed session has not answered. The demo’s servers keep this process alive.
    const unheld = (...given: Parameters<typeof timer>) => timer(...given).unref();
    globalThis.setTimeout = Object.assign(unheld, timer);
    demo = await startDemo({port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
  });
  after(async () => {
    await demo?.close();
    globalThis.setTimeout = timer;
  });
  beforeEach(async () => {
    browser = await remote({capabilities: structuredClone(capabilities), logLevel: 'silent'});
    page = webdriverPage(browser);
  });
  afterEach(() => browser?.deleteSession());

  /** Enters a card in the demo shop, and presses its button. */
  async function enter(card: TestCase, stepUp: 'dialog' | 'redirect' = 'dialog'): Promise<void> {
    await watchOutcomes(page);
    await browser.url(new URL(`/?verification=off&step-up=${stepUp}`, demo.url).href);
    await fillCard(page, testCard(card), patience);
    await browser.$('form .primary').click();
  }

  it('save a card in the words of the guide', async () => {
    const [block] =
      /```ts\nimport \{remote\}[^]*?(?=```)/.exec(readFileSync('site/testing.md', 'utf8')) ?? [];
    assert.ok(block, 'site/testing.md has an example of WebdriverIO');
    const {api, public_key, secret_key} = {
      ...{api: demo.service.urls.api, public_key: demo.service.keys.publicKey},
      secret_key: demo.service.keys.secretKey,
    };
    const shop = await startReadmeShop({api, public_key, secret_key});
    try {
      const script = join(shop.folder, 'saves.mjs');
      const own = {
        "{browserName: 'chrome'}": JSON.stringify(capabilities),
        'http://localhost:3000': shop.address,
      };
      writeFileSync(script, replaced(block.replace(/^```ts\n/, ''), own));
      const child = spawn(process.execPath, [script], {
        stdio: 'inherit',
        env: {...process.env, WDIO_LOG_LEVEL: 'silent'},
      });
      assert.deepEqual(await once(child, 'exit'), [0, null]);
    } finally {
      shop.close();
    }
  });

  it('tell how a save ended after the page has gone to the bank and come back', async () => {
    await enter('2.9', 'redirect');
    await answerStepUp(page, '1234', patience);
    assert.equal((await savedOutcome(page, patience)).paymentMethod.lastFour, '2503');
  });

  it('tell why a save stopped', async () => {
    await enter('2.10');
    await answerStepUp(page, '1234', patience);
    assert.equal((await stoppedOutcome(page, patience)).cause, 'issuer-declined');
  });

  it('answer in the window of the bank’s app, and leave the browser at the shop', async () => {
    const {urls, keys} = demo.service;
    await chooseStepUp(urls.api, keys.secretKey, 'app');
    try {
      const handle = await browser.getWindowHandle();
      await enter('2.9');
      await answerStepUp(page, 'approve', patience);
      assert.equal((await savedOutcome(page, patience)).paymentMethod.lastFour, '2503');
      assert.equal(await browser.getWindowHandle(), handle);
    } finally {
      await chooseStepUp(urls.api, keys.secretKey, null);
    }
  });

  it('fill a form in a frame, also over what was typed', async () => {
    const shop = await startPaintShop(demo);
    try {
      const form = shop.put({
        body: () =>
          '<card-vault session-url="/card-vault/session" cardholder-name></card-vault><script type="module" src="/assets/card-vault.js"></script>',
        isOpen: true,
      });
      const around = shop.put({
        body: () => `<iframe src="${form}" width="600" height="800"></iframe>`,
        isOpen: true,
      });
      await browser.url(around);
      const frame = page.frameLocator('iframe') as TestPage;
      await fillCard(frame, testCard('2.1'), patience);
      await fillCard(frame, {...testCard('2.9'), expiry: '02/39', cardholderName: 'Ada Byron'}, patience);
      const values = await Promise.all(
        ['cc-name', 'cc-exp'].map((name) => frame.locator(`input[autocomplete="${name}"]`).inputValue()),
      );
      assert.deepEqual(values, ['Ada Byron', '02 / 39']);
      const number = frame.frameLocator('card-vault [slot="number"] iframe');
      assert.equal(
        await number.locator('input[autocomplete="cc-number"]').inputValue(),
        '4000 0000 0000 2503',
      );
    } finally {
      await shop.close();
    }
  });

  it('say what they waited for, and what a session without BiDi lacks', async () => {
    await assert.rejects(answerStepUp(page, '1234', {timeout: 0}), /The bank's page did not come/);
    await assert.rejects(page.evaluate('nothing.at.all'), /nothing is not defined/);
    const classic = webdriverPage({isBidi: false} as Browser);
    await assert.rejects(
      classic.addInitScript({content: ''}),
      /WebDriver BiDi, which this session does not speak/,
    );
  });
});
