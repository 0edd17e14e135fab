import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {createOrigins} from '../src/domain/merchants/origins.js';
import {createProofReader} from '../src/edges/webhooks/proof.js';
import {shop, startTestService, string, type Call, type Reply, type TestService} from './support/harness.js';
import {HostedBrowser} from './support/hosted-browser.js';
import {productionOptions} from './support/production.js';

const path = '/client/origins/v1';
const evil = 'https://evil.example';
const branch = 'https://branch.example';
const other = {publicKey: 'sec_other', secretKey: 'sk_other_merchant_of_this_test'};

const add = (api: TestService, origin: string, call: Call = {}): Promise<Reply> =>
  api.call(path, {body: {origin}, ...call});
const remove = (api: TestService, origin: string, call: Call = {}): Promise<Reply> =>
  api.call(`${path}/${encodeURIComponent(origin)}`, {method: 'DELETE', ...call});
async function listOf(api: TestService, call: Call = {}): Promise<string[]> {
  const {json} = await api.call(path, call);
  return [...json['data']!].map((entry) => string(entry['origin']));
}
const preflight = (api: TestService, origin: string): Promise<Reply> =>
  api.call('/order/payments/v3/track_x', {
    ...{method: 'OPTIONS', secret: null, origin},
    headers: {'access-control-request-method': 'POST'},
  });

type Answer = Pick<Reply, 'status' | 'headers'>;

/** All that a merchant can ask for with an origin, but to own it. */
async function askFor(api: TestService, origin: string, call: Call = {}): Promise<Record<string, Answer>> {
  const post = (address: string, body: object) => api.call(address, {body, ...call});
  const user = string((await post('/user/customers/v1/', {first_name: 'Ada'})).json['data']!['token']);
  const opened = await post('/order/payments/v3/', {user, currency: 'PKR'});
  const tracker = string(opened.json['data']!['tracker']!['token']);
  const passport = '/client/passport/v1/token';
  const token = string((await post(passport, {})).json['data']);
  const link = string((await post(passport, {scope: 'portal', user})).json['data']);
  const query = new URLSearchParams({auth_token: link, redirect_url: `${origin}/`}).toString();
  return {
    token: await post(passport, {tracker, origin}),
    'checkout token': await post(passport, {scope: 'checkout', user, origin}),
    guest: await post('/user/v1/guest', {first_name: 'Guest', origin}),
    'capture context': await post(`/order/payments/v3/${tracker}`, {payload: {origin}}),
    'capture context of a page': await api.act(tracker, {origin}, {token, origin}),
    'call of a page': await api.call(`/reporter/api/v1/payments/${tracker}`, {token, origin}),
    'return address': await new HostedBrowser(api).get(`/portal?${query}`),
  };
}
/** What of it was granted: a link that is followed leads on. */
const granted = (replies: Record<string, Answer>): string[] =>
  Object.entries(replies).flatMap(([what, {status, headers}]) =>
    status < 400 || headers.has('access-control-allow-origin') ? [what] : [],
  );

describe('the origins of a merchant’s pages (decision 0075)', () => {
  let api: TestService;
  const asOther = {secret: other.secretKey};
  before(async () => {
    api = await startTestService({merchants: [other]});
  });
  after(() => api.service.close());

  // shows: attack 1
  it('nothing joins the list as a side effect', async () => {
    const tracker = await api.tracker();
    const user = await api.customer();
    const mint = (body: object) => api.call('/client/passport/v1/token', {body});
    const tries: readonly Promise<Reply>[] = [
      mint({tracker, origin: evil}),
      mint({scope: 'checkout', user, origin: evil}),
      mint({scope: 'portal', user, origin: evil}),
      api.act(tracker, {origin: evil}),
      api.call('/user/v1/guest', {body: {first_name: 'Guest', origin: evil}}),
    ];
    for (const {status, json, text} of await Promise.all(tries)) {
      assert.equal(status, 403, text);
      assert.equal(json['code'], 'origin_not_allowed');
      assert.match(string(json['status']!['message']), /POST \/client\/origins\/v1/);
    }
    assert.deepEqual(await listOf(api), [shop]);
    assert.equal((await preflight(api, evil)).status, 403);
  });

  it('an origin is added, listed, used and removed; the removal takes effect with the next request', async () => {
    assert.equal((await add(api, branch)).status, 200);
    assert.deepEqual(await listOf(api), [shop, branch]);
    const tracker = await api.tracker();
    const token = await api.token({tracker, origin: branch});
    const page = {token, origin: branch};
    assert.equal((await api.act(tracker, {origin: branch}, page)).status, 200);
    assert.equal((await preflight(api, branch)).status, 204);
    assert.equal((await remove(api, branch)).status, 200);
    const refused = await api.act(tracker, {origin: branch}, page);
    assert.deepEqual([refused.status, refused.json['code']], [403, 'origin_not_allowed']);
    assert.equal(refused.headers.get('access-control-allow-origin'), null);
    assert.equal((await preflight(api, branch)).status, 403);
    assert.equal((await remove(api, branch)).json['code'], 'origin.not_found');
  });

  // shows: attack 2
  it('an origin has one owner: a second merchant’s claim is refused until the first lets it go', async () => {
    for (const owned of [shop, branch]) {
      if (owned === branch) assert.equal((await add(api, branch)).status, 200);
      const claim = await add(api, owned, asOther);
      assert.deepEqual([claim.status, claim.json['code']], [409, 'origin.taken'], owned);
      assert.equal((await remove(api, owned, asOther)).status, 404);
      const minted = await api.call('/client/passport/v1/token', {
        ...asOther,
        body: {scope: 'checkout', origin: owned},
      });
      assert.equal(minted.json['code'], 'origin_not_allowed');
    }
    assert.deepEqual(await listOf(api, asOther), []);
    assert.equal((await remove(api, branch)).status, 200);
    assert.equal((await add(api, branch, asOther)).status, 200);
    assert.deepEqual(await listOf(api, asOther), [branch]);
    assert.equal((await add(api, branch)).json['code'], 'origin.taken');
    assert.equal((await remove(api, branch, asOther)).status, 200);
  });

  it('of two claims at once, one has it', async () => {
    const claims = await Promise.all([add(api, branch), add(api, branch, asOther)]);
    assert.deepEqual(claims.map(({status}) => status).sort(), [200, 409]);
    await Promise.all([remove(api, branch), remove(api, branch, asOther)]);
  });

  it('an origin of the options is not removed by a request, and one on this machine needs no entry', async () => {
    assert.equal((await remove(api, shop)).json['code'], 'origin.configured');
    assert.equal((await add(api, 'http://localhost:5173')).status, 200);
    assert.equal((await add(api, 'http://localhost:5173', asOther)).status, 200);
    assert.deepEqual(await listOf(api), [shop]);
    for (const origin of ['http://shop.example', `${shop}/path`, 'https://*.example'])
      assert.equal((await add(api, origin)).json['code'], 'origin_invalid');
  });

  it('each change is an event', async () => {
    const changes = async () =>
      (
        await api.service.database.query<{type: string; subject: string}>(
          "SELECT type, subject FROM events WHERE type LIKE 'origin.%' AND subject = $1 ORDER BY created_at",
          [`${branch}:8443`],
        )
      ).map(({type}) => type);
    await add(api, `${branch}:8443`);
    await add(api, `${branch}:8443`);
    assert.deepEqual(await changes(), ['origin.added']);
    await remove(api, `${branch}:8443`);
    assert.deepEqual((await changes()).sort(), ['origin.added', 'origin.removed']);
  });

  it('the options cannot give an origin to two merchants', () => {
    const {database} = api.service;
    const configured = {mer_a: [shop], mer_b: [shop]};
    assert.throws(() => createOrigins({database, configured, development: false}), /two merchants/);
  });
});

