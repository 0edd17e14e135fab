// Further: every state at five widths; `test/e2e/golden.spec.ts` holds the boxes of each state.
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {hostedOf, type Hosted} from './support/hosted-service.js';
import {cards, openOwn, subscribe} from './support/hosted.js';
import {ending, openShop, test} from './support/shop.js';
import type {Demo} from '../../demo/server.js';

const widths = [240, 280, 320, 360, 390];

interface Shop {
  readonly page: Page;
  readonly demo: Demo;
  readonly hosted: Hosted;
}

/**
 * What is wrong with a page of some width: it scrolls sideways, or a part of a form stands out of the box around the form. The
 * bank's pages and the hosted fields count as pages. Measured at once after the size is changed, without a wait: this is layout.
 */
async function wrongAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({width, height: 700});
  const wrong: string[] = [];
  for (const frame of page.frames()) {
    const found = await frame
      .evaluate(() => {
        const {scrollWidth, clientWidth} = document.documentElement;
        const out = [...document.querySelectorAll('card-vault, card-vault-list')].flatMap((element) => {
          const room = element.parentElement!.getBoundingClientRect();
          const parts = [
            element,
            ...(element.shadowRoot?.querySelectorAll(
              '[part~="box"], [part~="tool"], [part~="save-button"]',
            ) ?? []),
          ];
          return parts.filter((part) => {
            const {left, right, width: own} = part.getBoundingClientRect();
            return own > 0 && (left < room.left - 0.5 || right > room.right + 0.5);
          });
        });
        return [
          ...(scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth} px`] : []),
          ...out.map((part) => `${part.getAttribute('part') ?? part.localName} stands out`),
        ];
      })
      // A frame that has just gone has no width.
      .catch(() => []);
    const {pathname} = new URL(frame.url(), 'https://frame.example');
    wrong.push(...found.map((what) => `${pathname} ${what}`));
  }
  return wrong;
}

/** Each page with a form, in each of its states, one after the other: `seen` says that a state is in sight. */
type Walk = (shop: Shop, seen: (state: string) => Promise<void>) => Promise<void>;

const checkout: Walk = async ({page, hosted}, seen) => {
  const plan = await hosted.plan({name: 'The box with the longest name that a farm has ever given to a box'});
  const open = async (customer?: string) => {
    const request = {plan, ...(customer !== undefined && {customer}), ...hosted.back};
    const link = await hosted.client.checkout.subscribeUrl(request);
    await (customer === undefined ? page.goto(link) : openOwn(page, link));
  };
  const go = page.locator('#go');
  await open();
  await seen('who are you');
  await page.getByRole('button', {name: 'Continue to payment'}).click();
  await page.getByText('Enter your first name').waitFor();
  await seen('who are you, with problems');

  const customer = await hosted.customer();
  await page.goto(await hosted.client.checkout.subscribeUrl({plan, customer, ...hosted.back}));
  await seen('whose link it is');
  await open(customer);
  await page.locator('card-vault [slot="number"] iframe').waitFor();
  await seen('a new card');
  await go.click();
  await page.locator('[part~="error-number"] svg').waitFor();
  await seen('a new card, with errors');
  await fillCard(page, {number: cards.stepUp});
  await go.click();
  await page.getByRole('dialog').waitFor();
  await seen('the bank asks');
  await answerStepUp(page, 'cancel');
  await page.locator('card-vault [part~="problem"]').waitFor();
  await seen('not saved');

  await open(customer);
  await fillCard(page, {number: cards.noMoney});
  await go.click();
  await page.locator('card-vault [part~="problem"]').waitFor();
  await seen('declined');
  await fillCard(page, {number: cards.frictionless});
  await go.click();
  await page.waitForURL('**/thanks*');

  await open(customer);
  await page.getByRole('radio').first().waitFor();
  await seen('a saved card');
  await page.getByRole('radio').last().check();
  await page.locator('card-vault [slot="number"] iframe').waitFor();
  await seen('a new card instead of a saved one');

  const portal = await hosted.client.checkout.portalUrl({customer, returnUrl: `${hosted.shop}/account`});
  await openOwn(page, portal);
  for (const details of await page.locator('summary').all()) await details.click();
  await seen('the portal');
  await page.getByRole('link', {name: /Change card/}).click();
  await page.getByRole('radio').last().check();
  await page.locator('card-vault [slot="number"] iframe').waitFor();
  await seen('change card');

  const {token: tracker} = await hosted.client.trackers.create({
    ...{customer, currency: 'PKR', accountVerification: false, entryMode: 'flex'},
  });
  const {redirectUrl, cancelUrl} = hosted.back;
  await openOwn(page, await hosted.client.checkout.embeddedUrl({tracker, redirectUrl, cancelUrl}));
  await fillCard(page, {number: cards.frictionless});
  await seen('a card to save');
  await go.click();
  await page.getByRole('heading', {name: 'Your card is saved'}).waitFor();
  await seen('a saved card, and the way back');
};

const demoShop: Walk = async ({page, demo}, seen) => {
  // The shop keeps the page as it is, so that the ending can be looked at.
  await page.route('**/account/cards*', (route) => route.fulfill({status: 204}));
  await openShop(page, demo);
  await seen('save a card');
  await page.getByRole('button', {name: 'Save card'}).click();
  await page.locator('[part~="error-number"] svg').waitFor();
  await seen('save a card, with errors');
  await fillCard(page, {number: cards.stepUp, securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  await page.getByRole('dialog').waitFor();
  await seen('the bank asks');
  await answerStepUp(page, '1234');
  expect((await ending(page)).outcome).toBe('saved');
  await page.locator('card-vault [part~="outcome"]').first().waitFor();
  await seen('saved');
  await openShop(page, demo, {'step-up': 'inline'});
  await fillCard(page, {number: cards.stepUp, securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  await page.locator('card-vault').locator('iframe').first().waitFor();
  await seen('the bank asks in the page');
  await answerStepUp(page, 'cancel');
  expect((await ending(page, 2)).outcome).toBe('stopped');
  await seen('not saved');
  await openShop(page, demo, {entry: 'raw'});
  await seen('typed into the shop’s own page');
  for (const path of ['account', 'checkout', 'checkout?card=choose', 'react', 'vue', 'plans'])
    for (const lang of ['en', 'ur']) {
      await page.goto(`${demo.url}/${path}${path.includes('?') ? '&' : '?'}lang=${lang}`);
      await page
        .locator(path === 'plans' ? 'card-vault-subscribe' : 'card-vault, card-vault-list')
        .first()
        .waitFor();
      await seen(`/${path} ${lang}`);
    }
};

const dashboard: Walk = async ({page, demo, hosted}, seen) => {
  await subscribe(page, hosted, cards.frictionless, await hosted.customer());
  await page.goto(`${demo.service.urls.api}/`);
  const tabs = page.getByRole('navigation', {name: 'Views'}).getByRole('link');
  await tabs.first().waitFor();
  for (const tab of await tabs.all()) {
    await tab.click();
    await page.getByRole('heading', {name: await tab.innerText(), exact: true}).waitFor();
    await expect(page.getByText('Asking the service…')).toHaveCount(0);
    await seen(`dashboard: ${await tab.innerText()}`);
  }
};

for (const [name, walk] of Object.entries({checkout, demoShop, dashboard}))
  // shows: wcag 1.4.10
  test(`no page with a form scrolls sideways on a phone, in any state: ${name}`, async ({page, demo}) => {
    const wrong: string[] = [];
    await page.setViewportSize({width: 390, height: 700});
    await walk({page, demo, hosted: hostedOf(demo.service, demo.url)}, async (state) => {
      for (const width of widths)
        wrong.push(...(await wrongAt(page, width)).map((what) => `${state}, ${width} px: ${what}`));
    });
    expect(wrong).toEqual([]);
  });
