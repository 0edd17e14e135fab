import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createServiceClient, type CardVaultServerOptions} from '../../src/server/index.js';
import {FakeService, publicKey, secretKey, serviceUrl} from './support/fake-service.js';
import {openShop} from './support/shop.js';

const drawn = /^req_[\da-f-]{36}$/;

/** A shop, and the `X-Request-Id` of each call that it made to the service. */
function openWatched(options: Partial<CardVaultServerOptions> = {}) {
  const named: (string | null)[] = [];
  const service = new FakeService();
  const shop = openShop({
    fetch(url, init) {
      named.push(new Headers(init.headers).get('x-request-id'));
      return service.fetch(url, init);
    },
    ...options,
  });
  return {shop, named};
}

describe('the id of a request', () => {
  it('goes from a proxy of the shop into every call of the service that is made for the request, and back to the page', async () => {
    const {shop, named} = openWatched();
    const headers = {'x-request-id': 'edge_1042-a'};
    const answer = await shop.ask('POST', '/session', {body: '{}', headers});
    assert.equal(answer.headers.get('x-request-id'), 'edge_1042-a');
    assert.deepEqual(named, ['edge_1042-a', 'edge_1042-a', 'edge_1042-a']);
  });

  for (const [what, given] of [
    ['none', undefined],
    ['one that is too short to be unique', 'short'],
    ['one that could forge a line of a log', 'good-id" evil="1'],
    ['one without an end', 'a'.repeat(65)],
  ] as const) {
    it(`is drawn for a request that has ${what}`, async () => {
      const {shop, named} = openWatched();
      const headers: Record<string, string> = given === undefined ? {} : {'x-request-id': given};
      const answers = [
        await shop.ask('POST', '/session', {body: '{}', headers}),
        await shop.ask('POST', '/session', {body: '{}', headers}),
      ];
      const [first, second] = answers.map((answer) => answer.headers.get('x-request-id'));
      assert.match(first!, drawn);
      assert.match(second!, drawn);
      assert.notEqual(first, second);
      assert.deepEqual(named, [first, first, first, second, second, second]);
    });
  }

  it('is told to the page with the calls that were made for it, where the shop asks for that, without a token', async () => {
    const {shop} = openWatched({trace: true});
    const headers = {'x-request-id': 'edge_1042-a'};
    const [one, other] = await Promise.all([
      shop.ask('POST', '/session', {body: '{}', headers}),
      shop.ask('POST', '/session', {body: '{}'}),
    ]);
    const told = one!.headers.get('server-timing')!;
    const [request, ...calls] = told.split(', ');
    assert.equal(request, 'request;desc="edge_1042-a"');
    assert.equal(calls.length, 3);
    for (const call of calls) assert.match(call, /^call;dur=\d+;desc="2\d\d \/[a-z0-9\/_-]*"$/);
    assert.doesNotMatch(told, /track_|cus_|sec_/);
    assert.equal(other!.headers.get('server-timing')!.split(', ').length, 4);
    const silent = await openWatched().shop.ask('POST', '/session', {body: '{}'});
    assert.equal(silent.headers.get('server-timing'), null);
  });

  it('has a call without an answer as 0', async () => {
    const {shop} = openWatched({trace: true, fetch: () => Promise.reject(new TypeError('fetch failed'))});
    const answer = await shop.ask('POST', '/session', {body: '{}'});
    assert.match(answer.headers.get('server-timing')!, /call;dur=\d+;desc="0 \//);
  });

  it('is told with the failure that the shop hears of, and stands on the refusal', async () => {
    const heard: unknown[] = [];
    const {shop} = openWatched({
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      onError: (_, request, requestId) => heard.push([request?.method, requestId]),
    });
    const answer = await shop.ask('POST', '/session', {body: '{}'});
    assert.equal(answer.status, 502);
    assert.deepEqual(heard, [['POST', answer.headers.get('x-request-id')]]);
  });

  it('can be read by a listed page of another origin', async () => {
    const page = 'https://app.shop.example';
    const {shop} = openWatched({origins: [page]});
    const answer = await shop.ask('POST', '/session', {body: '{}', headers: {origin: page}});
    assert.equal(answer.headers.get('access-control-expose-headers'), 'X-Request-Id');
    assert.match(answer.headers.get('x-request-id')!, drawn);
  });

  it('is the service’s to draw for what the shop’s own code asks', async () => {
    const named: (string | null)[] = [];
    const service = new FakeService();
    const client = createServiceClient({
      ...{serviceUrl, secretKey, publicKey},
      fetch(url, init) {
        named.push(new Headers(init.headers).get('x-request-id'));
        return service.fetch(url, init);
      },
    });
    await client.paymentMethods.list('cus_ada');
    assert.deepEqual(named, [null]);
  });
});
