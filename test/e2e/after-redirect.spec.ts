import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {plainHead} from './support/paint-shop.js';
import {ending, test} from './support/shop.js';

const formOf = (more: string): string => `<form method="post" action="/orders">
  <card-vault session-url="/card-vault/session" name="payment_method" required step-up="redirect" ${more}></card-vault>
  <label>Note <input name="note" value="to the door"></label>
  <button name="go" value="now">Order now</button>
  <button name="go" value="later">Order later</button>
</form>`;

/** From a filled form to the bank's page, which is answered, and back. */
async function orderByWayOfTheBank(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Order later'}).click();
  await answerStepUp(page, '1234');
}

const ordersOf = (bodies: readonly string[]) =>
  bodies.map((body) => Object.fromEntries(new URLSearchParams(body)));

// shows: peers 33
test('a form that the bank interrupted reaches the shop’s server once, with the pressed button and the token @smoke', async ({
  page,
  shop,
}) => {
  const before = shop.posted.length;
  await orderByWayOfTheBank(page, shop.put({head: plainHead, body: () => formOf('')}));
  await page.waitForURL(`${shop.url}/orders`);
  const {paymentMethod} = await ending(page);
  expect(ordersOf(shop.posted.slice(before))).toEqual([
    {payment_method: paymentMethod!.token, note: 'to the door', go: 'later'},
  ]);
});

test('with after-redirect="wait" the form is posted when the shopper presses again', async ({page, shop}) => {
  const address = shop.put({head: plainHead, body: () => formOf('after-redirect="wait"')});
  const before = shop.posted.length;
  await orderByWayOfTheBank(page, address);
  const {paymentMethod} = await ending(page);
  await expect(page.locator('card-vault [part~="outcome"]')).toBeVisible();
  expect([page.url(), shop.posted.length]).toEqual([address, before]);
  await page.getByRole('button', {name: 'Order now'}).click();
  await page.waitForURL(`${shop.url}/orders`);
  expect(ordersOf(shop.posted.slice(before))).toEqual([
    {payment_method: paymentMethod!.token, note: 'to the door', go: 'now'},
  ]);
});

const refusals = {
  en: ['We couldn’t save your card', 'If your bank shows a small temporary hold, it will disappear.'],
  ur: ['ہم آپ کا کارڈ محفوظ نہیں کر سکے', 'اگر بینک کوئی چھوٹی سی رقم عارضی طور پر رُکی ہوئی دکھائے'],
  ar: ['تعذّر حفظ بطاقتك', 'إن أظهر مصرفك حجزًا مؤقتًا لمبلغ صغير فسيختفي.'],
} as const;

for (const [lang, words] of Object.entries(refusals))
  for (const status of [404, 422])
    test(`after a redirect, a save that the shop’s server does not take up again (${status}) is told, in ${lang}`, async ({
      page,
      shop,
    }) => {
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      const asked: string[] = [];
      await page.route(/\/card-vault\/session\/[^/]+\/token/, (route, request) => {
        asked.push(new URL(request.url()).search);
        return route.fulfill({status, contentType: 'text/html', body: '<h1>Refused</h1>'});
      });
      const before = shop.posted.length;
      const form = formOf('').replace('/session"', '/session?authenticity_token=abc"');
      const address = shop.put({head: plainHead, body: () => form, lang});
      await page.goto(address);
      await fillCard(page, {number: '4000000000002503', securityCode: '123'});
      await page.getByRole('button', {name: 'Order later'}).click();
      await answerStepUp(page, '1234');
      const end = await ending(page);
      expect(end).toMatchObject({
        outcome: 'error',
        code: status === 404 ? 'session-expired' : 'session-refused',
      });
      expect(end.message).toContain('The save that an earlier page began cannot be taken up again.');
      for (const text of words) await expect(page.getByText(text).first()).toBeVisible();
      await expect.poll(() => said.join('\n')).toContain('cannot be taken up again');
      expect([...asked, page.url(), shop.posted.length]).toEqual([
        '?authenticity_token=abc',
        address,
        before,
      ]);
    });
