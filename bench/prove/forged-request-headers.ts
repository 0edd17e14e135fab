import {createCardVaultServer} from '../../src/server/index.js';
import {startTestService} from '../../service/test/support/harness.js';
import type {TestService} from '../../service/test/support/harness.js';
import type {ProofResult} from '../prove.js';

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
const routes = ['/session', '/session/track_1/token', '/session/track_1/complete', '/subscribe'];

/** A kit whose calls to the service are noted, as far as they name an origin or a way back. */
function openShop(
  api: TestService,
  customer: string,
  options: {publicUrl?: string; origins?: readonly string[]},
) {
  const named = new Set<string>();
  const {urls, keys} = api.service;
  const vault = createCardVaultServer({
    ...{serviceUrl: urls.api, ...keys, currency: 'PKR', customer: () => customer, onError: () => undefined},
    timeout: 120_000,
    ...options,
    fetch: (url, init) => {
      for (const [origin] of `${String(init?.body)}`.matchAll(/https?:\/\/[^"\\/]+/g)) named.add(origin);
      return fetch(url, init);
    },
  });
  return {vault, named};
}

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
    const {vault, named} = openShop(api, await api.customer(), options);
    const found: string[] = [];
    for (const route of bar ? routes : routes.slice(0, 1))
      for (const host of hosts)
        for (const origin of origins)
          for (const site of sites)
            for (const more of forwarded) {
              const headers = {...more, ...(origin && {origin}), ...(site && {'sec-fetch-site': site})};
              const request = new Request(`${host}/card-vault${route}`, {method: 'POST', headers});
              const {status} = await vault.handle(request);
              count++;
              const wrong = [...named].filter((one) => !allowed(one));
              named.clear();
              const what = `${route} at ${host} with ${JSON.stringify(headers)}`;
              if (wrong.length > 0) found.push(`${what}: the service heard of ${wrong.join(', ')}`);
              if (status === 200 && !(origin !== undefined && allowed(origin))) found.push(`${what}: 200`);
            }
    return found;
  };
  try {
    const before = await listOf(api);
    const isShop = (origin: string) => origin === 'https://shop.example' || origin === partner;
    const shop = {publicUrl: 'https://shop.example', origins: [partner]};
    violations.push(...(await tryAll(shop, isShop)));
    violations.push(...(await tryAll({}, (origin) => new URL(origin).hostname === 'localhost')));
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
