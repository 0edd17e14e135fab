import assert from 'node:assert/strict';
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright';
import {startService, type Service} from '../../service/src/index.js';
import {tryContract} from '../../src/cli/contract/index.js';
import {answerStepUp, fillCard, testCard} from '../../src/testing/index.js';
import {isInstalled} from '../../tools/test/runtimes.mjs';
import {closedAddress} from '../cli/support/shop.js';
import {launch, site} from '../server/support/browser.js';
import {stacks} from '../stacks/support/stacks.js';

/** How each example is started at an address. */
const examples: Readonly<Record<string, (address: URL) => readonly string[]>> = {
  express: () => [process.execPath, 'examples/express/shop.mjs'],
  fastify: () => [process.execPath, 'examples/fastify/shop.mjs'],
  hono: () => [process.execPath, 'examples/hono/shop.mjs'],
  koa: () => [process.execPath, 'examples/koa/shop.mjs'],
  ...(isInstalled('PHP') && {php: ({host}) => ['php', '-S', host, 'examples/php/shop.php']}),
  ...(isInstalled('Python') && {python: () => ['python3', 'examples/python/shop.py']}),
};
/** Those that keep the contract by code of their own are tried with a card that is saved and reversed. */
const withoutKit = ['php', 'python'];

interface Shop {
  readonly url: string;
  /** The cookie of a new shopper. */
  login(): Promise<string>;
  close(): Promise<void>;
}

describe('the examples', () => {
  let service: Service;
  let browser: Browser;
  before(async () => {
    const free = {port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'};
    [service, browser] = await Promise.all([startService({...free, allowRaw: true}), launch()]);
  });
  after(async () => {
    await browser.close();
    await service.close();
  });

  async function start(
    name: string,
    entryMode: 'flex' | 'raw',
    serviceUrl: string = service.urls.api,
  ): Promise<Shop> {
    const address = new URL(await closedAddress());
    address.hostname = 'localhost';
    const [program = '', ...args] = examples[name]!(address);
    const {secretKey, publicKey} = service.keys;
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...{SHOP_URL: address.origin, CARD_VAULT_SERVICE: serviceUrl, CARD_VAULT_ENTRY_MODE: entryMode},
        ...{CARD_VAULT_SECRET_KEY: secretKey, CARD_VAULT_PUBLIC_KEY: publicKey, NODE_OPTIONS: ''},
      },
    });
    await untilListening(child);
    return {
      url: address.origin,
      async login() {
        const [cookie = ''] = (await fetch(address)).headers.getSetCookie();
        return cookie.split(';')[0]!;
      },
      async close() {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      },
    };
  }

  it('are those of the folder', () => {
    // The suite `stacks` has the others.
    const tried = [...Object.keys(examples), ...withoutKit, ...Object.keys(stacks)];
    assert.deepEqual(
      readdirSync('examples').filter((name) => !tried.includes(name)),
      [],
    );
  });

  for (const name of Object.keys(examples)) {
    const isRaw = withoutKit.includes(name);
    it(`${name} keeps every rule of the contract`, async () => {
      const shop = await start(name, isRaw ? 'raw' : 'flex');
      try {
        const [cookie, other] = [await shop.login(), await shop.login()];
        const findings = await tryContract({
          ...{address: `${shop.url}/card-vault/session`, headers: {cookie}, otherHeaders: {cookie: other}},
          ...(isRaw && {card: '4000000000002701'}),
        });
        assert.deepEqual(
          findings.filter(({result}) => result === 'wrong'),
          [],
        );
        // What an example leaves out of its session, or the page enters itself.
        const left = isRaw ? ['payment', 'frame'] : ['saved-card', 'list-of-saved-card'];
        const notTried = findings.filter(({result}) => result === 'not tried');
        assert.deepEqual(
          notTried.map(({check}) => check),
          left,
        );
      } finally {
        await shop.close();
      }
    });

    it(`${name} saves a card whose bank asks for a code`, async () => {
      const shop = await start(name, 'flex');
      const page = await browser.newPage();
      try {
        await page.goto(shop.url);
        await fillCard(page, testCard('2.9'));
        await page.getByRole('button', {name: 'Save card'}).click();
        await answerStepUp(page, '1234');
        await page.getByText(/^Saved: visa •••• 2503$/i).waitFor();
      } finally {
        await page.close();
        await shop.close();
      }
    });
  }

  for (const name of withoutKit.filter((one) => one in examples))
    it(`${name} takes no card that is removed or used up`, async () => {
      const wallet = [
        walletItem('pm_kept', {}),
        walletItem('pm_guest', {max_usage: 1}),
        walletItem('pm_used', {max_usage: 1, usage_count: 1}),
        walletItem('pm_removed', {is_deleted: true}),
      ];
      const fake = await site('127.0.0.1', ({url = ''}, response) => {
        const data = url.endsWith('/wallet/') ? {wallet} : {token: 'cus_1'};
        response.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify({data}));
      });
      const shop = await start(name, 'flex', fake.origin);
      try {
        const headers = {cookie: await shop.login(), origin: shop.url};
        const list = await fetch(`${shop.url}/card-vault/payment-methods`, {headers});
        const {payment_methods} = (await list.json()) as {payment_methods: readonly {token: string}[]};
        assert.deepEqual(
          payment_methods.map(({token}) => token),
          ['pm_kept', 'pm_guest'],
        );
        const take = (token: string) =>
          fetch(`${shop.url}/cards`, {
            ...{method: 'POST', headers},
            body: new URLSearchParams({payment_method: token}),
          });
        const statuses = await Promise.all(wallet.map(async ({token}) => (await take(token)).status));
        assert.deepEqual(statuses, [200, 200, 422, 422]);
      } finally {
        await shop.close();
        await fake.close();
      }
    });
});

/** A card as the service lists it. */
const walletItem = (token: string, more: object) => ({
  ...{token, is_deleted: false, is_default: false, max_usage: null as number | null, usage_count: 0},
  cybersource: {scheme: 'visa', last_four: '2503', expiry_month: '01', expiry_year: '2039'},
  ...more,
});

/** Each says where it is, PHP's own server on its second stream. */
async function untilListening(child: ChildProcess): Promise<void> {
  const said: string[] = [];
  const heard = [child.stdout!, child.stderr!].map(async (stream) => {
    for await (const line of createInterface({input: stream})) {
      said.push(line);
      if (/http:\/\/localhost:\d+/.test(line)) return;
    }
    throw new Error('It ended.');
  });
  await Promise.any(heard).catch(() => assert.fail(`It ended before it listened: ${said.join('\n')}`));
  // Nothing that is said later may fill a pipe.
  child.stdout!.resume();
  child.stderr!.resume();
}
