import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard, fillSecurityCode} from 'card-vault/testing';
import type {Demo} from '../../demo/server.js';
import {ledgerOf} from './support/sandbox.js';
import {ending, policyViolations, seenEvents, test} from './support/shop.js';

const row = (page: Page, lastFour: string) => page.locator('#cards .card', {hasText: lastFour});
const radio = (page: Page, lastFour: string) => row(page, lastFour).getByRole('radio');

/** The card in a form that pays with it: other pages name cards too. */
const paysWith = (page: Page, card: string) => page.locator('[part="payment-card"]', {hasText: card});

/** The shop's page of saved cards. */
async function openAccount(page: Page, demo: Demo): Promise<void> {
  await page.goto(new URL('/account', demo.url).href);
  await page
    .locator('#cards')
    .evaluate((list) => (list as unknown as {whenReady(): Promise<void>}).whenReady());
}

test('no saved card → another card, with a step-up → chosen; a second one; remove → undo; remove for good @smoke', async ({
  page,
  demo,
}) => {
  const deletions: string[] = [];
  page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()));
  await openAccount(page, demo);
  await expect(page.getByText('You have no saved cards yet.')).toBeVisible();
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Use this card for my box'}).click();
  await answerStepUp(page, '1234');
  // One press: the card is saved, the list has chosen it, and the form has gone to the shop with it.
  await expect(page).toHaveURL(/\/account\?saved=yes$/);
  await expect(radio(page, '2503')).toBeChecked();

  await page.getByRole('radio', {name: 'Use another card'}).check();
  await fillCard(page, {number: '5200000000002235', securityCode: '123'});
  await page.getByRole('button', {name: 'Use this card for my box'}).click();
  await expect(radio(page, '2235')).toBeChecked();

  await row(page, '2503').getByRole('button', {name: 'Remove'}).click();
  await page.getByRole('button', {name: /^Undo/}).click();
  await expect(radio(page, '2503')).toBeEnabled();
  expect(deletions).toEqual([]);

  await row(page, '2235').getByRole('button', {name: 'Remove'}).click();
  await expect(page.getByRole('button', {name: /^Undo/})).toBeFocused();
  // The page is left while the removal can be taken back, and the deletion outlives it.
  await page.goto('about:blank');
  await expect(async () => {
    await openAccount(page, demo);
    await expect(row(page, '2235')).toHaveCount(0, {timeout: 1_000});
  }).toPass();
  await expect(radio(page, '2503')).toBeChecked();
  expect(policyViolations(page)).toEqual([]);
});

test('choose a card → pay with it, with a step-up; a page that asks for less pays the same', async ({
  page,
  demo,
}) => {
  await openAccount(page, demo);
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Use this card for my box'}).click();
  await answerStepUp(page, '1234');
  await page.route('**/card-vault/session?order=box', (route) =>
    route.continue({postData: JSON.stringify({amount: 1, payment_method: 'pm_other', currency: 'PKR'})}),
  );
  await page.getByRole('link', {name: 'Pay for a box now'}).click();
  await expect(paysWith(page, 'Visa •••• 2503')).toBeVisible();
  await expect(page.getByText('$24.00').first()).toBeVisible();
  await page.getByRole('button', {name: 'Pay now'}).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await answerStepUp(page, '1234');
  await expect(page).toHaveURL(/\/account\?paid=yes$/);
  const paid = seenEvents(page).find(({type}) => type === 'paid');
  expect(paid?.detail['payment']).toEqual({status: 'captured', amount: '24.00', currency: 'USD'});
  const books = await ledgerOf(demo, String(paid?.detail['tracker']));
  expect(books.map(({kind, amount}) => [kind, amount])).toEqual([
    ['authorization', 2400],
    ['capture', 2400],
  ]);
  expect(policyViolations(page)).toEqual([]);
});

test('a test card without money is saved, and a payment with it is not made', async ({page, demo}) => {
  await openAccount(page, demo);
  await fillCard(page, {number: '4000000000009995', securityCode: '123'});
  await page.getByRole('button', {name: 'Use this card for my box'}).click();
  await page.getByRole('link', {name: 'Pay for a box now'}).click();
  await expect(paysWith(page, 'Visa •••• 9995')).toBeVisible();
  await page.getByRole('button', {name: 'Pay now'}).click();
  await expect(page.locator('card-vault [part~="problem"]')).toContainText('You have not been charged.');
  await expect(page.locator('#ledger')).toContainText('authorization 24.00 USD (declined)');
  const {tracker} = await ending(page, 2);
  const books = await ledgerOf(demo, tracker!);
  expect(books.map(({kind, amount, approved}) => [kind, amount, approved])).toEqual([
    ['authorization', 2400, false],
  ]);
});

test('pay without a card → choose one at the checkout, saved in place → pay; another card is chosen there too', async ({
  page,
  demo,
}) => {
  await page.goto(new URL('/checkout', demo.url).href);
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Go on to payment'}).click();
  await answerStepUp(page, '1234');
  await expect(paysWith(page, 'Visa •••• 2503')).toBeVisible();
  await page.getByRole('link', {name: 'Choose another card'}).click();
  await expect(radio(page, '2503')).toBeChecked();
  await page.getByRole('radio', {name: 'Use another card'}).check();
  await fillCard(page, {number: '5200000000002235', securityCode: '123'});
  await page.getByRole('button', {name: 'Go on to payment'}).click();
  await expect(paysWith(page, 'Mastercard •••• 2235')).toBeVisible();
  await page.getByRole('button', {name: 'Pay now'}).click();
  await expect(page).toHaveURL(/\/account\?paid=yes$/);
  const paid = seenEvents(page).find(({type}) => type === 'paid');
  expect(paid?.detail['payment']).toEqual({status: 'captured', amount: '24.00', currency: 'USD'});
  // A card that is gone pays nothing: the shopper is asked again.
  await row(page, '2235').getByRole('button', {name: 'Remove'}).click();
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.evaluate(() => document.querySelector('#cards')?.remove());
  expect((await removed).ok()).toBe(true);
  await page.goto(new URL('/checkout', demo.url).href);
  await expect(page.getByRole('button', {name: 'Go on to payment'})).toBeVisible();
  expect(policyViolations(page)).toEqual([]);
});

test('choose a card → pay with its security code, with a step-up; a wrong code is declined', async ({
  page,
  demo,
}) => {
  await openAccount(page, demo);
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Use this card for my box'}).click();
  await answerStepUp(page, '1234');
  await expect(page).toHaveURL(/saved=yes$/);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto(new URL('/checkout?code=on', demo.url).href);
  await expect(paysWith(page, 'Visa •••• 2503')).toBeVisible();
  await expect(page.locator('card-vault iframe')).toHaveCount(1);
  await page.getByRole('button', {name: 'Pay now'}).click();
  await expect(page.getByText('Enter the 3-digit code', {exact: true})).toBeVisible();
  await fillSecurityCode(page, '987');
  await page.getByRole('button', {name: 'Pay now'}).click();
  await answerStepUp(page, '1234');
  await expect(page).toHaveURL(/paid=yes/);
  expect(sent.some((request) => request.includes('"tokenized_card"'))).toBe(true);
  expect(sent.filter((request) => request.includes('"987"'))).toEqual([]);

  await page.goto(new URL('/checkout?code=on', demo.url).href);
  await fillSecurityCode(page, '000');
  await page.getByRole('button', {name: 'Pay now'}).click();
  await answerStepUp(page, '1234');
  await expect(page.locator('[part~="problem"]')).toContainText('You have not been charged.');
  expect(policyViolations(page)).toEqual([]);
});
