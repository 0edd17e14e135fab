import AxeBuilder from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {backAt, cards, go, openCheckout, openOwn, subscribe, test} from './support/hosted.js';

// What moves is looked at.
test.use({contextOptions: {}, viewport: {width: 320, height: 640}});

/** Watches from the next frame on: every shift, also one that follows a press. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(window, {shifts});
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const {value, sources} = entry as unknown as {value: number; sources: {node: Node | null}[]};
        shifts.push(`${value} ${sources.map(({node}) => node?.nodeName).join(', ')}`);
      }
    }).observe({type: 'layout-shift'});
  });
  return () => page.evaluate(() => (window as unknown as {shifts: string[]}).shifts);
}

function expectStill(shifts: readonly string[]): void {
  const sum = shifts.reduce((all, shift) => all + parseFloat(shift), 0);
  expect(sum, shifts.join('\n')).toBeLessThanOrEqual(0.01);
}

/** The page is the one that was there before: a script's mark would not outlive another. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, {same: true}));
const isSame = (page: Page) => page.evaluate(() => 'same' in window);

const axe = async (page: Page) =>
  (await new AxeBuilder({page}).options({resultTypes: ['violations']}).analyze()).violations.map(
    ({id}) => id,
  );

const sentence = (page: Page) => page.locator('card-vault [part~="problem"]');
const number = (page: Page) =>
  page.frameLocator('card-vault [slot="number"] iframe').locator('input[autocomplete="cc-number"]');

test('a new card that is declined: the page stays, the focus is in the empty number, and another card pays @smoke', async ({
  page,
  hosted,
  watched,
}) => {
  await openCheckout(page, hosted, await hosted.customer());
  await fillCard(page, {number: cards.noMoney});
  await mark(page);
  const shifts = await watchShifts(page);
  await go(page).click();
  await expect(sentence(page)).toHaveText(
    'There is not enough money on this card. You have not been charged. Try another card.',
  );
  await expect(page.locator('card-vault [role=status]')).toHaveText(/not enough money on this card/);
  await expect(number(page)).toBeFocused();
  await expect(number(page)).toHaveValue('');
  await expect(go(page)).toHaveAttribute('aria-disabled', 'false');
  await expect(page.locator('#retry')).toHaveText(/^If you do nothing, the declined card is tried again on/);
  expect(await isSame(page), 'the page was not loaded anew').toBe(true);
  expectStill(await shifts());
  expect(await axe(page)).toEqual([]);
  await fillCard(page, {number: cards.frictionless});
  await expect(sentence(page), 'until the next press').toBeVisible();
  await go(page).click();
  const {subscription, state} = await backAt(page, '/thanks');
  expect(state).toBe('active');
  expect(await hosted.captured(subscription!)).toEqual([50_000]);
  expect(watched).toEqual([]);
});

test('a saved card that is declined: the focus is at another one, which pays with a press; a reload says it quietly', async ({
  page,
  hosted,
  watched,
}) => {
  const customer = await hosted.customer();
  await subscribe(page, hosted, cards.frictionless, customer);
  await openCheckout(page, hosted, customer);
  await page.getByRole('radio', {name: 'A new card'}).check();
  await fillCard(page, {number: cards.noMoney});
  await go(page).click();
  await expect(sentence(page)).toBeVisible();
  await page.getByRole('link', {name: /^Cancel and go back/}).click();
  await backAt(page, '/plans');

  await openCheckout(page, hosted, customer);
  await page.getByRole('radio', {name: /9995/}).check();
  await mark(page);
  const shifts = await watchShifts(page);
  await go(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(/not enough money on this card/);
  await expect(page.getByRole('radio', {name: /2701/})).toBeFocused();
  await expect(page.getByRole('radio', {name: /9995/})).toBeChecked();
  await expect(page.locator('card-vault'), 'nothing is opened that was not asked for').toHaveCount(0);
  expect(await isSame(page)).toBe(true);
  expectStill(await shifts());
  expect(await axe(page)).toEqual([]);
  await page.reload();
  await expect(alert).toHaveText(/not enough money on this card/);
  await expect(page.locator('body')).toBeFocused();
  await page.getByRole('radio', {name: /2701/}).check();
  await go(page).click();
  const {subscription} = await backAt(page, '/thanks');
  expect(await hosted.captured(subscription!)).toEqual([50_000]);
  expect(watched).toEqual([]);
});

test('the bank’s page is closed: no alarm, and the same form goes on', async ({page, hosted, watched}) => {
  await openCheckout(page, hosted, await hosted.customer());
  await fillCard(page, {number: cards.stepUp});
  await mark(page);
  const shifts = await watchShifts(page);
  await go(page).click();
  await page.getByRole('button', {name: 'Close without paying'}).click();
  await expect(page.locator('card-vault .problem.info')).toHaveText(/You closed your bank’s page/);
  await expect(number(page)).toBeFocused();
  expect(await isSame(page)).toBe(true);
  expectStill(await shifts());
  await fillCard(page, {number: cards.frictionless});
  await go(page).click();
  expect((await backAt(page, '/thanks'))['state']).toBe('active');
  expect(watched).toEqual([]);
});

test('the connection is lost while the card is charged: the next press asks, and pays once', async ({
  page,
  hosted,
}) => {
  await openCheckout(page, hosted, await hosted.customer());
  await fillCard(page, {number: cards.frictionless});
  await mark(page);
  const shifts = await watchShifts(page);
  let arrived = false;
  await page.route('**/subscribe?*', async (route) => {
    // The service hears of it; its answers are lost.
    if (!arrived) await route.fetch();
    arrived = true;
    await route.abort('connectionreset');
  });
  await go(page).click();
  const lost = 'We lost the connection. Please try again: you will not be charged twice.';
  await expect(page.getByRole('alert')).toHaveText(lost);
  await expect(page.locator('card-vault [part~="outcome-title"]')).toHaveText(lost);
  await expect(go(page)).toHaveAttribute('aria-disabled', 'false');
  expect(await isSame(page)).toBe(true);
  expectStill(await shifts());
  expect(await axe(page)).toEqual([]);
  await page.unroute('**/subscribe?*');
  await go(page).click();
  const {subscription} = await backAt(page, '/thanks');
  expect(await hosted.captured(subscription!)).toEqual([50_000]);
});

