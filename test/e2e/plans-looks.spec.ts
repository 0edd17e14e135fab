import AxeBuilder from '@axe-core/playwright';
import {expect} from '@playwright/test';
import {policyViolations, test} from './support/shop.js';

// What moves is looked at.
test.use({contextOptions: {}});

const titles = {en: 'A box on your table', ur: 'آپ کی میز پر ایک ڈبہ', ar: 'صندوق على مائدتك'} as const;

for (const lang of ['en', 'ur', 'ar'] as const) {
  test(`the page of the boxes, ${lang}: fits 320 pixels, axe finds nothing in dark`, async ({page, demo}) => {
    await page.emulateMedia({colorScheme: 'dark'});
    await page.setViewportSize({width: 320, height: 800});
    await page.goto(`${demo.url}/plans?lang=${lang}`);
    await expect(page.getByRole('heading', {level: 1, name: titles[lang]})).toBeVisible();
    await expect(page.locator('service-calendar').getByRole('slider')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    const {violations} = await new AxeBuilder({page}).options({resultTypes: ['violations']}).analyze();
    expect(
      violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join()}`),
    ).toEqual([]);
    expect(policyViolations(page)).toEqual([]);
  });
}

test('the calendar of the shop asks through the shop, and only for its own pages @smoke', async ({
  page,
  demo,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(`${demo.url}/plans`);
  await expect(page.locator('service-calendar').getByRole('slider')).toBeVisible();
  expect([...hosts]).toEqual([new URL(demo.url).host]);
  const ask = (path: string, site: string, method = 'GET') =>
    page.request
      .fetch(`${demo.url}/behind-the-counter/sandbox/${path}`, {method, headers: {'sec-fetch-site': site}})
      .then((answer) => answer.status());
  expect(await ask('clock', 'same-origin')).toBe(200);
  expect(await ask('clock', 'cross-site')).toBe(403);
  expect(await ask('merchants', 'same-origin', 'POST')).toBe(403);
  expect(await ask('logs', 'same-origin')).toBe(403);
  expect(await ask('..%2fv1%2flogs', 'same-origin')).toBe(403);
});
