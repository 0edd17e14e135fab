// Further: tabs that are duplicated; one tab: `test/e2e/after-redirect.spec.ts`.
import {expect, type BrowserContext, type Page} from '@playwright/test';
import type {SavedPaymentMethod, SessionPayment} from 'card-vault/server';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {startSmallShop, type SmallShop} from './support/small-shop.js';
import {ending, test as base} from './support/shop.js';

const isElsewhere = 'You are confirming this in another tab. Finish there, and this page shows how it went.';
const leftThePage =
  'You left before your bank confirmed. Continue when you are ready. You have not been charged.';

const element = (tab: Page) => tab.locator('card-vault');
const dialog = (tab: Page) => element(tab).getByRole('dialog');
/** Its page is there. */
async function bankAsks(tab: Page): Promise<void> {
  await expect(dialog(tab)).toBeVisible();
  await expect(dialog(tab).getByText('Your bank’s page is loading')).toHaveCount(0);
}

interface Till extends SmallShop {
  /** A page that pays an order of its own with the shopper's saved card, with the bank's page open. */
  atBank(context: BrowserContext): Promise<Page>;
}

/** A shop whose shopper has saved a card, whose bank asks for a code. */
const test = base.extend<{till: Till}>({
  till: async ({page, demo}, use) => {
    const {urls, keys} = demo.service;
    let payment: SessionPayment | undefined;
    const body = () =>
      `<card-vault session-url="/card-vault/session" ${payment ? 'saved-card' : ''}></card-vault>`;
    const shop = await startSmallShop({serviceUrl: urls.api, ...keys, body, payment: () => payment});
    await page.goto(shop.url);
    await fillCard(page, {number: '4000000000002503', securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    await answerStepUp(page, '1234');
    expect((await ending(page)).outcome).toBe('saved');
    const [{token}] = (await shop.wallet()) as [SavedPaymentMethod];
    await use({
      ...shop,
      async atBank(context) {
        payment = {paymentMethod: token, amount: 2400, currency: 'USD', orderId: `order ${Math.random()}`};
        const tab = await context.newPage();
        await tab.goto(shop.url);
        await element(tab).getByRole('button', {name: /^Pay/}).click();
        await bankAsks(tab);
        return tab;
      },
    });
    await shop.close();
  },
});

/** What a browser does where a tab is duplicated: the same page, with a copy of what the tab has stored. */
async function duplicate(tab: Page): Promise<Page> {
  const opened = tab.waitForEvent('popup');
  await tab.evaluate(() => void window.open(location.href));
  return opened;
}

// shows: time 62
test('a tab that is duplicated while the bank asks follows the first, which pays', async ({
  context,
  till,
}) => {
  const first = await till.atBank(context);
  const second = await duplicate(first);
  await expect(element(second)).toContainText(isElsewhere);
  await expect(element(second)).not.toContainText('You have not been charged');
  await expect(second.getByRole('status').getByText(isElsewhere)).toBeAttached();
  await answerStepUp(first, '1234');
  await expect(element(first)).toContainText('Paid');
  await expect(element(second)).toContainText('Paid');
  await expect(element(second)).not.toContainText(isElsewhere);
});

test('a tab that is duplicated while the bank asks tells of the card that the first saves, once', async ({
  page,
  till,
}) => {
  const before = (await till.wallet()).length;
  await page.goto(till.url);
  await fillCard(page, {number: '5200000000002151', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  await bankAsks(page);
  const second = await duplicate(page);
  await expect(element(second)).toContainText(isElsewhere);
  await answerStepUp(page, '1234');
  await expect(element(page)).toContainText('Card saved');
  await expect(element(second)).toContainText('Card saved');
  const tokens = [page, second].map((tab) => element(tab).evaluate((one) => (one as HTMLInputElement).value));
  const [token, same] = await Promise.all(tokens);
  expect(same).toBe(token);
  expect(await till.wallet()).toHaveLength(before + 1);
});

/** How the first tab ends, and what the second then tells, which it has read from the shop's server. */
const endings: readonly (readonly [
  string,
  (first: Page, context: BrowserContext) => Promise<unknown>,
  string,
])[] = [
  ['is closed', (first) => first.close(), leftThePage],
  ['goes to another page', (first) => first.goto('about:blank'), leftThePage],
  [
    'is told no by the bank',
    (first) => answerStepUp(first, 'cancel'),
    'You cancelled on your bank’s page. Continue when you are ready.',
  ],
  [
    'closes the bank’s page',
    (first) => dialog(first).getByRole('button', {name: 'Close without paying'}).click(),
    leftThePage,
  ],
];
for (const [how, end, words] of endings)
  // shows: time 63
  test(`a duplicated tab tells the truth when the first ${how}`, async ({context, till}) => {
    const first = await till.atBank(context);
    const second = await duplicate(first);
    await expect(element(second)).toContainText(isElsewhere);
    await end(first, context);
    await expect(element(second)).toContainText(words);
    await expect(element(second).getByRole('button', {name: /^Pay/})).toBeVisible();
  });

test('a duplicated tab tells the truth when the browser discards the first', async ({context, till}) => {
  const first = await till.atBank(context);
  // A tab that a page opens shares its process; one that the shopper duplicates does not.
  const stored = await first.evaluate(() => Object.entries(sessionStorage));
  const second = await context.newPage();
  await second.addInitScript((copied) => {
    if (window !== top || sessionStorage.length > 0) return;
    for (const [key, value] of copied as [string, string][]) sessionStorage.setItem(key, value);
  }, stored);
  await second.goto(till.url);
  await expect(element(second)).toContainText(isElsewhere);
  const browser = await context.newCDPSession(first);
  const crashed = first.waitForEvent('crash');
  browser.send('Page.crash').catch(() => undefined);
  await crashed;
  await expect(element(second)).toContainText(leftThePage);
});

test('a tab that is loaded again, or restored, takes its run up at once', async ({context, till}) => {
  const tab = await till.atBank(context);
  await tab.reload();
  await expect(element(tab)).toContainText(leftThePage);
  await expect(element(tab)).not.toContainText(isElsewhere);
});

test('a duplicated tab waits for a first one that is frozen', async ({context, till}) => {
  const first = await till.atBank(context);
  const second = await duplicate(first);
  await expect(element(second)).toContainText(isElsewhere);
  const browser = await context.newCDPSession(first);
  await browser.send('Page.setWebLifecycleState', {state: 'frozen'});
  await expect(dialog(second)).toHaveCount(0);
  await expect(element(second)).toContainText(isElsewhere);
  await browser.send('Page.setWebLifecycleState', {state: 'active'});
  await first.bringToFront();
  await answerStepUp(first, '1234');
  await expect(element(first)).toContainText('Paid');
  await expect(element(second)).toContainText('Paid');
});

test('a browser without Web Locks does not claim that nothing is charged', async ({context, till}) => {
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'locks', {value: undefined, configurable: true}),
  );
  const first = await till.atBank(context);
  const second = await duplicate(first);
  await expect(element(second)).toContainText(
    'We couldn’t finish your payment You left before your bank confirmed. Continue when you are ready. ' +
      'We don’t know yet whether you have paid. Try again: you can’t pay twice.',
  );
  await answerStepUp(first, '1234');
  await expect(element(first)).toContainText('Paid');
  await element(second).getByRole('button', {name: 'Try again'}).click();
  await expect(element(second)).toContainText('This order is already paid. You have not been charged again.');
});

test('a page holds a lock, which keeps it out of the browser’s memory for Back, only while a run is under way', async ({
  page,
  till,
}) => {
  const held = () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.map(({name}) => name?.split(':')[0]));
  await page.goto(till.url);
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  expect(await held()).toEqual([]);
  await page.getByRole('button', {name: 'Save card'}).click();
  await bankAsks(page);
  expect(await held()).toEqual(['card-vault']);
  await answerStepUp(page, '1234');
  await expect(element(page)).toContainText('Card saved');
  await expect.poll(held).toEqual([]);
});

test('a page that is left for the bank holds no lock', async ({page, till}) => {
  await page.goto(till.url);
  await element(page).evaluate((one) => one.setAttribute('step-up', 'redirect'));
  await page.evaluate(() => {
    const request = LockManager.prototype.request;
    const released = (name: string) => (sessionStorage['released'] = name.split(':')[0]);
    LockManager.prototype.request = function (this: LockManager, name: string, ...rest: unknown[]) {
      const end = Reflect.apply(request, this, [name, ...rest]) as Promise<unknown>;
      end.finally(() => released(name)).catch(() => undefined);
      return end;
    } as typeof request;
  });
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  await answerStepUp(page, '1234');
  await expect(element(page)).toContainText('Card saved');
  expect(await page.evaluate(() => sessionStorage['released'] as unknown)).toBe('card-vault');
});
