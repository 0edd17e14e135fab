// `npm run docs -- looks-pictures`: the picture of each preset in site/looks. With `--shops` it
// draws the demo's other shops on phone and desk into .cache/shops instead, for a look by eye.
import {mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {chromium} from 'playwright';
import {startDemo} from '../../demo/server.js';
import {shopNames} from '../../demo/server/shops.js';

const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8'));
const demo = await startDemo({port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
const browser = await chromium.launch({executablePath});
const isLive = () => document.querySelector('card-vault')?.matches(':state(loading)') === false;
const still = {animations: 'disabled', caret: 'hide'};
try {
  if (process.argv.includes('--shops')) await shops();
  else await presets();
} finally {
  await browser.close();
  await demo.close();
}

/** One form with an entry, an error and the focus. */
async function presets() {
  mkdirSync('site/looks', {recursive: true});
  for (const file of readdirSync('src/element/presets')) {
    const name = file.replace('.css', '');
    const context = await browser.newContext({viewport: {width: 400, height: 420}, reducedMotion: 'reduce'});
    // This page comes from no server, so that a browser asks before it loads what this machine serves.
    await context.grantPermissions(['local-network-access']);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.route('**/preset', (route) => route.fulfill({contentType: 'text/html', body: pageOf(name)}));
    // The shop's first page makes a shopper, who may have a session.
    await page.goto(`${demo.url}/plans`);
    await page.goto(`${demo.url}/preset`);
    await page.waitForFunction(isLive);
    const expiry = page.locator('card-vault input#expiry');
    await page.locator('card-vault [part~=code-mark]').waitFor({state: 'attached'});
    await expiry.fill('13');
    await expiry.blur();
    await page.locator('card-vault [part~=error-expiry] span').waitFor();
    await page.frameLocator('card-vault [slot=number] iframe').locator('input').first().focus();
    await page.locator('card-vault').screenshot({path: `site/looks/${name}.png`, ...still});
    await context.close();
    console.log(`site/looks/${name}.png`);
  }
}

function pageOf(name) {
  return `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark">
  <link rel="stylesheet" href="/assets/presets/${name}.css"><title>${name}</title>
  <style>html { color-scheme: ${name === 'night' ? 'dark' : 'light'} } body { margin: 24px; font: 16px/1.5 system-ui, sans-serif } card-vault { padding: 12px }</style>
  <script type="module" src="/assets/card-vault.js"></script>
  <card-vault session-url="/card-vault/session" accepted-brands="visa mastercard"${name === 'material' ? ' label-placement="floating"' : ''}></card-vault>`;
}

async function shops() {
  mkdirSync('.cache/shops', {recursive: true});
  for (const name of Object.keys(shopNames))
    for (const width of [390, 1200])
      for (const colorScheme of ['light', 'dark']) {
        const context = await browser.newContext({
          viewport: {width, height: 760},
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await page.goto(`${demo.url}/shops/${name}`);
        await page.waitForFunction(isLive);
        await page
          .locator('card-vault [part~=brand-mark], card-vault [part~=code-mark]')
          .first()
          .waitFor({state: 'attached'});
        await page.screenshot({
          path: `.cache/shops/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
          ...still,
        });
        await context.close();
      }
}
