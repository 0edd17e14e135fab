import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {Hono} from 'hono';
import {Admission} from '../src/platform/http/admission.js';
import {apiHeaders, createApp} from '../src/platform/http/app.js';
import type {ServiceEnv} from '../src/platform/http/env.js';
import {listen, type Listener} from '../src/platform/http/listen.js';
import {silentLogger} from '../src/platform/http/log.js';
import {busyPageHeaders} from '../src/platform/identity/cors.js';
import {launchBrowser} from './microform/browser.js';

const known = 'https://shop.example';
const preflight = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
};

/** A service that admits one request, and is working on it until `end`. */
async function openBusy(isKnown: (origin: string) => Promise<boolean>) {
  let end = () => {};
  const gate = new Promise<void>((resolve) => (end = resolve));
  const routes = new Hono<ServiceEnv>();
  const entered = new Promise<void>((resolve) => {
    routes.all('/slow', async (c) => {
      resolve();
      await gate;
      return c.text('done');
    });
  });
  const app = createApp({logger: silentLogger, routes: [routes]});
  const here = 'http://localhost:4100';
  const urls = {api: here, fields: here, issuer: here, hosted: here};
  const admission = new Admission({limit: 1, headers: apiHeaders, logger: silentLogger});
  const listener = await listen((request, env) => app.fetch(request, env), {
    ...{host: '127.0.0.1', port: 0, flag: '--port', admission},
    pageHeaders: busyPageHeaders({anyAllows: isKnown}, urls),
  });
  const slow = fetch(`${listener.url}/slow`);
  await entered;
  return {listener, end: async () => (end(), await slow, await listener.close(0))};
}

/** Undici sends no `Origin` of a page, but any that is given. */
const ask = (listener: Listener, headers: Record<string, string>, method = 'POST') =>
  fetch(`${listener.url}/any`, {method, headers});

describe('a page reads that the service is overloaded', () => {
  let busy: Awaited<ReturnType<typeof openBusy>>;
  const asked: string[] = [];
  before(async () => {
    busy = await openBusy((origin) => {
      asked.push(origin);
      return Promise.resolve(origin === known || new URL(origin).hostname === 'localhost');
    });
  });
  after(() => busy.end());

  it('the refusal names the page’s origin, exactly, and varies by it', async () => {
    const {status, headers} = await ask(busy.listener, {origin: known});
    assert.equal(status, 503);
    assert.equal(headers.get('access-control-allow-origin'), known);
    assert.match(headers.get('access-control-expose-headers') ?? '', /retry-after/);
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.equal(headers.get('vary'), 'Origin');
    assert.equal(headers.get('retry-after'), '1');
  });

  it('a preflight is answered as always, so that the page sees the refusal after it', async () => {
    const {status, headers} = await ask(busy.listener, {origin: known, ...preflight}, 'OPTIONS');
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), known);
    assert.match(headers.get('access-control-allow-headers') ?? '', /authorization/);
  });

  it('no origin that is not on a list, no server and no secret key from a page gets these headers', async () => {
    for (const headers of [
      {origin: 'https://other.example'},
      {origin: `${known}.other.example`},
      {origin: 'https://other.example', ...preflight},
      {},
      {origin: known, 'x-sfpy-merchant-secret': 'sk_1'},
      {origin: known, authorization: 'Bearer sk_1'},
    ] as Record<string, string>[]) {
      for (const method of ['POST', 'OPTIONS']) {
        const answer = await ask(busy.listener, headers, method);
        assert.equal(answer.status, 503, JSON.stringify(headers));
        assert.equal(answer.headers.get('access-control-allow-origin'), null, JSON.stringify(headers));
      }
    }
  });

  it('an origin is looked up once, not for each refusal', async () => {
    const before = asked.length;
    await Promise.all(Array.from({length: 10}, () => ask(busy.listener, {origin: known})));
    assert.equal(asked.length, before);
  });

  it('many unknown origins ask the database for one at a time', async () => {
    let [asking, most] = [0, 0];
    const other = await openBusy(async () => {
      most = Math.max(most, ++asking);
      await new Promise(setImmediate);
      asking--;
      return false;
    });
    try {
      const origins = Array.from({length: 50}, (_, index) => `https://shop-${index}.example`);
      for (const {status} of await Promise.all(origins.map((origin) => ask(other.listener, {origin}))))
        assert.equal(status, 503);
      assert.equal(most, 1);
    } finally {
      await other.end();
    }
  });

  it('in a browser: status, code and Retry-After instead of a network error', async () => {
    const browser = await launchBrowser();
    const shop = createServer((_request, response) => response.end('<!doctype html><title>shop</title>'));
    try {
      await new Promise<void>((resolve) => shop.listen(0, 'localhost', resolve));
      const page = await browser.newPage();
      await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}`);
      const read = await page.evaluate(async (url) => {
        const headers = {authorization: 'Bearer t', 'content-type': 'application/json'};
        const answer = await fetch(url, {method: 'POST', headers, body: '{}'});
        const {code} = (await answer.json()) as {code: string};
        return [answer.status, code, answer.headers.get('retry-after')];
      }, `${busy.listener.url}/any`);
      assert.deepEqual(read, [503, 'service.overloaded', '1']);
    } finally {
      await browser.close();
      shop.close();
    }
  });
});
