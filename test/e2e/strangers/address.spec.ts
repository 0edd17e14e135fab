// Further: a page with another base; a form in a page: `test/e2e/plain-fields.spec.ts`.
import {expect} from '@playwright/test';
import {fillCard, type TestPage} from 'card-vault/testing';
import {ending, ready, test} from '../support/shop.js';

// The kit's own policy lets a page name no base.
test.use({bypassCSP: true});

const script = (from: string) => `<script type="module" src="${from}/assets/card-vault.js"></script>`;

test('a page of srcdoc saves a card: addresses begin at the page around it', async ({page, shop}) => {
  const inner = `<!doctype html><title>Pay</title><card-vault session-url="/card-vault/session" consent="required"></card-vault>${script('')}`;
  await page.goto(shop.put({body: () => `<iframe id="pay" width="600" height="900"></iframe>`}));
  await page.locator('#pay').evaluate((frame: HTMLIFrameElement, text) => (frame.srcdoc = text), inner);
  await ready(page);
  const frame = page.frameLocator('#pay');
  await expect(frame.getByText('localhost may keep this card')).toBeVisible();
  await fillCard(frame as unknown as TestPage, {number: '4000000000002701', securityCode: '123'});
  await frame.getByRole('checkbox').check();
  await frame.getByRole('button', {name: 'Save card'}).click();
  expect((await ending(page)).outcome).toBe('saved');
});

test('addresses begin where those of the page’s own forms do, at its base', async ({page, shop}) => {
  const asked: string[] = [];
  await page.route('https://cdn.shop.test/**', async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await route.abort();
  });
  const tag = (session: string) => `<card-vault session-url="${session}"></card-vault>${script(shop.url)}`;
  const head = '<base href="https://cdn.shop.test/app/">';
  await page.goto(shop.put({head, body: () => tag('session')}));
  const end = await ending(page);
  expect(end).toMatchObject({code: 'shop-server-unreachable'});
  // The developer reads which server was asked, at the first sending and at the others.
  expect(end.message).toContain('https://cdn.shop.test');
  expect(new Set(asked)).toEqual(new Set(['/app/session']));
  await page.goto(shop.put({head, body: () => tag(`${shop.url}/card-vault/session`)}));
  await ready(page);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  expect((await ending(page, 2)).outcome).toBe('saved');
});
