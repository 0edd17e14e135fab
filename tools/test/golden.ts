// `npm run golden` keeps in test/golden/expected how every state of the elements looks now: places, texts and colours,
// and what a screen reader is told.
// `npm run golden -- --sheets` draws all of them side by side into .cache/contact-sheets, for a look by eye.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {chromium, type Browser, type Page} from '@playwright/test';
import type {State} from '../../test/golden/compare.js';
import {goldenFile, writeKept, writeReaders} from '../../test/golden/kept.js';
import type {Direction, Scheme} from '../../test/golden/page.js';
import {drawSheet, sheetFolder, type Shot} from './sheet.js';
import {goldenGroups, openGolden, surfacesOf} from '../../test/e2e/support/golden.js';

const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8')) as {executablePath: string};
const browser = await chromium.launch({executablePath});
try {
  if (process.argv.includes('--sheets')) await drawSheets(browser);
  else await keep(browser);
} finally {
  await browser.close();
}
if (process.argv.includes('--sheets')) {
  await import('./step-up-walk.js');
  await import('./keyboard-walk.js');
}

async function openPage(from: Browser, width = 1280): Promise<Page> {
  const page = await from.newPage({viewport: {width, height: 720}});
  await openGolden(page);
  return page;
}

async function keep(from: Browser): Promise<void> {
  const page = await openPage(from);
  const groups: Record<string, Record<string, State>> = {};
  for (const group of goldenGroups) {
    const measure = (direction: Direction) =>
      page.evaluate(([name, way]) => golden.measure(name, way), [group, direction] as const);
    const [ltr, rtl] = [await measure('ltr'), await measure('rtl')];
    groups[group] = Object.fromEntries(
      Object.entries(ltr).map(([state, {light, dark}]) => {
        const colours = {light: light.colours, dark: dark.colours};
        return [state, {ltr: light.boxes, rtl: rtl[state]!.light.boxes, ...colours, tree: light.tree}];
      }),
    );
  }
  for (const [group, text] of Object.entries(writeKept(groups))) {
    writeFileSync(goldenFile(group), text);
    console.log(`${goldenFile(group)}: ${Object.keys(groups[group]!).length} states`);
  }
  console.log(writeReaders(surfacesOf(await page.evaluate(() => golden.readers()))));
}

async function drawSheets(from: Browser): Promise<void> {
  mkdirSync(sheetFolder, {recursive: true});
  const page = await openPage(from, 760);
  for (const [group, names] of Object.entries(await page.evaluate(() => golden.names())))
    for (const direction of ['ltr', 'rtl'] as const) {
      const shots: Record<Scheme, Shot[]> = {light: [], dark: []};
      await page.exposeFunction(`shoot_${group}_${direction}`, async (name: string, scheme: Scheme) => {
        shots[scheme].push({name, image: (await shoot(page)).toString('base64')});
      });
      for (const name of names)
        await page.evaluate(
          ([one, state, way]) =>
            golden.show(one, state, way, (scheme) => {
              const shot = (globalThis as unknown as Record<string, (...all: unknown[]) => unknown>)[
                `shoot_${one}_${way}`
              ];
              return shot!(state, scheme);
            }),
          [group, name, direction] as const,
        );
      for (const scheme of ['light', 'dark'] as const)
        await drawSheet(from, `${group}-${direction}-${scheme}`, shots[scheme]);
    }
}

/** The element with a little around it; a dialog is seen with the page behind it. */
async function shoot(page: Page): Promise<Buffer> {
  const isOver = await page.evaluate(
    () => document.querySelector('card-vault')?.shadowRoot?.querySelector('dialog[open]') instanceof Element,
  );
  if (isOver) return page.screenshot();
  const {x, y, width, height} = (await page.locator('#stage').boundingBox())!;
  return page.screenshot({
    clip: {x: x - 12, y: y - 12, width: width + 24, height: height + 24},
    fullPage: true,
  });
}
