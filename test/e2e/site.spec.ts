// Further: the whole site as it is built, read in a browser; how its pages are made: `test/house/site.test.ts`.
import {mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {gzipSync} from 'node:zlib';
import {expect, test, type Page} from '@playwright/test';
import axe from 'axe-core';
import {warningCodes} from '../../src/element/developer.js';
import {cardVaultErrorCodes} from '../../src/protocol/index.js';
import {endingGuide, kitGuide} from '../../tools/docs/error-guide.js';
import {buildSite} from '../../tools/docs/site/build.js';
import {anchorOf} from '../../tools/docs/site/markdown.js';
import {groups, pathOf} from '../../tools/docs/site/pages.js';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

test.describe.configure({mode: 'serial'});

let site = '';
let html: readonly string[] = [];
test.beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'card-vault-site-'));
  await buildSite(site);
  html = readdirSync(site, {recursive: true, encoding: 'utf8'}).filter((path) => path.endsWith('.html'));
});
test.afterAll(() => rmSync(site, {recursive: true, force: true}));

const read = (path: string) => readFileSync(join(site, path), 'utf8');
/** A folder that is opened without a server: what works here works everywhere. */
const open = (page: Page, path: string) => page.goto(pathToFileURL(join(site, path)).href);
const idsIn = (text: string) => new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));

test('every link of the site and of its Markdown leads to a page, and to a heading of it', () => {
  const files = new Set(
    readdirSync(site, {recursive: true, encoding: 'utf8'}).map((path) => resolve(site, path)),
  );
  const ids = new Map(html.map((path) => [resolve(site, path), idsIn(read(path))]));
  const broken: string[] = [];
  for (const path of html) {
    for (const [, address = ''] of read(path).matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^(https?|data|mailto):/.test(address)) continue;
      const [to = '', anchor] = address.split('#');
      const file = to ? resolve(site, dirname(path), to) : resolve(site, path);
      const isThere = files.has(file) && (!anchor || ids.get(file)?.has(decodeURIComponent(anchor)));
      if (!isThere) broken.push(`${path}: ${address}`);
    }
  }
  for (const [, address = ''] of read('llms.txt').matchAll(/\]\(([^)]+)\)/g))
    if (!files.has(resolve(site, address))) broken.push(`llms.txt: ${address}`);
  expect(broken).toEqual([]);
  expect(html.length).toBeGreaterThan(80);
});

test('each ending, error and warning has its anchor on the page of errors', () => {
  const ids = idsIn(read('errors.html'));
  const codes = [
    ...Object.keys(endingGuide),
    ...cardVaultErrorCodes,
    ...warningCodes,
    ...Object.keys(kitGuide),
  ];
  expect(codes.filter((code) => !ids.has(anchorOf(code)))).toEqual([]);
});

test('no page has more than 100 kB, compressed, with all that it loads before the search', () => {
  const own = (path: string) => gzipSync(readFileSync(join(site, path))).length;
  const common = own('style.css') + own('script.js');
  expect(html.filter((path) => common + own(path) > 100_000)).toEqual([]);
});

test('every page passes axe at 320 pixels, light and dark, and is no wider', async ({page}) => {
  await page.setViewportSize({width: 320, height: 640});
  const wrong: string[] = [];
  page.on('console', (message) => wrong.push(`${page.url()}: ${message.text()}`));
  page.on('pageerror', (error) => wrong.push(`${page.url()}: ${error.message}`));
  for (const path of groups.flatMap(({pages}) => pages).map(pathOf)) {
    await open(page, path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 320) wrong.push(`${path} is ${width} pixels wide`);
    await page.evaluate(axe.source);
    // Hundreds of tables of one kind tell axe nothing new, and cost it minutes.
    await page.evaluate(() =>
      [...document.querySelectorAll('article > *')].slice(200).forEach((part) => part.remove()),
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({colorScheme});
      const found = await page.evaluate(async (isAll) => {
        const only = isAll ? {} : {runOnly: ['color-contrast', 'link-in-text-block']};
        const {violations} = await window.axe.run(document, {
          resultTypes: ['violations'],
          preload: false,
          ...only,
        });
        return violations.map(({id, nodes}) => `${id}: ${nodes[0]?.html.slice(0, 150)}`);
      }, colorScheme === 'light');
      wrong.push(...found.map((one) => `${path} ${colorScheme} ${one}`));
    }
  }
  expect(wrong).toEqual([]);
});

