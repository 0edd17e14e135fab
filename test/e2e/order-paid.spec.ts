// Further: two tabs with one order; one payment: `test/e2e/hosted-payment.spec.ts`; who may begin: `service/test/order.test.ts`.
import {expect, type Page} from '@playwright/test';
import type {SessionPayment} from 'card-vault/server';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {startSmallShop} from './support/small-shop.js';
import {ending, test} from './support/shop.js';

const tag = (more: string) => `<card-vault session-url="/card-vault/session" ${more}></card-vault>`;
const pay = (tab: Page) => tab.locator('card-vault').getByRole('button', {name: /^Pay/});
const element = (tab: Page) => tab.locator('card-vault');

test('an order that two tabs pay: the second reads that it is paid, or that its amount has changed', async ({
  page,
  demo,
  context,
}) => {
  const {urls, keys} = demo.service;
  let payment: SessionPayment | undefined;
  const body = () => tag(payment ? 'saved-card' : '');
  const shop = await startSmallShop({serviceUrl: urls.api, ...keys, body, payment: () => payment});
  const open = async () => {
    const tab = await context.newPage();
    await tab.goto(shop.url);
    return tab;
  };
  /** A tab whose shopper is at the bank. */
  const atBank = async () => {
    const tab = await open();
    await pay(tab).click();
    await expect(element(tab).getByRole('dialog')).toBeVisible();
    return tab;
  };
  try {
    await page.goto(shop.url);
    // A card whose bank asks for a code.
    await fillCard(page, {number: '4000000000002503', securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    await answerStepUp(page, '1234');
    expect((await ending(page)).outcome).toBe('saved');
    const [card] = await shop.wallet();
    payment = {paymentMethod: card!.token, amount: 2400, currency: 'USD', orderId: 'order 7'};

    const first = await atBank();
    const second = await atBank();
    await answerStepUp(first, '1234');
    await expect(element(first)).toContainText('Paid');
    await answerStepUp(second, '1234');
    const isPaid = 'This order is already paid. You have not been charged again.';
    await expect(element(second)).toContainText(isPaid);
    await expect(element(second).getByRole('button')).toHaveCount(0);
    const third = await open();
    await expect(element(third)).toContainText(isPaid);

    payment = {...payment, orderId: 'order 8'};
    const before = await atBank();
    payment = {...payment, amount: 3000};
    const after = await open();
    await expect(pay(after)).toHaveText('Pay \u2066$30.00\u2069');
    await answerStepUp(before, '1234');
    await expect(element(before)).toContainText(
      'Your order has changed. Reload the page to pay the new amount. You have not been charged.',
    );
  } finally {
    await shop.close();
  }
});
