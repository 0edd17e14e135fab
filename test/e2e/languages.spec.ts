// Further: all languages; `npm test` takes the pseudo-languages, and `test/element/languages-room.test.ts` the form of each.
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {
  directionOf,
  languageNames,
  languageTags,
  pseudoTags,
  type LanguageTag,
} from '../../src/texts/index.js';
import type {Demo} from '../../demo/server.js';
import {ofTheDay} from '../support/turns.js';
import {hostedOf, type Hosted} from './support/hosted-service.js';
import {cards} from './support/hosted.js';
import {
  heldBack,
  painted,
  partsOf,
  plainHead,
  shiftsUntilLive,
  watchLayout,
  type PaintPage,
  type PaintShop,
} from './support/paint-shop.js';
import {broughtFonts, drawsLetters, wrongWords} from './support/room-for-words.js';
import {smokeIf} from './support/smoke.js';
import {test} from './support/worker.js';

interface Shopper {
  readonly page: Page;
  readonly demo: Demo;
  readonly shop: PaintShop;
  readonly hosted: Hosted;
  readonly tag: LanguageTag;
}

/** Screens in the order of a shopper's way; `seen` says that one is in sight. Nothing is found by its words. */
type Way = (shopper: Shopper, seen: (screen: string) => Promise<void>) => Promise<void>;

const inShop: Way = async ({page, demo, tag}, seen) => {
  const form = page.locator('card-vault');
  const save = page.locator('main form button:not([type])').last();
  const open = async (path: string) =>
    page.goto(`${demo.url}${path}${path.includes('?') ? '&' : '?'}lang=${tag}`);
  await open('/');
  await form.locator('iframe').first().waitFor();
  await seen('card form');
  await save.click();
  await form.locator('[part~="error-number"] span').waitFor();
  await seen('card form with errors');
  await fillCard(page, {number: cards.stepUp, securityCode: '123'});
  await save.click();
  await page.getByRole('dialog').waitFor();
  await answerStepUp(page, '0000');
  await seen('the bank’s page, after a wrong code');
  await answerStepUp(page, 'cancel');
  await form.locator('[part~="problem"]').waitFor();
  await seen('not saved');
  await fillCard(page, {number: cards.frictionless, securityCode: '123'});
  await save.click();
  await page.waitForURL('**/account**');
  await page.locator('card-vault-list [part~="card"]').first().waitFor();
  await seen('saved cards');
  // The buttons of a card are shown where a pointer is over it.
  await page.locator('card-vault-list [part~="remove-button"]').first().dispatchEvent('click');
  await page.locator('card-vault-list [part~="undo-button"]').first().waitFor();
  await seen('a card removed');
  await open('/checkout?card=choose');
  await page.locator('card-vault-list, card-vault').first().waitFor();
  await seen('choice of a card');
  await open('/plans');
  await page.locator('card-vault-subscribe button').first().waitFor();
  await seen('boxes');
};

const atService: Way = async ({page, hosted, tag}, seen) => {
  const named = (link: string) => `${link}${link.includes('?') ? '&' : '?'}locale=${tag}`;
  const claim = page.locator('form[action*="/continue"] button');
  const openOwn = async (link: string) => {
    await page.goto(named(link));
    await claim.click();
    await claim.waitFor({state: 'detached'});
  };
  const plan = await hosted.plan({interval_count: 3});
  await page.goto(named(await hosted.client.checkout.subscribeUrl({plan, ...hosted.back})));
  await page.locator('main form button').last().click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  await seen('who are you, with problems');
  const customer = await hosted.customer();
  const link = await hosted.client.checkout.subscribeUrl({plan, customer, ...hosted.back});
  await page.goto(named(link));
  await claim.waitFor();
  await seen('whose link it is');
  await claim.click();
  await page.locator('card-vault [slot="number"] iframe').waitFor();
  await page.locator('#go').click();
  await page.locator('[part~="error-number"] svg').waitFor();
  await seen('a new card, with errors');
  await fillCard(page, {number: cards.noMoney});
  await page.locator('#go').click();
  await page.locator('card-vault [part~="problem"]').waitFor();
  await seen('declined');
  await fillCard(page, {number: cards.frictionless});
  await page.locator('#go').click();
  await page.waitForURL('**/thanks*');
  await openOwn(await hosted.client.checkout.portalUrl({customer, returnUrl: `${hosted.shop}/account`}));
  for (const details of await page.locator('summary').all()) await details.click();
  await seen('subscriptions');
  await page.goto(named(`${hosted.service.urls.hosted}/checkout/session/chk_none`));
  await seen('a link that does not work');
};

const session = 'session-url="/card-vault/session"';
const inForm = (tag: string): string => `<form>${tag}<button id="send">OK</button></form>`;
const field = (name: string): string => `<card-vault-field name="${name}"></card-vault-field>`;
const fieldsOfPage =
  'cardholder-name number expiry security-code country street1 street2 city state postal-code';

/** A form whose parts stand where the page has them. */
const placed: PaintPage = {
  head: '<script type="module" src="/assets/card-vault-parts.js" nonce="NONCE"></script>',
  body: () => `<card-vault ${session}><card-vault-status></card-vault-status>
    ${fieldsOfPage.split(' ').map(field).join('')}<card-vault-button></card-vault-button></card-vault>`,
};

