import {once} from 'node:events';
import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {firstLine, install, stop} from './support/packed.js';

test.describe.configure({mode: 'serial', timeout: 240_000});

interface Started {
  readonly api: string;
  readonly public_key: string;
  readonly secret_key: string;
}

/** The server of a shop, with what the README has: one handler, the ready script and its parts, and a page. */
const shopServer = (service: Started, page: string) => `
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {createCardVaultServer} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';

const vault = createCardVaultServer({
  serviceUrl: ${JSON.stringify(service.api)},
  secretKey: ${JSON.stringify(service.secret_key)},
  publicKey: ${JSON.stringify(service.public_key)},
  currency: 'USD',
  customer: () => customer.token,
});
const customer = await vault.client.customers.create({
  firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+15550100', country: 'GB',
});
const handle = toNodeHandler(vault);

async function answer(request, response) {
  if (request.url.startsWith('/card-vault/')) return handle(request, response);
  if (request.url.startsWith('/assets/')) {
    const file = new URL('node_modules/card-vault/dist/' + request.url.slice('/assets/'.length), import.meta.url);
    return response.writeHead(200, {'content-type': 'text/javascript'}).end(await readFile(file));
  }
  let posted = '';
  for await (const part of request) posted += part;
  const body = request.method === 'POST' ? '<output>' + posted + '</output>' : ${JSON.stringify(page)};
  response.writeHead(200, {'content-type': 'text/html'}).end('<!doctype html><title>Shop</title>' + body);
}
const server = createServer(answer).listen(0, 'localhost', () => {
  console.log('http://localhost:' + server.address().port);
});
`;

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

    const [, example = ''] = /```html\n([\s\S]*?<card-vault [\s\S]*?)```/.exec(shop.read('README.md')) ?? [];
    expect(example).toContain('/assets/card-vault.js');
    writeFileSync(join(shop.folder, 'shop.mjs'), shopServer(started, example));
    const server = shop.run('shop.mjs');
    try {
      await page.goto(await firstLine(server));
      await fillCard(page, {number: '4000000000002503'});
      await page.getByRole('button', {name: 'Save card'}).first().click();
      await answerStepUp(page, '1234');
      await expect(page.locator('output')).toHaveText(/^payment_method=pm_[\w-]+$/);
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
