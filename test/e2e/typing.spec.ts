import {expect} from '@playwright/test';
import {ready, test} from './support/shop.js';

test('a click on a field that is still loading is remembered: the digits go where it was made', async ({
  page,
  demo,
}) => {
  let open = () => {};
  const held = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/microform\/bundle\//, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(demo.url);
  await page.locator('card-vault').getByText('Security code').waitFor();
  await page.locator('card-vault [slot="security-code"]').click({force: true});
  open();
  await ready(page);
  const code = page
    .frameLocator('card-vault [slot="security-code"] iframe')
    .locator('input[autocomplete="cc-csc"]');
  await expect(code).toBeFocused();
  await page.keyboard.type('123');
  await expect(code).toHaveValue('123');
});
