// Further: every page in three languages and two schemes; `test/e2e/hosted-checkout.spec.ts` walks through the same pages.
import AxeBuilder from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import {cards, openCheckout, openOwn, subscribe, test} from './support/hosted.js';

async function findings(page: Page): Promise<string[]> {
  const {violations} = await new AxeBuilder({page}).options({resultTypes: ['violations']}).analyze();
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`);
}
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const theme of ['light', 'dark'] as const) {
  test.describe(`every page, ${theme}`, () => {
    test.use({colorScheme: theme});

    // shows: wcag 2.4.2
    test('is accessible, fits 320 px, and runs from right to left', async ({page, hosted, watched}) => {
      const customer = await hosted.customer();
      const looks = async (what: string) => {
        for (const lang of ['en', 'ur', 'ar']) {
          const here = new URL(page.url());
          here.searchParams.set('lang', lang);
          await page.goto(here.href);
          await expect(page.locator('html')).toHaveAttribute('dir', lang === 'en' ? 'ltr' : 'rtl');
          for (const details of await page.locator('summary').all()) await details.click();
          expect(await findings(page), `${what} ${lang}`).toEqual([]);
          await page.setViewportSize({width: 320, height: 640});
          expect(await overflow(page), `${what} ${lang} at 320 px`).toBe(0);
          await page.setViewportSize({width: 1200, height: 800});
        }
      };
      // Neither colour can be read as it is: yellow on white, and grey that is neither light nor dark.
      await hosted.client.branding.replace({accent: '#f0c000', background: '#808080'});
      await openCheckout(page, hosted);
      await looks('who are you');
      await subscribe(page, hosted, cards.failsLater, customer);
      await page.goBack();
      await openCheckout(page, hosted, customer);
      await looks('saved card');
      await page.getByRole('radio').last().check();
      await page.locator('card-vault').waitFor();
      expect(await findings(page), 'new card').toEqual([]);
      await hosted.advance(32);
      const portal = await hosted.client.checkout.portalUrl({customer, returnUrl: hosted.shop});
      await page.goto(portal);
      await looks('whose link it is');
      await openOwn(page, portal);
      await looks('portal');
      await page.goto(`${hosted.service.urls.hosted}/checkout/pay`);
      await looks('a refusal');
      expect(watched).toEqual([]);
    });
  });
}
