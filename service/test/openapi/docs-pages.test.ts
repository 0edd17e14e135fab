// Further: the reference in a browser; its texts: `service/test/openapi/docs.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser, BrowserContextOptions, Page} from 'playwright';
import {axeOf, complaintsOf, launchBrowser, newContext} from '../microform/browser.js';
import {startTestService, type TestService} from '../support/harness.js';

describe('reference pages at /docs, in a browser', () => {
  let api: TestService;
  let browser: Browser;
  before(async () => {
    [api, browser] = await Promise.all([startTestService(), launchBrowser()]);
  });
  after(async () => {
    await browser.close();
    await api.service.close();
  });

  async function read(
    options: BrowserContextOptions,
    look: (page: Page, complaints: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const context = await newContext(browser, options);
    try {
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await page.goto(`${api.service.urls.api}/docs`);
      const folder = process.env['CARD_VAULT_SCREENSHOTS'];
      if (folder)
        await page.screenshot({path: `${folder}/docs-${JSON.stringify(options).replace(/\W+/g, '-')}.png`});
      await look(page, complaints);
    } finally {
      await context.close();
    }
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`axe finds nothing, ${colorScheme}`, () =>
      read({colorScheme}, async (page, complaints) => {
        // The color schemes differ in colors only, so the other rules are checked once on this long page.
        const axe = axeOf(page);
        const {violations} = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
        const found = violations.map(
          ({id, nodes}) =>
            `${id}: ${nodes
              .map(({html}) => html)
              .slice(0, 3)
              .join(', ')}`,
        );
        assert.deepEqual(found, []);
        assert.deepEqual(complaints, []);
      }));
  }

  for (const width of [320, 768, 1280]) {
    it(`needs no horizontal scrolling at ${width} pixels`, () =>
      read({viewport: {width, height: 800}}, async (page) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} pixels wide`);
      }));
  }

  it('a narrow screen shows the text before the table of contents', () =>
    read({viewport: {width: 390, height: 844}}, async (page) => {
      const heading = await page.getByRole('heading', {level: 1}).boundingBox();
      assert.ok(heading!.y < 844, `the heading is ${heading!.y} pixels down`);
    }));

  // shows: wcag 2.4.1
  it('the first stop of the keyboard leads past the contents', () =>
    read({viewport: {width: 1280, height: 800}}, async (page) => {
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', {name: 'Skip to the reference'});
      assert.equal(await skip.evaluate((link) => link === document.activeElement), true);
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate(() => document.activeElement?.localName), 'main');
    }));

  it('a link of the contents scrolls to its section', () =>
    read({viewport: {width: 1280, height: 800}}, async (page) => {
      await page.getByRole('navigation').getByRole('link', {name: 'Perform an action'}).click();
      const heading = page.getByRole('heading', {level: 3, name: 'Perform an action'});
      const box = await heading.boundingBox();
      assert.ok(box!.y >= 0 && box!.y < 200, `${box!.y}`);
    }));
});