const inComponents: Way = async ({page, demo, shop, tag}, seen) => {
  for (const framework of ['react', 'vue']) {
    await page.goto(`${demo.url}/${framework}/?lang=${tag}`);
    await page.locator('card-vault iframe').first().waitFor();
    await seen(framework);
    await page.locator('main form button.primary').click();
    await page.locator('card-vault [part~="error-number"] span').waitFor();
    await seen(`${framework}, with errors`);
  }
  await page.goto(shop.put({...placed, lang: tag}));
  await page.locator('card-vault-field[name=number] iframe').waitFor();
  await seen('placed parts');
  await page.locator('card-vault-button button').click();
  await page.locator('card-vault-field[name=street1] [part~="error"] span').waitFor();
  await seen('placed parts, with errors');
};

/** How much of a form is where it was at first paint: all parts, or the whole of it after a line that comes back, or most of it. */
type Stays = 'each part' | 'as high' | 'nearly';

/** Each as it is drawn before its script, and with the fields live. */
const fromFirstPaint: Way = async ({page, shop, tag}, seen) => {
  const plain = (attributes = ''): PaintPage => ({
    head: plainHead,
    body: () => inForm(`<card-vault ${session} required ${attributes}></card-vault>`),
  });
  const card = {lang: tag, required: true};
  const all = {...card, cardholderName: true, billingFields: 'full', consent: 'required'} as const;
  const forms: Readonly<Record<string, readonly [PaintPage, Stays]>> = {
    'the plain tag': [plain(), 'as high'],
    // The style sheet knows the words of the notice in each language, those of the consent in none.
    'the plain tag, with a consent': [plain('consent="required" shop-name="Shoe Shop"'), 'nearly'],
    'vault.markup': [{body: (write) => inForm(write(card))}, 'each part'],
    'vault.markup with all fields': [
      {body: (write) => inForm(write({...all, shopName: 'Shoe Shop'}))},
      'each part',
    ],
  };
  await watchLayout(page);
  for (const [name, [form, stays]] of Object.entries(forms)) {
    const release = await heldBack(page, '**/assets/card-vault.js');
    await page.goto(shop.put({...form, lang: tag}), {waitUntil: 'commit'});
    await painted(page);
    const drawn = await partsOf(page);
    await seen(`${name}, before its script`);
    release();
    const shifts = await shiftsUntilLive(page);
    const live = await partsOf(page);
    if (stays === 'each part') expect([shifts, live], name).toEqual([[], drawn]);
    if (stays === 'as high') expect(live['element'], name).toBe(drawn['element']);
    expect(
      shifts.map(parseFloat).reduce((sum, one) => sum + one, 0),
      name,
      // F3, and where it is not reached yet: a Greek consent of three lines, and a notice that loses a line until its words are there.
    ).toBeLessThanOrEqual(stays === 'nearly' ? 0.012 : 0.01);
    await page.locator('#send').click();
    await page.locator('card-vault [part~="error-number"] span').waitFor();
    await seen(`${name}, with errors`);
  }
};

const ways: Readonly<Record<string, Way>> = {
  'in the shop': inShop,
  'at the service': atService,
  'in React, in Vue and in parts of the page': inComponents,
  'from the first paint on': fromFirstPaint,
};

/** Words of twice the length in the shop, and from right to left at the service. */
const isSmoke = (tag: string, way: Way): boolean =>
  (tag === 'en-XA' && way === inShop) || (tag === 'ar-XB' && way === atService);

for (const tag of [...pseudoTags, ...ofTheDay(languageTags)])
  for (const [where, way] of Object.entries(ways)) {
    // A server and a style sheet have no pseudo-language.
    if (way === fromFirstPaint && pseudoTags.some((pseudo) => pseudo === tag)) continue;
    // shows: wcag 1.4.10
    test(`${tag}: no word is cut, lies over another or breaks a number at 320 px, ${where}${smokeIf(isSmoke(tag, way))}`, async ({
      browser,
      demo,
      shop,
    }) => {
      test.setTimeout(180_000);
      const context = await browser.newContext({
        viewport: {width: 320, height: 720},
        reducedMotion: 'reduce',
        extraHTTPHeaders: {'accept-language': tag},
      });
      const page = await context.newPage();
      // Boxes in the place of letters have other widths, and Thai has more of them than letters that stand side by side.
      const name = (languageNames as Partial<Record<LanguageTag, string>>)[tag] ?? '';
      test.skip(!(await drawsLetters(page, name)), `this machine has no font for ${tag}`);
      page.setDefaultTimeout(30_000);
      const wrong: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'font') wrong.push(`asks for the font ${request.url()}`);
      });
      await way({page, demo, shop, hosted: hostedOf(demo.service, demo.url), tag}, async (screen) => {
        expect(await page.evaluate(() => document.documentElement.dir || 'ltr'), screen).toBe(
          directionOf(tag),
        );
        const found = [...(await wrongWords(page)), ...(await broughtFonts(page))];
        if (found.length > 0)
          await page.screenshot({path: test.info().outputPath(`${screen}.png`), fullPage: true});
        wrong.push(...found.map((what) => `${screen}: ${what}`));
      });
      await context.close();
      expect(wrong).toEqual([]);
    });
  }

test('a font that a page brings along is found, in a frame too', async ({page, shop}) => {
  const face = '<style>@font-face { font-family: Own; src: url(/own.woff2) } p { font-family: Own }</style>';
  await page.goto(shop.put({isOpen: true, body: () => `<iframe srcdoc="${face}<p>Words"></iframe>`}));
  expect(await broughtFonts(page)).toEqual([expect.stringContaining('Own')]);
});
