// Further: a form that is hidden and moved; one that is taken early: `test/e2e/strangers/taken-early.spec.ts`.
import {expect} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {ending, ready, test} from '../support/shop.js';

/** Hides a part of the page and shows it again two frames later, as React's Suspense does. */
function hideForTwoFrames(part: HTMLElement): Promise<void> {
  const drawn = () => new Promise((done) => requestAnimationFrame(done));
  part.style.setProperty('display', 'none', 'important');
  return drawn()
    .then(drawn)
    .then(drawn)
    .then(() => void part.style.removeProperty('display'));
}

test('a page that hides the form for two frames while the bank asks keeps the bank’s page, and what is typed into it', async ({
  page,
  shop,
}) => {
  await page.goto(shop.put({body: (tag) => `<div id="part">${tag()}</div>`}));
  await ready(page);
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  const bank = page.frameLocator('card-vault iframe[title="Your bank’s page"]').frameLocator('iframe');
  const code = bank.locator('input[autocomplete="one-time-code"]');
  await code.fill('12');
  for (const _ of [1, 2]) {
    await page.locator('#part').evaluate(hideForTwoFrames);
    await expect(page.locator('card-vault').getByRole('dialog')).toBeVisible();
    await expect(code).toHaveValue('12');
  }
  await answerStepUp(page, '1234');
  expect((await ending(page)).outcome).toBe('saved');
});
