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
  await page.locator('.choices select').first().selectOption('2.9 step-up success');
  await expect(page).toHaveURL(/#layout=compact&card=2\.9/);
  await page.reload();
  await expect(page.locator('pre')).toContainText('layout="compact"');
  await expect(page.locator('.events')).toContainText('card-vault-ready');
  await page.getByRole('button', {name: 'Fill it in and save'}).click();
  await expect(page.locator('.events')).toContainText('card-vault-step-up-open');
  await page.getByRole('textbox', {name: 'Code', exact: true}).fill('1234');
  await page.getByRole('button', {name: 'Confirm', exact: true}).click();
  await expect(page.locator('.events')).toContainText(/card-vault-saved.*"lastFour":"2503"/);
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
