// Further: both packages, installed; `test/house/exports.test.ts` holds what they export.
import {once} from 'node:events';
import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {firstLine, install, stop} from './support/packed.js';
import {test} from './support/worker.js';

test.describe.configure({mode: 'serial', timeout: 240_000});

interface Started {
  readonly api: string;
  readonly public_key: string;
  readonly secret_key: string;
}

/** The README's server, with the service's address and keys, a shopper who is logged in, and the page and its scripts. */
const shopServer = (service: Started, server: string, page: string) => `
process.env.CARD_VAULT_SECRET_KEY = ${JSON.stringify(service.secret_key)};
process.env.CARD_VAULT_PUBLIC_KEY = ${JSON.stringify(service.public_key)};
${replaced(server, {
  "'http://localhost:4100'": JSON.stringify(service.api),
  'createServer(handler).listen(3000);': `const server = createServer(answer).listen(0, 'localhost', () => {
  console.log('http://localhost:' + server.address().port);
});`,
})}
import {readFile} from 'node:fs/promises';

let shopper;
function shopperOf() {
  shopper ??= vault.client.customers
    .create({firstName: 'Ada', lastName: 'Byron', email: 'a@shop.example', phoneNumber: '+15550100', country: 'GB'})
    .then(({token}) => ({customerToken: token}));
  return shopper;
}

async function answer(request, response) {
  if (request.url.startsWith('/assets/')) {
    const file = new URL('node_modules/card-vault/dist/' + request.url.slice('/assets/'.length), import.meta.url);
    return response.writeHead(200, {'content-type': 'text/javascript'}).end(await readFile(file));
  }
  if (request.url !== '/') return handler(request, response);
  response.writeHead(200, {'content-type': 'text/html'}).end(${JSON.stringify(`<!doctype html><title>Shop</title>${page}`)});
}
`;

function replaced(text: string, pairs: Readonly<Record<string, string>>): string {
  for (const [old, now] of Object.entries(pairs)) {
    expect(text).toContain(old);
    text = text.replace(old, () => now);
  }
  return text;
}

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

    const readme = shop.read('README.md');
    const [, example = ''] = /```html\n([\s\S]*?<card-vault [\s\S]*?)```/.exec(readme) ?? [];
    expect(example).toContain('/assets/card-vault.js');
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(code).toContain('vault.verify(');
    writeFileSync(join(shop.folder, 'shop.mjs'), shopServer(started, code, example));
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
