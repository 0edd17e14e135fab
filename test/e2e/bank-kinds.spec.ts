import {expect, type FrameLocator, type Page} from '@playwright/test';
import {answerStepUp, chooseStepUp, fillCard, type StepUpKind} from 'card-vault/testing';
import type {Demo} from '../../demo/server.js';
import {sharePasskey} from '../../service/test/issuer/virtual-authenticator.js';
import {ending, openShop, policyViolations, test} from './support/shop.js';
import {smokeIf} from './support/smoke.js';

/** A slow machine is no failure. */
const patience = {timeout: 180_000};
const asked = {number: '4000000000002503', securityCode: '123'};

const choose = (demo: Demo, kind: StepUpKind | null) =>
  chooseStepUp(demo.service.urls.api, demo.service.keys.secretKey, kind);

test.afterEach(({demo}) => choose(demo, null));

type Place = 'dialog' | 'inline' | 'redirect';

/** Where the bank's page is: in the shell's frame inside the element's, or instead of the page. */
const bankOf = (page: Page, place: Place): Page | FrameLocator =>
  place === 'redirect'
    ? page
    : page.frameLocator('iframe[src*="/card-vault/frame"]:not([aria-hidden])').frameLocator('iframe');

async function save(page: Page, demo: Demo, kind: StepUpKind, switches: Record<string, string>) {
  await choose(demo, kind);
  await openShop(page, demo, switches);
  await fillCard(page, asked);
  await page.locator('form:has(card-vault) button.primary').click();
}

/** Makes a passkey in the page that the bank opens for it, and lets the shop's page hold it, too. */
async function confirmByPasskey(page: Page, place: Place): Promise<void> {
  const bank = bankOf(page, place);
  const [maker] = await Promise.all([page.context().waitForEvent('page'), bank.locator('#open').click()]);
  await maker.locator('#create-passkey').waitFor();
  const closed = maker.waitForEvent('close');
  await sharePasskey(maker, page, () => maker.locator('#create-passkey').click());
  await closed;
  await bank.locator('#use-passkey').click();
}

const ways: Readonly<Record<'app' | 'window' | 'passkey', (page: Page, place: Place) => Promise<void>>> = {
  app: (page) => answerStepUp(page, 'approve', patience),
  window: (page) => answerStepUp(page, '1234', patience),
  passkey: confirmByPasskey,
};

for (const kind of ['app', 'window', 'passkey'] as const)
  for (const place of ['dialog', 'inline', 'redirect'] as const)
    // shows: peers 44
    test(`the bank asks by ${kind}, ${place}: the card is saved${smokeIf(place === 'dialog' && kind === 'passkey')}`, async ({
      page,
      demo,
    }) => {
      await save(page, demo, kind, {'step-up': place, stay: 'on'});
      await ways[kind](page, place);
      expect(await ending(page)).toMatchObject({outcome: 'saved'});
      expect(policyViolations(page)).toEqual([]);
    });

test('the drawer chooses how the bank asks; the bank speaks the language of the shop', async ({
  page,
  demo,
}) => {
  await openShop(page, demo, {lang: 'ar', stay: 'on'});
  const list = page.getByLabel('When a card is asked, the bank');
  await expect(list).toHaveValue('code');
  await list.selectOption('asks in the bank’s app');
  await expect(page.getByText('Open the app from the bank’s page')).toBeVisible();
  await fillCard(page, asked);
  await page.locator('form:has(card-vault) button.primary').click();
  const bank = bankOf(page, 'dialog');
  await expect(bank.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(bank.locator('html')).toHaveAttribute('dir', 'rtl');
  await answerStepUp(page, 'decline', patience);
  expect(await ending(page)).toMatchObject({outcome: 'stopped', cause: 'issuer-declined'});
  await page.reload();
  await expect(list).toHaveValue('app');
});

test('a bank that is down leaves the shopper a way out', async ({page, demo}) => {
  await save(page, demo, 'down', {stay: 'on'});
  await expect(
    bankOf(page, 'dialog').getByRole('heading', {name: 'The bank is not available'}),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button').first().click();
  expect((await ending(page)).outcome).toBe('stopped');
});
