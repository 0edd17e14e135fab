import {expect, type Page} from '@playwright/test';
import {openShop, test} from './support/shop.js';
import {smokeIf} from './support/smoke.js';

const enlarge = (page: Page, to: string) =>
  page.evaluate((size) => void (document.documentElement.style.fontSize = size), to);

for (const [entry, lang] of [
  ['hosted', 'en'],
  ['hosted', 'ar'],
  ['raw', 'en'],
  ['raw', 'ar'],
] as const)
  // shows: wcag 1.4.4
  test(`text alone at 200 % hides no digit of a number on a phone: ${entry}, ${lang}${smokeIf(entry === 'hosted' && lang === 'en')}`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize({width: 360, height: 740});
    await openShop(page, demo, {lang, ...(entry === 'raw' && {entry})});
    const input =
      entry === 'raw'
        ? page.locator('card-vault #number')
        : page.frameLocator('card-vault [slot="number"] iframe').locator('#field');
    const size = () => input.evaluate((own) => parseFloat(getComputedStyle(own).fontSize));
    /** How much of the text is out of sight, in px, and whether its size is between the usual one and twice that. */
    const seen = () =>
      input.evaluate((own) => {
        const {scrollLeft, scrollWidth, clientWidth} = own;
        const font = parseFloat(getComputedStyle(own).fontSize);
        return {hidden: scrollLeft + scrollWidth - clientWidth, isBetween: font >= 16 && font < 32};
      });
    const whole = {hidden: 0, isBetween: true};

    await enlarge(page, '200%');
    await expect.poll(size).toBe(32);
    for (const number of ['4000000000002503', '4000000000000000006']) {
      await page.setViewportSize({width: 360, height: 740});
      // One by one, as a shopper does: the size follows each digit, and the caret is at the end.
      await input.fill('');
      await input.pressSequentially('4000');
      expect(await size()).toBe(32);
      await input.pressSequentially(number.slice(4));
      await expect.poll(seen).toEqual(whole);
      for (const width of [360, 320]) {
        await page.setViewportSize({width, height: 740});
        await expect.poll(seen).toEqual(whole);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      }
    }
    // It is the text that is enlarged after the number is typed, too.
    await enlarge(page, '');
    await expect.poll(size).toBe(16);
    await enlarge(page, '200%');
    await expect.poll(seen).toEqual(whole);
    // A place that is too narrow for the usual size scrolls.
    await page.setViewportSize({width: 240, height: 740});
    await expect.poll(size).toBe(16);
  });
