// Further: a checkout in a second window; in one: `test/e2e/matrix.spec.ts`.
import {expect} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {test} from '../support/shop.js';

test('a checkout in a pop-up window saves a card, and its opener reads the token', async ({page, shop}) => {
  const checkout = shop.put({
    isOpen: true,
    body: () =>
      `<script>addEventListener('card-vault-saved', ({detail}) => opener.postMessage(detail.paymentMethod.token, origin))</script>
       <card-vault session-url="/card-vault/session"></card-vault><script type="module" src="/assets/card-vault.js"></script>`,
  });
  const opener = shop.put({
    isOpen: true,
    body: () =>
      `<button onclick="open('${checkout}', '', 'popup,width=400,height=700')">Pay</button><output></output>
       <script>addEventListener('message', ({data}) => (document.querySelector('output').value = data))</script>`,
  });
  await page.goto(opener);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', {name: 'Pay'}).click();
  const popup = await opened;
  await fillCard(popup, {number: '4000000000002503'});
  await popup.getByRole('button', {name: 'Save card'}).click();
  await answerStepUp(popup, '1234');
  await expect(page.locator('output')).toHaveText(/^pm_/);
});
