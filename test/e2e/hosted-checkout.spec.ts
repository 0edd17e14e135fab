import AxeBuilder from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {backAt, openOwn, test, type Hosted} from './support/hosted.js';

const cards = {
  frictionless: '4000000000002701',
  stepUp: '4000000000002503',
  stepUpFails: '4000000000002370',
  noMoney: '4000000000009995',
  failsLater: '4000000000000341',
} as const;

const go = (page: Page) => page.getByRole('button', {name: /^Subscribe/});

async function openCheckout(page: Page, hosted: Hosted, customer?: string, plan?: string): Promise<void> {
  const request = {
    plan: plan ?? (await hosted.plan()),
    ...(customer !== undefined && {customer}),
    ...hosted.back,
  };
  const link = await hosted.client.checkout.subscribeUrl(request);
  await (customer === undefined ? page.goto(link) : openOwn(page, link));
  await expect(page).toHaveURL(/\/checkout\/session\/chk_[0-9a-f-]+$/);
}

/** Subscribes a new customer with a card, and answers with what the shop was told. */
async function subscribe(page: Page, hosted: Hosted, number: string, customer: string) {
  await openCheckout(page, hosted, customer);
  await fillCard(page, {number});
  await go(page).click();
  return backAt(page, '/thanks');
}

async function findings(page: Page): Promise<string[]> {
  const {violations} = await new AxeBuilder({page}).options({resultTypes: ['violations']}).analyze();
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`);
}
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('a frictionless card: subscribed, paid once, back in the shop, and Back leads to where the shopper clicked', async ({
  page,
  hosted,
  watched,
}) => {
  await page.goto(`${hosted.shop}/plans`);
  const told = await subscribe(page, hosted, cards.frictionless, await hosted.customer());
  expect(told).toEqual({
    subscription: expect.stringMatching(/^sub_/) as unknown as string,
    state: 'active',
    reference: 'order 7',
  });
  expect(await hosted.captured(told['subscription']!)).toEqual([50_000]);
  expect(watched).toEqual([]);
  // The page is not in the way back: the shopper is where they clicked.
  await page.goBack();
  expect(page.url()).toBe(`${hosted.shop}/plans`);
});

test('a step-up card: the bank asks in the page, and liability moves', async ({page, hosted, watched}) => {
  const customer = await hosted.customer();
  await openCheckout(page, hosted, customer);
  await fillCard(page, {number: cards.stepUp});
  await go(page).click();
  await expect(page.locator('button[data-card-vault="busy"]')).toHaveText('Waiting for your bank…');
  await answerStepUp(page, '1234');
  const {subscription, state} = await backAt(page, '/thanks');
  expect(state).toBe('active');
  expect(await hosted.captured(subscription!)).toEqual([50_000]);
  const [row] = await hosted.service.database.query<{token: string}>(
    'SELECT token FROM trackers WHERE customer = $1',
    [customer],
  );
  const payment = await hosted.client.trackers.fetch(row!.token);
  expect(payment.enrollment?.status).toBe('REQUIRED');
  expect(payment.validation, 'the bank has answered for it').toMatchObject({eci: '05'});
  expect(watched).toEqual([]);
});

test('a step-up that fails saves nothing; the shopper tries again with another card', async ({
  page,
  hosted,
}) => {
  await openCheckout(page, hosted, await hosted.customer());
  await fillCard(page, {number: cards.stepUpFails});
  await go(page).click();
  await answerStepUp(page, '1234');
  await expect(page.locator('card-vault [part~="outcome-stopped"]')).toBeVisible();
  await expect(go(page)).toHaveAttribute('aria-disabled', 'false');
  await page.locator('card-vault [part~="outcome-button"]').click();
  await fillCard(page, {number: cards.frictionless});
  await go(page).click();
  expect((await backAt(page, '/thanks'))['state']).toBe('active');
});

test('a plan of PKR 499.50 is shown with both decimals in English, Urdu and Arabic, on the page, at the bank and after', async ({
  page,
  hosted,
  watched,
}) => {
  const customer = await hosted.customer();
  await openCheckout(page, hosted, customer, await hosted.plan({amount: '499.5'}));
  const inLanguages = async (what: string) => {
    for (const lang of ['ur', 'ar', 'en']) {
      const here = new URL(page.url());
      here.searchParams.set('lang', lang);
      await page.goto(here.href);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      const text = await page.locator('body').innerText();
      const amounts = text.match(/\d[\d,]*\.\d+/g);
      expect([...new Set(amounts)], `${what} ${lang}`).toEqual(['499.50']);
      expect(text, `${what} ${lang}`).not.toMatch(/\b500\b/);
    }
  };
  await inLanguages('checkout');
  await expect(page.getByText('PKR\u00a0499.50').first()).toBeVisible();
  await fillCard(page, {number: cards.stepUp});
  await go(page).click();
  const bank = () => page.frames().find((frame) => frame.url().startsWith(hosted.service.urls.issuer));
  // A frame that goes on to the next page is read again.
  const bankText = async () =>
    (await bank()
      ?.locator('body')
      .innerText()
      .catch(() => '')) ?? '';
  await expect.poll(bankText).toContain('PKR\u00a0499.50');
  await answerStepUp(page, '1234');
  const {subscription} = await backAt(page, '/thanks');
  expect(await hosted.captured(subscription!)).toEqual([49_950]);
  await openOwn(page, await hosted.client.checkout.portalUrl({customer, returnUrl: hosted.shop}));
  await inLanguages('portal');
  expect(watched).toEqual([]);
});

test('a saved card: no card is typed, and a double click pays once', async ({page, hosted, watched}) => {
  const customer = await hosted.customer();
  await subscribe(page, hosted, cards.frictionless, customer);
  await openCheckout(page, hosted, customer);
  await expect(page.getByRole('radio', {name: /Visa ending in 2701/})).toBeChecked();
  await expect(page.locator('card-vault')).toHaveCount(0);
  await go(page).dblclick();
  const {subscription} = await backAt(page, '/thanks');
  expect(await hosted.captured(subscription!)).toEqual([50_000]);
  const rows = await hosted.service.database.query('SELECT 1 FROM subscriptions WHERE customer = $1', [
    customer,
  ]);
  expect(rows.length).toBe(2);
  expect(watched).toEqual([]);
});

test('a declined card: the page says why, and another card goes on', async ({page, hosted, watched}) => {
  await openCheckout(page, hosted, await hosted.customer());
  await fillCard(page, {number: cards.noMoney});
  await go(page).click();
  await expect(page.getByRole('alert')).toHaveText(/not enough money on this card/);
  await expect(page.getByRole('alert')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(/not enough money on this card/);
  await fillCard(page, {number: cards.frictionless});
  await go(page).click();
  const {subscription, state} = await backAt(page, '/thanks');
  expect(state).toBe('active');
  expect(await hosted.captured(subscription!)).toEqual([50_000]);
  expect(watched).toEqual([]);
});

test('an answer that got lost is asked for again, and nothing is paid twice', async ({page, hosted}) => {
  const customer = await hosted.customer();
  await subscribe(page, hosted, cards.frictionless, customer);
  await openCheckout(page, hosted, customer);
  let lost = 0;
  await page.route('**/subscribe', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await go(page).click();
  const {subscription} = await backAt(page, '/thanks');
  expect(lost).toBe(2);
  expect(await hosted.captured(subscription!)).toEqual([50_000]);
});

test('a shopper the shop does not know says who they are', async ({page, hosted, watched}) => {
  await openCheckout(page, hosted);
  await page.getByRole('button', {name: 'Continue to payment'}).click();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Enter your first name');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Byron');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.keyboard.press('Enter');
  await fillCard(page, {number: cards.frictionless});
  await go(page).click();
  expect((await backAt(page, '/thanks'))['state']).toBe('active');
  expect(watched).toEqual([]);
});

test('giving up leads back to the shop, and nothing was charged', async ({page, hosted}) => {
  await openCheckout(page, hosted, await hosted.customer());
  await page.getByRole('link', {name: /Cancel and go back/}).click();
  expect(await backAt(page, '/plans')).toEqual({state: 'cancelled', reference: 'order 7'});
});

test('a card saved with a tracker of the shop', async ({page, hosted, watched}) => {
  const customer = await hosted.customer();
  const {token: tracker} = await hosted.client.trackers.create({
    ...{customer, currency: 'PKR', accountVerification: false, entryMode: 'flex'},
  });
  const {redirectUrl, cancelUrl} = hosted.back;
  await openOwn(page, await hosted.client.checkout.embeddedUrl({tracker, redirectUrl, cancelUrl}));
  await fillCard(page, {number: cards.stepUp});
  await page.getByRole('button', {name: 'Save card'}).click();
  await answerStepUp(page, '1234');
  await page.getByRole('heading', {name: 'Your card is saved'}).waitFor();
  await page.getByRole('link', {name: /Back to/}).click();
  const told = await backAt(page, '/thanks');
  expect(told).toMatchObject({state: 'saved', tracker});
  const payment = await hosted.client.trackers.fetch(tracker);
  expect(payment.paymentMethod?.token).toBe(told['payment_method']);
  expect(payment.authorized && !payment.reversed, 'nothing is left held').toBe(false);
  expect(watched).toEqual([]);
});

test('the portal: pause, resume, a payment that failed and is made up for, the end', async ({
  page,
  hosted,
  watched,
}) => {
  const customer = await hosted.customer();
  const {subscription} = await subscribe(page, hosted, cards.failsLater, customer);
  const open = async () =>
    openOwn(page, await hosted.client.checkout.portalUrl({customer, returnUrl: `${hosted.shop}/account`}));
  await open();
  await expect(page.getByText('Active', {exact: true})).toBeVisible();
  await page.getByRole('button', {name: 'Pause'}).click();
  await expect(page.getByText('Paused', {exact: true})).toBeVisible();
  await page.getByRole('button', {name: 'Resume'}).click();
  await expect(page.getByText('Active', {exact: true})).toBeVisible();

  await hosted.advance(32);
  await open();
  await expect(page.getByText(/could not charge/)).toBeVisible();
  await page.getByRole('link', {name: 'Change card and pay'}).click();
  await fillCard(page, {number: cards.stepUp});
  await page.getByRole('button', {name: /Use this card and pay/}).click();
  await answerStepUp(page, '1234');
  await expect(page.getByRole('status').filter({hasText: 'the payment was made'})).toHaveCount(1);
  await expect(page.getByText('Visa ending in 2503')).toBeVisible();
  expect(await hosted.captured(subscription!)).toEqual([50_000, 50_000]);

  await page.getByText('Past payments').click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByText('Cancel subscription').click();
  await page.getByRole('button', {name: /Cancel at the end of this period/}).click();
  await expect(page.getByText(/You will not be charged again/)).toBeVisible();
  await page.getByText('Cancel subscription').click();
  await page.getByRole('button', {name: 'Cancel now'}).click();
  await expect(page.getByText('Cancelled', {exact: true})).toBeVisible();
  await page.getByRole('link', {name: /Back to/}).click();
  expect(new URL(page.url()).pathname).toBe('/account');
  expect(watched).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`every page, ${theme}`, () => {
    test.use({colorScheme: theme});

    test('is accessible, fits 320 px, and runs from right to left', async ({page, hosted, watched}) => {
      const customer = await hosted.customer();
      const looks = async (what: string) => {
        for (const lang of ['en', 'ur', 'ar']) {
          const here = new URL(page.url());
          here.searchParams.set('lang', lang);
          await page.goto(here.href);
          await expect(page.locator('html')).toHaveAttribute('dir', lang === 'en' ? 'ltr' : 'rtl');
          for (const details of await page.locator('summary').all()) await details.click();
          expect(await findings(page), `${what} ${lang}`).toEqual([]);
          await page.setViewportSize({width: 320, height: 640});
          expect(await overflow(page), `${what} ${lang} at 320 px`).toBe(0);
          await page.setViewportSize({width: 1200, height: 800});
        }
      };
      await openCheckout(page, hosted);
      await looks('who are you');
      await subscribe(page, hosted, cards.failsLater, customer);
      await page.goBack();
      await openCheckout(page, hosted, customer);
      await looks('saved card');
      await page.getByRole('radio').last().check();
      await page.locator('card-vault').waitFor();
      expect(await findings(page), 'new card').toEqual([]);
      await hosted.advance(32);
      const portal = await hosted.client.checkout.portalUrl({customer, returnUrl: hosted.shop});
      await page.goto(portal);
      await looks('whose link it is');
      await openOwn(page, portal);
      await looks('portal');
      await page.goto(`${hosted.service.urls.api}/checkout/pay`);
      await looks('a refusal');
      expect(watched).toEqual([]);
    });
  });
}
