import {expect} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ending, openShop, ready, test} from './support/shop.js';
import {startSmallShop} from './support/small-shop.js';

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

test('expiry and name survive Back and reload, number and code do not, and a new visit begins empty', async ({
  page,
  demo,
}) => {
  const {urls, keys} = demo.service;
  const body = '<card-vault session-url="/card-vault/session" cardholder-name></card-vault>';
  const shop = await startSmallShop({serviceUrl: urls.api, ...keys, body});
  const expiry = page.locator('card-vault #expiry');
  const name = page.locator('card-vault #name');
  const number = page.frameLocator('card-vault [slot="number"] iframe').locator('input').first();
  try {
    await page.goto(shop.url);
    await ready(page);
    await number.fill('4000000000002701');
    await expiry.fill('01 / 39');
    await name.fill('Ada Shopper');
    await page.reload();
    await ready(page);
    await expect(expiry).toHaveValue('01 / 39');
    await expect(name).toHaveValue('Ada Shopper');
    await expect(number).toHaveValue('');

    await page.goto('about:blank');
    await page.goBack();
    await ready(page);
    await expect(expiry).toHaveValue('01 / 39');

    // Nothing is held for who comes anew, and nothing that was emptied comes back.
    await page.goto(shop.url);
    await ready(page);
    await expect(number).toHaveValue('');
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await expect(expiry).toHaveValue('');
  } finally {
    await shop.close();
  }
});

test('from right to left digits begin at their label’s side, and marks stand at the other', async ({
  page,
  demo,
}) => {
  await openShop(page, demo, {lang: 'ar'});
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  const expiry = page.locator('card-vault #expiry');
  const hosted = (slot: string) =>
    page.frameLocator(`card-vault [slot="${slot}"] iframe`).locator('input').first();
  for (const input of [expiry, hosted('number'), hosted('security-code')])
    for (const [property, value] of Object.entries({direction: 'ltr', 'text-align': 'right'}))
      await expect(input).toHaveCSS(property, value);
  for (const field of ['number', 'security-code']) {
    const middle = async (selector: string): Promise<number> => {
      const {x, width} = (await page.locator(`card-vault ${selector}`).boundingBox())!;
      return x + width / 2;
    };
    const box = await middle(`[part~="box-${field}"]`);
    expect(await middle(`[part~="box-${field}"] [part="trail"]`), field).toBeLessThan(box);
    expect(await middle(`[part~="label-${field}"]`), field).toBeGreaterThan(box - 1);
  }
});

test('a Maestro number is marked as right once it is left, and a code that another brand made wrong is told of at once', async ({
  page,
  demo,
}) => {
  await openShop(page, demo, {});
  const box = (field: string) => page.locator(`card-vault [part~="box-${field}"]`);
  const hosted = (slot: string) =>
    page.frameLocator(`card-vault [slot="${slot}"] iframe`).locator('input').first();
  const error = page.locator('card-vault #security-code-error');
  await hosted('number').fill('6759649826438453');
  await hosted('security-code').focus();
  await expect(box('number')).toHaveAttribute('data-right');

  await hosted('number').fill('378282246310005');
  await hosted('security-code').fill('1234');
  await expect(box('security-code')).toHaveAttribute('data-right');
  await hosted('number').fill('');
  await hosted('number').pressSequentially('555555555555444');
  await expect(
    page.locator('card-vault [part~="box-number"] [part="trail"] [aria-label="Mastercard"]'),
  ).toBeVisible();
  await expect(box('security-code')).not.toHaveAttribute('data-right');
  // Not before the number is whole: it may become another brand’s.
  await expect(error).toHaveText('');
  await hosted('number').press('4');
  await expect(error).toHaveText('Enter the 3-digit code');
  await hosted('security-code').fill('123');
  await expect(error).toHaveText('');
  await expect(box('security-code')).toHaveAttribute('data-right');
});
