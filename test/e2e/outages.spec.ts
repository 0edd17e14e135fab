import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, type Page} from '@playwright/test';
import {startService, type Service} from 'card-vault-service';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {startSmallShop} from './support/small-shop.js';
import {ending, openShop, ready, test} from './support/shop.js';

// Nothing is simulated here: the service is really gone, the key is really wrong.

const card = {number: '4000000000002701', securityCode: '123'};
const portOf = (address: string) => Number(new URL(address).port);

async function saveCard(page: Page): Promise<void> {
  await fillCard(page, card);
  await page.getByRole('button', {name: 'Save card'}).click();
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'card-vault-outage-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

test('the service goes away while the shopper types, comes back, and the same page saves', async ({page}) => {
  await withFolder(async (folder) => {
    const options = {port: 0, fieldsPort: 0, issuerPort: 0, database: join(folder, 'db')};
    let service: Service = await startService(options);
    const {urls, keys} = service;
    const shop = await startSmallShop({serviceUrl: urls.api, ...keys});
    try {
      await page.goto(shop.url);
      await ready(page);
      await service.close();
      await saveCard(page);
      const end = await ending(page);
      expect(end.outcome).toBe('error');
      expect(['service-unreachable', 'tokenization-failed']).toContain(end.code);
      expect(end.message).toMatch(/\w+ \w+ \w+/);

      service = await startService({
        ...options,
        port: portOf(urls.api),
        fieldsPort: portOf(urls.fields),
        issuerPort: portOf(urls.issuer),
      });
      const again = page.locator('card-vault').getByRole('button', {name: /try again/i});
      const save = page.getByRole('button', {name: 'Save card'});
      await expect(again.or(save).first()).toBeEnabled();
      if (await again.isVisible()) {
        await again.click();
        await fillCard(page, card);
      }
      await save.click();
      expect((await ending(page, 2)).outcome).toBe('saved');
    } finally {
      await shop.close();
      await service.close();
    }
  });
});

test('a service that is down from the start is named, and the page recovers when it is up', async ({
  page,
}) => {
  await withFolder(async (folder) => {
    const options = {port: 0, fieldsPort: 0, issuerPort: 0, database: join(folder, 'db')};
    const first = await startService(options);
    const {urls, keys} = first;
    await first.close();
    const shop = await startSmallShop({serviceUrl: urls.api, ...keys});
    let second: Service | undefined;
    try {
      await page.goto(shop.url);
      const end = await ending(page);
      expect(end).toMatchObject({outcome: 'error', code: 'service-unreachable', audience: 'network'});
      second = await startService({
        ...options,
        port: portOf(urls.api),
        fieldsPort: portOf(urls.fields),
        issuerPort: portOf(urls.issuer),
      });
      await page
        .locator('card-vault')
        .getByRole('button', {name: /try again/i})
        .click();
      await saveCard(page);
      expect((await ending(page, 2)).outcome).toBe('saved');
    } finally {
      await shop.close();
      await second?.close();
    }
  });
});

test('a shop with the wrong secret key is told so, and the key is nowhere in the page @smoke', async ({
  page,
  demo,
}) => {
  const secretKey = 'sk_wrong_key_of_this_very_test';
  const {urls, keys} = demo.service;
  const shop = await startSmallShop({serviceUrl: urls.api, publicKey: keys.publicKey, secretKey});
  try {
    await page.goto(shop.url);
    const end = await ending(page);
    expect(end).toMatchObject({outcome: 'error', code: 'credentials-refused', audience: 'merchant'});
    expect(end.message).toMatch(/refuses the keys of the shop's server/);
    expect(await page.content()).not.toContain(secretKey);
    expect(JSON.stringify(end)).not.toContain(secretKey);
  } finally {
    await shop.close();
  }
});

test('a browser that lets frames of another site keep nothing saves a card with a step-up @smoke', async ({
  page,
  demo,
}) => {
  await page.addInitScript((shop) => {
    if (location.origin === shop) return;
    const refuse = () => {
      throw new DOMException('Storage is blocked', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore']) {
      Object.defineProperty(window, name, {get: refuse});
    }
    Object.defineProperty(Document.prototype, 'cookie', {get: refuse, set: refuse});
  }, new URL(demo.url).origin);
  await openShop(page, demo, {verification: 'on'});
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  await answerStepUp(page, '1234');
  expect((await ending(page)).outcome).toBe('saved');
});
