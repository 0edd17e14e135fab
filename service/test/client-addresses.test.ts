import assert from 'node:assert/strict';
import {request} from 'node:http';
import {after, before, describe, it} from 'node:test';
import {transientToken} from './support/fakes.js';
import {shop, startTestService, type TestService} from './support/harness.js';
import {productionOptions} from './support/production.js';

/** Cards that one address may try. */
const allowed = 2;

describe('the client behind a proxy is counted by its address', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService({...productionOptions, limits: [`address=${allowed}`]});
  });
  after(() => api.service.close());

  async function tried(headers: Readonly<Record<string, string>>): Promise<number> {
    const tracker = await api.tracker();
    const token = await api.token({tracker, origin: shop});
    const call = {token, origin: shop, headers};
    await api.act(tracker, {origin: shop}, call);
    const flex = {transient_token_jwt: transientToken(tracker, '4111111111111111')};
    return (await api.act(tracker, {payment_method: {flex}}, call)).status;
  }

  async function isCounted(...headers: readonly Readonly<Record<string, string>>[]): Promise<void> {
    const statuses = [];
    for (let count = 0; count <= allowed; count++)
      statuses.push(await tried(headers[count % headers.length]!));
    assert.deepEqual(statuses, [200, 200, 429]);
  }

  const forms: readonly (readonly [string, ...Readonly<Record<string, string>>[]])[] = [
    ['with a port', {'x-forwarded-for': '203.0.113.8:50123'}, {'x-forwarded-for': '203.0.113.8:50124'}],
    [
      'in brackets, with a port',
      {'x-forwarded-for': '[2001:db8:1::1]:443'},
      {'x-forwarded-for': '[2001:db8:1::1]'},
    ],
    [
      'in another spelling of IPv6',
      {'x-forwarded-for': '2001:DB8:2:0::1'},
      {'x-forwarded-for': '2001:db8:2::2'},
    ],
    ['in quotes', {'x-forwarded-for': '"203.0.113.9"'}, {'x-forwarded-for': '203.0.113.9'}],
    [
      'mapped into IPv6, in both spellings',
      {'x-forwarded-for': '::ffff:203.0.113.10'},
      {'x-forwarded-for': '[::FFFF:cb00:710a]:5'},
    ],
    [
      'before proxies that have ports as well',
      {'x-forwarded-for': '192.0.2.1, 203.0.113.11:1, 127.0.0.1:8080'},
      {'x-forwarded-for': 'unknown, 203.0.113.11, [::1]:9, "[::ffff:127.0.0.2]:7"'},
    ],
    [
      'in Forwarded',
      {forwarded: 'for=192.0.2.60;proto=http;by=203.0.113.43, for="203.0.113.12:47011";proto=https'},
      {forwarded: 'For = 203.0.113.12 ; host="a,b;for=192.0.2.9"'},
    ],
    [
      'in Forwarded, of IPv6',
      {forwarded: 'proto=https;FOR="[2001:db8:3::17]:4711"'},
      {forwarded: 'for="[2001:db8:3::17]:_gate"'},
    ],
    [
      'in X-Forwarded-For, whatever the client says in Forwarded',
      {'x-forwarded-for': '203.0.113.13', forwarded: 'for=192.0.2.1'},
      {'x-forwarded-for': '203.0.113.13', forwarded: 'for=192.0.2.2'},
    ],
  ];
  for (const [name, ...headers] of forms) it(name, () => isCounted(...headers));

  it('and of the shop’s own header in the same forms', async () => {
    const secret = {secret: api.service.keys.secretKey};
    const statuses = [];
    for (const address of ['203.0.113.20:50123', '"203.0.113.20"', '[::ffff:203.0.113.20]:1']) {
      const tracker = await api.tracker();
      const call = {...secret, headers: {'x-sfpy-ip-address': address}};
      await api.act(tracker, {origin: shop}, call);
      const flex = {transient_token_jwt: transientToken(tracker, '4111111111111111')};
      statuses.push((await api.act(tracker, {payment_method: {flex}}, call)).status);
    }
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  const warnings = () => api.logs.filter((line) => line.includes('"http.client_unknown"'));

  it('a shop whose server sends an address that cannot be read is one warning, and a page that sends one is none', async () => {
    const earlier = warnings().length;
    const tracker = await api.tracker();
    const headers = {'x-sfpy-ip-address': 'client-of-mine'};
    await api.act(
      tracker,
      {origin: shop},
      {token: await api.token({tracker, origin: shop}), origin: shop, headers},
    );
    assert.equal(warnings().length, earlier);
    const secret = api.service.keys.secretKey;
    for (const address of ['203.0.113.21', 'client-of-mine', 'unknown'])
      await api.act(tracker, {origin: shop}, {secret, headers: {'x-sfpy-ip-address': address}});
    const added = warnings()
      .slice(earlier)
      .map((line) => JSON.parse(line) as {merchant: string; reason: string});
    assert.deepEqual(
      added.map(({reason}) => reason),
      ['unreadable X-SFPY-IP-ADDRESS'],
    );
    assert.ok(added[0]!.merchant);
  });

  it('a proxy that names no readable client is one warning, and its own health checks are none', async () => {
    const earlier = warnings().length;
    const ask = (path: string, headers: Readonly<Record<string, string>>) =>
      new Promise<number>((resolve, reject) => {
        const {hostname, port} = new URL(api.service.listening.api);
        // Each case is a proxy of its own: the loopback net has many addresses.
        const options = {
          host: hostname === 'localhost' ? '127.0.0.1' : hostname,
          port,
          path,
          headers,
          localAddress,
        };
        request(options, (answer) => resolve(answer.resume().statusCode!))
          .on('error', reject)
          .end();
      });
    let localAddress = '127.0.0.1';
    let last = 20;
    for (const [headers, reason] of [
      [{}, 'no header'],
      [{'x-forwarded-for': 'unknown'}, 'unreadable'],
      [{'x-forwarded-for': '192.0.2.4, _hidden'}, 'unreadable'],
      [{forwarded: 'proto=https'}, 'unreadable'],
      [{'x-forwarded-for': '127.0.0.9'}, 'only proxies'],
    ] as const) {
      localAddress = `127.0.0.${last++}`;
      assert.equal(await ask('/healthz', {}), 200);
      for (let count = 0; count < 3; count++) await ask('/nothing', headers);
      const own = warnings().filter((line) => line.includes(`"${localAddress}"`));
      assert.deepEqual(
        own.map((line) => (JSON.parse(line) as {reason: string}).reason),
        [reason],
      );
    }
    assert.equal(warnings().length, earlier + 5);
  });
});
