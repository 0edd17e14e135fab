// Further: both packages, installed; `test/house/exports.test.ts` holds what they export.
import {once} from 'node:events';
import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {firstLine, install, stop} from './support/packed.js';
import {readReadme, readmeShop, type Started} from './support/readme-shop.js';
import {test} from './support/worker.js';

test.describe.configure({mode: 'serial', timeout: 240_000});

// shows: peers 92
test('both tarballs, each alone in an empty folder: the service starts, and a shop saves a card', async ({
  page,
}) => {
  const shop = install('.');
  const vendor = install('service');
  const service = vendor.start('card-vault-service', [
    ...['--port', '0', '--fields-port', '0', '--issuer-port', '0', '--json'],
  ]);
  try {
    expect(shop.packages).toContain('lit');
    const forPages =
      /^(card-vault|lit|lit-html|lit-element|@lit\/.*|@lit-labs\/ssr-dom-shim|@types\/trusted-types)$/;
    expect(shop.packages.filter((name) => !forPages.test(name))).toEqual([]);
    expect(vendor.packages).not.toContain('card-vault');

    const started = JSON.parse(await firstLine(service)) as Started;
    expect(existsSync(join(vendor.folder, '.card-vault/db'))).toBe(true);

    const readme = readReadme(shop.read('README.md'));
    expect(readme.page).toContain('/assets/card-vault.js');
    expect(readme.server).toContain('vault.verify(');
    writeFileSync(join(shop.folder, 'shop.mjs'), readmeShop(started, readme));
    const server = shop.run('shop.mjs');
    try {
      const address = await firstLine(server);
      await page.goto(address);
      await fillCard(page, {number: '4000000000002503'});
      await page.getByRole('button', {name: 'Save card'}).first().click();
      await answerStepUp(page, '1234');
      await expect(page.getByText(/^Saved: .+ •••• 2503$/)).toBeVisible();
      const madeUp = {payment_method: 'pm_made_up'};
      expect((await page.request.post(`${address}/account/cards`, {form: madeUp})).status()).toBe(422);
    } finally {
      await stop(server);
    }
  } finally {
    await stop(service);
    shop.remove();
    vendor.remove();
  }
});

test('the command of the element’s package says where the service is now', async () => {
  const shop = install('.');
  try {
    const command = shop.start('card-vault', ['service', '--port', '0']);
    let said = '';
    command.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(command, 'close')) as [number];
    expect(code).toBe(2);
    expect(said).toContain('npx card-vault-service --port 0');
  } finally {
    shop.remove();
  }
});
