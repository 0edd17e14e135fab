// Further: the hosts of the demo; the hosts of the service: `service/test/hosts.test.ts`.
import assert from 'node:assert/strict';
import {request} from 'node:http';
import {after, before, describe, it} from 'node:test';
import {startDemo, type Demo} from '../../demo/server.js';
import {isForThisMachine, isOwnPage, isTooLong} from '../../demo/server/own-page.js';

void describe('the demo shop, as it runs', () => {
  let demo: Demo;
  before(async () => {
    demo = await startDemo({port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
  });
  after(() => demo.close());

  /** The status of a request that names this host, and comes from a page of this origin. */
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(new URL(path, demo.url), {method, headers});
      sent.on('error', reject).on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.end();
    });

  it('answers no request for a name that is not this machine’s', async () => {
    const {host} = new URL(demo.url);
    assert.equal(await ask('GET', '/account', {host}), 200);
    for (const path of ['/', '/account', '/card-vault/session', '/behind-the-counter/faults'])
      assert.equal(await ask('GET', path, {host: `evil.example:${new URL(demo.url).port}`}), 421, path);
  });

  it('lets no page of another origin plan faults, answer for the bank, forget limits or move the clock', async () => {
    const {host} = new URL(demo.url);
    const foreign = {host, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site'};
    for (const [method, path] of [
      ['POST', 'faults'],
      ['DELETE', 'faults'],
      ['POST', 'bank'],
      ['DELETE', 'limits'],
      ['POST', 'sandbox/clock/advance'],
    ] as const)
      assert.equal(await ask(method, `/behind-the-counter/${path}`, foreign), 403, path);
  });
});

void describe('the demo shop’s own pages', () => {
  // shows: attack 12
  it('answers only to names of this machine, on any port', () => {
    for (const host of ['localhost:5173', 'localhost', '127.0.0.1:80', '[::1]:5173', 'shop.localhost:1'])
      assert.ok(isForThisMachine(host), host);
    for (const host of [
      'evil.example:5173',
      'localhost.evil.example',
      '10.0.0.1',
      'xlocalhost',
      '',
      'a b',
      undefined,
    ])
      assert.ok(!isForThisMachine(host), host);
  });

  it('reads no body that is longer than their pages send, or that does not say how long it is', () => {
    const post = (length?: string) =>
      isTooLong(
        new Request('http://localhost:5173/account/cards', {
          ...{method: 'POST', body: 'payment_method=pm_1'},
          headers: length === undefined ? {} : {'content-length': length},
        }),
      );
    assert.ok(!post('19'));
    assert.ok(!post(String(64 * 1024)));
    for (const length of [undefined, String(64 * 1024 + 1), 'many']) assert.ok(post(length), length);
    assert.ok(!isTooLong(new Request('http://localhost:5173/')));
  });

  it('takes changes only from its own pages, which must say that they are', () => {
    const from = (headers: Record<string, string>) =>
      isOwnPage(new Request('http://localhost:5173/account/cards', {method: 'POST', headers}));
    assert.ok(from({'sec-fetch-site': 'same-origin'}));
    assert.ok(from({origin: 'http://localhost:5173'}));
    assert.ok(isOwnPage(new Request('http://localhost:5173/behind-the-counter/ledger')));
    for (const headers of [
      {},
      {'sec-fetch-site': 'cross-site'},
      {'sec-fetch-site': 'none'},
      {origin: 'https://evil.example'},
      {origin: 'null'},
      {'sec-fetch-site': 'same-site', origin: 'http://localhost:5173'},
    ] as Record<string, string>[])
      assert.ok(!from(headers), JSON.stringify(headers));
  });
});