describe('a merchant gets nothing for an origin that is another’s (E2)', () => {
  const asOther = {secret: other.secretKey};
  for (const [mode, options] of Object.entries({development: {}, production: productionOptions}))
    it(`configured, in ${mode}`, async () => {
      const api = await startTestService({...options, origins: [shop], merchants: [other]});
      try {
        assert.deepEqual(granted(await askFor(api, shop, asOther)), []);
        assert.equal(granted(await askFor(api, shop)).length, 7, 'all is granted to its owner');
      } finally {
        await api.service.close();
      }
    });

  it('claimed, and removed again', async () => {
    const api = await startTestService({merchants: [other]});
    try {
      await add(api, branch);
      assert.deepEqual(granted(await askFor(api, branch, asOther)), []);
      assert.equal(granted(await askFor(api, branch)).length, 7, 'all is granted to its owner');
      await remove(api, branch);
      for (const call of [{}, asOther]) assert.deepEqual(granted(await askFor(api, branch, call)), []);
    } finally {
      await api.service.close();
    }
  });
});

describe('the proof of an origin', () => {
  it('is asked for in production, and the address rules of webhooks hold', async () => {
    const api = await startTestService(productionOptions);
    try {
      for (const origin of ['https://127.0.0.1', 'https://10.0.0.1', 'https://localhost']) {
        const {status, json} = await add(api, origin);
        assert.deepEqual([status, json['code']], [409, 'origin.not_proven'], origin);
        assert.match(string(json['status']!['message']), /well-known\/card-vault is .*sec_live/);
      }
      assert.deepEqual(await listOf(api), [shop]);
      assert.equal(
        (await api.call('/client/passport/v1/token', {body: {scope: 'checkout', origin: evil}})).status,
        403,
      );
    } finally {
      await api.service.close();
    }
  });

  it('is a line with the public key, in a short text/plain file without redirects', async () => {
    type File = [status: number, body: string, type?: string];
    const files: Readonly<Record<string, File>> = {
      good: [200, '# shops\nsec_a\r\nsec_b \n'],
      large: [200, `${'x'.repeat(40_000)}\nsec_a\n`],
      gone: [404, 'sec_a'],
      moved: [302, 'sec_a'],
      page: [200, '<pre>\nsec_a\n</pre>', 'text/html'],
      untyped: [200, 'sec_a', ''],
      upload: [200, 'sec_a', 'text/plainish'],
    };
    let file = 'good';
    const server = createServer((request, response) => {
      assert.equal(request.url, '/.well-known/card-vault');
      const [status, body, type = 'Text/Plain; charset=utf-8'] = files[file]!;
      response.writeHead(status, {location: '/elsewhere', ...(type && {'content-type': type})}).end(body);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const resolve = () => Promise.resolve([{address: '127.0.0.1', family: 4}]);
    const read = createProofReader({rules: {loopback: true}, resolve});
    const origin = `http://shop.localhost:${(server.address() as AddressInfo).port}`;
    try {
      assert.deepEqual([...(await read(origin))].slice(0, 3), ['# shops', 'sec_a', 'sec_b']);
      for (const [name, reason] of [
        ['large', 'cannot be read'],
        ['gone', 'answers 404'],
        ['moved', 'answers 302'],
        ['page', 'is not text/plain'],
        ['untyped', 'is not text/plain'],
        ['upload', 'is not text/plain'],
      ] as const) {
        file = name;
        assert.equal(await read(origin), reason, name);
      }
      const strict = createProofReader({rules: {loopback: false}, resolve});
      assert.equal(await strict('https://shop.example'), 'is not at a public address');
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
