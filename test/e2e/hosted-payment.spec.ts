import AxeBuilder from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import type {Hosted} from './support/hosted-service.js';
import {backAt, cards, test} from './support/hosted.js';

/** Opens a payment of PKR 480.00, as a shop's server does, and the page of it. */
async function openPayment(page: Page, hosted: Hosted): Promise<{tracker: string; link: string}> {
  const {token: tracker} = await hosted.client.trackers.create({
    ...{customer: await hosted.customer(), currency: 'PKR', amount: 48_000, mode: 'payment'},
    ...{entryMode: 'flex', metadata: {order_id: 'A-1'}},
  });
  const link = await hosted.client.checkout.embeddedUrl({tracker, ...hosted.back});
  await page.goto(`${hosted.shop}/basket`);
  await page.goto(link);
  await expect(pay(page)).toBeVisible();
  return {tracker, link};
}
const pay = (page: Page) => page.getByRole('button', {name: /^Pay PKR\s480\.00$/});
const statusOf = async (hosted: Hosted, tracker: string) =>
  (await hosted.client.payments.read(tracker)).status;

test('a frictionless card: paid once, back in the shop; Back and the link again say so @smoke', async ({
  page,
  hosted,
  watched,
}) => {
  const {tracker, link} = await openPayment(page, hosted);
  await fillCard(page, {number: cards.frictionless});
  await pay(page).dblclick();
  expect(await backAt(page, '/thanks')).toEqual({
    ...{tracker, state: 'paid', reference: 'order 7', order_id: 'A-1'},
  });
  expect(await statusOf(hosted, tracker)).toBe('captured');
  await page.goBack();
  expect(page.url()).toBe(`${hosted.shop}/basket`);
  await page.goto(link);
  await expect(page.getByRole('heading', {name: /^Paid \S/})).toBeVisible();
  await page.getByRole('link', {name: /^Back to/}).click();
  expect((await backAt(page, '/thanks'))['tracker']).toBe(tracker);
  expect(watched).toEqual([]);
});

test('a step-up: the bank asks for this amount, in words of a payment', async ({page, hosted, watched}) => {
  const {tracker} = await openPayment(page, hosted);
  await fillCard(page, {number: cards.stepUp});
  await pay(page).click();
  await expect(page.getByRole('dialog')).toContainText('Confirm your payment');
  const bank = () => page.frames().find((frame) => frame.url().startsWith(hosted.service.urls.issuer));
  // A frame that goes on to the next page is read again.
  const bankText = async () =>
    (await bank()
      ?.locator('body')
      .innerText()
      .catch(() => '')) ?? '';
  await expect.poll(bankText).toMatch(/PKR\s480\.00/);
  await answerStepUp(page, '1234');
  expect((await backAt(page, '/thanks'))['tracker']).toBe(tracker);
  expect(await statusOf(hosted, tracker)).toBe('captured');
  expect(watched).toEqual([]);
});

test('a declined card, then a failed step-up, then another card: one payment, and the shop is sent which', async ({
  page,
  hosted,
  watched,
}) => {
  const {tracker} = await openPayment(page, hosted);
  for (const number of [cards.noMoney, cards.stepUpFails]) {
    await fillCard(page, {number});
    await pay(page).click();
    if (number === cards.stepUpFails) await answerStepUp(page, '1234');
    const sentence = page.locator('card-vault [part~="problem"]');
    await expect(sentence).toContainText('You have not been charged');
    await expect(page.locator('card-vault [role=status]')).toContainText('Your payment was not made');
  }
  await page.reload();
  await fillCard(page, {number: cards.frictionless});
  await pay(page).click();
  const told = await backAt(page, '/thanks');
  expect(told).toMatchObject({state: 'paid', link_tracker: tracker});
  expect(told['tracker']).not.toBe(tracker);
  expect(await statusOf(hosted, told['tracker']!)).toBe('captured');
  expect(watched).toEqual([]);
});

test('cancel: the shop is told, and nothing was paid', async ({page, hosted, watched}) => {
  const {tracker} = await openPayment(page, hosted);
  await page.getByRole('link', {name: /^Cancel and go back/}).click();
  expect(await backAt(page, '/plans')).toEqual({state: 'cancelled', reference: 'order 7'});
  expect(await statusOf(hosted, tracker)).toBe('open');
  expect(watched).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({colorScheme: theme});

    test('is accessible, fits 320 px, and runs from right to left', async ({page, hosted, watched}) => {
      await openPayment(page, hosted);
      for (const lang of ['en', 'ur', 'ar', 'de']) {
        const here = new URL(page.url());
        here.searchParams.set('lang', lang);
        await page.goto(here.href);
        await page.locator('card-vault iframe').first().waitFor();
        const {violations} = await new AxeBuilder({page}).options({resultTypes: ['violations']}).analyze();
        expect(
          violations.map(({id}) => id),
          lang,
        ).toEqual([]);
        await page.setViewportSize({width: 320, height: 640});
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), lang).toBe(0);
        await page.setViewportSize({width: 1200, height: 800});
      }
      expect(watched).toEqual([]);
    });
  });
}
