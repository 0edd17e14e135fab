// Further: room for rows in each language; the list: `test/e2e/list.spec.ts`.
import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ready, test} from './support/shop.js';
import {heldBack, painted, plainHead, shiftsSoFar, watchLayout} from './support/paint-shop.js';

interface List extends HTMLElement {
  whenReady(): Promise<void>;
}

/** Saves a card as the shop's shopper; how many cards there are then. */
async function cardsAfterSaving(page: Page, plainPage: string): Promise<number> {
  await page.goto(plainPage);
  await ready(page);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  await page.locator('#send').click();
  await page.getByText('Sent', {exact: true}).waitFor();
  return page.evaluate(async () => {
    const answer = await fetch('/card-vault/payment-methods');
    return ((await answer.json()) as {payment_methods: unknown[]}).payment_methods.length;
  });
}

const button = (page: Page) => page.locator('#send').boundingBox();

for (const [name, content] of [
  ['words of its own', ''],
  ['a heading of the page', '<span slot="heading">Your box is paid with</span>'],
  [
    'a form of the page for another card',
    '<card-vault slot="another" session-url="/card-vault/session"></card-vault>',
  ],
] as const)
  for (const lang of ['en', 'ur'])
    test(`a list of as many rows as the page expects moves nothing: ${name}, ${lang}`, async ({
      page,
      shop,
    }) => {
      const form = (inside: string) =>
        `<form action="/cards" method="post">${inside}<button id="send">Pay</button></form>`;
      const plain = form('<card-vault session-url="/card-vault/session" name="pm" required></card-vault>');
      const cards = await cardsAfterSaving(page, shop.put({head: plainHead, body: () => plain}));
      await page.setViewportSize({width: 1200, height: 900});
      await watchLayout(page);
      const releaseScript = await heldBack(page, '**/assets/card-vault-list.js');
      const releaseCards = await heldBack(page, '**/card-vault/payment-methods');
      const head = `${plainHead.replace('card-vault.js', 'card-vault-list.js')}
        <style nonce="NONCE">card-vault-list { --card-vault-rows: ${cards + 1} }</style>`;
      const list = form(
        `<card-vault-list name="pm" required session-url="/card-vault/session">${content}</card-vault-list>`,
      );
      await page.goto(shop.put({lang, head, body: () => list}), {waitUntil: 'commit'});
      await painted(page);
      const before = await button(page);
      releaseScript();
      await expect(page.locator('card-vault-list [part~="card-loading"]').first()).toBeVisible();
      expect(await button(page)).toEqual(before);
      releaseCards();
      await page.locator('card-vault-list').evaluate((element: List) => element.whenReady());
      expect(await shiftsSoFar(page)).toEqual([]);
      expect(await button(page)).toEqual(before);
    });
