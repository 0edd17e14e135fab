import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {decodeJwt} from 'jose';
import {resolveOptions} from '../src/options.js';
import {OptionError} from '../src/platform/errors.js';
import {isGuessable} from '../src/platform/secrets/strength.js';
import {transientToken} from './support/fakes.js';
import {shop, startTestService, type TestService} from './support/harness.js';
import {productionOptions} from './support/production.js';

void describe('the addresses of a production run', () => {
  let api: TestService;
  before(async () => (api = await startTestService({...productionOptions, limits: ['address=2']})));
  after(() => api.service.close());

  it('are the public ones in all that browsers get', async () => {
    assert.deepEqual(api.service.urls, {
      api: 'https://pay.example',
      fields: 'https://fields.example',
      hosted: 'https://pay.example',
      issuer: 'https://bank.example',
    });
    assert.equal(decodeJwt(await api.token()).aud, 'https://pay.example');
    assert.match(api.service.listening.api, /^http:\/\/localhost:\d+$/);
  });

  // shows: attack 15
  it('are kept to https by each answer', async () => {
    for (const url of Object.values(api.service.listening)) {
      const {headers} = await fetch(`${url}/nothing`);
      assert.equal(headers.get('strict-transport-security'), 'max-age=63072000');
    }
  });

  // shows: attack 9
  it('let a page’s card be counted by the address that the proxy names', async () => {
    const tried = async (forwarded: string) => {
      const tracker = await api.tracker();
      const token = await api.token({tracker, origin: shop});
      const call = {token, origin: shop, headers: {'x-forwarded-for': forwarded}};
      await api.act(tracker, {origin: shop}, call);
      const flex = {transient_token_jwt: transientToken(tracker, '4111111111111111')};
      return (await api.act(tracker, {payment_method: {flex}}, call)).status;
    };
    // The client itself may have sent the first part; the proxy adds the last.
    assert.equal(await tried('192.0.2.1, 203.0.113.5'), 200);
    assert.equal(await tried('192.0.2.2, 203.0.113.5, 127.0.0.1'), 200);
    assert.equal(await tried('192.0.2.3, 203.0.113.5'), 429);
    assert.equal(await tried('203.0.113.5, 192.0.2.1'), 200);
    for (let tries = 0; tries < 3; tries++) assert.equal(await tried('127.0.0.1'), 200);
  });
});

void describe('options of a production run', () => {
  const refused = (more: object, pattern: RegExp) =>
    assert.throws(
      () => resolveOptions({...productionOptions, ...more}),
      (error) => error instanceof OptionError && pattern.test(error.message),
    );

  // shows: attack 11
  it('need an address for each origin, and the proxy', () => {
    for (const [name, flag] of [
      ['publicUrl', /--public-url/],
      ['fieldsUrl', /--fields-url/],
      ['issuerUrl', /--issuer-url/],
    ] as const) {
      refused({[name]: ''}, flag);
      for (const text of [
        'http://pay.example',
        'https://pay.example/path',
        'https://localhost',
        'pay.example',
      ])
        refused({[name]: text}, /must be an https origin/);
    }
    refused({fieldsUrl: productionOptions.publicUrl}, /an origin of their own/);
    refused({trustedProxies: []}, /--trusted-proxy/);
    refused({trustedProxies: ['10.0.0.0/33']}, /10\.0\.0\.0\/33 is not the address of a proxy/);
  });

  it('need none for a worker, and none in development', () => {
    const none = {publicUrl: '', fieldsUrl: '', issuerUrl: '', trustedProxies: []};
    const worker = {
      ...productionOptions,
      ...none,
      role: 'worker',
      database: 'postgres://127.0.0.1/x',
    } as const;
    assert.equal(resolveOptions(worker).publicUrl, '');
    assert.equal(resolveOptions({publicUrl: 'http://localhost:5000'}).publicUrl, 'http://localhost:5000');
  });

  // shows: attack 15
  it('refuse keys that can be guessed, and never repeat them', () => {
    const weak = ['00'.repeat(32), 'ab'.repeat(32), '000102030405060708090a0b0c0d0e0f'.repeat(2)];
    for (const vaultKey of weak) {
      refused({vaultKey}, /^The vault key can be guessed\. (?!.*[0-9a-f]{32})/);
      refused({vaultKey: `${productionOptions.vaultKey},${vaultKey}`}, /vault key can be guessed/);
    }
    for (const secretKey of [
      'a'.repeat(24),
      'sk_live_0123456789abcdef0123456789',
      'sk_live_abcabcabcabcabcabcabc',
    ])
      refused({secretKey}, /^The secret key can be guessed\. (?!.*abc)/);
    refused(
      {webhookSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`},
      /webhook secret can be guessed/,
    );
  });

  it('take every random key', () => {
    for (let tries = 0; tries < 2000; tries++) {
      assert.ok(!isGuessable(randomBytes(32)));
      assert.ok(!isGuessable(Buffer.from(randomBytes(12).toString('hex'))));
    }
  });
});
