import {readFileSync} from 'node:fs';
import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {bundledLibrary} from '../../../tools/test/engines/bundled-libraries.mjs';
import {ending, ready, seenEvents, test} from '../support/shop.js';
import {typeInto, type PaintShop} from '../support/paint-shop.js';
import {ways} from './library-ways.js';
import type {Library, Way} from './way.js';
import {smokeIf} from '../support/smoke.js';

const packaged = (file: string): string => readFileSync(`node_modules/${file}`, 'utf8');
const libraries: Readonly<Record<Library, () => string | Promise<string>>> = {
  turbo: () => packaged('@hotwired/turbo/dist/turbo.es2017-umd.js'),
  htmx: () => packaged('htmx.org/dist/htmx.min.js'),
  jquery: () => packaged('jquery/dist/jquery.min.js'),
  react: () => bundledLibrary('react'),
  vue: () => bundledLibrary('vue'),
  morphs: () => bundledLibrary('morphs'),
};
const field = (page: Page, slot: string) =>
  page.frameLocator(`card-vault [slot=${slot}] iframe`).locator('input').first();

async function open(page: Page, shop: PaintShop, {library, head = '', body, script, other}: Way) {
  shop.scripts.set('/library.js', await libraries[library]());
  const kind = /^(react|vue|morphs)$/.test(library) ? 'type="module"' : '';
  const all = `<script src="/library.js" ${kind}></script><script type="module" src="/assets/card-vault.js"></script>${head}`;
  const module = script ? `<script type="module">${script}</script>` : '';
  let there = '';
  const first = shop.put({
    ...{isOpen: true, head: all},
    body: (tag) => body.replace('MARKUP', () => tag({saveButton: true})).replace('OTHER', there) + module,
  });
  if (other !== undefined)
    there = shop.put({isOpen: true, head: all, body: () => other.replace('BEFORE', first)});
  await page.goto(first);
}

for (const way of ways)
  test(`a page that ${way.library} changes, by ${way.name}, has a form that is ${way.seen}, and saves a card${smokeIf(way === ways[0])}`, async ({
    page,
    shop,
  }) => {
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(error.message));
    const before = shop.sessions;
    await open(page, shop, way);
    await ready(page);
    await typeInto(field(page, 'number'), '4000');
    await typeInto(field(page, 'security-code'), '12');
    await way.change(page);
    if (way.seen === 'new') await ready(page, 2);
    const words = page.getByText('The page has changed. Please enter the card number and code again.');
    if (way.seen === 'asked again') await words.first().waitFor();
    else await expect(words).toHaveCount(0);
    await expect(field(page, 'number')).toHaveValue(way.seen === 'kept' ? '4000' : '');
    await expect(page.locator('card-vault [slot] iframe')).toHaveCount(2);
    await fillCard(page, {number: '4000000000002701', securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    expect((await ending(page)).outcome).toBe('saved');
    expect(seenEvents(page).filter(({type}) => type === 'error')).toEqual([]);
    expect(thrown).toEqual([]);
    expect(shop.sessions - before).toBe(way.sessions);
  });
