// Further: the drawer on every page and width; `test/e2e/faults.spec.ts` switches faults on and off in it.
import {expect} from '@playwright/test';
import {openShop, test} from './support/shop.js';

test.afterEach(({demo}) => demo.service.faults.clear());

test('what a tester has switched on stands on top of the drawer of every page, and is taken back there', async ({
  page,
  demo,
}) => {
  await openShop(page, demo);
  const bar = page.locator('#in-force');
  await expect(page.locator('#fault-report')).toHaveText('All goes well.');
  await expect(bar).toBeHidden();
  await page.locator('#fault').selectOption({label: 'Device data never comes'});
  await expect(bar).toContainText('In force: fault: device data missing');
  const kinds = page.locator('#bank option');
  await page.locator('#bank').selectOption((await kinds.nth(2).getAttribute('value'))!);
  await expect(bar).toContainText('· bank: ');
  for (const path of ['/plans', '/account', '/checkout?card=choose']) {
    await page.goto(demo.url + path);
    await expect(bar, path).toContainText('In force: fault: device data missing · bank: ');
  }
  await page.goto(demo.url);
  await expect(bar).toContainText('In force: ');
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({width, height: 800});
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await sideways(), `${width}`).toBeLessThanOrEqual(0);
    // It covers nothing: what follows begins below it.
    const [own, next] = [
      await bar.boundingBox(),
      await page.locator('.drawer section').first().boundingBox(),
    ];
    expect(own!.y + own!.height, `${width}`).toBeLessThanOrEqual(next!.y);
  }
  await bar.getByRole('button', {name: 'Reset all'}).click();
  await expect(page.locator('#fault-report')).toHaveText('All goes well.');
  await expect(bar).toBeHidden();
  expect(demo.service.faults.report().rules).toEqual([]);
});
