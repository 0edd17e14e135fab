// Further: a machine that sleeps; late answers: `test/e2e/failures.spec.ts`.
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {ending, ready, seenEvents, test} from '../support/shop.js';

const plain =
  '<card-vault session-url="/card-vault/session"></card-vault>' +
  '<script type="module" src="/assets/card-vault.js" nonce="NONCE"></script>';
const anHour = '01:00:00';

/** Holds the requests that the page sends to an address, as a network that stands still with the machine does. */
async function hold(page: Page, path: string): Promise<() => void> {
  let release: () => void = () => undefined;
  let held = 0;
  const released = new Promise<void>((done) => (release = done));
  await page.route(
    (url) => url.pathname.startsWith(path),
    async (route) => {
      if (route.request().method() === 'POST') {
        held += 1;
        await released;
      }
      await route.fallback();
    },
  );
  return () => {
    expect(held, `requests held at ${path}`).toBeGreaterThan(0);
    release();
  };
}

const standsAt = (page: Page, state: string) =>
  expect(page.locator('card-vault')).toHaveJSProperty('state', state);

for (const kind of ['vault.markup()', 'the plain tag'])
  test(`a machine that sleeps for an hour while the session is asked for opens the form when it wakes, with ${kind}`, async ({
    page,
    shop,
  }) => {
    await page.clock.install();
    const release = await hold(page, '/card-vault/session');
    await page.goto(shop.put({body: (tag) => (kind === 'the plain tag' ? plain : tag())}));
    await standsAt(page, 'opening');
    await page.clock.fastForward(anHour);
    release();
    await ready(page);
    expect(seenEvents(page).filter(({type}) => type === 'error')).toEqual([]);
  });

test('a machine that sleeps for an hour in the middle of a save goes on with it when it wakes', async ({
  page,
  shop,
}) => {
  await page.clock.install();
  await page.goto(shop.put({body: (tag) => tag()}));
  await ready(page);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  const release = await hold(page, '/order/payments/v3/');
  await page.getByRole('button', {name: 'Save card'}).click();
  await standsAt(page, 'setting-up');
  await page.clock.fastForward(anHour);
  release();
  expect((await ending(page)).outcome).toBe('saved');
});

test('a machine that sleeps while the bank asks reads what the bank has said when it wakes', async ({
  page,
  shop,
}) => {
  await page.clock.install();
  await page.goto(shop.put({body: (tag) => tag()}));
  await ready(page);
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  await expect(page.locator('card-vault').getByRole('dialog')).toBeVisible();
  // The bank waits ten minutes, also for a machine that sleeps.
  await page.clock.fastForward(anHour);
  expect(await ending(page)).toMatchObject({outcome: 'stopped', cause: 'step-up-limit'});
});

for (const kind of ['vault.markup()', 'the plain tag'])
  test(`a page that the browser prepares asks for nothing before it is opened, however late, with ${kind}`, async ({
    page,
    shop,
  }) => {
    await page.clock.install();
    // The driver of the browser cannot be shown a page that is really prepared.
    await page.addInitScript(() => {
      let isPrepared = window === top;
      Object.defineProperty(Document.prototype, 'prerendering', {get: () => isPrepared, configurable: true});
      addEventListener('open-page', () => {
        isPrepared = false;
        document.dispatchEvent(new Event('prerenderingchange'));
      });
    });
    const before = shop.sessions;
    await page.goto(shop.put({body: (tag) => (kind === 'the plain tag' ? plain : tag())}));
    await page.waitForLoadState('networkidle');
    await page.clock.fastForward('00:30');
    expect(shop.sessions).toBe(before);
    expect(seenEvents(page)).toEqual([]);
    await page.evaluate(() => dispatchEvent(new Event('open-page')));
    await ready(page);
    expect(shop.sessions).toBe(before + 1);
    await fillCard(page, {number: '4000000000002503', securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    await answerStepUp(page, '1234');
    expect((await ending(page)).outcome).toBe('saved');
  });
