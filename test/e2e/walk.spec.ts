// Further: a shopper's whole way on a phone; its steps: `test/e2e/plans.spec.ts`, `test/e2e/list.spec.ts`, `test/e2e/stillness.spec.ts`.
import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {fieldsLive, test} from './support/shop.js';

// What moves is looked at.
test.use({contextOptions: {}, viewport: {width: 360, height: 640}, hasTouch: true});

/** As `bench/support/slow-proxy.ts`: 150 ms a request, 1.6 Mbit/s down and 750 kbit/s up. */
const fast3G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

interface Step {
  readonly step: string;
  readonly presses: number;
  readonly seconds: number;
  readonly shift: number;
}

/** Sums the shifts of the pages of this tab, but for those that a press has asked for, and in the tester's drawer. */
async function watchShifts(page: Page): Promise<() => number> {
  let sum = 0;
  await page.exposeFunction('walkShifted', (value: number) => void (sum += value));
  await page.addInitScript(() => {
    const {walkShifted} = window as unknown as {walkShifted(value: number): Promise<void>};
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const {value, hadRecentInput, sources} = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
          sources: {node: Node | null}[];
        };
        const isOutside = sources.some(
          ({node}) => !(node as Element | null)?.parentElement?.closest('.drawer'),
        );
        if (!hadRecentInput && isOutside) void walkShifted(value);
      }
    }).observe({type: 'layout-shift', buffered: true});
  });
  return () => {
    const before = sum;
    sum = 0;
    return before;
  };
}

test('a shopper’s walk on a phone: subscribe, decline, another card, pay, remove, undo, portal; nothing moves by itself', async ({
  page,
  demo,
}) => {
  const shifts = await watchShifts(page);
  await page.goto(new URL('/plans', demo.url).href);
  const choose = page.getByRole('button', {name: 'Choose Monthly box'});
  await expect(choose).toBeEnabled();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', fast3G);
  const steps: Step[] = [];
  const walk = async (step: string, presses: number, go: () => Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await go();
    const seconds = Math.round((performance.now() - from) / 100) / 10;
    steps.push({step, presses, seconds, shift: Math.round(shifts() * 1000) / 1000});
  };
  shifts();

  await walk('Subscribe, up to the live form', 1, async () => {
    await choose.tap();
    await expect(page.getByRole('heading', {name: /^Subscribe to/})).toBeVisible();
    await fieldsLive(page);
  });
  const pay = page.getByRole('button', {name: /^Subscribe and pay/});
  await walk('A card without money: declined', 1, async () => {
    await fillCard(page, {number: '4000000000009995'});
    await pay.tap();
    await expect(page.locator('card-vault [part~="problem"]')).toBeVisible();
  });
  await walk('Another card: paid, and back in the shop', 1, async () => {
    await fillCard(page, {number: '4000000000002701'});
    await pay.tap();
    await page.waitForURL(`${demo.url}/plans**`);
    await expect(page.getByRole('region', {name: 'Your box'}).getByText('On its way')).toBeVisible();
  });
  await walk('The account', 1, async () => {
    await page.getByRole('link', {name: 'Your account'}).first().tap();
    await expect(page.locator('#cards [part~="card-name"]').first()).toBeVisible();
  });
  const list = page.locator('#cards');
  await walk('Remove a card', 2, async () => {
    await list.locator('[part~="more-button"]').first().tap();
    await list.locator('[part~="remove-button"]:visible').tap();
    await expect(list.getByRole('button', {name: /^Undo/})).toBeFocused();
  });
  await walk('Take it back', 1, async () => {
    await list.getByRole('button', {name: /^Undo/}).tap();
    await expect(list.locator('[part~="card-name"]').first()).toBeVisible();
  });
  await walk('The portal', 2, async () => {
    await page.getByRole('link', {name: 'Boxes'}).first().tap();
    await page.locator('.portal').getByRole('button').first().tap();
    await expect(page.getByRole('heading', {name: 'Your subscriptions'})).toBeVisible();
    await expect(page.locator('article').first()).toBeVisible();
  });

  console.table(steps);
  for (const {step, shift} of steps) expect(shift, step).toBeLessThanOrEqual(0.01);
  expect(steps.reduce((all, {presses}) => all + presses, 0)).toBe(9);
});
