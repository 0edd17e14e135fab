import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {test} from './support/paint-shop-test.js';
import {plainHead} from './support/paint-shop.js';
import {ending} from './support/shop.js';

const formOf = (more: string): string => `<form method="post" action="/orders">
  <card-vault session-url="/card-vault/session" name="payment_method" required step-up="redirect" ${more}></card-vault>
  <label>Note <input name="note" value="to the door"></label>
  <button name="go" value="now">Order now</button>
  <button name="go" value="later">Order later</button>
</form>`;

/** From a filled form to the bank's page, which is answered, and back. */
async function orderByWayOfTheBank(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Order later'}).click();
  await answerStepUp(page, '1234');
}

const ordersOf = (bodies: readonly string[]) =>
  bodies.map((body) => Object.fromEntries(new URLSearchParams(body)));

test('a form that the bank interrupted reaches the shop’s server once, with the pressed button and the token', async ({
  page,
  shop,
}) => {
  const before = shop.posted.length;
  await orderByWayOfTheBank(page, shop.put({head: plainHead, body: () => formOf('')}));
  await page.waitForURL(`${shop.url}/orders`);
  const {paymentMethod} = await ending(page);
  expect(ordersOf(shop.posted.slice(before))).toEqual([
    {payment_method: paymentMethod!.token, note: 'to the door', go: 'later'},
  ]);
});

test('with after-redirect="wait" the form is posted when the shopper presses again', async ({page, shop}) => {
  const address = shop.put({head: plainHead, body: () => formOf('after-redirect="wait"')});
  const before = shop.posted.length;
  await orderByWayOfTheBank(page, address);
  const {paymentMethod} = await ending(page);
  await expect(page.locator('card-vault [part~="outcome"]')).toBeVisible();
  expect([page.url(), shop.posted.length]).toEqual([address, before]);
  await page.getByRole('button', {name: 'Order now'}).click();
  await page.waitForURL(`${shop.url}/orders`);
  expect(ordersOf(shop.posted.slice(before))).toEqual([
    {payment_method: paymentMethod!.token, note: 'to the door', go: 'now'},
  ]);
});
