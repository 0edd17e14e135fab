import {readdirSync} from 'node:fs';
import {expect} from '@playwright/test';
import {shopNames} from '../../demo/server/shops.js';
import {findings} from './support/findings.js';
import {plainHead} from './support/paint-shop.js';
import {fieldsLive, ready, test} from './support/shop.js';

const presets = readdirSync('src/element/presets').map((file) => file.replace('.css', ''));

test('each preset passes axe in light and dark, and with forced colours', async ({page, shop}) => {
  test.slow();
  const head = `${plainHead}<link id="preset" rel="stylesheet" href="/assets/presets/plain.css">
    <style nonce="NONCE">body { background: Canvas; color: CanvasText }
    :root:has([href*='night']) { color-scheme: dark }</style>`;
  await page.goto(
    shop.put({head, body: () => '<card-vault session-url="/card-vault/session"></card-vault>'}),
  );
  await ready(page);
  const found: string[] = [];
  for (const preset of presets) {
    await page.evaluate(
      (href) =>
        new Promise((loaded) => {
          const link = document.querySelector<HTMLLinkElement>('#preset')!;
          link.onload = loaded;
          link.href = href;
        }),
      `/assets/presets/${preset}.css?again`,
    );
    for (const look of [
      {colorScheme: 'light', forcedColors: 'none'},
      {colorScheme: 'dark', forcedColors: 'none'},
      {colorScheme: 'light', forcedColors: 'active'},
    ] as const) {
      await page.emulateMedia({...look, reducedMotion: 'reduce'});
      // Colours are drawn, and what they begin has begun, with the second frame.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const name = `${preset}, ${look.colorScheme}, forced colours ${look.forcedColors}`;
      // The system's palette is the shopper's: axe judges the sheet's colours, which are not drawn then.
      const rules = look.forcedColors === 'active' ? ['color-contrast'] : [];
      found.push(...(await findings(page, rules)).map((finding) => `${name}: ${finding}`));
    }
  }
  expect(found).toEqual([]);
});

test('under a finger boxes stay 44 pixels high and text 16 pixels large @smoke', async ({browser, shop}) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: {width: 390, height: 800},
  });
  const page = await context.newPage();
  const small = `<style nonce="NONCE">card-vault { --card-vault-field-height: 20px; --card-vault-field-text-size: 9px }</style>`;
  await page.goto(
    shop.put({
      head: plainHead + small,
      body: () => '<card-vault session-url="/card-vault/session"></card-vault>',
    }),
  );
  await page.locator('card-vault [part~="input-expiry"]').waitFor();
  const sizes = await page.locator('card-vault').evaluate((tag) => {
    const part = (name: string) => tag.shadowRoot!.querySelector(`[part~="${name}"]`)!;
    return [part('box-number').clientHeight + 2, getComputedStyle(part('input-expiry')).fontSize];
  });
  expect(sizes).toEqual([44, '16px']);
  await context.close();
});

for (const name of Object.keys(shopNames))
  test(`the shop "${name}" is whole on phone and desk, in light and dark`, async ({page, demo}) => {
    test.slow();
    for (const width of [360, 1200])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({width, height: 900});
        await page.emulateMedia({colorScheme, reducedMotion: 'reduce'});
        await page.goto(`${demo.url}/shops/${name}`);
        await fieldsLive(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await findings(page), `${width}, ${colorScheme}`).toEqual([]);
      }
  });
