// Further: pages whose globals are replaced; changed pages: `test/e2e/strangers/libraries.spec.ts`.
import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {test as recorded} from '../support/shop.js';
import {replacedBy as loaded} from '../support/replaced-by.js';
import {plainHead, typeInto, type TagWriter} from '../support/paint-shop.js';

/** Nothing is recorded in the page: what records cannot speak through what these pages have replaced. */
const test = recorded.extend({recorded: async ({}, use) => use()});

const number = '4000000000002701';
const inFrame = (page: Page, slot: string) =>
  page.frameLocator(`card-vault-field[name=${slot}] iframe`).locator('input').first();

/** What stands in the shop's form, and what the shopper does there before the button is pressed. */
const ways: Readonly<
  Record<
    string,
    {
      readonly script?: string;
      readonly body: (tag: TagWriter) => string;
      readonly enter: (page: Page) => Promise<void>;
    }
  >
> = {
  'the plain tag': {
    script: 'card-vault',
    body: () => '<card-vault session-url="/card-vault/session" name="method" required></card-vault>',
    enter: (page) => fillCard(page, {number, securityCode: '123'}),
  },
  'the drawn form': {
    body: (tag) => tag({name: 'method', required: true}),
    enter: (page) => fillCard(page, {number, securityCode: '123'}),
  },
  'placed parts': {
    script: 'card-vault-parts',
    body: () =>
      `<card-vault session-url="/card-vault/session" name="method" required>
      <card-vault-field name="number"></card-vault-field>
      <card-vault-field name="expiry-month" select></card-vault-field>
      <card-vault-field name="expiry-year" select></card-vault-field>
      <card-vault-field name="security-code"></card-vault-field></card-vault>`,
    enter: async (page) => {
      await page.getByLabel('Expiry month').selectOption('01');
      await page.getByLabel('Expiry year').selectOption('29');
      await typeInto(inFrame(page, 'number'), number);
      await typeInto(inFrame(page, 'security-code'), '123');
    },
  },
  'a list of saved cards': {
    script: 'card-vault-list',
    body: () =>
      '<card-vault-list session-url="/card-vault/session" name="method" required preselect="none"></card-vault-list>',
    enter: async (page) => {
      await page.getByRole('button', {name: 'Pay'}).click();
      await expect(page.getByText('Choose a card').first()).toBeVisible();
      await page.getByRole('radio').first().check();
    },
  },
};

/** The shop's shopper has a card, saved on a page that has replaced nothing. */
test.beforeAll(async ({browser, shop}) => {
  const page = await browser.newPage();
  await page.goto(
    shop.put({
      head: plainHead,
      body: (tag) =>
        `<form method="post" action="/order">${ways['the drawn form']!.body(tag)}<button>Pay</button></form>`,
    }),
  );
  await fillCard(page, {number, securityCode: '123'});
  await page.getByRole('button', {name: 'Pay'}).click();
  await page.getByText('Sent', {exact: true}).waitFor();
  await page.close();
});

for (const [name, source] of Object.entries(loaded))
  for (const [way, {script, body, enter}] of Object.entries(ways)) {
    // The parts find each other by events of a library, which are none where `Event` is another's.
    if (name === 'MooTools' && way === 'placed parts') continue;
    test(`a page that has loaded ${name} gets a card by ${way}`, async ({page, shop}) => {
      const thrown: string[] = [];
      page.on('pageerror', (error) => thrown.push(error.message));
      const tags = script ? plainHead.replace('card-vault.js', `${script}.js`) : '';
      await page.goto(
        shop.put({
          head: `<script nonce="NONCE">${source}</script>${tags}`,
          body: (tag) =>
            `<form method="post" action="/order"><input name="length" value="3">${body(tag)}<button>Pay</button></form>`,
        }),
      );
      await enter(page);
      const before = shop.posted.length;
      await page.getByRole('button', {name: 'Pay'}).click();
      await expect
        .poll(() => shop.posted.slice(before))
        .toEqual([expect.stringMatching(/^length=3&method=pm_/)]);
      expect(thrown).toEqual([]);
    });
  }
