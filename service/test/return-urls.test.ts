import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {isLoopback, readOrigin, readReturnAddress} from '../src/platform/identity/origins.js';
import {shop, startTestService, string, type TestService} from './support/harness.js';

const hostile = [
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://shop.example/',
  '//shop.example/',
  '/return',
  'return',
  '',
  'https:shop.example',
  'https:/shop.example',
  'https:///shop.example',
  'https:\\\\shop.example',
  'https://shop.example\\@evil.example/',
  'https://user@shop.example/',
  'https://user:pass@shop.example/',
  'https://@shop.example/',
  'https://shop.example@evil.example/',
  'https://shop.example:443@evil.example/',
  ' https://shop.example/',
  'https://shop.example/\n',
  'https://shop\t.example/',
  'ht\ntps://shop.example/',
  'http://shop.example/',
  'https://',
  'https://shop.example:99999/',
  `https://shop.example/${'x'.repeat(2048)}`,
];
const foreign = [
  'https://evil.example/',
  'https://shop.example.evil.example/',
  'https://shop.example:8443/',
  'https://shop.examplе/',
  'https://sh\u043ep.example/',
  'https://evil.example/#https://shop.example',
  'https://evil.example/?https://shop.example/',
  'https://notshop.example/',
];
const good = [
  'https://shop.example',
  'https://SHOP.example/return?a=1&b=%20',
  'https://shop.example:443/return',
  'https://shop.example/return#part',
  'https://shop.example/a/../b',
];

describe('return URLs (guarantees 2.7)', () => {
  for (const address of hostile) {
    it(`${JSON.stringify(address.slice(0, 60))} is refused`, () => {
      assert.equal(typeof readReturnAddress(address, true), 'string');
    });
  }
  for (const address of good) {
    it(`${address} is parsed`, () => {
      const url = readReturnAddress(address, false);
      assert.ok(url instanceof URL && url.origin === shop);
    });
  }
  it('plain http is accepted for this machine only, in development', () => {
    for (const host of ['localhost:5173', '127.0.0.1', '127.9.9.9:1', '[::1]:80', 'shop.localhost:5173']) {
      assert.ok(readReturnAddress(`http://${host}/`, true) instanceof URL, host);
      assert.equal(typeof readReturnAddress(`http://${host}/`, false), 'string');
    }
    for (const host of ['localhost.evil.example', '127.0.0.1.evil.example', 'mylocalhost', '128.0.0.1']) {
      assert.equal(isLoopback(new URL(`http://${host}/`)), false, host);
    }
  });
  it('an origin ends with its port', () => {
    assert.equal(readOrigin('https://shop.example/', '/origin', false), shop);
    for (const text of [
      'https://shop.example/a',
      'https://*.example',
      'null',
      'https://a@shop.example',
      'x',
    ]) {
      assert.throws(() => readOrigin(text, '/origin', true), {code: 'origin_invalid'}, text);
    }
  });
});

describe('return URLs at enrollment and at the redirect', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  it('foreign and hostile URLs are refused by field name and do not change the tracker', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    for (const address of [...hostile.filter((text) => text.length <= 2048), ...foreign]) {
      const reply = await api.enroll(tracker, 'frictionless', {failure_url: address});
      assert.equal(reply.status, 400, address);
      const pointers = [...reply.json['fields']!].map((field) => field['pointer']) as unknown as string[];
      assert.deepEqual(pointers, ['/payload/authentication_setup/failure_url']);
    }
    assert.equal(api.issuer.enrollments.length, 0);
    assert.equal((await api.enroll(tracker)).status, 200);
  });

  it('an origin that the merchant has added is accepted, until it is removed', async () => {
    const other = 'https://other-shop.example';
    const tracker = await api.tracker();
    assert.equal((await api.call('/client/origins/v1', {body: {origin: other}})).status, 200);
    const token = await api.token({tracker, origin: other});
    const page = {token, origin: other};
    assert.equal((await api.act(tracker, {origin: other}, page)).status, 200);
    await api.setUp(tracker);
    const urls = {success_url: `${other}/r`, failure_url: `${other}/r`};
    const path = `/client/origins/v1/${encodeURIComponent(other)}`;
    assert.equal((await api.call(path, {method: 'DELETE'})).status, 200);
    const removed = await api.act(tracker, {authentication_setup: urls});
    assert.equal(removed.json['code'], 'return_url.refused');
    assert.equal((await api.call('/client/origins/v1', {body: {origin: other}})).status, 200);
    assert.equal((await api.act(tracker, {authentication_setup: urls}, page)).status, 200);
  });

  it('a stored URL is validated again before the redirect', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    const enrolled = await api.enroll(tracker, 'required');
    const enrollment = enrolled.json['data']!['action']!['payer_authentication_enrollment']!;
    const transaction = string(enrollment['authentication_transaction_id']);
    api.issuer.finish(transaction, 'succeeded', '05');
    await api.service.database.query('UPDATE trackers SET success_url = $2 WHERE token = $1', [
      tracker,
      'https://evil.example/',
    ]);
    const back = await api.comeBack(tracker, transaction);
    assert.equal(back.status, 400);
    assert.equal(back.headers.get('location'), null);
  });

  it('the shop’s parameters are kept; it cannot set the service’s own', async () => {
    const tracker = await api.tracker({is_account_verification: true});
    await api.setUp(tracker);
    const planted = `${shop}/r?x=1&payment_method=pm_fake&tracker=track_fake`;
    const enrolled = await api.enroll(tracker, 'required', {success_url: planted});
    const enrollment = enrolled.json['data']!['action']!['payer_authentication_enrollment']!;
    const transaction = string(enrollment['authentication_transaction_id']);
    api.issuer.finish(transaction, 'succeeded', '05');
    const to = new URL((await api.comeBack(tracker, transaction)).headers.get('location')!);
    assert.equal(to.searchParams.get('x'), '1');
    assert.deepEqual(to.searchParams.getAll('tracker'), [tracker]);
    assert.equal(to.searchParams.getAll('payment_method').length, 1);
    assert.notEqual(to.searchParams.get('payment_method'), 'pm_fake');
  });
});