test('in the portal: another card that is declined for the open payment, then one that pays', async ({
  page,
  hosted,
  watched,
}) => {
  const customer = await hosted.customer();
  const {subscription} = await subscribe(page, hosted, cards.failsLater, customer);
  await hosted.advance(32);
  const returnUrl = `${hosted.shop}/account`;
  await openOwn(page, await hosted.client.checkout.portalUrl({customer, returnUrl}));
  await page.getByRole('link', {name: 'Change card and pay'}).click();
  await fillCard(page, {number: cards.noMoney});
  await mark(page);
  const shifts = await watchShifts(page);
  const pay = page.getByRole('button', {name: /Use this card and pay/});
  await pay.click();
  await expect(sentence(page)).toHaveText(/not enough money on this card/);
  await expect(number(page)).toBeFocused();
  expect(await isSame(page)).toBe(true);
  expectStill(await shifts());
  await fillCard(page, {number: cards.frictionless});
  await pay.click();
  await expect(page.getByRole('status').filter({hasText: 'the payment was made'})).toHaveCount(1);
  expect(await hosted.captured(subscription!)).toEqual([50_000, 50_000]);
  expect(watched).toEqual([]);
});

test('a price that has changed: the new page says so once, with the focus there, and keeps the card', async ({
  page,
  hosted,
  watched,
}) => {
  const plan = await hosted.plan();
  await openCheckout(page, hosted, await hosted.customer(), plan);
  await fillCard(page, {number: cards.frictionless});
  const change = 'UPDATE plans SET amount = $2, amount_minor = $3 WHERE token = $1';
  await hosted.service.database.query(change, [plan, '600', 60_000]);
  await go(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('The price has changed. Please check it before you agree.');
  await expect(alert).toBeFocused();
  await expect(page).not.toHaveURL(/problem/);
  await expect(page.getByRole('radio', {name: /2701/})).toBeChecked();
  await page.getByRole('button', {name: /^Subscribe and pay PKR\s600/}).click();
  const {subscription} = await backAt(page, '/thanks');
  expect(await hosted.captured(subscription!)).toEqual([60_000]);
  expect(watched).toEqual([]);
});
