// Further: all languages; `npm test` takes the pseudo-languages, and `test/element/languages-room.test.ts` the form of each.
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {directionOf, languageTags, pseudoTags, type LanguageTag} from '../../src/texts/index.js';
import type {Demo} from '../../demo/server.js';
import {ofTheDay} from '../support/turns.js';
import {hostedOf, type Hosted} from './support/hosted-service.js';
import {cards} from './support/hosted.js';
import {wrongWords} from './support/room-for-words.js';
import {smokeIf} from './support/smoke.js';
import {test} from './support/worker.js';

interface Shopper {
  readonly page: Page;
  readonly demo: Demo;
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
  await page.locator('#problem:focus').waitFor();
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

for (const tag of [...pseudoTags, ...ofTheDay(languageTags)])
  for (const [where, way] of Object.entries({'in the shop': inShop, 'at the service': atService}))
    // shows: wcag 1.4.10
    test(`${tag}: no word is cut, lies over another or breaks a number at 320 px, ${where}${smokeIf(tag.includes('X'))}`, async ({
      browser,
      demo,
    }) => {
      test.setTimeout(180_000);
      const context = await browser.newContext({
        viewport: {width: 320, height: 720},
        reducedMotion: 'reduce',
        extraHTTPHeaders: {'accept-language': tag},
      });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const wrong: string[] = [];
      await way({page, demo, hosted: hostedOf(demo.service, demo.url), tag}, async (screen) => {
        expect(await page.evaluate(() => document.documentElement.dir || 'ltr'), screen).toBe(
          directionOf(tag),
        );
        const found = await wrongWords(page);
        if (found.length > 0)
          await page.screenshot({path: test.info().outputPath(`${screen}.png`), fullPage: true});
        wrong.push(...found.map((what) => `${screen}: ${what}`));
      });
      await context.close();
      expect(wrong).toEqual([]);
    });
