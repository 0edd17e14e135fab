import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {resolveOptions} from '../src/options.js';
import {startTestService, type TestService} from './support/harness.js';
import {productionOptions} from './support/production.js';
import {sendRaw} from './support/sockets.js';

/** Asks under a name, as a page does whose own name was made to lead here. */
const ask = (url: string, host: string | undefined) =>
  sendRaw(
    url,
    `GET /healthz HTTP/1.${host === undefined ? '0' : '1\r\nHost: ' + host}\r\nConnection: close\r\n\r\n`,
  );

describe('the names of a development run (DNS rebinding)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService({
      ...{allowedHosts: ['vault', 'Pay.Test'], fieldsUrl: 'https://fields.example'},
    });
  });
  after(() => api.service.close());

  it('a rebound name reads nothing, on no port', async () => {
    const {listening} = api.service;
    for (const url of [listening.api, listening.fields, listening.issuer]) {
      for (const host of [
        ...['rebound.example', 'rebound.example:4100', 'localhost.rebound.example', 'notlocalhost'],
        ...['127.0.0.1.rebound.example', 'vault.rebound.example', 'REBOUND.EXAMPLE.', 'pay.example'],
      ]) {
        const received = await ask(url, host);
        assert.match(received, /^HTTP\/1\.1 421 /, host);
        assert.match(received, /"request\.host_unknown"/);
        assert.ok(!received.includes('rebound'), 'the name is repeated');
      }
    }
  });

  it('addresses, localhost, configured names and a check without a Host pass', async () => {
    for (const host of [
      ...['127.0.0.1:4100', '192.168.1.7', '[::1]:4100', '[2001:db8::1]', 'localhost', 'LOCALHOST:4100'],
      ...[
        'shop.localhost:4100',
        'localhost.',
        'vault:4100',
        'VAULT',
        'pay.test',
        'fields.example',
        undefined,
        '',
      ],
    ]) {
      assert.match(await ask(api.service.listening.api, host), /^HTTP\/1\.1 200 /, host);
    }
  });

  it('production leaves names to its proxy', async () => {
    const production = await startTestService(productionOptions);
    try {
      assert.match(await ask(production.service.listening.api, 'api-1:4100'), /^HTTP\/1\.1 200 /);
    } finally {
      await production.service.close();
    }
  });

  it('an allowed name is a name, not an address or a URL', () => {
    for (const name of ['http://vault', 'vault:4100', '', '10.0.0.7', 'a b'])
      assert.throws(() => resolveOptions({allowedHosts: [name]}), /--allowed-host|name of a host/, name);
  });

  it('and the description of the API is for development only', async () => {
    const production = await startTestService(productionOptions);
    try {
      for (const path of ['/openapi.json', '/docs']) {
        assert.equal((await api.call(path)).status, 200);
        assert.equal((await production.call(path)).status, 404);
      }
    } finally {
      await production.service.close();
    }
  });
});
