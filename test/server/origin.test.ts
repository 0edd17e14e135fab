import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, request, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, it} from 'node:test';
import type {CardVaultServerOptions} from '../../src/server/index.js';
import {toNodeHandler} from '../../src/server/node.js';
import {publicKey, shop} from './support/fake-service.js';
import {openShop, refusalIn, type TestShop} from './support/shop.js';

const evil = 'https://evil.example';
type Headers = Record<string, string>;

/** Headers of a state-changing request as browsers send them, and what becomes of it. */
const senders: readonly [name: string, headers: Headers, status: number][] = [
  ['the page itself', {origin: shop, 'sec-fetch-site': 'same-origin'}, 200],
  ['the page itself in an older browser', {origin: shop, 'sec-fetch-site': ''}, 200],
  ['another site', {origin: evil, 'sec-fetch-site': 'cross-site'}, 403],
  ['another site in an older browser', {origin: evil, 'sec-fetch-site': ''}, 403],
  ['a sibling subdomain', {origin: 'https://blog.shop.example', 'sec-fetch-site': 'same-site'}, 403],
  ['a sandboxed frame', {origin: 'null', 'sec-fetch-site': 'cross-site'}, 403],
  ['the same host without encryption', {origin: 'http://shop.example', 'sec-fetch-site': 'cross-site'}, 403],
  ['nobody who says who it is', {origin: '', 'sec-fetch-site': ''}, 403],
];

describe('requests that change something come from pages of the shop', () => {
  for (const [name, headers, status] of senders) {
    it(`${name}: ${status}`, async () => {
      const {service, ask} = openShop();
      const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
      const response =
        headers['origin'] === '' || headers['sec-fetch-site'] === ''
          ? await bare(openShopHandle(service), sent)
          : await ask('POST', '/session', {headers: sent});
      assert.equal(response.status, status);
      if (status === 403) assert.equal(service.seen.length, 0);
    });
  }

  it('a form of another site is refused even with the right origin: its body is no JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const refusal = await refusalIn(
        await openShop().ask('POST', '/session', {headers: {'content-type': type}, body: '{}'}),
      );
      assert.equal(refusal.status, 415);
      assert.equal(refusal.code, 'request.content_type');
    }
  });

  it('a DELETE is held to the same rule', async () => {
    const {service, ask} = openShop();
    service.wallets.set('cus_ada', [{token: 'pm_1'}]);
    const headers = {origin: evil, 'sec-fetch-site': 'cross-site'};
    assert.equal((await ask('DELETE', '/payment-methods/pm_1', {headers})).status, 403);
    assert.equal(service.wallets.get('cus_ada')?.length, 1);
  });

  it("without publicUrl a development machine's own origin counts, and any other Host is refused with the option's name", async () => {
    const local = (origin: string) => ({'x-shopper': 'cus_ada', origin, 'sec-fetch-site': 'same-origin'});
    const post = async (address: string, headers: Headers) => {
      const {service, vault, errors} = openShop({publicUrl: undefined});
      const response = await vault.handle(
        new Request(`${address}/card-vault/session`, {method: 'POST', headers}),
      );
      return {response, service, errors};
    };
    const own = await post('http://localhost:5173', local('http://localhost:5173'));
    assert.equal(own.response.status, 200);
    const [token] = own.service.calls('POST', '/client/passport/v1/token');
    assert.equal(token?.body?.['origin'], 'http://localhost:5173');
    const proxied = await post('http://localhost:5173', local(evil));
    assert.deepEqual([proxied.response.status, proxied.service.seen.length], [403, 0]);
    const public_ = await post(evil, local(evil));
    assert.equal(public_.service.seen.length, 0);
    const refusal = await refusalIn(public_.response);
    assert.deepEqual([refusal.status, refusal.code], [500, 'configuration.missing']);
    assert.match(refusal.message, /publicUrl/);
    assert.equal(public_.errors.length, 1);
  });
});

