// The demo shop: the whole service, the shop's server and the shop's pages in one process.
import {createServer} from 'node:http';
import {contentSecurityPolicy, createCardVaultServer, createNonce} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';
import {startService} from 'card-vault/service';
import {createAssets} from './server/assets.mjs';
import {createShop} from './server/shop.mjs';
import {createVisitors} from './server/visitors.mjs';

/**
 * Starts service and shop. Port 0 picks a free one; `database` is what the service takes (`memory:`, a folder, `postgres://…`);
 * `settings` and `log` are the service's.
 */
export async function startDemo({
  port = 5173,
  servicePort = 4100,
  fieldsPort = 4101,
  issuerPort = 4102,
  database = '.card-vault/db',
  settings,
  log,
} = {}) {
  const service = await startService({
    port: servicePort,
    fieldsPort,
    issuerPort,
    database,
    allowRaw: true,
    ...(settings && {settings}),
    ...(log && {log}),
  });
  try {
    return await openShop(service, port);
  } catch (error) {
    await service.close();
    throw error;
  }
}

async function openShop(service, port) {
  const {urls, keys} = service;
  const visitors = createVisitors({secret: keys.secretKey, customers: () => vault.client.customers});
  const query = (request) => new URL(request.url).searchParams;
  const vault = createCardVaultServer({
    serviceUrl: urls.api,
    secretKey: keys.secretKey,
    publicKey: keys.publicKey,
    currency: 'USD',
    customer: (request) => visitors.customerOf(request),
    accountVerification: (request) => query(request).get('verification') === 'on',
    entryMode: (request) => (query(request).get('entry') === 'raw' ? 'raw' : 'flex'),
    onError: (error) => console.error(`card-vault: ${error instanceof Error ? error.message : error}`),
  });
  const shop = createShop({
    vault,
    visitors,
    assets: createAssets(),
    ledger: (tracker) =>
      fetch(`${urls.api}/sandbox/v1/ledger?tracker=${encodeURIComponent(tracker)}`, {
        headers: {'X-SFPY-MERCHANT-SECRET': keys.secretKey},
      }),
    faults: async (method, text) => {
      const answer = await fetch(`${urls.api}/sandbox/v1/faults`, {
        method,
        headers: {'X-SFPY-MERCHANT-SECRET': keys.secretKey, 'Content-Type': 'application/json'},
        ...(method === 'POST' && {body: text}),
      });
      const {data, message} = await answer.json();
      return Response.json(answer.ok ? data : {message}, {status: answer.status});
    },
    policy: (trustedTypes = []) => {
      const nonce = createNonce();
      return {
        nonce,
        header: contentSecurityPolicy({
          nonce,
          serviceUrl: urls.api,
          fieldsOrigin: urls.fields,
          trustedTypes,
        }),
      };
    },
  });

  const answerVault = toNodeHandler(vault);
  const answerShop = toNodeHandler({handle: shop});
  const server = createServer((request, response) => {
    void answerVault(request, response, (error) => {
      if (!error) return void answerShop(request, response);
      response.writeHead(400).end();
    });
  });
  await new Promise((ready, fail) => server.once('error', fail).listen(port, 'localhost', ready));
  // A browser that vanished between authorization and the last step must not leave an amount held.
  const sweeper = setInterval(() => void vault.sweep().catch(() => undefined), 60_000).unref();

  let closing;
  return {
    url: `http://localhost:${server.address().port}`,
    service,
    vault,
    close: () =>
      (closing ??= (async () => {
        clearInterval(sweeper);
        await new Promise((done) => {
          server.close(done);
          server.closeAllConnections();
        });
        await service.close();
      })()),
  };
}
