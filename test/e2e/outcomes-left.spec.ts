import {expect} from '@playwright/test';
import {fillCard, savedOutcome, watchOutcomes} from 'card-vault/testing';
import {test} from './support/shop.js';
import {plainHead} from './support/paint-shop.js';

test('a shop’s test reads how the save ended when the form has left the page with it @smoke', async ({
  page,
  shop,
}) => {
  const body = `<form method="post" action="/orders">
    <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault><button>Order</button>
  </form>`;
  await watchOutcomes(page);
  await page.goto(shop.put({head: plainHead, body: () => body}));
  for (const round of ['first', 'second']) {
    await fillCard(page, {number: '4000000000002701', securityCode: '123'});
    await page.getByRole('button', {name: 'Order'}).click();
    await page.waitForURL(`${shop.url}/orders`);
    const {paymentMethod} = await savedOutcome(page);
    const posted = new URLSearchParams(shop.posted.at(-1));
    expect(paymentMethod.token, round).toBe(posted.get('payment_method'));
    if (round === 'first') await page.goto(shop.put({head: plainHead, body: () => body}));
  }
});
