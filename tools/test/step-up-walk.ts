// A shopper's way through the demo shop and the bank's page, by keyboard alone, in windows that leave little room; part of
// `npm run golden -- --sheets`, for a look by eye.
import {mkdirSync, readFileSync} from 'node:fs';
import {chromium, type BrowserContextOptions, type Page} from '@playwright/test';
import {startDemo} from '../../demo/server.js';
import {drawSheet, sheetFolder, type Shot} from './sheet.js';

interface Walk extends BrowserContextOptions {
  readonly name: string;
  readonly switches?: string;
  /** Text twice as large as usual, without zoom. */
  readonly largeText?: boolean;
}

const size = (width: number, height: number) => ({viewport: {width, height}});
const walks: readonly Walk[] = [
  {name: 'step-up, desktop', ...size(1280, 800)},
  {name: 'step-up, desktop, dark, Arabic', ...size(1280, 800), colorScheme: 'dark', switches: '?lang=ar'},
  {name: 'step-up, 200 % zoom', ...size(640, 400)},
  {name: 'step-up, 400 % zoom', ...size(320, 225)},
  {name: 'step-up, 400 % zoom, dark, Urdu', ...size(320, 225), colorScheme: 'dark', switches: '?lang=ur'},
  {name: 'step-up, phone', ...size(390, 844)},
  {name: 'step-up, 320 px', ...size(320, 640)},
  {name: 'step-up, phone held sideways', ...size(640, 320)},
  {name: 'step-up, text at 200 %', ...size(1280, 800), largeText: true},
  {name: 'step-up, text at 200 %, phone', ...size(390, 844), largeText: true},
  {name: 'step-up, in the page', ...size(1280, 800), switches: '?step-up=inline'},
  {name: 'step-up, in the page, 400 % zoom', ...size(320, 225), switches: '?step-up=inline'},
  {name: 'step-up, instead of the page, 400 % zoom', ...size(320, 225), switches: '?step-up=redirect'},
];

/** Half a minute for the bank's page. */
const looksAtMost = 1200;

const codeInput = 'input[autocomplete="one-time-code"]';
const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8')) as {executablePath: string};
const demo = await startDemo({
  ...{port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'},
  settings: {deviceData: {mode: 'v1', delayMs: 20}},
});
const browser = await chromium.launch({executablePath});
mkdirSync(sheetFolder, {recursive: true});
const only = process.argv.slice(2).find((arg) => !arg.startsWith('--'));
try {
  for (const {name, switches = '', largeText, ...options} of walks) {
    if (only && !name.includes(only)) continue;
    const page = await browser.newPage({...options, reducedMotion: 'reduce'});
    await page.clock.install();
    const shots: Shot[] = [];
    const shoot = async (title: string): Promise<void> => {
      shots.push({name: `${name}: ${title}`, image: (await page.screenshot()).toString('base64')});
    };
    await page.goto(new URL(`/${switches}`, demo.url).href);
    if (largeText) await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    try {
      await walk(page, shoot, !switches.includes('redirect'));
    } catch (error) {
      console.error(`${name}: ${String(error)}`);
      await shoot('it went no further');
    }
    await page.close();
    await drawSheet(browser, name.replaceAll(/[ ,%]+/g, '-').replace(/-$/, ''), shots);
  }
} finally {
  await browser.close();
  await demo.close();
}

/** Every state from the empty form on, by keyboard. */
async function walk(page: Page, shoot: (title: string) => Promise<void>, hasTime: boolean): Promise<void> {
  await formAsks(page);
  await page.evaluate(() => document.querySelector('card-vault')!.focus());
  await shoot('the form');
  await type(page, '4000000000002503');
  await shoot('filled in');
  await page.keyboard.press('Enter');
  const bank = await bankOf(page);
  await shoot('the bank asks');
  await intoCode(page);
  await page.keyboard.type('0000');
  await shoot('a code is typed');
  await page.keyboard.press('Enter');
  await bank.locator('#problem:not(:empty)').waitFor();
  await shoot('the code is wrong');
  if (hasTime) {
    await page.clock.fastForward('08:01');
    await shoot('two minutes are left');
    await page.keyboard.press('Escape');
  }
  // Where the bank's page has the keyboard, Escape is its own: the shopper goes back to the page and presses it there.
  if (hasTime && (await bankFrame(page))) {
    for (let tabs = 0; tabs < 4 && !(await onClose(page)); tabs++) await page.keyboard.press('Shift+Tab');
    await shoot('the way out');
    await page.keyboard.press('Enter');
    await formAsks(page);
    await shoot('closed');
    return;
  }
  await intoCode(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1234');
  await page.keyboard.press('Enter');
  await page.waitForURL(/account/);
  await shoot('saved');
}

/** The form asks for a card, as it does again after the shopper has closed the bank's page. */
async function formAsks(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.querySelector('card-vault')?.shadowRoot?.querySelector('[data-state="collecting"]'),
  );
}

async function type(page: Page, number: string): Promise<void> {
  await page.keyboard.type(number);
  await page.keyboard.press('Tab');
  await page.keyboard.type('0129');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
}

async function bankFrame(page: Page) {
  for (const frame of page.frames())
    if (
      await frame
        .locator(codeInput)
        .isVisible()
        .catch(() => false)
    )
      return frame;
  return undefined;
}

async function bankOf(page: Page) {
  for (let looks = 0; looks < looksAtMost; looks++) {
    const frame = await bankFrame(page);
    if (frame) return frame;
    await new Promise((later) => setTimeout(later, 25));
  }
  throw new Error('the bank asks nothing');
}

/** Tabs until the bank's code has the keyboard. */
async function intoCode(page: Page): Promise<void> {
  const frame = await bankOf(page);
  for (let tabs = 0; tabs < 8; tabs++) {
    if (
      await frame.evaluate(
        (selector) => document.hasFocus() && !!document.activeElement?.matches(selector),
        codeInput,
      )
    )
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the code cannot be reached by Tab');
}

function onClose(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      document.querySelector('card-vault')!.shadowRoot!.activeElement?.matches('[part~="step-up-cancel"]') ===
      true,
  );
}
