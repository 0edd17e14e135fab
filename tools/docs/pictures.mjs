// `npm run docs -- pictures`: retakes the pictures of the README, and those beside the check-list of the bench, from the demo as
// it runs today.
import {readFileSync} from 'node:fs';
import {answerStepUp, fillCard, oneTimeCode, testCard} from 'card-vault/testing';
import {chromium} from 'playwright';
import {startDemo} from '../../demo/server.js';
import {looks} from '../../demo/shop/bench/looks.js';

/** Everything that changes how a page looks is fixed, so that two runs differ only where the product or the date does. */
const appearance = {
  viewport: {width: 1280, height: 1200},
  deviceScaleFactor: 1.5,
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
  reducedMotion: 'reduce',
};
/** The card that the README suggests: its bank asks for a code. */
const card = testCard('2.9');

const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8'));
const demo = await startDemo({port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
const browser = await chromium.launch({executablePath});
try {
  await take('docs/demo.png', savingACard);
  await take('docs/plans.png', aLatePayment);
  await takeLooks('demo/shop/bench/looks');
} finally {
  await browser.close();
  await demo.close();
}

/** `prepare` brings the page to what is shown and returns the height of the picture. */
async function take(path, prepare) {
  const context = await browser.newContext(appearance);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const height = await prepare(page);
  await page.evaluate(() => document.activeElement?.blur());
  await page.mouse.move(0, 0);
  const clip = {x: 0, y: 0, width: appearance.viewport.width, height};
  await page.screenshot({path, clip, animations: 'disabled', caret: 'hide'});
  await context.close();
  console.log(path);
}

/** What the check-list of the bench shows, each as its “Show” brings it up. */
async function takeLooks(folder) {
  const context = await browser.newContext({...appearance, deviceScaleFactor: 1});
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  for (const {id, text, moment} of looks) {
    await page.goto(`${demo.url}/bench`);
    await page.getByRole('button', {name: `Show: ${text}`}).click();
    if (moment === 'bank') await boxOfBank(page);
    else if (moment === 'end') await page.locator('#stop:disabled').waitFor();
    else await cardTyped(page);
    const path = `${folder}/${id}.jpg`;
    await page.locator('#played').screenshot({path, quality: 80, animations: 'disabled', caret: 'hide'});
    console.log(path);
  }
  await context.close();
}

/** The form in the frame of the bench is filled in. */
async function cardTyped(page) {
  const frame = await (await page.locator('#played').elementHandle()).contentFrame();
  await frame.waitForURL(/[?&]until=form/);
  await frame.waitForFunction(() => document.querySelector('card-vault')?.validity?.valid);
}

/** The bank's page within the shop's page: a dialog would cover the form and the flow with its backdrop. */
async function savingACard(page) {
  await page.goto(`${demo.url}/?step-up=inline`);
  await page.getByLabel('What should happen').selectOption(card.case);
  await fillCard(page, card);
  await page.getByRole('button', {name: 'Save card'}).click();
  const {y, height} = await boxOfBank(page);
  await page.getByText('Step-up: the bank asks the shopper').waitFor();
  return Math.round(y + height);
}

/** Where the bank's page is, once the code can be typed. */
async function boxOfBank(page) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await page.waitForTimeout(50)) {
    for (const frame of page.frames()) {
      const code = frame.locator('input[autocomplete="one-time-code"]');
      if (!(await code.isVisible().catch(() => false))) continue;
      return (await frame.frameElement()).boundingBox();
    }
  }
  throw new Error('The bank’s page did not open.');
}

/** A monthly box that was paid for some months, until the card ran out of money. */
async function aLatePayment(page) {
  await page.goto(`${demo.url}/plans`);
  await page.getByRole('button', {name: 'Choose Monthly box'}).click();
  await page.getByRole('button', {name: 'That’s me, continue'}).click();
  await fillCard(page, card);
  await page.getByRole('button', {name: /^Subscribe and pay/}).click();
  await answerStepUp(page, oneTimeCode);
  await page.waitForURL(`${demo.url}/plans**`);
  for (let month = 0; month < 3; month++) await nextCharge(page, /: 1 paid/);
  const declined = page.waitForResponse('**/behind-the-counter/decline');
  await page.getByLabel('What the bank says from now on').selectOption('insufficient_funds');
  await declined;
  await nextCharge(page, /: 1 failed/);
  await page.getByText('We try again on').nth(1).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  return 820;
}

async function nextCharge(page, said) {
  const status = page.locator('service-calendar').getByRole('status');
  const before = (await status.textContent()) ?? '';
  await page.locator('service-calendar').getByRole('button', {name: 'Next charge'}).click();
  await status.filter({hasText: said, hasNotText: before || /^$/}).waitFor();
}
