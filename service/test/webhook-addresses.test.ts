import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {resolveOptions} from '../src/options.js';
import {OptionError} from '../src/platform/errors.js';
import {
  AddressRefused,
  resolveAllowedAddresses,
  readEndpointUrl,
  refusalOf,
} from '../src/edges/webhooks/address.js';
import {isLoopbackAddress, isPublicAddress} from '../src/edges/webhooks/ranges.js';
import {scheduleSeconds, nextTry, readRetryAfter, resumeAt} from '../src/edges/webhooks/schedule.js';

const strict = {loopback: false};

describe('addresses of receivers', () => {
  it('treats an IPv4 address the same in every IPv6 notation', () => {
    const mapped = (dotted: string, words: string) => [
      `::ffff:${dotted}`,
      `::FFFF:${words}`,
      `0:0:0:0:0:ffff:${words}`,
      `0000:0000:0000:0000:0000:ffff:${dotted}`,
      `64:ff9b::${dotted}`,
      `0064:ff9b:0:0:0:0:${words}`,
    ];
    for (const address of mapped('1.1.1.1', '101:101')) assert.ok(isPublicAddress(address), address);
    const closed = [
      ...mapped('0.0.0.0', '0:0'),
      ...mapped('10.0.0.255', 'a00:ff'),
      ...mapped('100.127.255.255', '647f:ffff'),
      ...mapped('127.0.0.1', '7f00:1'),
      ...mapped('168.63.129.16', 'a83f:8110'),
      ...mapped('169.254.169.254', 'a9fe:a9fe'),
      ...mapped('172.31.255.255', 'ac1f:ffff'),
      ...mapped('192.168.1.1', 'c0a8:101'),
      ...mapped('255.255.255.255', 'ffff:ffff'),
    ];
    for (const address of closed) {
      assert.ok(!isPublicAddress(address), address);
      assert.ok(!isLoopbackAddress(address), address);
    }
    for (const other of [
      '::1.1.1.1',
      '::101:101',
      '::ffff:0:1.1.1.1',
      '::fffe:1.1.1.1',
      '64:ff9b:1::1.1.1.1',
    ])
      assert.ok(!isPublicAddress(other), other);
  });

  it('classifies IPv6 at both ends of every range, and refuses what is not an address', () => {
    const open = ['2000::', '2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '2620:4f:7fff::'];
    open.push('2620:4f:8001::', '3ffe:ffff::', '3fff:1000::', '3fff:ffff::');
    for (const address of open) assert.ok(isPublicAddress(address), address);
    const closed = [
      '1fff:ffff::',
      '2001:1ff:ffff::',
      '2001:db8:ffff::',
      '2002:ffff::',
      '2620:4f:8000:ffff::',
    ];
    closed.push('3fff:fff:ffff::', '4000::', '64:ff9a::1.1.1.1', 'fe80::1', '');
    closed.push('localhost', '1.2.3', '01.1.1.1', '1:2', '2606:4700::1111%eth0', '::ffff:1.1.1.1.1');
    for (const address of closed) assert.ok(!isPublicAddress(address), address);
    for (const address of ['::1%lo', '127.1', '::2', '']) assert.ok(!isLoopbackAddress(address), address);
  });

  it('distinguishes public hosts from all others, at both ends of every range', () => {
    const open = [
      '1.1.1.1',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
    ];
    open.push(
      '169.253.255.255',
      '169.255.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '192.167.255.255',
      '192.169.0.0',
    );
    open.push(
      '198.17.255.255',
      '198.20.0.0',
      '223.255.255.255',
      '2606:4700::1111',
      '::ffff:1.1.1.1',
      '64:ff9b::101:101',
    );
    for (const address of open) assert.equal(isPublicAddress(address), true, address);
    const closed = [
      '0.0.0.0',
      '0.255.255.255',
      '10.0.0.0',
      '10.255.255.255',
      '100.64.0.0',
      '100.127.255.255',
      '127.0.0.1',
    ];
    closed.push(
      '127.255.255.255',
      '168.63.129.16',
      '169.254.169.254',
      '172.16.0.0',
      '172.31.255.255',
      '192.0.0.192',
    );
    closed.push(
      '192.0.2.1',
      '192.168.0.0',
      '192.168.255.255',
      '198.18.0.0',
      '198.19.255.255',
      '198.51.100.1',
      '203.0.113.1',
    );
    closed.push(
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:a00:1',
    );
    closed.push(
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      'fe80::1',
      'fc00::1',
      'fd00:ec2::254',
      'fec0::1',
      'ff02::1',
      '2001::1',
    );
    closed.push('2001:db8::1', '2002:7f00:1::', '3fff::1', '4000::1', 'not an address');
    for (const address of closed) assert.equal(isPublicAddress(address), false, address);
    assert.ok(isLoopbackAddress('127.9.9.9') && isLoopbackAddress('::1') && !isLoopbackAddress('0.0.0.0'));
  });

  it('accepts https on two ports, and in development this machine on any', () => {
    for (const url of ['https://shop.example/a?b=c', 'https://shop.example:8443/', 'https://1.1.1.1/'])
      assert.equal(typeof readEndpointUrl(url, strict), 'object', url);
    for (const url of ['http://localhost:5173/', 'http://127.0.0.1:80/', 'https://localhost:1/']) {
      assert.equal(typeof readEndpointUrl(url, strict), 'string', url);
      assert.equal(typeof readEndpointUrl(url, {loopback: true}), 'object', url);
    }
    for (const url of [
      'https://shop.example:22/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://[::1]/',
    ])
      assert.equal(typeof readEndpointUrl(url, strict), 'string', url);
  });

  // shows: attack 20
  it('names that no public name server knows are refused when they are registered', () => {
    for (const host of [
      ...['localhost.', 'metadata.google.internal', 'shop.example.', 'printer.local', 'db', 'a.home.arpa'],
      ...['nas.lan', 'x.onion', 'intranet'],
    ])
      assert.equal(typeof readEndpointUrl(`https://${host}/`, strict), 'string', host);
    for (const host of ['shop.example', 'internal.shop.example', 'local.example', 'xn--shp-8cd.example'])
      assert.equal(typeof readEndpointUrl(`https://${host}/`, strict), 'object', host);
  });

  it('are refused at the start if the options have an invalid one or an invalid secret', () => {
    const loopback = 'http://127.0.0.1:5173/webhooks';
    assert.equal(resolveOptions({webhookUrl: loopback}).webhookUrl, loopback);
    for (const options of [
      {webhookUrl: 'https://10.0.0.1/'},
      {webhookUrl: loopback, webhookSecret: 'secret'},
      {webhookUrl: 'shop.example'},
    ])
      assert.throws(() => resolveOptions(options), OptionError);
  });

  it('the refusal of a private host lists its addresses and says what to do', () => {
    for (const webhookUrl of [
      'http://shop:3000/webhooks',
      'https://192.168.1.4/webhooks',
      'https://shop.lan:3000/',
    ]) {
      assert.throws(
        () => resolveOptions({webhookUrl}),
        (error: Error) => {
          assert.match(
            error.message,
            /is not https\.|is not a public address\.|has a port other than 443 and 8443\./,
          );
          assert.match(
            error.message,
            /this machine, such as http:\/\/localhost:3000\/webhooks, or to a public https address/,
          );
          assert.match(error.message, /forward a port of this machine to it/);
          return true;
        },
      );
    }
    const said = refusalOf('is not https', strict);
    assert.match(
      said,
      /^The address for events is not https\. Events go to public https addresses on port 443/,
    );
    assert.doesNotMatch(said, /this machine/);
  });

  it('refuses a name if any of its addresses is this machine', async () => {
    const url = new URL('https://shop.example/');
    const to = (...addresses: string[]) =>
      resolveAllowedAddresses(url, strict, () =>
        Promise.resolve(addresses.map((address) => ({address, family: address.includes(':') ? 6 : 4}))),
      );
    assert.deepEqual(await to('1.1.1.1'), [{address: '1.1.1.1', family: 4}]);
    for (const addresses of [[], ['127.0.0.1'], ['1.1.1.1', '10.0.0.1'], ['::ffff:7f00:1']])
      await assert.rejects(to(...addresses), AddressRefused);
    const plain = new URL('http://shop.localhost/');
    const outside = () => Promise.resolve([{address: '1.1.1.1', family: 4}]);
    await assert.rejects(
      resolveAllowedAddresses(plain, {loopback: true}, outside),
      AddressRefused,
      'never in plain http',
    );
  });
});

describe('the schedule of tries', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const seconds = (step: number, random: number, more: object = {}) => {
    const next = nextTry({step, since: now, now, ...more}, () => random);
    return next && (next.getTime() - now.getTime()) / 1000;
  };

  it('waits as the standard says, within a fifth, and ends after ten tries', () => {
    assert.equal(scheduleSeconds, 75 * 3600 + 35 * 60 + 5);
    assert.deepEqual([seconds(1, 0), seconds(1, 0.5), seconds(1, 1)], [4, 5, 6]);
    assert.deepEqual([seconds(5, 0), seconds(5, 1)], [4 * 3600, 6 * 3600]);
    assert.equal(seconds(10, 0.5), undefined);
  });

  it('never makes the last try too early', () => {
    const late = new Date(now.getTime() + 45 * 3_600_000);
    const last = nextTry({step: 9, since: now, now: late}, () => 0)!;
    assert.equal((last.getTime() - now.getTime()) / 1000, scheduleSeconds);
  });

  it('honours Retry-After in both forms, up to a day', () => {
    assert.equal(seconds(1, 0.5, {retryAfterSeconds: 600}), 600);
    assert.equal(seconds(1, 0.5, {retryAfterSeconds: 1e9}), 86_400);
    assert.equal(readRetryAfter('120', undefined), 120);
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
    assert.equal(readRetryAfter('Fri, 20 Nov 2026 12:05:00 GMT', date), 300);
    assert.equal(readRetryAfter('Fri, 20 Nov 2026 11:00:00 GMT', date), 0);
    for (const wrong of [undefined, 'soon', '-5', '1e3'])
      assert.equal(readRetryAfter(wrong, date), undefined);
  });

  it('waits longer each time an endpoint refuses calls as too many', () => {
    const after = (slowdowns: number, asked?: number) =>
      (resumeAt(now, slowdowns, asked).getTime() - now.getTime()) / 1000;
    assert.deepEqual(
      [after(1), after(2), after(20), after(1, 600), after(1, 1e9)],
      [30, 60, 1800, 600, 86_400],
    );
  });
});
