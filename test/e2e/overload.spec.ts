// Further: a service without room for an hour; a service that is away: `test/e2e/failures.spec.ts`.
import {expect, type Page} from '@playwright/test';
import {startService, type Service, type ServiceOptions} from 'card-vault-service';
import {fillCard} from 'card-vault/testing';
import {startSmallShop, type SmallShop} from './support/small-shop.js';
import type {LedgerEntry} from './support/sandbox.js';
import {ending, ready, test as base} from './support/shop.js';

// The service really refuses: its places are taken, or the limit of a customer is reached.

interface World {
  readonly service: Service;
  readonly shop: SmallShop;
}

const test = base.extend<{open: (options: ServiceOptions) => Promise<World>}>({
  open: async ({}, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (options) => {
      const ports = {port: 0, fieldsPort: 0, issuerPort: 0};
      const service = await startService({...ports, database: 'memory:', ...options});
      ends.unshift(() => service.close());
      const shop = await startSmallShop({serviceUrl: service.urls.api, ...service.keys});
      ends.unshift(() => shop.close());
      return {service, shop};
    });
    for (const end of ends) await end();
  },
});

const card = {number: '4000000000002701', securityCode: '123'};
const sentence = 'Something went wrong on our side. Please try again in a moment.';
const places = 12;

async function saveCard(page: Page, entry = card): Promise<void> {
  await fillCard(page, entry);
  await page.getByRole('button', {name: 'Save card'}).click();
}

const panel = (page: Page) => page.locator('card-vault [part~="outcome"]');

const tryAgain = (page: Page) =>
  page
    .locator('card-vault')
    .getByRole('button', {name: /try again/i})
    .click();

async function ask<Answer>({urls, keys}: Service, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = {'X-SFPY-MERCHANT-SECRET': keys.secretKey, 'content-type': 'application/json'};
  const answer = await fetch(urls.api + path, {...init, headers});
  expect(answer.status, path).toBe(200);
  return ((await answer.json()) as {data: Answer}).data;
}

/** What the card network did: each entry is one movement of a hold or of money. */
const ledger = (service: Service) => ask<readonly LedgerEntry[]>(service, '/sandbox/v1/ledger');

/**
 * Takes every place of the service, until the function that it gives back is called. A place is free once its
 * request is answered, not when its client leaves: the end of the fault lets all of them be answered.
 */
async function takeAllPlaces({urls, keys, faults}: Service): Promise<() => Promise<void>> {
  const path = '/held-until-the-test-lets-go';
  faults.plan({rules: [{kind: 'latency', route: `GET ${path}`, times: null, milliseconds: 600_000}]});
  const headers = {'X-SFPY-MERCHANT-SECRET': keys.secretKey};
  const held = Array.from({length: places}, () =>
    fetch(urls.api + path, {headers}).then(
      ({status}) => status,
      () => undefined,
    ),
  );
  const isFull = async () => (await fetch(`${urls.api}/no-such-path`)).status === 503;
  await expect.poll(isFull).toBe(true);
  return async () => {
    faults.clear();
    expect(new Set(await Promise.all(held))).toEqual(new Set([404]));
    await expect.poll(isFull).toBe(false);
  };
}

test('an overloaded service while the card is saved: said so, nothing lost, and saved once when there is room', async ({
  page,
  open,
}) => {
  const {service, shop} = await open({maxRequests: places});
  await page.goto(shop.url);
  await ready(page);
  const makeRoom = await takeAllPlaces(service);
  await saveCard(page);
  expect(await ending(page)).toMatchObject({outcome: 'error', code: 'service-unavailable'});
  await expect(page.locator('card-vault [part~="problem"]')).toHaveText(
    `${sentence} You have not been charged.`,
  );
  await makeRoom();
  expect(await shop.wallet()).toEqual([]);
  expect(await ledger(service)).toEqual([]);

  // What was typed is still there.
  await page.getByRole('button', {name: 'Save card'}).click();
  expect((await ending(page, 2)).outcome).toBe('saved');
  expect(await shop.wallet()).toMatchObject([{lastFour: '2701'}]);
  const kinds = (await ledger(service)).map(({kind}) => kind);
  expect(kinds.filter((kind) => kind === 'authorization').length).toBeLessThanOrEqual(1);
});

test('an overloaded service while the form loads: said so, and the same page saves when there is room', async ({
  page,
  open,
}) => {
  const {service, shop} = await open({maxRequests: places});
  await shop.wallet();
  const makeRoom = await takeAllPlaces(service);
  await page.goto(shop.url);
  expect(await ending(page)).toMatchObject({outcome: 'error', code: 'service-unavailable'});
  await expect(panel(page)).toContainText(sentence);
  await makeRoom();
  await tryAgain(page);
  await saveCard(page);
  expect((await ending(page, 2)).outcome).toBe('saved');
  expect(await shop.wallet()).toHaveLength(1);
});

test('more cards than a customer may try: a sentence that helps, the saved card stays, and later the next is saved', async ({
  page,
  open,
}) => {
  const {service, shop} = await open({limits: ['customer=1']});
  await page.goto(shop.url);
  await saveCard(page);
  expect((await ending(page)).outcome).toBe('saved');
  const other = {...card, number: '5200000000002235'};
  await page.goto(shop.url);
  const refused = page.waitForResponse((answer) => answer.status() === 429);
  await saveCard(page, other);
  expect(Number((await refused).headers()['retry-after'])).toBeGreaterThan(0);
  expect(await ending(page, 2)).toMatchObject({outcome: 'error', code: 'too-many-cards'});
  await expect(panel(page)).toContainText('Too many cards have been tried. Please wait an hour');
  expect(await shop.wallet()).toHaveLength(1);

  await ask(service, '/sandbox/v1/limits', {method: 'DELETE'});
  await tryAgain(page);
  await saveCard(page, other);
  expect((await ending(page, 3)).outcome).toBe('saved');
  expect(await shop.wallet()).toHaveLength(2);
});
