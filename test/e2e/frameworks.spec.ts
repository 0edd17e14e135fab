import {expect} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {ending, ledgerOf, policyViolations, test} from './support/shop.js';

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
