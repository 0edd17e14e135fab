// Further: windows with little room; a step-up: `test/e2e/step-up-endings.spec.ts`.
import {expect, type Locator, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ending, test} from './support/shop.js';
import {bankPage} from './support/worlds.js';

const windows = [
  ['400 % zoom', 320, 225],
  ['320 px', 320, 640],
  ['a phone held sideways', 640, 320],
  ['200 % zoom', 640, 400],
  ['text at 200 %', 640, 800],
] as const;

/** Where it is seen: inside the window, below the bar of the dialog. */
async function seen(page: Page, one: Locator): Promise<boolean> {
  const box = (await one.boundingBox())!;
  const bar = await page.locator('card-vault [part~="step-up-bar"]').boundingBox();
  const {width, height} = page.viewportSize()!;
  const top = bar && bar.y < 1 ? bar.y + bar.height : 0;
  return (
    box.y >= top - 1 && box.y + box.height <= height + 1 && box.x >= -1 && box.x + box.width <= width + 1
  );
}

/** How many entries of the session history Back has before it. */
async function historyBefore(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const {currentIndex} = await session.send('Page.getNavigationHistory');
  await session.detach();
  return currentIndex;
}

const cases = [
  ['our service', 'dialog'],
  ['our service', 'inline'],
  ['the recorded service', 'dialog'],
] as const;
for (const [name, mode] of cases)
  // shows: time 58
  test(`${name}, ${mode}: code and button are seen together by keyboard in every window`, async ({
    page,
    ours,
    theirs,
  }) => {
    const world = name === 'our service' ? ours : theirs;
    await page.goto(world.address({mode, verification: 'on'}));
    await fillCard(page, {number: '4000000000002503', securityCode: '123'});
    const before = await historyBefore(page);
    await page.getByRole('button', {name: 'Save card'}).click();
    const bank = await bankPage(page);
    const code = bank.locator('input[autocomplete="one-time-code"]');
    const button = bank.getByRole('button', {name: /^(confirm|submit)$/i});
    const title = page.locator('card-vault [part~="step-up-title"]');
    for (const [window, width, height] of windows) {
      await page.setViewportSize({width, height});
      if (window.startsWith('text'))
        await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await title.focus();
      await page.keyboard.press('Tab');
      await expect(code, window).toBeFocused();
      await expect(async () => {
        expect([await seen(page, code), await seen(page, button)], window).toEqual([true, true]);
      }).toPass();
    }
    if (world === ours) {
      await page.evaluate(() => document.documentElement.removeAttribute('style'));
      await page.setViewportSize({width: 640, height: 320});
      await page.keyboard.type('0000');
      await page.keyboard.press('Enter');
      const problem = bank.getByText('This code is wrong.');
      await expect(async () => expect(await seen(page, problem), 'what is wrong').toBe(true)).toPass();
    }
    await page.keyboard.type('1234');
    await page.keyboard.press('Enter');
    expect((await ending(page)).outcome).toBe('saved');
    expect(await historyBefore(page), 'Back leaves the page at once').toBe(before);
  });

for (const [name, close] of [
  ["the browser's Back", (page: Page) => page.evaluate(() => setTimeout(() => history.back()))],
  ['its button', (page: Page) => page.getByRole('button', {name: 'Close without saving'}).click()],
] as const)
  // shows: time 61
  test(`${name} closes the bank's page after a wrong code, and the shop's page stays`, async ({
    page,
    theirs,
  }) => {
    await page.goto(theirs.address({mode: 'dialog', verification: 'on'}));
    await page.evaluate(() => {
      history.replaceState('of the shop', '');
      addEventListener('popstate', () => console.error('the shop hears of it'));
    });
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await fillCard(page, {number: '4000000000002503', securityCode: '123'});
    const before = await historyBefore(page);
    await page.getByRole('button', {name: 'Save card'}).click();
    await theirs.answer(page, '0000');
    await (await bankPage(page)).getByText('That code is wrong.').waitFor();
    await expect.poll(() => historyBefore(page)).toBe(before + 3);
    await close(page);
    expect(await ending(page)).toMatchObject({outcome: 'stopped', cause: 'closed-by-shopper'});
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await historyBefore(page)).toBe(before);
    expect(await page.evaluate(() => history.state as unknown)).toBe('of the shop');
    expect(complaints).toEqual([]);
  });
