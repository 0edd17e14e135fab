// Further: elements that take the names of globals; a form in a page: `test/e2e/plain-fields.spec.ts`.
import {expect} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ready, test} from './support/shop.js';

/** HTML that a stranger may bring into a page without a script: elements whose names stand before what documents and forms have. */
const injected = {
  before:
    '<div></div><img alt="" name="currentScript" data-session="/orders/7/cancel" ' +
    `data-modules='[["https://elsewhere.example/module.js","sha256-AA"]]'>`,
  document: ['head', 'body', 'activeElement', 'getElementsByTagName']
    .map((name) => `<img alt="" name="${name}">`)
    .join(''),
  form: ['addEventListener', 'elements', 'requestSubmit', 'submit']
    .map((name) => `<input type="hidden" name="${name}" value="x">`)
    .join(''),
};

for (const kind of ['img', 'form', 'embed', 'object'])
  test(`an element <${kind}> named currentScript sends nothing in the shopper's name`, async ({
    page,
    shop,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const begin = injected.before.replace('<img alt=""', `<${kind}`);
    const end = kind === 'form' || kind === 'object' ? `</${kind}>` : '';
    const before = shop.sessions;
    await page.goto(
      shop.put({
        body: (tag) =>
          `${begin}${end}<form method="post" action="/order">${tag({required: true})}<button>Pay</button></form>`,
      }),
    );
    await ready(page);
    expect(sent.filter((one) => /cancel|module\.js/.test(one))).toEqual([]);
    // The script still begins the one session of the page.
    expect(shop.sessions - before).toBe(1);
    expect(await page.locator('link[href*="elsewhere.example"]').count()).toBe(0);
  });

test('elements that are named like members of document and form change nothing before the script is there, nor after', async ({
  page,
  shop,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(
    shop.put({
      body: (tag) =>
        `${injected.document}<form method="post" action="/order">${injected.form}${tag({required: true, name: 'payment_method'})}<button>Pay</button></form>`,
    }),
  );
  await ready(page);
  expect(errors).toEqual([]);
  expect(await page.locator('card-vault').evaluate((tag) => 'begunSession' in tag)).toBe(true);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  const before = shop.posted.length;
  await page.getByRole('button', {name: 'Pay'}).click();
  await expect.poll(() => shop.posted.length).toBe(before + 1);
  expect(shop.posted.at(-1)).toMatch(/payment_method=pm_/);
});
