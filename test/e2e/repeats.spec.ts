import {expect} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {ledgerOf} from './support/sandbox.js';
import {ending, openShop, seenEvents, test} from './support/shop.js';

const card = {number: '4000000000002701', securityCode: '123'};

test('a double click saves one card @smoke', async ({page, demo}) => {
  await openShop(page, demo, {verification: 'off'});
  await fillCard(page, card);
  await page.getByRole('button', {name: 'Save card'}).dblclick();
  const {tracker} = await ending(page);
  expect((await ledgerOf(demo, tracker!)).map(({kind}) => kind)).toEqual(['authorization', 'reversal']);
  const saved = seenEvents(page).filter(({type}) => type === 'saved');
  expect(saved).toHaveLength(1);
});

test('Enter and a click in the same moment save one card', async ({page, demo}) => {
  await openShop(page, demo, {verification: 'off'});
  await fillCard(page, card);
  const button = page.getByRole('button', {name: 'Save card'});
  await button.scrollIntoViewIfNeeded();
  await page.locator('card-vault').getByLabel(/expir/i).focus();
  // By its place: once Enter is heard, the button says that the card is being saved.
  const {x, y, width, height} = (await button.boundingBox())!;
  await Promise.all([page.keyboard.press('Enter'), page.mouse.click(x + width / 2, y + height / 2)]);
  const {tracker} = await ending(page);
  expect((await ledgerOf(demo, tracker!)).map(({kind}) => kind)).toEqual(['authorization', 'reversal']);
  expect(seenEvents(page).filter(({type}) => type === 'saved')).toHaveLength(1);
});

// shows: peers 86
test('Enter in the hosted number field saves too', async ({page, demo}) => {
  await openShop(page, demo, {verification: 'on'});
  await fillCard(page, card);
  await page
    .frameLocator('card-vault [slot="number"] iframe')
    .locator('input[autocomplete="cc-number"]')
    .press('Enter');
  expect((await ending(page)).outcome).toBe('saved');
});

// shows: peers 49
test('two elements on one page save one card each', async ({page, demo}) => {
  await openShop(page, demo, {verification: 'off'});
  // Outside a form each element shows a button of its own, and nothing leaves the page.
  await page.evaluate(() => {
    const given = document.querySelector('card-vault')!;
    const elements = ['first', 'second'].map((id) => {
      const element = document.createElement('card-vault');
      element.id = id;
      element.setAttribute('session-url', given.getAttribute('session-url')!);
      return element;
    });
    given.closest('form')!.replaceWith(...elements);
  });
  const cards = {first: card, second: {number: '5200000000002151', securityCode: '123'}};
  for (const [id, entries] of Object.entries(cards))
    await fillCard(page, entries, {within: `card-vault#${id}`});
  for (const id of Object.keys(cards))
    await page.locator(`card-vault#${id}`).getByRole('button', {name: 'Save card'}).click();
  await answerStepUp(page, '1234');
  await ending(page, 2);

  const trackers = seenEvents(page)
    .filter(({type}) => type === 'saved')
    .map(({detail}) => detail['tracker'] as string);
  expect(new Set(trackers).size).toBe(2);
  for (const tracker of trackers) {
    expect((await ledgerOf(demo, tracker)).map(({kind}) => kind)).toEqual(['authorization', 'reversal']);
  }
});

// shows: peers 41
test('a step-up that leaves the page comes back to the page it left, query and all', async ({page, demo}) => {
  const address = new URL('/?step-up=redirect&verification=on&stay=on&theme=dark', demo.url).href;
  await page.goto(address);
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  await answerStepUp(page, '1234');
  expect((await ending(page)).outcome).toBe('saved');
  expect(page.url()).toBe(address);
});

// shows: peers 42
test('a page reloaded in the middle of a step-up says so and saves the next card', async ({page, demo}) => {
  await openShop(page, demo, {verification: 'off'});
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  const end = await ending(page);
  expect(end).toMatchObject({outcome: 'stopped', reason: 'cancelled', cause: 'interrupted'});
  expect(await ledgerOf(demo, end.tracker!)).toEqual([]);
  await expect(page.locator('card-vault [part~="problem"]')).toContainText(
    'You left before your bank confirmed.',
  );
  await fillCard(page, card);
  await page.getByRole('button', {name: 'Save card'}).click();
  expect((await ending(page, 2)).outcome).toBe('saved');
});
