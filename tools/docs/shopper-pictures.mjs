// `npm run docs -- shopper-pictures`: the pictures of site/compare.md, a phone's width each, from the demo as it runs today.
import {mkdirSync, readFileSync} from 'node:fs';
import {fillCard} from 'card-vault/testing';
import {chromium} from 'playwright';
import {startDemo} from '../../demo/server.js';

const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8'));
const demo = await startDemo({port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
const browser = await chromium.launch({executablePath});
const folder = 'site/shopper';
mkdirSync(folder, {recursive: true});
const form = 'main form:has(card-vault)';
try {
  await take('first-sight', form, async (page) => {
    // Held: the page as it stands before any script is there.
    await page.route(/\/assets\/.*\.js/, () => undefined);
    await page.goto(new URL('/?verification=off&stay=on', demo.url).href, {waitUntil: 'commit'});
    await page.getByRole('button', {name: 'Save card'}).waitFor();
  });
  await take('typing', form, async (page) => {
    await open(page, '/?verification=off&stay=on');
    await fillCard(page, {number: '4000000000002701'});
  });
  await take('right-to-left', form, async (page) => {
    await open(page, '/?verification=off&stay=on&lang=ur');
    await fillCard(page, {number: '4000000000002701'});
  });
  await take('decline', form, async (page) => {
    await open(page, '/?verification=off&stay=on');
    await save(page, '4000000000002537');
    await page.locator('card-vault [part~=problem]').waitFor();
    await live(page);
  });
  await take('lost-connection', form, async (page) => {
    await open(page, '/?verification=off&stay=on');
    await page.route('**/order/payments/**', (route) => route.abort());
    await save(page, '4000000000002701');
    await page.locator('card-vault [part~=problem]').waitFor();
    await live(page);
  });
  await take('saved', form, async (page) => {
    await open(page, '/?verification=off&stay=on');
    await save(page, '4000000000002701');
    await page.locator('card-vault [part~=outcome]').waitFor();
  });
  await take('looks', 'main', (page) => open(page, '/shops/kids'));
  await take('bench', 'main > section:nth-of-type(2)', async (page) => {
    await open(page, '/bench', false);
    await page.getByRole('button', {name: /^Run/}).first().waitFor();
  });
  await take('checkout', 'main', async (page) => {
    await open(page, '/plans', false);
    await page.getByRole('button', {name: 'Choose Monthly box'}).click();
    await page.getByRole('heading', {name: /^Subscribe to/}).waitFor();
    await live(page);
  });
} finally {
  await browser.close();
  await demo.close();
}

async function take(name, what, prepare) {
  const context = await browser.newContext({
    ...{viewport: {width: 360, height: 1000}, locale: 'en-US', timezoneId: 'UTC'},
    ...{colorScheme: 'light', reducedMotion: 'reduce'},
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await prepare(page);
  await page.evaluate(() => document.activeElement?.blur());
  const path = `${folder}/${name}.png`;
  const {x, y, width, height} = await page.locator(what).boundingBox();
  await page.screenshot({
    path,
    fullPage: true,
    caret: 'hide',
    clip: {x, y, width, height: Math.min(height, 700)},
  });
  await context.close();
  console.log(path);
}

async function open(page, path, hasForm = true) {
  await page.goto(new URL(path, demo.url).href);
  if (hasForm) await live(page);
}

async function live(page) {
  await page.waitForFunction(
    () => document.querySelector('card-vault')?.matches(':state(loading)') === false,
  );
}

async function save(page, number) {
  await fillCard(page, {number});
  await page.getByRole('button', {name: 'Save card'}).click();
}
