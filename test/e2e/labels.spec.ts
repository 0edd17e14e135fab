// Further: each placement of the labels with each form of the expiry; `test/e2e/golden.spec.ts` holds their boxes.
import {expect, type Page} from '@playwright/test';
import {ofTheDay} from '../support/turns.js';
import {crowdingOf, cutOff} from './support/crowding.js';
import {findings} from './support/findings.js';
import {cards} from './support/hosted.js';
import {plainHead, typeInto} from './support/paint-shop.js';
import {forcePseudoClasses} from './support/pseudo-classes.js';
import {ready, test} from './support/shop.js';

const placements = ['above', 'inside', 'floating'] as const;
const expiries = ['one', 'two', 'lists'] as const;
type Expiry = (typeof expiries)[number];

const tag = (page: Page) => page.locator('card-vault');

/** Two frames after a change of the page, it is drawn and what it begins has begun. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function fillOwn(page: Page, expiry: Expiry): Promise<void> {
  const part = (name: string) => page.locator(`card-vault [part~="input-${name}"]`);
  await part('name').fill('Ada Shopper');
  if (expiry === 'one') return part('expiry').fill('01/31');
  for (const [name, text, index] of [
    ['expiry-month', '01', 1],
    ['expiry-year', '31', 5],
  ] as const)
    await (expiry === 'two' ? part(name).fill(text) : part(name).selectOption({index}));
}

/** What shoppers come through, one after the other. */
const states: Readonly<Record<string, (page: Page, expiry: Expiry) => Promise<void>>> = {
  empty: async () => undefined,
  'with errors': async (page) => {
    await page.locator('card-vault [part~="save-button"]').click();
    for (const field of ['number', 'expiry', 'security-code', 'name'])
      await page.locator(`card-vault [part~="error-${field}"] svg`).waitFor();
  },
  'filled in': async (page, expiry) => {
    for (const [slot, kind, text] of [
      ['number', 'cc-number', cards.stepUp],
      ['security-code', 'cc-csc', '123'],
    ] as const) {
      const frame = page.frameLocator(`card-vault [slot="${slot}"] iframe`);
      await typeInto(frame.locator(`input[autocomplete="${kind}"]`), text);
    }
    await fillOwn(page, expiry);
    await tag(page).evaluate((element: HTMLElement) =>
      (element.shadowRoot!.activeElement as HTMLElement)?.blur(),
    );
    await expect(page.locator('card-vault .error svg')).toHaveCount(0);
  },
  'filled in by the browser': (page) =>
    forcePseudoClasses(page, ({nodeName}) => /^(INPUT|SELECT)$/.test(nodeName), ['autofill']),
};

/** Ways in which a page is looked at. Each begins where the plain one has been. */
const looks: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  plain: async () => undefined,
  'from right to left': (page) =>
    tag(page).evaluate((element) => {
      element.setAttribute('locale', 'ar');
      document.documentElement.dir = 'rtl';
    }),
  'text of 200 %': (page) => page.evaluate(() => (document.documentElement.style.fontSize = '200%')),
  'page of 200 %': async (page) => {
    const cdp = await page.context().newCDPSession(page);
    const size = {width: 320, height: 800, deviceScaleFactor: 2, mobile: false};
    await cdp.send('Emulation.setDeviceMetricsOverride', size);
    await cdp.detach();
  },
  'forced colours': (page) => page.emulateMedia({forcedColors: 'active', reducedMotion: 'reduce'}),
};

async function plainAgain(page: Page): Promise<void> {
  await page.emulateMedia({forcedColors: 'none', reducedMotion: 'reduce'});
  await page.evaluate(() => {
    document.documentElement.removeAttribute('style');
    document.documentElement.removeAttribute('dir');
    document.querySelector('card-vault')!.removeAttribute('locale');
  });
  await page.setViewportSize({width: 320, height: 800});
}

/** What is wrong with the form as it is seen now. */
async function wrongOf(page: Page, look: string): Promise<string[]> {
  await page.waitForFunction(
    (dir) =>
      document.querySelector('card-vault')!.shadowRoot!.querySelector<HTMLElement>('.base')!.dir === dir,
    look === 'from right to left' ? 'rtl' : '',
  );
  await drawn(page);
  const wrong = await tag(page).evaluate(crowdingOf);
  wrong.push(...(await tag(page).evaluate(cutOff)));
  // An example of a number in text of 200 % is wider than this page, and ends in dots.
  if (look !== 'text of 200 %')
    for (const frame of page.frames().slice(1))
      wrong.push(...(await frame.locator(':root').evaluate(cutOff)));
  if (look === 'forced colours')
    wrong.push(
      ...(await page
        .locator('card-vault .box')
        .evaluateAll((boxes) =>
          boxes
            .filter(
              (box) =>
                getComputedStyle(box).borderTopColor === getComputedStyle(document.body).backgroundColor,
            )
            .map((box) => `the border of ${box.className} is not seen`),
        )),
    );
  return wrong;
}

for (const labels of placements)
  for (const expiry of ofTheDay(expiries, 3))
    // shows: wcag 1.4.4 1.4.10 1.4.12
    test(`labels ${labels}, expiry ${expiry}: nothing is covered or cut at 320 pixels`, async ({
      page,
      shop,
    }) => {
      test.slow();
      await page.setViewportSize({width: 320, height: 800});
      await page.emulateMedia({reducedMotion: 'reduce'});
      const options = `label-placement="${labels}" expiry-fields="${expiry}" cardholder-name`;
      await page.goto(
        shop.put({
          head: `${plainHead}<style nonce="NONCE">body { margin: 8px; font-family: sans-serif; background: Canvas; color: CanvasText }</style>`,
          body: () =>
            `<main><h1>Card</h1><card-vault session-url="/card-vault/session" ${options}></card-vault></main>`,
        }),
      );
      await ready(page);
      if (expiry !== 'one') await page.locator('card-vault [part~="input-expiry-year"]').waitFor();
      await page.locator('card-vault [part~="code-mark"]').waitFor({state: 'attached'});
      const found: string[] = [];
      for (const [state, enter] of Object.entries(states)) {
        await enter(page, expiry);
        for (const [look, begin] of Object.entries(looks)) {
          await begin(page);
          const wrong = await wrongOf(page, look);
          // The system's palette is the shopper's: axe judges the sheet's colours, which are not drawn then.
          if (/errors|filled in$/.test(state) && /plain|forced/.test(look))
            wrong.push(...(await findings(page, look === 'plain' ? [] : ['color-contrast'])));
          found.push(...wrong.map((one) => `${state}, ${look}: ${one}`));
          await plainAgain(page);
        }
      }
      expect(found).toEqual([]);
    });
