import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ending, ready, seenEvents, test} from '../support/shop.js';
import {heldBack, plainHead, typeInto, type TagWriter} from '../support/paint-shop.js';
import {smokeIf} from '../support/smoke.js';

// A page takes the card fields away while they load, or before the script is there that looks after them.

const forms = {
  'the plain tag': {
    head: plainHead,
    body: () => '<card-vault session-url="/card-vault/session"></card-vault>',
  },
  'vault.markup()': {body: (tag: TagWriter) => tag({saveButton: true})},
};

const ways: Readonly<Record<string, (element: HTMLElement) => void>> = {
  'empties the element': (element) => element.replaceChildren(),
  'removes a place': (element) => element.querySelector('[slot=number]')!.remove(),
  'removes a frame': (element) => element.querySelector('[slot=number] iframe')!.remove(),
  'takes the name of a place away': (element) =>
    element.querySelector('[slot=number]')!.removeAttribute('slot'),
};

/** What is still on its way then, and whether something can be typed already. */
const times = [
  {late: 'documents of the fields', held: '**/iframe.html*', isLive: false},
  {late: 'library of the fields', held: '**/flex-microform.min.js', isLive: false},
  {late: 'engine', held: '**/card-vault/engine-*.js', isLive: true},
  {late: 'script', held: '**/assets/card-vault.js', isLive: true},
] as const;

const frames = (page: Page) => page.locator('card-vault [slot] iframe');
const numberIn = (page: Page) =>
  page.frameLocator('card-vault [slot=number] iframe').locator('input').first();

/** The server knows the library of the fields from a session that it has opened, for all pages of a worker. */
test.beforeAll(async ({browser, shop}) => {
  const page = await browser.newPage();
  await page.goto(shop.put(forms['vault.markup()']));
  await page.waitForFunction(() => performance.getEntriesByName('card-vault-live').length > 0);
  await page.close();
});

for (const [form, content] of Object.entries(forms))
  for (const {late, held, isLive} of times)
    for (const [way, take] of Object.entries(ways)) {
      // Nothing of the plain tag is there before its script.
      if (late === 'script' && form === 'the plain tag') continue;
      test(`a page that ${way} while the ${late} of ${form} is late has live fields, and saves a card${smokeIf(way === 'empties the element' && late === 'engine' && form === 'the plain tag')}`, async ({
        page,
        shop,
      }) => {
        const thrown: string[] = [];
        page.on('pageerror', (error) => thrown.push(error.message));
        const before = shop.sessions;
        const release = await heldBack(page, held);
        await page.goto(shop.put(content), {waitUntil: 'commit'});
        await expect(frames(page)).toHaveCount(2);
        if (isLive) {
          await page.waitForFunction(() => performance.getEntriesByName('card-vault-live').length > 0);
          await typeInto(numberIn(page), '4000');
        }
        await page.locator('card-vault').evaluate(take);
        release();
        await ready(page);
        const words = page.getByText('The page has changed. Please enter the card number and code again.');
        if (isLive) await words.first().waitFor();
        await expect(numberIn(page)).toHaveValue('');
        await expect(frames(page)).toHaveCount(2);
        await fillCard(page, {number: '4000000000002701', securityCode: '123'});
        await page.getByRole('button', {name: 'Save card'}).click();
        expect((await ending(page)).outcome).toBe('saved');
        expect(seenEvents(page).filter(({type}) => type === 'error')).toEqual([]);
        expect(thrown).toEqual([]);
        expect(shop.sessions - before).toBe(1);
      });
    }
