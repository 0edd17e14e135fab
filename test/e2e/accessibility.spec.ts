import AxeBuilder from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {ending, openShop, test} from './support/shop.js';

/**
 * Colours are judged once they have changed. What moves for ever, such as a shimmer, is judged as it is. Buttons
 * change without a transition here (`still` in the configuration): one may begin later, when the accent colour of
 * the page is adopted.
 */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A document does not list what moves in its shadow trees.
    const movingIn = (root: Document | ShadowRoot): Animation[] => [
      ...root.getAnimations().filter(({effect}) => Number.isFinite(effect?.getComputedTiming().endTime)),
      ...[...root.querySelectorAll('*')].flatMap(({shadowRoot}) => (shadowRoot ? movingIn(shadowRoot) : [])),
    ];
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // What the last event changes is drawn, and begins to move, with the next frame.
    await frame();
    await frame();
    for (let moving; (moving = movingIn(document)).length > 0;)
      await Promise.allSettled(moving.map(({finished}) => finished));
  });
}

/** Every violation of every axe rule, without exceptions. */
async function findings(page: Page): Promise<string[]> {
  await transitionsEnd(page);
  const {violations} = await new AxeBuilder({page}).options({resultTypes: ['violations']}).analyze();
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`);
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`axe, ${theme}`, () => {
    test.use({colorScheme: theme});

    test('fields, errors, step-up and saved card', async ({page, demo}) => {
      // The shop keeps the page as it is, so that the saved card can be looked at.
      await page.route('**/account/cards*', (route) => route.fulfill({status: 204}));
      await openShop(page, demo);
      expect(await findings(page), 'empty fields').toEqual([]);

      await page.getByRole('button', {name: 'Save card'}).click();
      await expect(
        page
          .locator('card-vault')
          .getByText(/card number/i)
          .first(),
      ).toBeVisible();
      expect(await findings(page), 'with errors').toEqual([]);

      await fillCard(page, {number: '4000000000002503', securityCode: '123'});
      expect(await findings(page), 'filled in').toEqual([]);

      await page.getByRole('button', {name: 'Save card'}).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findings(page), 'while the bank asks').toEqual([]);

      await answerStepUp(page, '1234');
      expect((await ending(page)).outcome).toBe('saved');
      expect(await findings(page), 'saved').toEqual([]);
    });

    test('Enter in a hosted field leaves the focus on the ending', async ({page, demo}) => {
      await openShop(page, demo);
      await fillCard(page, {number: '4000000000002537', securityCode: '123'});
      const code = page
        .frameLocator('card-vault [slot="security-code"] iframe')
        .locator('input[autocomplete="cc-csc"]');
      await code.press('Enter');
      expect((await ending(page)).outcome).toBe('stopped');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id))
        .toBe('outcome-title');
    });

    test('stopped', async ({page, demo}) => {
      await openShop(page, demo);
      await fillCard(page, {number: '4000000000002537', securityCode: '123'});
      await page.getByRole('button', {name: 'Save card'}).click();
      expect((await ending(page)).outcome).toBe('stopped');
      expect(await findings(page)).toEqual([]);
    });

    test('failed', async ({page, demo}) => {
      await page.route('**/card-vault/session*', (route) => route.abort());
      await page.goto(demo.url);
      expect((await ending(page)).outcome).toBe('error');
      expect(await findings(page)).toEqual([]);
    });
  });
}
