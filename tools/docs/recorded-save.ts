import type {Frame, Page} from 'playwright';
import {fillCard, nextOutcome, watchOutcomes} from '../../src/testing/index.js';
import {startSmallShop} from '../../test/e2e/support/small-shop.js';
import {startRecorded, rightCode, type RecordedRequest} from '../../test/recorded/index.js';
import {launch} from '../../test/server/support/browser.js';

/** What one save sent, and the addresses that it was sent to. */
export interface RecordedSave {
  readonly requests: readonly RecordedRequest[];
  readonly origins: Readonly<Record<'service' | 'fields' | 'collector' | 'issuer' | 'shop', string>>;
  readonly secretKey: string;
  readonly publicKey: string;
}

/** The published card whose issuer asks for a code (wire 5). */
const number = '4000000000002503';

/** A busy machine comes late. */
const timeout = 120_000;

/** Saves a card with a step-up in Chromium: the element and the kit as they are built, at the double of the recorded service. */
export async function saveAtRecorded(): Promise<RecordedSave> {
  const recorded = await startRecorded();
  const {serviceUrl, secretKey, publicKey, fieldsOrigin, collectorOrigin, acsOrigin} = recorded;
  const shop = await startSmallShop({serviceUrl, secretKey, publicKey});
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(shop.url);
    await watchOutcomes(page);
    await fillCard(page, {number}, {timeout});
    await page.getByRole('button', {name: 'Save card'}).click({timeout});
    const bank = await bankOf(page, acsOrigin);
    await bank.getByPlaceholder('Enter Code Here').fill(rightCode, {timeout});
    await bank.getByRole('button', {name: 'SUBMIT'}).click({timeout});
    const ended = await nextOutcome(page, {timeout});
    if (ended.type !== 'saved') throw new Error(`The save ended so: ${JSON.stringify(ended)}`);
    return {
      requests: [...recorded.requests],
      origins: {
        ...{service: serviceUrl, fields: fieldsOrigin, collector: collectorOrigin, issuer: acsOrigin},
        shop: new URL(shop.url).origin,
      },
      ...{secretKey, publicKey},
    };
  } finally {
    await browser.close();
    await shop.close();
    await recorded.stop();
  }
}

/** The frame with the bank's page, once there is one. */
async function bankOf(page: Page, origin: string): Promise<Frame> {
  const isBank = (frame: Frame) => frame.url().startsWith(`${origin}/`);
  return page.frames().find(isBank) ?? page.waitForEvent('framenavigated', {predicate: isBank, timeout});
}
