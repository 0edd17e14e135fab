// Further: the bench of testers plays its runs; one save with a step-up: `test/e2e/frameworks.spec.ts`.
import {readFile} from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import {testCards} from 'card-vault/testing';
import type {Trace} from '../../src/inspector/index.js';
import {test} from './support/shop.js';

async function exported(page: Page, kind: 'Markdown' | 'JUnit' | 'Traces'): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', {name: kind}).click();
  return readFile(await (await download).path(), 'utf8');
}

test('the bench plays a case in a dialog, in the page and by redirect, each by one press', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/bench?case=2.9&case=2.2&brand=visa`);
  const rows = page.locator('#runs li');
  await expect(rows).toHaveCount(6);
  for (const way of ['dialog', 'inline', 'redirect']) {
    await page.getByRole('button', {name: `Run 2.9 visa, ${way}, en, 1024 px`}).click();
    const row = rows.filter({hasText: `2.9 visa, ${way}`});
    await expect(row.locator('.verdict')).toContainText('As expected', {timeout: 60_000});
    await expect(row.locator('.seen')).toHaveText('Seen: saved, REQUIRED, ECI 05, bank liable');
  }
  await expect(page.getByRole('status').first()).toContainText(
    '3 of 6 runs played, 3 as expected, 0 otherwise.',
  );
  // The bench has taken back what it switched on.
  const inForce = await page.request.get(`${demo.url}/behind-the-counter/in-force`);
  expect(await inForce.json()).toMatchObject({faults: [], bank: null});

  const traces = JSON.parse(await exported(page, 'Traces')) as Record<string, Trace>;
  expect(Object.keys(traces)).toHaveLength(3);
  for (const trace of Object.values(traces)) {
    const text = JSON.stringify(trace);
    expect(text.length).toBeLessThan(50_000);
    expect(trace.entries.some(({kind}) => kind === 'outcome')).toBe(true);
    for (const {number} of testCards) expect(text).not.toContain(number);
  }
  expect(await exported(page, 'JUnit')).toContain('<testsuites tests="6" failures="0" skipped="3"');
  const markdown = await exported(page, 'Markdown');
  expect(markdown).toContain('# QA bench: 3 of 6 runs, 0 failed');
  expect(markdown).toContain('/bench?case=2.9&brand=visa&way=inline&lang=en&width=1024&theme=auto');
});

test.describe('in windows as wide as a tester has them', () => {
  // An emulated window has the emulation's width, whatever a page asks for.
  test.use({viewport: null});

  test('the bench plays every way in the language and at the width that were chosen', async ({
    page,
    demo,
  }) => {
    await page.goto(`${demo.url}/bench?case=2.9&brand=visa&lang=ar&width=360&width=320`);
    await page.getByRole('button', {name: 'Run all'}).click();
    await expect(page.getByRole('status').first()).toContainText(
      '6 of 6 runs played, 6 as expected, 0 otherwise.',
    );
    const traces = JSON.parse(await exported(page, 'Traces')) as Record<string, Trace>;
    expect(
      Object.entries(traces).map(
        ([
          name,
          {
            environment: {width, language, direction},
          },
        ]) => [...[name, width, language, direction]],
      ),
    ).toEqual(
      ['dialog', 'inline', 'redirect'].flatMap((way) =>
        [360, 320].map((width) => [`2.9 visa, ${way}, ar, ${width} px`, width, 'ar', 'rtl']),
      ),
    );
    await expect(page.locator('#runs .seen', {hasText: 'at '})).toHaveCount(0);
  });
});

test('one press chooses all languages, and the next one the first of them alone', async ({page, demo}) => {
  await page.goto(`${demo.url}/bench?case=2.1&brand=visa&way=dialog`);
  const rows = page.locator('#runs li');
  await expect(rows).toHaveCount(1);
  const all = page.getByRole('button', {name: 'All of: Languages'});
  await all.click();
  await expect(rows).toHaveCount(await page.locator('#choice [name=lang]').count());
  expect(await rows.count()).toBeGreaterThanOrEqual(33);
  await all.click();
  await expect(rows).toHaveCount(1);
});

test('the bench says what ended otherwise, plays that again, and starts over', async ({page, demo}) => {
  await page.goto(`${demo.url}/bench?case=2.1&brand=visa&way=dialog`);
  // The bank takes no authorization of this run: what the table expects does not come.
  let breaks = true;
  await page.route('**/behind-the-counter/faults', (route) =>
    breaks
      ? route.continue({
          method: 'POST',
          headers: {...route.request().headers(), 'content-type': 'application/json'},
          postData: JSON.stringify({rules: [{kind: 'device-data-missing'}]}),
        })
      : route.continue(),
  );
  await page.getByRole('button', {name: 'Run all'}).click();
  const row = page.locator('#runs li');
  await expect(row.locator('.verdict')).toContainText('Otherwise', {timeout: 60_000});
  await expect(row.locator('.seen')).toContainText('shop liable');
  const markdown = await exported(page, 'Markdown');
  expect(markdown).toContain('**saved, FRICTIONLESS, ECI 07, shop liable**');
  expect(markdown).toContain('- Trace: http://localhost');
  expect(await exported(page, 'JUnit')).toContain('<failure message="expected: saved');
  breaks = false;
  await page.getByRole('button', {name: 'Run what failed'}).click();
  await expect(row.locator('.verdict')).toContainText('As expected', {timeout: 60_000});
  await page.getByRole('button', {name: 'Start over'}).click();
  await expect(row.locator('.verdict')).toHaveText('Not run');
});

test('the check-list brings each page up beside its picture, and asks nothing of the bank before the tester does', async ({
  page,
  demo,
}, {outputDir}) => {
  await page.setViewportSize({width: 1280, height: 1000});
  await page.goto(`${demo.url}/bench?case=2.1&brand=visa&way=dialog`);
  const list = page.locator('#looks li');
  for (const picture of await list.locator('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    expect(
      await picture.evaluate((image) => (image as HTMLImageElement).naturalHeight),
    ).toBeGreaterThanOrEqual(760);
  }
  await list
    .getByRole('button', {name: 'Show: The bank’s page has the room that it needs on a small'})
    .click();
  await expect(page.locator('#kept img')).toHaveAttribute('src', '/assets/shop/bench/looks/bank-narrow.jpg');
  const element = page.frameLocator('#played').locator('card-vault');
  await expect(element).toHaveJSProperty('state', 'stepping-up');
  const [kept, shown] = await Promise.all([
    page.locator('#kept img').boundingBox(),
    page.locator('#played').boundingBox(),
  ]);
  expect(Math.abs(kept!.width - shown!.width)).toBeLessThan(5);
  expect(Math.abs(kept!.y - shown!.y)).toBeLessThan(5);
  await page.screenshot({path: `${outputDir}/bench-looks.png`});
  await expect(page.getByRole('status').first()).toContainText('0 of 1 runs played');
  // An ordinary run has no picture beside it.
  await page.getByRole('button', {name: 'Run 2.1 visa, dialog, en, 1024 px'}).click();
  await expect(page.locator('#kept')).toBeHidden();
  await expect(page.locator('#runs .verdict')).toContainText('As expected');
});

test('the bench fits 320 pixels and passes the axe rules, in light and dark', async ({page, demo}, {
  outputDir,
}) => {
  await page.setViewportSize({width: 320, height: 700});
  await page.goto(`${demo.url}/bench?case=2.1&brand=visa&brand=amex`);
  await expect(page.locator('#runs li')).toHaveCount(6);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({colorScheme});
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.screenshot({path: `${outputDir}/bench-${colorScheme}-320.png`, fullPage: true});
    const {violations} = await new AxeBuilder({page}).exclude('iframe').analyze();
    expect(violations.map(({id, nodes}) => [id, nodes[0]?.html])).toEqual([]);
  }
});
