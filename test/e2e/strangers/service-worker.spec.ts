// Further: pages with a service worker; pages without: `test/e2e/early-fields.spec.ts`.
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import type {PaintShop} from '../support/paint-shop.js';
import {ending, ready, test} from '../support/shop.js';

const plain =
  '<card-vault session-url="/card-vault/session"></card-vault>' +
  '<script type="module" src="/assets/card-vault.js" nonce="NONCE"></script>';

/** A worker that answers navigations with the shop's own page, as those of single-page applications do. */
const worker = (page: string, paths: string) => `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && ${paths}.test(new URL(event.request.url).pathname)) event.respondWith(fetch('${page}'));
});`;

/** Opens the shop's page once its worker is in charge of it; gives what the console says from then on. */
async function openControlled(
  page: Page,
  shop: PaintShop,
  {paths, isOpen = true}: {paths: string; isOpen?: boolean},
): Promise<string[]> {
  const address = shop.put({isOpen, body: () => plain});
  shop.scripts.set('/sw.js', worker(new URL(address).pathname, paths));
  // The policy of the kit lets a page start no worker; this one is from before it.
  await page.goto(shop.put({isOpen: true, body: () => 'Welcome.'}));
  await page.evaluate(async () => {
    const controlled = new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done, {once: true}),
    );
    await navigator.serviceWorker.register('/sw.js');
    await controlled;
  });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(address);
  await ready(page);
  return said;
}

for (const [kind, isOpen, found] of [
  ['with a page that may be framed', true, 'another page of the shop answers at /card-vault/frame'],
  ['with a page that refuses frames', false, 'no page of this origin stands there'],
] as const)
  test(`a service worker that answers at the shell’s address, ${kind}, is named, and the card is saved`, async ({
    page,
    shop,
  }) => {
    const said = await openControlled(page, shop, {paths: '/./', isOpen});
    await fillCard(page, {number: '4000000000002701', securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    const end = await ending(page);
    expect(end).toMatchObject({outcome: 'saved', authentication: {liabilityShift: false}});
    const lines = said.filter((line) => line.includes('shell-unreachable')).join('\n');
    expect(lines).toContain(found);
    expect(lines).toContain('Have the service worker /sw.js of the shop leave /card-vault/frame to the kit');
  });

test('a service worker that answers at the return page’s address ends no step-up badly, and is named', async ({
  page,
  shop,
}) => {
  const said = await openControlled(page, shop, {paths: '/^.card-vault.return/'});
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  await answerStepUp(page, '1234');
  expect(await ending(page)).toMatchObject({outcome: 'saved', authentication: {liabilityShift: true}});
  await expect
    .poll(() => said.join('\n'))
    .toContain('another page of the shop answers there, such as that of a router or a service worker');
});

test('a login page in the place of the shell is told as one, and the card is saved', async ({page, shop}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const login = shop.put({isOpen: true, body: () => 'Please sign in.'});
  await page.route(/\/card-vault\/frame(\?|$)/, (route) =>
    route.fulfill({status: 302, headers: {location: new URL(login).pathname}}),
  );
  await page.goto(shop.put({body: () => plain}));
  await ready(page);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  expect(await ending(page)).toMatchObject({outcome: 'saved', authentication: {liabilityShift: false}});
  expect(said.join('\n')).toContain(
    `another page of the shop answers at ${new URL(login).pathname}, to which the request was led`,
  );
});
