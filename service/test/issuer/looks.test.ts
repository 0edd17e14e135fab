// Further: every language, scheme and width; their texts: `service/test/issuer/issuer.test.ts`.
import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import type {FrameLocator} from 'playwright';
import {challengeWindows} from '../../../src/protocol/index.js';
import {BankStage, right} from './stage.js';

describe('how the issuer’s pages look', () => {
  const stage = new BankStage();
  const sizes = [
    ...Object.values(challengeWindows).flatMap((size) => (size ? [[size.width, size.height]] : [])),
    [1280, 800],
  ];

  /** Text settings of other machines and shoppers: other fonts, wider letters, text a fifth larger. */
  const texts = ['DejaVu Sans', 'Verdana', 'serif', 'monospace, monospace'].flatMap((family) =>
    [1, 1.2].flatMap((scale) => [0, 0.1].map((spacing) => ({family, scale, spacing}))),
  );
  /** How many pixels do not fit into the frame with each text: those to scroll, and those of the form below the edge. */
  const overflow = (frame: FrameLocator, settings: typeof texts) =>
    frame.locator('html').evaluate((root, all) => {
      const found = all.map(({family, scale, spacing}) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`html { font-size: ${87.5 * scale}% !important }
          * { font-family: ${family} !important; letter-spacing: ${spacing}em !important }`);
        document.adoptedStyleSheets = [sheet];
        const form = document.querySelector('#code-form:not([hidden]), #question')!.getBoundingClientRect();
        const x = root.scrollWidth - root.clientWidth;
        const y = root.scrollHeight - root.clientHeight;
        const below = Math.max(0, form.bottom - innerHeight);
        return x || y || below ? {family, scale, spacing, x, y, below} : undefined;
      });
      document.adoptedStyleSheets = [];
      return found.filter(Boolean);
    }, settings);

  /** Gives the frame each size in turn. */
  const inEverySize = async (frame: FrameLocator, check: (size: string) => Promise<void>) => {
    for (const [width, height] of sizes as [number, number][]) {
      await stage.page.setViewportSize({width: Math.max(width, 320), height: Math.max(height, 480)});
      await stage.page.locator('iframe').evaluate(
        (element, size) => {
          element.style.inlineSize = `${size.width}px`;
          element.style.blockSize = `${size.height}px`;
        },
        {width, height},
      );
      await frame.locator('html').evaluate(
        (root, size) =>
          new Promise<void>((done) => {
            const look = () =>
              innerWidth === size.width && innerHeight === size.height ? done() : requestAnimationFrame(look);
            look();
            return root;
          }),
        {width, height},
      );
      await check(`${width}x${height}`);
    }
  };
  const picture = async (name: string) => {
    if (!process.env.CARD_VAULT_SCREENSHOTS) return;
    await stage.page
      .locator('iframe')
      .screenshot({path: `${process.env.CARD_VAULT_SCREENSHOTS}/${name}.png`});
  };
  const axeFindsNothing = async () => {
    const {violations} = await new AxeBuilder({page: stage.page})
      .options({resultTypes: ['violations']})
      .include('iframe')
      .analyze();
    assert.deepEqual(
      violations.map(({id, nodes}) => [id, ...nodes.map(({html}) => html)]),
      [],
    );
  };

  for (const colorScheme of ['light', 'dark'] as const) {
    // shows: wcag 1.3.4
    it(`fits in every size, ${colorScheme}, and axe finds nothing`, async () => {
      await stage.page.emulateMedia({colorScheme});
      const {frame} = await stage.open();
      await stage.type(frame, '0000');
      await frame.getByText('2 tries left.').waitFor();
      await inEverySize(frame, async (size) => {
        await picture(`step-up-${size}-${colorScheme}`);
        assert.deepEqual(await overflow(frame, texts), [], size);
        await axeFindsNothing();
      });
    });
  }

  it('keeps the ring of the code off the words around it, in every size', async () => {
    const {frame} = await stage.open();
    await stage.type(frame, '0000');
    await frame.getByText('2 tries left.').waitFor();
    await inEverySize(frame, async (size) => {
      const covered = await frame.locator('#code').evaluate((code) => {
        code.focus();
        const {outlineWidth, outlineOffset} = getComputedStyle(code);
        const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
        const {top, bottom} = code.getBoundingClientRect();
        const alert = document.querySelector('.messages [role="alert"]')!.getBoundingClientRect();
        const label = document.querySelector('label[for="code"]')!.getBoundingClientRect();
        return {
          ring: parseFloat(outlineWidth) >= 3,
          above: label.bottom - (top - reach) > 0.5,
          below: bottom + reach - alert.top > 0.5,
        };
      });
      assert.deepEqual(covered, {ring: true, above: false, below: false}, size);
    });
  });

  // Letters of Arabic script are joined, so spacing would tear words apart.
  const joined = texts.filter(({spacing}) => spacing === 0);
  const others = [
    ...[['en', 'app'] as const, ['en', 'passkey'] as const],
    ...(['ar', 'ur'] as const).flatMap((language) =>
      (['code', 'app', 'passkey'] as const).map((kind) => [language, kind] as const),
    ),
  ];
  for (const [language, kind] of others) {
    it(`fits in every size when it asks by ${kind} in ${language}`, async () => {
      stage.deps.settings.stepUp = kind;
      const {frame} = await stage.open(right, {language});
      if (kind === 'code') {
        await frame.locator('#code').fill('0000');
        await frame.locator('#confirm').click();
      }
      if (kind === 'passkey') await frame.locator('#use-passkey').click();
      await frame.locator('.messages p:not(:empty)').first().waitFor();
      await inEverySize(frame, async (size) => {
        await picture(`step-up-${kind}-${language}-${size}`);
        assert.deepEqual(await overflow(frame, joined), [], size);
      });
      await axeFindsNothing();
    });
  }

  it('keeps its order from right to left, and everything is visible in forced colours', async () => {
    await stage.page.emulateMedia({forcedColors: 'active'});
    const {frame} = await stage.open(right, {language: 'ar'});
    const positionOf = async (id: string) => (await frame.locator(id).boundingBox())!.x;
    assert.ok((await positionOf('#resend')) > (await positionOf('#cancel')));
    const border = await frame
      .locator('#cancel')
      .evaluate((button) => getComputedStyle(button).borderTopWidth);
    assert.equal(border, '1px');
  });
});