test('the search finds an ending and leads to its heading, by the keyboard alone', async ({page}) => {
  await open(page, 'start/express.html');
  await page.getByRole('combobox', {name: 'Search'}).focus();
  await page.keyboard.type('issuer-declined');
  await expect(page.getByRole('option').first()).toContainText('issuer-declined');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/errors\.html#issuer-declined$/);
});

test('the playground saves a card whose bank asks, without a server, and its address keeps the choices', async ({
  page,
}) => {
  await open(page, 'playground.html');
  await page.getByLabel('layout').selectOption('compact');
  await page.getByLabel('card', {exact: true}).selectOption('2.9 step-up success');
  await expect(page).toHaveURL(/#layout=compact&card=2\.9/);
  await page.reload();
  await expect(page.locator('pre').last()).toContainText('layout="compact"');
  await expect(page.locator('.events')).toContainText('card-vault-ready');
  await page.getByRole('button', {name: 'Fill it in and save'}).click();
  await expect(page.locator('.events')).toContainText('card-vault-step-up-open');
  await page.getByRole('textbox', {name: 'Code', exact: true}).fill('1234');
  await page.getByRole('button', {name: 'Confirm', exact: true}).click();
  await expect(page.locator('.events')).toContainText(/card-vault-saved.*"lastFour":"2503"/);
});

test('the theme editor writes the sheet of what differs, warns as it moves, and its address brings it back', async ({
  page,
}) => {
  await open(page, 'playground.html');
  const accent = page.getByLabel('accent, picker', {exact: true});
  await expect(page.locator('.contrasts')).toContainText(/borders of fields \d\.\d\d:1/);
  await expect(page.locator('.contrasts .low')).toHaveCount(0);
  await accent.fill('#7a1f3d');
  await page.getByLabel('radius, slider', {exact: true}).first().focus();
  await page.keyboard.press('Home');
  await page.getByRole('textbox', {name: 'border', exact: true}).fill('#ddd');
  const sheet = page.getByLabel('The sheet');
  await expect(sheet).toHaveText(
    /^card-vault,\s+card-vault-list,\s+card-vault-subscribe \{\s+--card-vault-border: #ddd;\s+--card-vault-accent: light-dark\(#7a1f3d, #8fb1ff\);\s+--card-vault-radius: 0px;\s+\}\s*$/,
  );
  await expect(page.locator('.contrasts .low')).toHaveText(/borders of fields 1\.36:1 below 3:1/);
  await page.reload();
  await expect(sheet).toContainText('--card-vault-radius: 0px');
  const box = page.locator('card-vault [part~="box-expiry"]');
  await expect(box).toHaveCSS('border-radius', '0px');
  await page.getByRole('radio', {name: 'dark'}).check();
  await expect(accent).toHaveValue('#8fb1ff');
  await page.getByRole('button', {name: 'Reset border', exact: true}).click();
  await expect(page.getByRole('textbox', {name: 'border', exact: true})).toBeFocused();
  await expect(sheet).not.toContainText('--card-vault-border:');
  await page.getByLabel('begin with a preset').selectOption('bold');
  await expect(sheet).toContainText('--card-vault-accent: light-dark(#d6ff3d, #d6ff3d)');
  await expect(box).toHaveCSS('border-width', '2px');
});

test('the theme editor takes the colours of a page from its sheet', async ({page}) => {
  await open(page, 'playground.html');
  await page.locator('summary', {hasText: 'Take the colours'}).click();
  await page.getByLabel('Paste its CSS').fill(`
    @import url('https://elsewhere.test/x.css');
    @layer base { :root { --brand: oklch(0.5 0.2 20); --line: rgb(90 90 90) } }
    @media (prefers-color-scheme: dark) { :root { --brand: oklch(0.8 0.1 20) } }
    body { background: var(--paper, #fffaf0) no-repeat; font: 16px/1.5 Georgia, serif }
    input { border: 1px solid var(--line); border-radius: 3px }
    @theme { --color-success: #0a6b2d }`);
  await page.getByRole('button', {name: 'Find its colours'}).click();
  const proposals = page.locator('.proposals');
  await expect(proposals.getByRole('checkbox')).toHaveCount(7);
  await expect(proposals).toContainText('light-dark(oklch(0.5 0.2 20), oklch(0.8 0.1 20))');
  await proposals.getByRole('checkbox', {name: /^success/}).uncheck();
  await proposals.getByRole('button', {name: 'Take what is ticked'}).click();
  const sheet = page.getByLabel('The sheet');
  await expect(sheet).toContainText('--card-vault-border: rgb(90 90 90)');
  await expect(sheet).toContainText('--card-vault-radius: 3px');
  await expect(sheet).not.toContainText('success');
  await expect(page.locator('.seen > .stage')).toHaveCSS('background-color', 'rgb(255, 250, 240)');
  await expect(page.locator('.seen > .stage')).toHaveCSS('font-family', 'Georgia, serif');
});

for (const [state, sees] of [
  ['with the focus', '[part~="box-expiry"][data-focused]'],
  ['with errors', '[part~="box-expiry"][data-invalid]'],
  ['right', '[part~="box-expiry"][data-right]'],
  ['waiting', '[part~="save-button"] [part~="spinner"]'],
  ['disabled', '[part~="input-expiry"]:disabled'],
  ["the bank's page", '[part~="step-up-header"]'],
  ['card saved', '[part~="outcome-saved"]'],
  ['not saved', '[part~="problem"], [part~="outcome"]'],
  ['payment with a saved card', '[part~="payment-card"]'],
] as const)
  test(`the theme editor shows a form ${state}`, async ({page}) => {
    await open(page, 'playground.html');
    const choice = page.getByLabel('state', {exact: true});
    await choice.focus();
    await choice.selectOption(state);
    await expect(page.locator(`card-vault`).locator(sees).first()).toBeVisible();
    await expect(choice).toBeFocused();
  });

test('the theme editor shows the list and the subscribe button', async ({page}) => {
  await open(page, 'playground.html');
  await page.getByLabel('state', {exact: true}).selectOption('list of saved cards');
  await expect(page.locator('card-vault-list').getByText('•••• 2235')).toBeVisible();
  await page.getByLabel('state', {exact: true}).selectOption('subscribe button');
  await expect(page.locator('card-vault-subscribe').getByRole('button')).toBeVisible();
});

test('the colours that a reader has chosen stay', async ({page}) => {
  await page.emulateMedia({colorScheme: 'light'});
  await open(page, 'index.html');
  await page.getByRole('button', {name: 'Dark'}).click();
  await open(page, 'errors.html');
  await expect(page.locator('html')).toHaveAttribute('data-colours', 'dark');
  await expect(page.getByRole('button', {name: 'Light'})).toBeVisible();
});

test('without scripts a page is whole, and offers nothing that needs one', async ({browser}) => {
  const context = await browser.newContext({javaScriptEnabled: false});
  const page = await context.newPage();
  await open(page, 'start/index.html');
  await expect(page.getByRole('heading', {name: 'Five minutes'})).toBeVisible();
  await expect(
    page.getByRole('navigation', {name: 'Pages'}).getByRole('link', {name: 'Express'}),
  ).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await context.close();
});
