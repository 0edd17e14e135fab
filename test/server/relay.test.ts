import assert from 'node:assert/strict';
import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, beforeEach, describe, it} from 'node:test';
import {createCardVaultServer, type CardVaultServer} from '../../src/server/index.js';
import {bodyOf} from './support/browser.js';
import {ownFeatures, publicKey, secretKey, shop as shopOrigin} from './support/fake-service.js';
import {openShop, refusalIn} from './support/shop.js';

interface Got {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const action = '/relay/order/payments/v3/track_1';
const payload = JSON.stringify({payload: {authorization: {do_capture: false}}});

/** A service behind HTTP that answers no browser: no CORS header on anything. */
describe('the relay, for a service whose CORS is closed', () => {
  let got: Got[] = [];
  let reply: {status: number; body: string; headers?: Record<string, string>};
  let features: readonly string[] = [];
  let owner = 'cus_ada';
  let vault: CardVaultServer;

  const service = createServer((request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
    };
    void bodyOf(request).then((body) => {
      const path = request.url ?? '';
      got.push({path, headers: request.headers, body});
      if (request.method === 'GET' && path.startsWith('/reporter/')) {
        if (!path.endsWith('track_1')) return send(404, {status: {message: 'not found'}});
        const data = {token: 'track_1', state: 'TRACKER_STARTED', customer: {token: owner}, features};
        return send(200, {ok: true, data});
      }
      if (path === '/order/payments/v3/') return send(201, {data: {tracker: {token: 'track_1'}, features}});
      if (path === '/client/passport/v1/token') return send(200, {data: 'bare='});
      response.writeHead(reply.status, reply.headers).end(reply.body);
    });
  });

  before(async () => {
    await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
  });
  after(() => {
    service.close();
    service.closeAllConnections();
  });
  beforeEach(() => {
    got = [];
    features = [];
    owner = 'cus_ada';
    reply = {status: 200, body: '{"data":{"action":{"token":"act_1"}}}'};
    vault = createCardVaultServer({
      serviceUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
      ...{secretKey, publicKey, currency: 'USD', relay: true, publicUrl: shopOrigin},
      customer: (request) => request.headers.get('x-shopper'),
      timeout: 60_000,
    });
  });

  const ask = (path = action, init: RequestInit = {}): Promise<Response> =>
    vault.handle(
      new Request(`${shopOrigin}/card-vault${path}`, {
        method: 'POST',
        body: payload,
        ...init,
        headers: {
          'x-shopper': 'cus_ada',
          origin: shopOrigin,
          'sec-fetch-site': 'same-origin',
          authorization: 'Bearer tbt-1=',
          'content-type': 'application/json',
          cookie: 'login=secret',
          'user-agent': 'a browser',
          'x-request-id': 'request-1',
          ...(init.headers as Record<string, string>),
        },
      }),
    );
  const actions = () => got.filter(({path}) => path === '/order/payments/v3/track_1');

  it('is named to the page as its service', async () => {
    const session = (await (await ask('/session', {body: '{}'})).json()) as Record<string, unknown>;
    assert.equal(session['service_url'], `${shopOrigin}/card-vault/relay`);
  });

  it('passes on token, content type, body and the id of the request, and nothing else', async () => {
    const response = await ask();
    assert.deepEqual([response.status, await response.text()], [200, reply.body]);
    const [sent] = actions();
    assert.equal(sent?.body, payload);
    const own = [
      'host',
      'connection',
      'content-length',
      'accept-encoding',
      'accept-language',
      'sec-fetch-mode',
      'user-agent',
    ];
    const headers = Object.entries(sent.headers).filter(([name]) => !own.includes(name));
    assert.deepEqual(Object.fromEntries(headers), {
      accept: 'application/json',
      authorization: 'Bearer tbt-1=',
      'content-type': 'application/json',
      'x-request-id': 'request-1',
    });
    assert.notEqual(sent.headers['user-agent'], 'a browser');
  });

  it('gives a service that ties tokens to origins or keeps keys what it needs', async () => {
    features = ownFeatures;
    await ask(action, {headers: {'idempotency-key': 'key-1'}});
    assert.equal(actions()[0]?.headers.origin, shopOrigin);
    assert.equal(actions()[0]?.headers['idempotency-key'], 'key-1');
    features = [];
  });

  it('asks the service whose the tracker is once, and not at all for one that it opened', async () => {
    await ask();
    await ask();
    assert.equal(got.filter(({path}) => path.startsWith('/reporter/')).length, 1);
    got = [];
    await ask('/session', {body: '{}'});
    await ask();
    assert.equal(got.filter(({path}) => path.startsWith('/reporter/')).length, 0);
  });

  it('refuses a tracker of another shopper, known or not, as one that does not exist', async () => {
    const stranger = {headers: {'x-shopper': 'cus_eve'}};
    const strange = await refusalIn(await ask(action, stranger));
    await ask();
    assert.deepEqual(await refusalIn(await ask(action, stranger)), strange);
    assert.deepEqual(await refusalIn(await ask('/relay/order/payments/v3/track_2')), strange);
    assert.equal(strange.status, 404);
    assert.equal(actions().length, 1);
  });

  it('passes on refusals and when to come back, but no other header', async () => {
    const headers = {'retry-after': '7', 'set-cookie': 'a=b', 'access-control-allow-origin': '*'};
    reply = {status: 429, body: '{"code":"x.busy"}', headers};
    const response = await ask();
    assert.deepEqual([response.status, await response.text()], [429, '{"code":"x.busy"}']);
    assert.equal(response.headers.get('retry-after'), '7');
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(response.headers.get('set-cookie'), null);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  });

  const refusals: readonly (readonly [string, string, RequestInit, number])[] = [
    ['nobody who is logged in', action, {headers: {'x-shopper': ''}}, 401],
    ['no token', action, {headers: {authorization: ''}}, 401],
    ['another kind of credential', action, {headers: {authorization: 'Basic YTpi'}}, 401],
    [
      'a page of another site',
      action,
      {headers: {origin: 'https://evil.example', 'sec-fetch-site': 'cross-site'}},
      403,
    ],
    ['a form', action, {headers: {'content-type': 'text/plain'}}, 415],
    ['a body that is too large', action, {body: 'x'.repeat(65 * 1024)}, 413],
    ['a method that is none', action, {method: 'PUT'}, 405],
    ['an action of another kind', `${action}/reversal`, {}, 404],
    ['a token', '/relay/client/passport/v1/token', {}, 404],
    ['a customer', '/relay/user/customers/v1/cus_ada', {}, 404],
    ['a path that climbs', '/relay/order/payments/v3/..%2f..%2fuser', {}, 404],
  ];
  for (const [name, path, init, status] of refusals) {
    it(`refuses ${name} with ${status}, and asks the service nothing`, async () => {
      await ask('/session', {body: '{}'});
      got = [];
      assert.equal((await ask(path, init)).status, status);
      assert.deepEqual(got, []);
    });
  }

  it('follows no redirect, and says so when the service cannot be reached', async () => {
    reply = {status: 307, body: '', headers: {location: 'https://evil.example/'}};
    const refusal = await refusalIn(await ask());
    assert.deepEqual([refusal.status, refusal.code], [502, 'service.unreachable']);
    assert.equal(actions().length, 1);
  });

  it('sends an action whose answer was lost no second time', async () => {
    const {service: fake, ask: post} = openShop({relay: true});
    fake.held('track_1');
    fake.before = ({path}) =>
      path.startsWith('/order/') ? Promise.reject(new TypeError('socket hang up')) : undefined;
    const refusal = await refusalIn(
      await post('POST', action, {body: payload, headers: {authorization: 'Bearer tbt-1='}}),
    );
    assert.equal(refusal.code, 'service.unreachable');
    assert.equal(fake.calls('POST', '/order/payments/v3/track_1').length, 1);
  });

  it('is not there unless the shop asks for it', async () => {
    const {service: fake, ask: post} = openShop();
    fake.held('track_1');
    const headers = {authorization: 'Bearer tbt-1='};
    assert.equal((await post('POST', action, {body: payload, headers})).status, 404);
    const session = (await (await post('POST', '/session')).json()) as Record<string, unknown>;
    assert.equal(session['service_url'], 'https://service.example');
  });
});
