import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {isForThisMachine, isOwnPage} from '../../demo/server/own-page.js';

void describe('the demo shop’s own pages', () => {
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
