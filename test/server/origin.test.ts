import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {CardVaultServerOptions} from '../../src/server/index.js';
import {publicKey, shop} from './support/fake-service.js';
import {openShop, refusalIn} from './support/shop.js';

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

  // shows: attack 1
  it('no header that a program can send adds an origin', async () => {
    const headers = {
      origin: evil,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    };
    for (const path of ['/session', '/session/track_1/token', '/session/track_1/complete', '/subscribe']) {
      const {service, ask} = openShop();
      assert.equal((await ask('POST', path, {headers})).status, 403, path);
      assert.equal(service.seen.length, 0, path);
    }
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
  const partner = 'https://checkout.example';
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
