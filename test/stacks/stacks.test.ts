// Whole tiny shops of frameworks, from the packed packages: in their development server, after a change, and built for production.
// `npm test -- stacks` takes three by turns; STACKS=next,vue those that are named, STACKS=all every one.
import assert from 'node:assert/strict';
import {rmSync} from 'node:fs';
import {after, afterEach, before, describe, it, type TestContext} from 'node:test';
import type {Browser, Page} from 'playwright';
import {answerStepUp, fillCard, testCard} from '../../src/testing/index.js';
import {launch} from '../server/support/browser.js';
import {Example, freePort, packPackages, type Keys, type Process} from './support/shop.js';
import {manifestOf, stacks, stacksOf, type Stack} from './support/stacks.js';

const day = Math.floor(Date.now() / 86_400_000);
const wanted = stacksOf(process.env.STACKS, day);
const patience = {timeout: 120_000};

describe('the examples of frameworks', () => {
  let root: string;
  let browser: Browser;
  before(async () => {
    root = packPackages();
    browser = await launch();
    console.log(`Stacks: ${wanted.join(', ')}`);
  });
  after(async () => {
    await browser.close();
    rmSync(root, {recursive: true, force: true, maxRetries: 5});
  });

  for (const name of wanted) describe(name, () => tryStack(name, stacks[name]!, () => ({root, browser})));
});

function tryStack(
  name: string,
  stack: Stack,
  tools: () => {readonly root: string; readonly browser: Browser},
): void {
  let example: Example;
  let keys: Keys;
  const running: Process[] = [];
  const opened: Page[] = [];
  before(async () => {
    example = new Example(name, tools().root);
    await example.install();
    const service = await example.service();
    keys = service.keys;
    running.push(service);
  });
  const closeAll = async (kept: number) => {
    await Promise.all(opened.splice(0).map((page) => page.close()));
    await Promise.all(running.splice(kept).map((one) => one.close()));
  };
  afterEach(() => closeAll(1));
  after(async () => {
    await closeAll(0);
    example.remove();
  });

  /** Starts the shop; its address. */
  async function start(mode: 'development' | 'production'): Promise<string> {
    const pages = await freePort();
    const url = `http://localhost:${pages}`;
    const server = mode === 'development' ? stack.server : undefined;
    const port = server ? await freePort() : pages;
    const env = {
      ...{SHOP_URL: url, PORT: pages, SERVER_PORT: port, CARD_VAULT_SERVICE: keys.api},
      ...{CARD_VAULT_SECRET_KEY: keys.secret_key, CARD_VAULT_PUBLIC_KEY: keys.public_key},
    };
    const started = [server, stack[mode]].flatMap((one) => (one ? [example.serve(one(pages), env)] : []));
    running.push(...started);
    await untilAnswered(`${url}/login`, () => started.flatMap(({said}) => said).join('\n'));
    return url;
  }

  /** A new shopper's page with the form, and what went wrong in it. */
  async function open(url: string): Promise<{readonly page: Page; readonly wrong: readonly string[]}> {
    const page = await tools().browser.newPage();
    opened.push(page);
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      // Lit's development build says what it is; a browser asks for an icon that a tiny shop does not have.
      const isExpected =
        /lit\.dev\/msg\/dev-mode/.test(text) || message.location().url.endsWith('/favicon.ico');
      if (/^(error|warning)$/.test(message.type()) && !isExpected) wrong.push(text);
    });
    await page.goto(`${url}/login`, patience);
    if (stack.opens) await page.getByRole('button', {name: stack.opens}).click(patience);
    return {page, wrong};
  }

  it('is typed strictly', () => example.script('types'));

  it('saves a card in development, also after a change', async (t) => {
    const url = await start('development');
    const {page, wrong} = await open(url);
    if (stack.reload) await change(t, page);
    await save(page);
    await keepsGuard(url);
    assert.deepEqual(wrong, []);
  });

  /** The page follows a change; whether the typed card is still there is as the table says. */
  async function change(t: TestContext, page: Page): Promise<void> {
    await fillCard(page, testCard('2.9'), patience);
    const heading = page.getByRole('heading');
    assert.equal(await heading.textContent(patience), 'Your card');
    example.edit(stack.page, 'Your card', 'Your new card');
    // A server that still begins to watch its files misses what is saved meanwhile: a developer saves again.
    const saving = setInterval(() => example.save(stack.page), 10_000);
    try {
      await page.getByRole('heading', {name: 'Your new card'}).waitFor(patience);
    } finally {
      clearInterval(saving);
    }
    const number = page
      .frameLocator('card-vault [slot="number"] iframe')
      .locator('input[autocomplete="cc-number"]');
    const found = (await number.inputValue(patience)) === '' ? 'anew' : 'kept';
    t.diagnostic(`${name}: after a change the form is ${found}`);
    assert.equal(found, stack.reload);
  }

  it('saves a card in its production build', async () => {
    if (manifestOf(name).scripts.build) await example.script('build');
    const url = await start('production');
    const {page, wrong} = await open(url);
    await save(page);
    await keepsGuard(url);
    assert.deepEqual(wrong, []);
  });

  /** The bank may come back with a POST from its own page, and no other page may send the shop's form. */
  async function keepsGuard(url: string): Promise<void> {
    const foreign = (path: string) =>
      fetch(url + path, {
        method: 'POST',
        headers: {origin: 'https://bank.example', 'content-type': 'application/x-www-form-urlencoded'},
        body: 'payment_method=pm_x',
      });
    assert.equal((await foreign('/card-vault/return')).status, 200);
    if (stack.guards) assert.equal((await foreign('/')).status, 403);
  }
}

async function save(page: Page): Promise<void> {
  await fillCard(page, testCard('2.9'), patience);
  await page.getByRole('button', {name: 'Save card'}).click(patience);
  await answerStepUp(page, '1234', patience);
  await page
    .getByText(/^Saved: visa •••• 2503$/i)
    .waitFor(patience)
    .catch(async () => assert.fail(`The card is not saved: ${await page.locator('body').innerText()}`));
}

/** Development servers say that they are ready before they are, and each in its own words. */
async function untilAnswered(url: string, said: () => string): Promise<void> {
  const until = Date.now() + patience.timeout;
  const answers = () =>
    fetch(url, {redirect: 'manual'}).then(
      ({status}) => status > 300 && status < 400,
      () => false,
    );
  while (!(await answers())) {
    if (Date.now() > until) throw new Error(`${url} does not answer:\n${said()}`);
    await new Promise((later) => setTimeout(later, 250));
  }
}
