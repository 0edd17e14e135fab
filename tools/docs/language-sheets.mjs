// `node --import tsx tools/docs/language-sheets.mjs [TAG…]`: draws five screens of every language, 320 px wide, side by side into
// `.cache/language-sheets/TAG.png`, for a look by eye: form with errors, bank's dialog, decline, list, hosted page.
import {mkdirSync, readFileSync} from 'node:fs';
import {answerStepUp, fillCard, testCard} from 'card-vault/testing';
import {chromium} from 'playwright';
import {startDemo} from '../../demo/server.js';
import {languageTags} from '../../src/texts/index.js';

const folder = '.cache/language-sheets';
const size = {width: 320, height: 760};
const named = process.argv.slice(2);

const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8'));
const demo = await startDemo({port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
const browser = await chromium.launch({executablePath});
mkdirSync(folder, {recursive: true});
try {
  for (const tag of named.length > 0 ? named : languageTags) await draw(tag);
} finally {
  await browser.close();
  await demo.close();
}

/** One shopper's way: a save that the bank declines, one that it approves, the saved cards, a plan. */
async function draw(tag) {
  const context = await browser.newContext({viewport: size, locale: tag, reducedMotion: 'reduce'});
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const pictures = [];
  const shoot = async () => pictures.push((await page.screenshot({caret: 'hide'})).toString('base64'));
  const form = page.locator('card-vault');
  const save = page.locator('main form button:not([type])').last();

  await page.goto(`${demo.url}/?lang=${tag}`);
  await form.locator('iframe').first().waitFor();
  await save.click();
  await form.locator('[part~="error-number"] span').waitFor();
  await form.evaluate((element) => element.scrollIntoView());
  await shoot();

  await fillCard(page, testCard('2.10'));
  await save.click();
  await page.getByRole('dialog').waitFor();
  await codeOf(page);
  await shoot();
  await answerStepUp(page, '1234');
  await form.locator('[part~="problem"]').waitFor();
  await form.evaluate((element) => element.scrollIntoView());
  await shoot();

  await fillCard(page, testCard('2.1'));
  await save.click();
  await page.waitForURL('**/account**');
  await page.locator('card-vault-list [part~="card"]').first().waitFor();
  await shoot();

  await page.goto(`${demo.url}/plans?lang=${tag}`);
  await page.locator('card-vault-subscribe button').first().click();
  await page.locator('#go').waitFor();
  await shoot();

  await page.goto('about:blank');
  await page.setViewportSize({width: 5 * size.width + 60, height: size.height + 20});
  const images = pictures.map((data) => `<img src="data:image/png;base64,${data}" alt="">`).join('');
  await page.setContent(`<style>body{display:flex;gap:10px;margin:10px;background:#777}</style>${images}`);
  await page.screenshot({path: `${folder}/${tag}.png`});
  await context.close();
  console.log(`${folder}/${tag}.png`);
}

/** Resolves when a code can be typed into the bank's page. */
async function codeOf(page) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await page.waitForTimeout(50))
    for (const frame of page.frames())
      if (
        await frame
          .locator('input[autocomplete="one-time-code"]')
          .isVisible()
          .catch(() => false)
      )
        return;
  throw new Error('The bank’s page did not open.');
}
