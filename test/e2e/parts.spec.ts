import {readFileSync} from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import type {Hosted} from './support/hosted-service.js';
import {test} from './support/hosted.js';
import {startSmallShop} from './support/small-shop.js';

/** The layouts of the guide, as a reader copies them. */
const layouts = [...readFileSync('site/parts.md', 'utf8').matchAll(/```html\n([\s\S]*?)```/g)]
  .map(([, text]) => text!)
  .filter((text) => text.includes('<card-vault '));
const script = '<script type="module" src="/assets/card-vault-parts.js"></script>';

/** A page of a small shop with this markup, watched for the tokens of saved cards. */
async function open(page: Page, hosted: Hosted, body: string) {
  const {urls, keys} = hosted.service;
  const shop = await startSmallShop({serviceUrl: urls.api, ...keys, body: script + body});
  await page.goto(shop.url);
  await live(page);
  return shop;
}

const live = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('card-vault')].map((element) =>
        (element as unknown as {whenReady(): Promise<void>}).whenReady(),
      ),
    ),
  );

test('the guide has two layouts', () => expect(layouts).toHaveLength(2));

for (const [index, layout] of layouts.entries())
  test(`layout ${index + 1} of the guide: errors, the keyboard, a saved card`, async ({
    page,
    hosted,
    watched,
  }) => {
    const shop = await open(page, hosted, layout);
    const frame = page.locator('card-vault-field[name=number] iframe');
    await expect(frame).toBeVisible();
    const button = page.locator('card-vault-button').getByRole('button');
    await button.click();
    await expect(page.getByText('Enter the card number', {exact: true})).toBeVisible();
    expect((await new AxeBuilder({page}).analyze()).violations).toEqual([]);
    // The refused save has led to the first field of the page.
    const first = index === 0 ? 'cardholder-name' : 'number';
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('card-vault-field')?.getAttribute('name'));
    await expect.poll(focused).toBe(first);
    const order =
      index === 0 ? ['number', 'expiry', 'security-code'] : ['expiry-month', 'expiry-year', 'security-code'];
    for (const name of order) {
      await page.keyboard.press('Tab');
      await expect.poll(focused).toBe(name);
    }
    if (index === 0) {
      await page.getByLabel('Name on card').fill('Ada Shopper');
      await fillCard(page, {number: '4000000000002701', securityCode: '123', expiry: '01/29'});
    } else {
      await page.getByLabel('Expiry month').selectOption('01');
      await page.getByLabel('Expiry year').selectOption('29');
      const typed = async (field: string, text: string) =>
        page.frameLocator(`card-vault-field[name=${field}] iframe`).locator('input').first().fill(text);
      await typed('number', '4000000000002701');
      await typed('security-code', '123');
    }
    await button.click();
    await expect(page.locator('card-vault-status').getByText('Card saved')).toBeVisible();
    await expect(frame).toHaveCount(0);
    expect(watched).toEqual([]);
    await shop.close();
  });

test('placed in a shadow tree before the session is answered: one place for each frame', async ({
  page,
  hosted,
}) => {
  const {urls, keys} = hosted.service;
  const body = `${script}<card-vault session-url="/card-vault/session"><div><template shadowrootmode="open">
    <card-vault-field name="number"></card-vault-field><card-vault-button></card-vault-button>
  </template></div></card-vault>`;
  const shop = await startSmallShop({serviceUrl: urls.api, ...keys, body});
  const errors: unknown[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const place = page.locator('card-vault-field > [slot=number]');
  await page.route('**/session', async (route) => {
    await place.waitFor({state: 'attached'});
    await route.continue();
  });
  await page.goto(shop.url);
  await live(page);
  await expect(place.locator('iframe')).toHaveCount(1);
  await expect(page.locator('card-vault [slot=number]')).toHaveCount(1);
  await expect(page.locator('card-vault [slot=security-code] iframe')).toHaveCount(1);
  expect(errors).toEqual([]);
  await shop.close();
});

test('added, moved and removed while mounted, in a nested shadow tree, beside another element @smoke', async ({
  page,
  hosted,
  watched,
}) => {
  const form =
    '<card-vault session-url="/card-vault/session"><div class="one"></div><x-a></x-a></card-vault>';
  const shop = await open(page, hosted, form + layouts[0]!);
  const sessions: string[] = [];
  page.on('request', (request) => request.url().endsWith('/session') && sessions.push(request.url()));
  await page.evaluate(() => {
    const part = document.createElement('card-vault-field');
    part.setAttribute('name', 'number');
    document.querySelector('.one')!.append(part);
  });
  const placed = page.frameLocator('.one card-vault-field iframe').locator('input').first();
  await placed.fill('4000000000002701');
  await live(page);
  await page.evaluate(() => {
    const root = document.querySelector('x-a')!.attachShadow({mode: 'open'});
    root.append(document.querySelector('.one card-vault-field')!);
  });
  await expect(page.getByText(/enter the card number and code again/i).first()).toBeVisible();
  const nested = page.frameLocator('x-a card-vault-field iframe').locator('input').first();
  await expect(nested).toHaveValue('');
  await nested.fill('4000000000002701');
  await page.evaluate(() => document.querySelector('x-a')!.shadowRoot!.replaceChildren());
  const own = page.frameLocator('card-vault:has(.one) > [slot=number] iframe').locator('input').first();
  await expect(own).toHaveValue('');
  await own.fill('4000000000002701');
  // The other element on the page has kept its own fields.
  await expect(page.locator('card-vault').nth(1).locator('iframe')).toHaveCount(2);
  expect(sessions).toEqual([]);
  expect(watched).toEqual([]);
  await shop.close();
});
