import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createCardVaultServer} from '../../src/server/index.js';
import {toNodeHandler} from '../../src/server/node.js';
import {startTestService, type TestService} from '../../service/test/support/harness.js';
import type {ProofResult} from './support/proof.js';

export const id = 'E1';
export const title =
  'no header of a request makes the kit name an origin to the service that was not configured';

const evil = 'https://evil.example';
const partner = 'https://partner.example';
const origins = [undefined, evil, 'null', 'http://localhost:9', 'https://shop.example.evil.example', partner];
const sites = [undefined, 'same-origin', 'none', 'same-site', 'cross-site'];
const forwarded: readonly Readonly<Record<string, string>>[] = [
  {},
  {'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https'},
  {forwarded: 'host=evil.example;proto=https'},
];
/** Where the request seems to have been sent: its URL is made of `Host`. */
const hosts = [evil, 'https://shop.example', 'http://localhost:5173'];
/** Every route of the kit, and no route. The session's own tracker stands for `TRACKER`. */
const routes: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/session'],
  ['POST', '/session/TRACKER/token'],
  ['POST', '/session/TRACKER/complete'],
  ['GET', '/session/TRACKER/payment'],
  ['POST', '/relay/order/payments/v3/TRACKER'],
  ['GET', '/payment-methods'],
  ['PUT', '/payment-methods/pm_1'],
  ['DELETE', '/payment-methods/pm_1'],
  ['GET', '/subscribe?plan=plan_1'],
  ['POST', '/subscribe'],
  ['POST', '/portal'],
  ['POST', '/webhooks'],
  ['GET', '/return'],
  ['POST', '/return'],
  ['GET', '/frame'],
  ['GET', '/nothing'],
];
/** These only read, so they may succeed for any origin. */
const isOpen = (method: string, path: string) => method === 'GET' || path === '/return';

/** A kit whose calls to the service are noted, as far as they name an origin or a return URL. */
function openShop(
  api: TestService,
  customer: string,
  options: {publicUrl?: string; origins?: readonly string[]},
) {
  const named = new Set<string>();
  const {urls, keys} = api.service;
  const vault = createCardVaultServer({
    ...{serviceUrl: urls.api, ...keys, currency: 'PKR', customer: () => customer, onError: () => undefined},
    ...{timeout: 120_000, relay: true},
    ...options,
    fetch: (url, init) => {
      for (const [origin] of `${String(init?.body)}`.matchAll(/https?:\/\/[^"\\/]+/g)) named.add(origin);
      return fetch(url, init);
    },
  });
  return {vault, named};
}

/** Opens a session by a request with these headers, and returns the status. */
const post = (port: number, headers: Readonly<Record<string, string>>) =>
  new Promise<number>((resolve, reject) => {
    const sent = request({port, host: '127.0.0.1', method: 'POST', path: '/card-vault/session', headers});
    sent.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.end();
  });

const listOf = async (api: TestService) =>
  JSON.stringify((await api.call('/client/origins/v1')).json['data']);

/** Every combination, at each route, of a shop with and without `publicUrl`. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const api = await startTestService({origins: ['https://shop.example', partner]});
  const violations: string[] = [];
  let count = 0;
  const tryAll = async (
    options: {publicUrl?: string; origins?: readonly string[]},
    allowed: (origin: string) => boolean,
  ): Promise<string[]> => {
    const customer = await api.customer();
    const {vault, named} = openShop(api, customer, options);
    const {token: tracker} = await vault.client.trackers.create({customer, currency: 'PKR'});
    named.clear();
    const found: string[] = [];
    for (const [method, pattern] of bar ? routes : routes.slice(0, 1))
      for (const host of hosts)
        for (const origin of origins)
          for (const site of sites)
            for (const more of forwarded) {
              const headers = {...more, ...(origin && {origin}), ...(site && {'sec-fetch-site': site})};
              const route = pattern.replace('TRACKER', tracker);
              const asked = new Request(`${host}/card-vault${route}`, {method, headers});
              const {status} = await vault.handle(asked);
              count++;
              const wrong = [...named].filter((one) => !allowed(one));
              named.clear();
              const what = `${method} ${route} at ${host} with ${JSON.stringify(headers)}`;
              if (wrong.length > 0) found.push(`${what}: the service heard of ${wrong.join(', ')}`);
              if (status === 200 && !isOpen(method, route) && !(origin !== undefined && allowed(origin)))
                found.push(`${what}: 200`);
            }
    return found;
  };
  /** The same over HTTP, where `Host` and the headers of proxies become the address of the request. */
  const tryNode = async (allowed: (origin: string) => boolean): Promise<string[]> => {
    const {vault, named} = openShop(api, await api.customer(), {publicUrl: 'https://shop.example'});
    const found: string[] = [];
    for (const trustProxy of [false, true]) {
      const handle = toNodeHandler(vault, {trustProxy});
      const server = createServer((asked, answer) => void handle(asked, answer));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const {port} = server.address() as AddressInfo;
      for (const host of ['evil.example', 'localhost:9', 'shop.example'])
        for (const more of forwarded)
          for (const origin of origins) {
            const headers = {host, ...more, ...(origin && {origin})};
            const status = await post(port, headers);
            count++;
            const wrong = [...named].filter((one) => !allowed(one));
            named.clear();
            const what = `over HTTP, ${trustProxy ? 'behind a proxy' : 'alone'}, with ${JSON.stringify(headers)}`;
            if (wrong.length > 0) found.push(`${what}: the service heard of ${wrong.join(', ')}`);
            if (status === 200 && !(origin !== undefined && allowed(origin))) found.push(`${what}: 200`);
          }
      server.close();
      server.closeAllConnections();
    }
    return found;
  };
  try {
    const before = await listOf(api);
    const isShop = (origin: string) => origin === 'https://shop.example' || origin === partner;
    const shop = {publicUrl: 'https://shop.example', origins: [partner]};
    violations.push(...(await tryAll(shop, isShop)));
    violations.push(...(await tryAll({}, (origin) => new URL(origin).hostname === 'localhost')));
    violations.push(...(await tryNode((origin) => origin === 'https://shop.example')));
    if ((await listOf(api)) !== before) violations.push('an origin joined the list');
    // The same shop with one origin too many in its options: the proof has to notice.
    const planted = await tryAll({...shop, origins: [partner, evil]}, isShop);
    if (planted.length === 0) violations.push('the planted origin was not noticed');
  } finally {
    await api.service.close();
  }
  return {
    lines: [`${count} requests; no origin but the configured ones, and the list as it was`],
    violations,
  };
}
