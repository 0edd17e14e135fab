import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {expect} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {heldBack} from './support/paint-shop.js';
import {ending, ledgerOf, policyViolations, ready, test} from './support/shop.js';
import {startSmallShop} from './support/small-shop.js';

const run = promisify(execFile);

for (const framework of ['react', 'vue']) {
  test(`${framework}: a save with a step-up`, async ({page, demo}) => {
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

test('Lit on the server: the form that it draws becomes one live form, also with a late script', async ({
  page,
  demo,
}) => {
  const {stdout: tag} = await run(process.execPath, ['test/e2e/support/lit-page.mjs']);
  const {urls, keys} = demo.service;
  const body = `<form>${tag}<button id="save">Save card</button></form>`;
  const shop = await startSmallShop({serviceUrl: urls.api, ...keys, body});
  try {
    const release = await heldBack(page, '**/assets/card-vault.js');
    await page.goto(shop.url, {waitUntil: 'commit'});
    const expiry = page.locator('card-vault #expiry');
    await expect(expiry).toBeVisible();
    release();
    await ready(page);
    await expect(expiry).toHaveCount(1);
    await expect(page.locator('card-vault [slot] iframe').filter({visible: true})).toHaveCount(2);
    await fillCard(page, {number: '4000000000002701', securityCode: '123'});
    await page.locator('#save').click();
    expect((await ending(page)).outcome).toBe('saved');
  } finally {
    await shop.close();
  }
});
