import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {expect} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {heldBack} from './support/paint-shop.js';
import {ledgerOf} from './support/sandbox.js';
import {ending, policyViolations, ready, test} from './support/shop.js';
import {startSmallShop} from './support/small-shop.js';

const run = promisify(execFile);

for (const framework of ['react', 'vue']) {
  test(`${framework}: a save with a step-up @smoke`, async ({page, demo}) => {
    await page.goto(new URL(`/${framework}/`, demo.url).href);
    await expect(page.locator('#scenario option')).not.toHaveCount(0);
    await fillCard(page, {number: '4000000000002503', securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    await answerStepUp(page, '1234');
    const end = await ending(page);
    expect(end).toMatchObject({outcome: 'saved', paymentMethod: {brand: 'visa', lastFour: '2503'}});
    await expect(page.getByText(/2503/).first()).toBeVisible();
    expect((await ledgerOf(demo, end.tracker!)).filter(({kind}) => kind === 'authorization')).toHaveLength(1);
    expect(policyViolations(page)).toEqual([]);
  });
}

test.describe('Lit on the server', () => {
  let shop: Awaited<ReturnType<typeof startSmallShop>>;
  test.beforeAll(async ({demo}) => {
    const {stdout: tag} = await run(process.execPath, ['test/e2e/support/lit-page.mjs']);
    const {urls, keys} = demo.service;
    const sheet = '<link rel="stylesheet" href="/assets/first-paint.css">';
    const body = `${sheet}<form action="/sent">${tag}<button id="save">Save card</button></form>`;
    shop = await startSmallShop({serviceUrl: urls.api, ...keys, body});
  });
  test.afterAll(() => shop.close());

  // shows: time 9
  test('the form that it draws becomes one live form, also with a late script @smoke', async ({page}) => {
    const release = await heldBack(page, '**/assets/card-vault.js');
    await page.goto(shop.url, {waitUntil: 'commit'});
    const expiry = page.locator('card-vault #expiry');
    await expect(expiry).toBeVisible();
    const place = await page.locator('card-vault').boundingBox();
    const sentence = page.getByText('The card form is still loading');
    await page.locator('card-vault').evaluate((element) => {
      const all = [...document.getAnimations(), ...element.shadowRoot!.getAnimations()];
      for (const animation of all) animation.cancel();
    });
    await expect(sentence).toBeHidden();
    await page.locator('#save').click();
    await expect(sentence).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    release();
    await ready(page);
    await expect(sentence).toBeHidden();
    expect(await page.locator('card-vault').boundingBox()).toEqual(place);
    await expect(expiry).toHaveCount(1);
    await expect(page.locator('card-vault [slot] iframe').filter({visible: true})).toHaveCount(2);
    await fillCard(page, {number: '4000000000002701', securityCode: '123'});
    await page.locator('#save').click();
    expect((await ending(page)).outcome).toBe('saved');
  });

  // shows: time 10
  test('where the script is blocked, a sentence says what to do', async ({page}) => {
    await page.route('**/assets/card-vault.js', (route) => route.abort());
    await page.goto(shop.url);
    const sentence = page.getByText('The card form is still loading');
    await expect(sentence).toBeHidden();
    await page.locator('card-vault').evaluate((element) => {
      const all = [...document.getAnimations(), ...element.shadowRoot!.getAnimations()];
      for (const animation of all) animation.finish();
    });
    await expect(sentence).toBeVisible();
    await page.locator('#save').click();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('where scripts are off, a sentence says so', async ({browser}) => {
    const context = await browser.newContext({javaScriptEnabled: false});
    const page = await context.newPage();
    await page.goto(shop.url);
    await expect(page.getByText(/turn on JavaScript/)).toBeVisible();
    await expect(page.getByText('The card form is still loading')).toBeHidden();
    await page.locator('#save').click();
    expect(new URL(page.url()).pathname).toBe('/');
    await context.close();
  });
});
