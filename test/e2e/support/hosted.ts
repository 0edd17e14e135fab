import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import type {Hosted} from './hosted-service.js';
import {test as base} from './worker.js';

/** Every page is watched for violations of its policy and for errors. */
export const test = base.extend<{watched: readonly string[]}>({
  watched: [
    async ({page}, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        // A refusal that is a page is told by its status; the browser notes that too.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
          complaints.push(message.text());
        }
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await use(complaints);
    },
    {auto: true},
  ],
});

/** What the shop was told: the query of the page that the shopper came back to. */
export async function backAt(page: Page, path: string): Promise<Record<string, string>> {
  await page.waitForURL((url) => url.pathname === path);
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Opens a link that was made for a customer, and presses the button that claims its page for this browser. */
export async function openOwn(page: Page, link?: string): Promise<void> {
  if (link !== undefined) await page.goto(link);
  const press = page.getByRole('button', {name: /^(That’s me, continue|Continue to payment)$/});
  await press.click();
  await press.waitFor({state: 'detached'});
}

export const cards = {
  frictionless: '4000000000002701',
  stepUp: '4000000000002503',
  stepUpFails: '4000000000002370',
  noMoney: '4000000000009995',
  failsLater: '4000000000000341',
} as const;

export const go = (page: Page) => page.getByRole('button', {name: /^Subscribe/});

export async function openCheckout(
  page: Page,
  hosted: Hosted,
  customer?: string,
  plan?: string,
): Promise<void> {
  const request = {
    plan: plan ?? (await hosted.plan()),
    ...(customer !== undefined && {customer}),
    ...hosted.back,
  };
  const link = await hosted.client.checkout.subscribeUrl(request);
  await (customer === undefined ? page.goto(link) : openOwn(page, link));
  await expect(page).toHaveURL(/\/checkout\/session\/chk_[0-9a-f-]+$/);
}

/** Subscribes a customer with a new card; resolves to what the shop was told. */
export async function subscribe(page: Page, hosted: Hosted, number: string, customer: string) {
  await openCheckout(page, hosted, customer);
  await fillCard(page, {number});
  await go(page).click();
  return backAt(page, '/thanks');
}
