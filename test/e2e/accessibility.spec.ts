import {readFileSync, writeFileSync} from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard, testExpiry} from 'card-vault/testing';
import {treeFile, treeText} from './support/golden.js';
import {ending, openShop, test} from './support/shop.js';
import {readTreeOf} from './support/tree.js';
import {smokeIf} from './support/smoke.js';

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
  const rules = {'target-size': {enabled: true}};
  const {violations} = await new AxeBuilder({page}).options({resultTypes: ['violations'], rules}).analyze();
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`);
}

/** What Chromium tells a screen reader of the element, its fields' documents included, in each state it is taken in. */
class Trees {
  readonly #taken: Record<string, readonly string[]> = {};

  async take(page: Page, state: string): Promise<void> {
    const lines = await readTreeOf(page, 'card-vault');
    this.#taken[state] = lines.map((line) => line.replaceAll(testExpiry().text, '01/29'));
  }

  /** Where this fails after a change that is meant: run this file with CARD_VAULT_KEEP_TREES=1. */
  compare(): void {
    const seen = treeText(this.#taken);
    if (process.env['CARD_VAULT_KEEP_TREES']) writeFileSync(treeFile('shop'), seen);
    expect(seen).toBe(readFileSync(treeFile('shop'), 'utf8'));
  }
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`axe, ${theme}`, () => {
    test.use({colorScheme: theme});

    // shows: wcag 1.4.3 4.1.2
    test('fields, errors, step-up and saved card', async ({page, demo}) => {
      const trees = new Trees();
      // The shop keeps the page as it is, so that the saved card can be looked at.
      await page.route('**/account/cards*', (route) => route.fulfill({status: 204}));
      await openShop(page, demo);
      expect(await findings(page), 'empty fields').toEqual([]);
      await trees.take(page, 'empty fields');

      await page.getByRole('button', {name: 'Save card'}).click();
      await expect(
        page
          .locator('card-vault')
          .getByText(/card number/i)
          .first(),
      ).toBeVisible();
      expect(await findings(page), 'with errors').toEqual([]);
      await trees.take(page, 'with errors');

      await fillCard(page, {number: '4000000000002503', securityCode: '123'});
      expect(await findings(page), 'filled in').toEqual([]);
      await trees.take(page, 'filled in');

      await page.getByRole('button', {name: 'Save card'}).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findings(page), 'while the bank asks').toEqual([]);
      await trees.take(page, 'while the bank asks');

      await answerStepUp(page, '1234');
      expect((await ending(page)).outcome).toBe('saved');
      expect(await findings(page), 'saved').toEqual([]);
      await trees.take(page, 'saved');
      trees.compare();
    });

    // shows: wcag 2.4.3
    test('Enter in a hosted field leads back to the number when the bank says no', async ({page, demo}) => {
      await openShop(page, demo);
      await fillCard(page, {number: '4000000000002537', securityCode: '123'});
      const code = page
        .frameLocator('card-vault [slot="security-code"] iframe')
        .locator('input[autocomplete="cc-csc"]');
      await code.press('Enter');
      expect((await ending(page)).outcome).toBe('stopped');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('[slot]')?.getAttribute('slot')))
        .toBe('number');
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

/** Where the keyboard is: the slot of a hosted field, else what a reader can tell the element by. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const frameOf = active?.localName === 'iframe' ? active.parentElement?.slot : undefined;
    return (
      frameOf ?? (active?.id || active?.getAttribute('name') || active?.className || active?.localName || '')
    );
  });

for (const lang of ['en', 'ar'] as const)
  // shows: wcag 1.3.2 2.1.1 2.1.2 2.4.1 2.4.3
  test(`Tab goes through the card in the order it is read, and back: ${lang}${smokeIf(lang === 'en')}`, async ({
    page,
    demo,
  }) => {
    await openShop(page, demo, {lang});
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('skip');
    await expect(page.locator('.skip')).toBeInViewport();
    await page.keyboard.press('Enter');
    const order = ['number', 'expiry', 'security-code', 'weekly', 'primary'];
    for (const stop of order) {
      await page.keyboard.press('Tab');
      await expect.poll(() => focused(page)).toBe(stop);
    }
    for (const stop of order.toReversed().slice(1)) {
      await page.keyboard.press('Shift+Tab');
      await expect.poll(() => focused(page)).toBe(stop);
    }
  });

// shows: wcag 1.4.4
test('the hosted fields follow the text size of the page', async ({page, demo}) => {
  await openShop(page, demo);
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  for (const slot of ['number', 'security-code']) {
    const input = page.frameLocator(`card-vault [slot="${slot}"] iframe`).locator('#field');
    await expect(input).toHaveCSS('font-size', '32px');
    await expect(input).toHaveCSS('line-height', '48px');
  }
});

for (const colorScheme of ['light', 'dark'] as const)
  // shows: wcag 1.4.3
  test(`where more contrast is asked for, text has 7:1 and borders are as dark as text: ${colorScheme}`, async ({
    page,
    demo,
  }) => {
    await page.emulateMedia({contrast: 'more', colorScheme});
    await openShop(page, demo);
    await transitionsEnd(page);
    const {violations} = await new AxeBuilder({page})
      .include('card-vault')
      .withRules(['color-contrast-enhanced'])
      .analyze();
    expect(violations).toEqual([]);
    const [border, text] = await page.locator('card-vault [part~="box-expiry"]').evaluate((box) => {
      const {borderTopColor, color} = getComputedStyle(box);
      return [borderTopColor, color];
    });
    expect(border).toBe(text);
  });
