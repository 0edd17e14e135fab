import {expect} from '@playwright/test';
import type {MarkupOptions} from 'card-vault/server';
import {policyViolations, test as base} from './support/shop.js';
import {
  heldBack,
  painted,
  partsOf,
  plainHead,
  shiftsUntilLive,
  startPaintShop,
  watchLayout,
  type PaintShop,
} from './support/paint-shop.js';

const test = base.extend<object, {shop: PaintShop}>({
  shop: [
    async ({demo}, use) => {
      const shop = await startPaintShop(demo);
      await use(shop);
      await shop.close();
    },
    {scope: 'worker'},
  ],
});

const widths = {
  phone: {width: 390, height: 844},
  narrow: {width: 270, height: 700},
  desktop: {width: 1200, height: 900},
};

interface Form {
  readonly attributes: string;
  readonly options: MarkupOptions;
  /** Without a form around the tag. */
  readonly alone?: true;
  readonly lang?: string;
}
const forms: Readonly<Record<string, Form>> = {
  'a form with a button': {attributes: 'required', options: {required: true}},
  'no form around it': {attributes: '', options: {saveButton: true}, alone: true},
  'the name and the postal code': {
    attributes: 'cardholder-name billing-fields="postal"',
    options: {cardholderName: true, billingFields: 'postal'},
  },
  'the whole address': {attributes: 'billing-fields="full"', options: {billingFields: 'full'}},
  'the inline layout': {attributes: 'layout="inline"', options: {layout: 'inline'}},
  'the compact layout': {
    attributes: 'layout="compact" cardholder-name',
    options: {layout: 'compact', cardholderName: true},
  },
  'a page in Urdu': {attributes: '', options: {lang: 'ur'}, lang: 'ur'},
};

const around = (tag: string, alone?: true): string =>
  alone ? tag : `<form action="/cards" method="post">${tag}<button id="send">Save card</button></form>`;

for (const [size, viewport] of Object.entries(widths))
  for (const [name, {attributes, options, alone, lang = 'en'}] of Object.entries(forms)) {
    test(`nothing moves until the fields are live: plain tag, ${name}, ${size}`, async ({page, shop}) => {
      await page.setViewportSize(viewport);
      await watchLayout(page);
      const release = await heldBack(page, '**/assets/card-vault.js');
      const tag = `<card-vault session-url="/card-vault/session" ${attributes}></card-vault>`;
      await page.goto(shop.put({lang, head: plainHead, body: () => around(tag, alone)}), {
        waitUntil: 'commit',
      });
      await painted(page);
      const {element} = await partsOf(page);
      release();
      expect(await shiftsUntilLive(page)).toEqual([]);
      expect((await partsOf(page))['element']).toBe(element);
    });

    test(`nothing moves until the fields are live: vault.markup, ${name}, ${size}`, async ({page, shop}) => {
      await page.setViewportSize(viewport);
      await watchLayout(page);
      const release = await heldBack(page, '**/assets/card-vault.js');
      await page.goto(shop.put({lang, body: (tag) => around(tag(options), alone)}), {waitUntil: 'commit'});
      await painted(page);
      const skeleton = await partsOf(page);
      expect(Object.keys(skeleton)).toContain('box-security-code');
      release();
      expect(await shiftsUntilLive(page)).toEqual([]);
      const live = await partsOf(page);
      if (options.layout === 'compact')
        for (const part of Object.keys(live))
          if (/label-[nes]/.test(part) && part !== 'label-name') delete live[part];
      expect(skeleton).toEqual(live);
      expect(policyViolations(page)).toEqual([]);
    });
  }
