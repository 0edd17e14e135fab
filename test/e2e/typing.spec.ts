import {expect} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ending, openShop, ready, test} from './support/shop.js';

// What moves is looked at.
test.use({contextOptions: {}});

// shows: time 35
test('a click on a field that is still loading is remembered: the digits go where it was made @smoke', async ({
  page,
  demo,
}) => {
  let open = () => {};
  const held = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/microform\/bundle\//, async (route) => {
    await held;
    await route.continue();
  });
  // The library's script is one of the page's own, which the browser's "load" waits for.
  await page.goto(demo.url, {waitUntil: 'commit'});
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

for (const [slot, field] of [
  ['security code', 'security-code'],
  ['expiry date', 'expiry'],
] as const)
  test(`a click on the ${slot} before the element’s script is there goes into that field`, async ({
    page,
    demo,
  }) => {
    let open = () => {};
    const held = new Promise<void>((resolve) => (open = resolve));
    // The fields are held back as well: browsers lose a press on a frame that has only just appeared.
    await page.route(/\/dist\/|card-vault\.js|\/microform\/bundle\//, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(demo.url, {waitUntil: 'commit'});
    await page.locator(`card-vault .${field} .box`).click();
    open();
    await ready(page);
    const input =
      field === 'expiry'
        ? page.locator('card-vault #expiry')
        : page.frameLocator(`card-vault [slot="${field}"] iframe`).locator('input').first();
    await expect(input).toBeFocused();
    await page.keyboard.type('12');
    await expect(input).toHaveValue(/^12/);
  });

for (const inForm of [true, false]) {
  const where = inForm ? 'of the form' : 'of the element';
  // shows: time 54
  test(`a button ${where} that is pressed in the moment of the last digit saves the card`, async ({
    page,
    demo,
  }) => {
    await openShop(page, demo, {verification: 'off'});
    if (!inForm)
      await page.evaluate(() =>
        document
          .querySelector('card-vault')!
          .closest('form')!
          .replaceWith(document.querySelector('card-vault')!),
      );
    const hosted = (slot: string) =>
      page.frameLocator(`card-vault [slot="${slot}"] iframe`).locator('input').first();
    await hosted('number').fill('4000000000002701');
    await page.locator('card-vault').getByLabel(/expir/i).fill('01/31');
    const button = await page.getByRole('button', {name: 'Save card'}).elementHandle();
    await hosted('security-code').focus();
    await page.keyboard.type('123');
    await button!.evaluate((it) => (it as HTMLButtonElement).click());
    expect((await ending(page)).outcome).toBe('saved');
  });
}

test('a co-badged card is saved as the brand that the shopper chooses @smoke', async ({page, demo}) => {
  const {settings} = demo.service;
  const {networks} = settings;
  settings.networks = ['VISA', 'MASTERCARD', 'MADA'];
  try {
    await openShop(page, demo, {verification: 'off'});
    const form = page.locator('card-vault');
    const row = form.getByRole('img', {name: 'Accepted cards: Visa, Mastercard, and mada'});
    await expect(row).toBeVisible();
    await fillCard(page, {number: '4464040000000007', securityCode: '123'});
    await expect(form.getByRole('radio', {name: 'Visa'})).toBeChecked();
    await form.getByRole('radio', {name: 'mada'}).check();
    await page.getByRole('button', {name: 'Save card'}).click();
    expect((await ending(page)).paymentMethod?.brand).toBe('mada');
  } finally {
    settings.networks = networks;
  }
});
