import AxeBuilder from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {backAt, test as base} from './support/hosted.js';
import {startSmallShop} from './support/small-shop.js';

const stepUp = '4000000000002503';

/** A shop that offers one plan of two, each with its button. */
interface Shop {
  readonly url: string;
  readonly offered: string;
  readonly other: string;
}

const test = base.extend<{small: Shop}>({
  small: async ({hosted}, use) => {
    const {urls, keys} = hosted.service;
    const [offered, other] = [await hosted.plan(), await hosted.plan({name: 'Staff box', amount: '100'})];
    const button = (plan: string, name: string) =>
      `<p>${name} <card-vault-subscribe plan="${plan}" return-url="/thanks"></card-vault-subscribe></p>`;
    const shop = await startSmallShop({
      ...{serviceUrl: urls.api, hostedUrl: urls.hosted, ...keys, plans: [offered]},
      body: button(offered, 'Garden box') + button(other, 'Staff box'),
    });
    await use({url: shop.url, offered, other});
    await shop.close();
  },
});

const subscribeButton = (page: Page, plan: string) =>
  page.locator(`card-vault-subscribe[plan="${plan}"]`).getByRole('button', {name: 'Subscribe'});

test('from the shop’s page to the checkout, the bank, and back: subscribed @smoke', async ({
  page,
  hosted,
  small,
  watched,
}) => {
  await page.goto(small.url);
  await subscribeButton(page, small.offered).click();
  await expect(page).toHaveURL(/\/checkout\/session\/chk_[0-9a-f-]+$/);
  expect(new URL(page.url()).origin).toBe(hosted.service.urls.hosted);
  expect(hosted.service.urls.hosted).not.toBe(hosted.service.urls.api);
  await expect(page.getByRole('heading', {name: 'Subscribe to Garden box'})).toBeVisible();
  await fillCard(page, {number: stepUp});
  await page.getByRole('button', {name: /^Subscribe and pay/}).click();
  await answerStepUp(page, '1234');
  const {subscription, state} = await backAt(page, '/thanks');
  expect(new URL(page.url()).origin).toBe(new URL(small.url).origin);
  expect(state).toBe('active');
  expect(await hosted.captured(subscription!)).toEqual([50_000]);
  expect((await hosted.client.subscriptions.read(subscription!)).plan.token).toBe(small.offered);
  // Back from the checkout: the button is ready again, not still on its way.
  await page.goBack();
  await expect(subscribeButton(page, small.offered)).toHaveAttribute('aria-disabled', 'false');
  expect(watched).toEqual([]);
});

test('a plan that the shop does not offer: said under the button, nothing is left, and the page goes on', async ({
  page,
  small,
  watched,
}) => {
  await page.goto(small.url);
  const told = page.evaluate(
    () =>
      new Promise((done) =>
        document.addEventListener('card-vault-error', (event) => {
          const {code, audience} = event.detail;
          done([code, audience, (event.target as Element).getAttribute('plan')]);
        }),
      ),
  );
  const button = subscribeButton(page, small.other);
  await button.click();
  await expect(page.getByRole('alert').filter({hasText: 'can’t open the checkout'})).toBeVisible();
  expect(await told).toEqual(['request-refused', 'merchant', small.other]);
  expect(page.url()).toBe(small.url);
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  const {violations} = await new AxeBuilder({page})
    .options({resultTypes: ['violations']})
    .include('card-vault-subscribe')
    .analyze();
  expect(violations.map(({id}) => id)).toEqual([]);
  await subscribeButton(page, small.offered).click();
  await expect(page).toHaveURL(/\/checkout\/session\//);
  expect(watched).toEqual([expect.stringMatching(/^\[card-vault\] request-refused: .* answered 404/)]);
});

/** Presses Tab until what it reaches is called that; an element of a frame is named by its frame's title. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      let node = document.activeElement;
      while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
      const labels = (node as HTMLInputElement | null)?.labels;
      const text = [...(labels ?? [])].map(({textContent}) => textContent).join(' ');
      return `${node?.getAttribute('title') ?? ''} ${node?.getAttribute('aria-label') ?? ''} ${text} ${node?.textContent ?? ''}`;
    });
    passed.push(focused.trim().replace(/\s+/g, ' '));
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never reached ${String(name)}: ${passed.join(' | ')}`);
}

test('with the keyboard alone', async ({page, hosted, small, watched}) => {
  await page.goto(small.url);
  await subscribeButton(page, small.offered).waitFor();
  await tabTo(page, /Subscribe/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/checkout\/session\//);
  await page.frameLocator('[slot="number"] iframe').locator('[autocomplete="cc-number"]').waitFor();
  await tabTo(page, /card number/i);
  await page.keyboard.type(stepUp);
  await tabTo(page, /expir/i);
  await page.keyboard.type('0131');
  await tabTo(page, /code/i);
  await page.keyboard.type('123');
  // On a busy machine, a frame may report its digits late.
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('card-vault')?.checkValidity());
  await tabTo(page, /Subscribe and pay/);
  await page.keyboard.press('Enter');
  // The bank's page is the bank's: the way into it is by Tab, and out of the dialog there is none.
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return bankHasFocus(page);
    })
    .toBe(true);
  await page.keyboard.type('1234');
  await page.keyboard.press('Enter');
  const {subscription, state} = await backAt(page, '/thanks');
  expect(state).toBe('active');
  expect(await hosted.captured(subscription!)).toEqual([50_000]);
  expect(watched).toEqual([]);
});

/** Whether what is typed now goes into the bank's field for the code. */
async function bankHasFocus(page: Page): Promise<boolean> {
  for (const frame of page.frames()) {
    const typed = await frame
      .evaluate(
        () =>
          document.hasFocus() &&
          document.activeElement?.matches('input[name="code"], input[autocomplete="one-time-code"]'),
      )
      .catch(() => false);
    if (typed) return true;
  }
  return false;
}
