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

  // shows: wcag 4.1.3
  it('the search leaves what has all its words, of paths, fields and codes, and says how much', () =>
    read({viewport: {width: 320, height: 640}}, async (page, complaints) => {
      const contents = page.getByRole('navigation', {name: 'Contents'});
      const search = page.getByRole('searchbox', {name: 'Search paths, fields and codes'});
      const all = await contents.getByRole('link').count();
      const found = async (query: string) => {
        await search.fill(query);
        return contents.getByRole('listitem').getByRole('link').allInnerTexts();
      };
      assert.deepEqual(await found('post /sandbox/v1/cards'), ['Let the bank decline a saved card']);
      assert.equal(await page.getByRole('status').innerText(), '1 found');
      assert.ok((await found('SUBSCRIPTION.busy')).includes('subscription.busy'));
      assert.ok((await found('trial_period_days')).includes('Plan'), 'a shape with the field');
      assert.deepEqual(await found('no such thing'), []);
      assert.equal(await page.getByRole('status').innerText(), 'Nothing found');

      await found('idempotency.in_flight');
      await page.keyboard.press('Enter');
      const row = page.locator('tr:target', {hasText: 'idempotency.in_flight'});
      await row.waitFor();
      assert.ok((await row.boundingBox())!.y < 640);
      await search.press('Escape');
      assert.equal(await search.inputValue(), '');
      assert.equal(await contents.getByRole('link').count(), all);
      assert.deepEqual(complaints, []);
    }));

  it('the contents mark where one reads', () =>
    read({viewport: {width: 1280, height: 800}}, async (page) => {
      for (const name of ['Perform an action', 'Create a plan', 'Errors']) {
        await page.getByRole('navigation').getByRole('link', {name, exact: true}).click();
        await page.locator('nav [aria-current=location]', {hasText: new RegExp(`^${name}$`)}).waitFor();
        assert.equal(await page.locator('[aria-current]').count(), 1);
      }
    }));

  it('without scripts there is no search, and all else is there', () =>
    read({javaScriptEnabled: false, viewport: {width: 390, height: 844}}, async (page) => {
      assert.equal(await page.getByRole('searchbox').count(), 0);
      await page.getByRole('navigation').getByRole('link', {name: 'Perform an action'}).waitFor();
      await page.getByRole('heading', {level: 3, name: 'Perform an action'}).waitFor();
    }));
});
