// Further: a property that all objects inherit; changed pages: `test/e2e/strangers/libraries.spec.ts`.
import {expect} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ending, ready, test} from '../support/shop.js';

test('a property that every object of the page inherits changes nothing', async ({page, shop}) => {
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  const address = shop.put({
    head: '<script nonce="NONCE">Object.prototype.extra = 1; Array.prototype.extra = function () {};</script>',
    body: (tag) => tag(),
  });
  await page.goto(address);
  await ready(page);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  expect((await ending(page)).outcome).toBe('saved');
  expect(thrown).toEqual([]);
});

test('a script of ours that throws is not told as a lost connection', async ({page, shop}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  // What the page has put in the place of a function that the script uses.
  await page.route(/\/assets\/card-vault\/engine-.*\.js/, async (route) => {
    await route.fulfill({contentType: 'text/javascript', body: 'throw new RangeError("of the page");'});
  });
  const body = '<card-vault session-url="/card-vault/session" billing-fields="full"></card-vault>';
  const script = '<script type="module" src="/assets/card-vault.js" nonce="NONCE"></script>';
  await page.goto(shop.put({body: () => body + script}));
  expect(await ending(page)).toMatchObject({outcome: 'error', code: 'unexpected', audience: 'merchant'});
  await expect(page.getByText('Something went wrong on our side.').first()).toBeVisible();
  await expect.poll(() => said.join('\n')).toContain('RangeError: of the page');
});

test('a script of ours that is not fetched is the network’s', async ({page, shop}) => {
  await page.route(/\/assets\/card-vault\/engine-.*\.js/, (route) => route.abort());
  const body = '<card-vault session-url="/card-vault/session" billing-fields="full"></card-vault>';
  const script = '<script type="module" src="/assets/card-vault.js" nonce="NONCE"></script>';
  await page.goto(shop.put({body: () => body + script}));
  expect(await ending(page)).toMatchObject({code: 'shop-server-unreachable', audience: 'network'});
  await expect(page.getByText('We lost the connection.').first()).toBeVisible();
});
