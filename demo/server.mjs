// The demo shop: the whole service, the shop's server and the shop's pages in one process.
import {createServer} from 'node:http';
import {contentSecurityPolicy, createCardVaultServer, createNonce} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';
import {startService} from 'card-vault-service';
import {createAccess} from './server/access.mjs';
import {createAssets} from './server/assets.mjs';
import {createBoxes} from './server/boxes.mjs';
import {isForThisMachine} from './server/own-page.mjs';
import {createSandbox} from './server/sandbox.mjs';
import {createShop} from './server/shop.mjs';
import {createVisitors, isGuest} from './server/visitors.mjs';

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
} = {}) {
  const {servicePort = 4100, fieldsPort = 4101, issuerPort = 4102} = ports;
  let answer = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  // The shop's port comes first: the service is told where to send its events before it starts.
  await new Promise((ready, fail) => server.once('error', fail).listen(port, 'localhost', ready));
  const url = `http://localhost:${server.address().port}`;
  const closeServer = () =>
    new Promise((done) => {
      server.close(done);
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
    answer = handle;
    // A browser that vanished between authorization and the last step must not leave an amount held.
    const sweeper = setInterval(() => void vault.sweep().catch(() => undefined), 60_000).unref();
    let closing;
    const close = async () => {
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
function openShop({urls, keys}) {
  const visitors = createVisitors({secret: keys.secretKey, customers: () => vault.client.customers});
  const access = createAccess();
  const query = (request) => new URL(request.url).searchParams;
  const vault = createCardVaultServer({
    serviceUrl: urls.api,
    secretKey: keys.secretKey,
    publicKey: keys.publicKey,
    currency: 'USD',
    customer: (request) => visitors.customerOf(request),
    accountVerification: (request) => query(request).get('verification') === 'on',
    entryMode: (request) => (query(request).get('entry') === 'raw' ? 'raw' : 'flex'),
    // A box costs what the shop says, and is paid with the card that the shopper has chosen in this shop.
    payment(request) {
      const visitor = visitors.read(request);
      const paymentMethod = isGuest(request) ? visitor?.guestCard : visitor?.card;
      if (query(request).get('order') !== 'box' || !paymentMethod) return undefined;
      return {paymentMethod, amount: 2400, currency: 'USD', metadata: {box: 'season'}};
    },
    plans: (plan, visit) => boxes.isOffered(plan, visit),
    reference: (plan) => boxes.nameOf(plan),
    webhooks: {
      ...{scheme: 'standard', secrets: [keys.webhookSecret]},
      ...{on: access.on, expect: access.expect, log: access.heard},
    },
    onError: (error) => console.error(`card-vault: ${error instanceof Error ? error.message : error}`),
  });
  const boxes = createBoxes(vault.client);
  const sandbox = createSandbox({url: urls.api, secretKey: keys.secretKey});
  const shop = createShop({
    ...{vault, visitors, access, boxes, sandbox, assets: createAssets(), merchant: keys.publicKey},
    ledger: sandbox.ledger,
    faults: sandbox.faults,
    policy: (trustedTypes = []) => {
      const nonce = createNonce();
      const serving = {serviceUrl: urls.api, fieldsOrigin: urls.fields};
      return {
        nonce,
        fieldsOrigin: urls.fields,
        header: contentSecurityPolicy({nonce, ...serving, trustedTypes}),
      };
    },
  });
  const answerVault = toNodeHandler(vault);
  const answerShop = toNodeHandler({handle: shop});
  const handle = (request, response) => {
    if (!isForThisMachine(request.headers.host)) {
      response.writeHead(421, {'Content-Type': 'text/plain'});
      return void response.end('This shop answers to localhost only.\n');
    }
    answerVault(request, response, (error) => {
      if (!error) return void answerShop(request, response);
      response.writeHead(400).end();
    });
  };
  return {vault, handle};
}
