import {expect} from '@playwright/test';
import {answerStepUp, chooseStepUp, fillCard} from 'card-vault/testing';
import {backAt, cards, go, openCheckout, openOwn, subscribe, test} from './support/hosted.js';

test('a frictionless card: subscribed, paid once, back in the shop, and Back leads to where the shopper clicked @smoke', async ({
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
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Confirm your payment');
  await expect(dialog.getByRole('button', {name: 'Close without paying'})).toBeVisible();
  await expect(dialog).not.toContainText(/sav(e|ing)\b/i);
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
  await expect(page.locator('card-vault [part~="problem"]')).toContainText(
    'Your bank didn’t approve this card',
  );
  await expect(go(page)).toHaveAttribute('aria-disabled', 'false');
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
  await expect(page.getByRole('radio', {name: /Visa •••• 2701/})).toBeChecked();
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

test('an answer that got lost is asked for again, and nothing is paid twice', async ({page, hosted}) => {
  const customer = await hosted.customer();
  await subscribe(page, hosted, cards.frictionless, customer);
  await openCheckout(page, hosted, customer);
  let lost = 0;
  await page.route('**/subscribe?*', async (route) => {
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

test('a card saved with a tracker of the shop; the bank asks in its app, which opens from the page', async ({
  page,
  hosted,
  watched,
}) => {
  const customer = await hosted.customer();
  const {token: tracker} = await hosted.client.trackers.create({
    ...{customer, currency: 'PKR', accountVerification: false, entryMode: 'flex'},
  });
  const {redirectUrl, cancelUrl} = hosted.back;
  await openOwn(page, await hosted.client.checkout.embeddedUrl({tracker, redirectUrl, cancelUrl}));
  await fillCard(page, {number: cards.stepUp});
  const {urls, keys} = hosted.service;
  await chooseStepUp(urls.api, keys.secretKey, 'app');
  try {
    await page.getByRole('button', {name: 'Save card'}).click();
    await answerStepUp(page, 'approve');
  } finally {
    await chooseStepUp(urls.api, keys.secretKey, null);
  }
  await page.getByRole('heading', {name: 'Your card is saved'}).waitFor();
  await page.getByRole('link', {name: /Back to/}).click();
  const told = await backAt(page, '/thanks');
  expect(told).toMatchObject({state: 'saved', tracker});
  const payment = await hosted.client.trackers.fetch(tracker);
  expect(payment.paymentMethod?.token).toBe(told['payment_method']);
  expect(payment.authorized && !payment.reversed, 'nothing is left held').toBe(false);
  expect(watched).toEqual([]);
});

test('the portal: pause, resume, a payment that failed and is made up for, the end @smoke', async ({
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
  await expect(page.getByText('Visa •••• 2503')).toBeVisible();
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