/** Every route of the kit, and none; those that `reads` may answer a page of any origin. */
const routes: readonly (readonly [method: string, path: string, reads?: 'reads'])[] = [
  ['POST', '/session'],
  ['POST', '/session/track_1/token'],
  ['POST', '/session/track_1/complete'],
  ['GET', '/session/track_1/payment', 'reads'],
  ['POST', '/relay/order/payments/v3/track_1'],
  ['GET', '/payment-methods', 'reads'],
  ['PUT', '/payment-methods/pm_1'],
  ['DELETE', '/payment-methods/pm_1'],
  ['GET', '/subscribe?plan=plan_1', 'reads'],
  ['POST', '/subscribe'],
  ['POST', '/portal'],
  ['POST', '/webhooks'],
  ['GET', '/return', 'reads'],
  ['POST', '/return', 'reads'],
  ['GET', '/frame', 'reads'],
  ['GET', '/nothing', 'reads'],
];
const partner = 'https://checkout.example';
const forwarded: readonly Headers[] = [
  {},
  {'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https'},
  {forwarded: 'host=evil.example;proto=https'},
];
const local = 'http://localhost:5173';
const origins = ['', evil, 'null', 'http://localhost:9', `${shop}.evil.example`, partner, shop, local];

describe('no header of a request makes the kit name an origin that was not configured (E1)', () => {
  /** What a shop's service heard of a request, and whether a page of a foreign origin was granted it. */
  function judge({service}: TestShop, isOwn: (origin: string) => boolean) {
    return (what: string, origin: string, status: number, reads = false) => {
      const heard = service.seen.splice(0);
      const named = heard.flatMap(({body}) => JSON.stringify(body ?? {}).match(/https?:\/\/[^"\\/]+/g) ?? []);
      assert.deepEqual(
        named.filter((one) => !isOwn(one)),
        [],
        what,
      );
      assert.ok(!heard.some(({path}) => path.startsWith('/client/origins')), what);
      const isGranted = status === 200 && !reads;
      assert.ok(!isGranted || isOwn(origin), `${what}: 200`);
      return isGranted;
    };
  }
  const known = {customer: () => 'cus_ada', relay: true};

  for (const [name, options, isOwn] of [
    ['with publicUrl', {origins: [partner]}, (origin: string) => [shop, partner].includes(origin)],
    ['without', {publicUrl: undefined}, (origin: string) => /^http:\/\/localhost:/.test(origin)],
  ] as const)
    // shows: attack 1
    it(`at any route of a shop ${name}, from any address`, async () => {
      const opened = openShop({...known, ...options});
      opened.service.held('track_1');
      const isGranted = judge(opened, isOwn);
      let granted = 0;
      for (const [method, path, reads] of routes)
        for (const host of [evil, shop, local])
          for (const origin of origins)
            for (const site of ['', 'same-origin'])
              for (const more of forwarded) {
                const headers = {...more, ...(origin && {origin}), ...(site && {'sec-fetch-site': site})};
                const asked = new Request(`${host}/card-vault${path}`, {method, headers});
                const {status} = await opened.vault.handle(asked);
                const what = `${method} ${path} at ${host} with ${JSON.stringify(headers)}`;
                granted += Number(isGranted(what, origin, status, reads !== undefined));
              }
      assert.ok(granted > 0, 'the pages of the shop are granted something');
    });

  it('over HTTP, where Host and the headers of proxies become the address of the request', async () => {
    const opened = openShop(known);
    const isGranted = judge(opened, (origin) => origin === shop);
    let granted = 0;
    for (const trustProxy of [false, true]) {
      const handle = toNodeHandler(opened.vault, {trustProxy});
      const server = createServer((asked, answer) => void handle(asked, answer));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const {port} = server.address() as AddressInfo;
      for (const host of ['evil.example', 'localhost:9', 'shop.example'])
        for (const more of forwarded)
          for (const origin of origins) {
            const headers = {host, ...more, ...(origin && {origin})};
            const place = {port, host: '127.0.0.1', method: 'POST', path: '/card-vault/session'};
            const sent = request({...place, headers, agent: false}).end();
            const [answer] = (await once(sent, 'response')) as [IncomingMessage];
            answer.resume();
            const what = `${trustProxy ? 'behind a proxy' : 'alone'}, with ${JSON.stringify(headers)}`;
            granted += Number(isGranted(what, origin, answer.statusCode!));
          }
      server.close();
    }
    assert.ok(granted > 0, 'the pages of the shop are granted something');
  });
});

describe('a proxy that changes what the kit sees is named', () => {
  const visit = (options: Partial<CardVaultServerOptions>, address: string, origin: string) =>
    openShop(options)
      .vault.handle(new Request(address, {method: 'POST', headers: {origin, 'x-shopper': 'cus_ada'}}))
      .then(refusalIn);

  it('a development server that changes the host', async () => {
    const {status, message} = await visit(
      {publicUrl: undefined},
      'http://localhost:3001/card-vault/session',
      'http://localhost:5173',
    );
    assert.equal(status, 403);
    assert.match(message, /page of http:\/\/localhost:3001\..*keep the Host header, or set publicUrl/);
    assert.doesNotMatch((await visit({}, `${shop}/card-vault/session`, evil)).message, /Host header/);
  });

  it('a prefix that is taken off or put before the path', async () => {
    for (const path of ['/session', '/shop/card-vault/session']) {
      const {code, message} = await visit({}, shop + path, shop);
      assert.equal(code, 'route.not_found');
      assert.match(message, /mounted at \/card-vault: basePath is the path under which requests reach it/);
    }
  });

  it('a path in publicUrl, which nothing would use', () => {
    assert.throws(() => openShop({publicUrl: `${shop}/shop/`}), {
      code: 'configuration-missing',
      message: /publicUrl.*has a path.*set basePath to .*"\/shop\/card-vault"/,
    });
  });
});

describe('pages of the shop on other origins', () => {
  const cross = {origin: partner, 'sec-fetch-site': 'cross-site'};

  it("are served with CORS when they are listed, and their origin is the token's", async () => {
    const {service, ask} = openShop({origins: [partner]});
    const preflight = await ask('OPTIONS', '/session', {
      headers: {...cross, 'access-control-request-method': 'POST'},
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), partner);
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type, idempotency-key');
    const relaying = await openShop({origins: [partner], relay: true}).ask('OPTIONS', '/session', {
      headers: cross,
    });
    assert.equal(
      relaying.headers.get('access-control-allow-headers'),
      'authorization, content-type, idempotency-key',
    );
    const response = await ask('POST', '/session', {headers: cross});
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('access-control-allow-origin'), partner);
    assert.equal(response.headers.get('vary'), 'Origin');
    assert.equal(service.calls('POST', '/client/passport/v1/token')[0]?.body?.['origin'], partner);
  });

  it('are told why, readably, when something is wrong', async () => {
    const response = await openShop({origins: [partner]}).ask('POST', '/session', {as: '', headers: cross});
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('access-control-allow-origin'), partner);
  });

  it('get no CORS header when they are not', async () => {
    const {ask} = openShop({origins: [partner]});
    for (const origin of [evil, 'https://checkout.example.evil.example', 'null']) {
      const preflight = await ask('OPTIONS', '/session', {headers: {...cross, origin}});
      assert.equal(preflight.headers.get('access-control-allow-origin'), null);
      assert.equal((await ask('POST', '/session', {headers: {...cross, origin}})).status, 403);
    }
  });
});

describe('addresses', () => {
  it('answer 405 with what they allow, and 404 for the rest; webhooks 503 until there is a secret to check them with', async () => {
    const {ask} = openShop();
    const wrong = await ask('GET', '/session');
    assert.equal(wrong.status, 405);
    assert.equal(wrong.headers.get('allow'), 'POST');
    for (const path of ['', '/', '/session/', '/frames', '/session/track_1/tokens']) {
      assert.equal((await ask('POST', path)).status, 404, path);
    }
    // Not 404: whoever sends them comes again, and nothing is lost until the shop has its secret.
    assert.equal((await ask('POST', '/webhooks')).status, 503);
  });
});

type Shop = ReturnType<typeof openShop>;

function openShopHandle(service: Shop['service']) {
  return openShop({fetch: service.fetch}).vault;
}

/** A request with these headers and no other that a browser would add. */
function bare(vault: Shop['vault'], headers: Headers): Promise<Response> {
  return vault.handle(
    new Request(`${shop}/card-vault/session`, {
      method: 'POST',
      headers: {'x-shopper': 'cus_ada', ...headers},
    }),
  );
}

describe('the file that proves an origin', () => {
  it('names the public key in a line of its own, also at its address', async () => {
    const {vault} = openShop();
    const asked = await vault.handle(new Request(`${shop}/.well-known/card-vault`));
    for (const file of [vault.wellKnown(), asked]) {
      assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
      assert.ok((await file.text()).split('\n').includes(publicKey));
    }
  });
});
