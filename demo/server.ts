// The demo shop: the whole service, the shop's server and the shop's pages in one process.
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {
  contentSecurityPolicy,
  createCardVaultServer,
  createNonce,
  type CardVaultServer,
} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';
import {startService, type Service, type ServiceOptions} from 'card-vault-service';
import {createAccess} from './server/access.js';
import {createAssets} from './server/assets.js';
import {createBoxes} from './server/boxes.js';
import {logo} from './server/logo.js';
import {isForThisMachine} from './server/own-page.js';
import {createSandbox} from './server/sandbox.js';
import {createShop} from './server/shop.js';
import {createShoppers, isGuest} from './server/shoppers.js';

export interface DemoOptions extends Pick<
  ServiceOptions,
  'fieldsPort' | 'issuerPort' | 'database' | 'settings' | 'limits' | 'log'
> {
  /** The shop's own port, 5173 by default; 0 picks a free one. */
  readonly port?: number;
  /** The service's port, 4100 by default; 0 picks a free one. */
  readonly servicePort?: number;
}

export interface Demo {
  /** Address of the shop. */
  readonly url: string;
  readonly service: Service;
  readonly vault: CardVaultServer;
  close(): Promise<void>;
}

/**
 * Starts service and shop. Port 0 picks a free one; `database` is what the service takes (`memory:`, a folder, `postgres://…`);
 * `settings` and `log` are the service's.
 */
export async function startDemo({
  port = 5173,
  database = '.card-vault/db',
  settings,
  limits,
  log,
  ...ports
}: DemoOptions = {}): Promise<Demo> {
  const {servicePort = 4100, fieldsPort = 4101, issuerPort = 4102} = ports;
  let answer: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  // The shop's port comes first: the service needs the address for its events before it starts.
  await new Promise<void>((ready, fail) => server.once('error', fail).listen(port, 'localhost', ready));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const closeServer = (): Promise<void> =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  try {
    const service = await startService({
      ...{port: servicePort, fieldsPort, issuerPort, database, allowRaw: true, merchantName: 'Sorrel'},
      ...{
        webhookUrl: `${url}/card-vault/webhooks`,
        ...(settings && {settings}),
        ...(limits && {limits}),
        ...(log && {log}),
      },
    });
    const {vault, handle} = openShop(service);
    await vault.client.branding.replace({accent: '#24573a', background: '#faf7f0', logo});
    answer = handle;
    // A browser that vanished between authorization and the last step must not leave an amount held.
    const sweeper = setInterval(() => void vault.sweep().catch(() => undefined), 60_000).unref();
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      clearInterval(sweeper);
      await closeServer();
      await service.close();
    };
    return {url, service, vault, close: () => (closing ??= close())};
  } catch (error) {
    await closeServer();
    throw error;
  }
}

/** The shop's server: what `card-vault/server` answers, and the shop's own pages behind it. */
function openShop({urls, keys}: Service): {
  readonly vault: CardVaultServer;
  readonly handle: RequestListener;
} {
  const shoppers = createShoppers({secret: keys.secretKey, customers: () => vault.client.customers});
  const access = createAccess();
  const query = (request: Request): URLSearchParams => new URL(request.url).searchParams;
  const vault: CardVaultServer = createCardVaultServer({
    serviceUrl: urls.api,
    secretKey: keys.secretKey,
    publicKey: keys.publicKey,
    currency: 'USD',
    customer: (request) => shoppers.customerOf(request),
    accountVerification: (request) => query(request).get('verification') === 'on',
    entryMode: (request) => (query(request).get('entry') === 'raw' ? 'raw' : 'flex'),
    // A box costs what the shop says, and is paid with the card that the shopper has chosen in this shop.
    payment(request) {
      const shopper = shoppers.read(request);
      const paymentMethod = isGuest(request) ? shopper?.guestCard : shopper?.card;
      if (query(request).get('order') !== 'box' || !paymentMethod) return undefined;
      const securityCode = query(request).get('code') === 'on';
      return {paymentMethod, amount: 2400, currency: 'USD', securityCode, metadata: {box: 'season'}};
    },
    plans: (plan, visit) => boxes.isOffered(plan, visit),
    reference: (plan) => boxes.nameOf(plan),
    webhooks: {
      ...{scheme: 'standard', secrets: [keys.webhookSecret]},
      ...{on: access.on, expect: access.expect, log: access.heard},
    },
    trace: true,
    onError: (error) =>
      console.error(`card-vault: ${error instanceof Error ? error.message : String(error)}`),
  });
  const boxes = createBoxes(vault.client);
  const sandbox = createSandbox({url: urls.api, secretKey: keys.secretKey});
  const shop = createShop({
    ...{vault, shoppers, access, boxes, sandbox, assets: createAssets(), merchant: keys.publicKey},
    policy: ({trustedTypes = [], framed}) => {
      const nonce = createNonce();
      const serving = {serviceUrl: urls.api, fieldsOrigin: urls.fields};
      return {
        nonce,
        fieldsOrigin: urls.fields,
        // The buttons of the boxes post to the hosted pages.
        header: contentSecurityPolicy({
          ...{nonce, ...serving, trustedTypes, extra: {'form-action': [urls.api]}},
          ...(framed && {frameAncestors: ["'self'"]}),
        }),
      };
    },
  });
  const answerVault = toNodeHandler(vault);
  const answerShop = toNodeHandler({handle: shop});
  const handle: RequestListener = (request, response) => {
    if (!isForThisMachine(request.headers.host)) {
      response.writeHead(421, {'Content-Type': 'text/plain'});
      response.end('This shop answers to localhost only.\n');
      return;
    }
    void answerVault(request, response, (error) => {
      if (!error) return void answerShop(request, response);
      response.writeHead(400).end();
    });
  };
  return {vault, handle};
}
