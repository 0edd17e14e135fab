import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {corsFault, preflightFault, preflightHeaders} from '../../src/cli/check/cors.js';
import type {Answered} from '../../src/cli/check/http.js';
import {admits, directiveFor, readPolicies} from '../../src/cli/check/policy.js';
import {inlineScripts, readTags} from '../../src/cli/check/tags.js';

const origin = 'https://shop.example';
const answered = (headers: Record<string, string>, status = 204): Answered => ({
  ...{url: 'https://api.example/', status, headers: new Headers(headers), body: new Uint8Array()},
});
const allow = (headers: string, more: Record<string, string> = {}) => ({
  ...{'access-control-allow-origin': '*', 'access-control-allow-headers': headers},
  ...more,
});

describe('preflights are judged as the Fetch standard does', () => {
  const request = {
    ...{url: 'https://api.example/x', origin, method: 'POST'},
    headers: ['authorization', 'content-type'],
  };

  it('asks with the names of the headers in order, in lower case, without blanks', () => {
    assert.deepEqual(preflightHeaders({...request, headers: ['content-type', 'authorization']}), {
      accept: '*/*',
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    });
  });

  const cases = [
    ['names in any case', allow('Content-Type, AUTHORIZATION'), undefined],
    ['the wildcard, which leaves out Authorization', allow('*'), /does not name authorization$/],
    ['the wildcard beside Authorization', allow('*, authorization'), undefined],
    ['a header that is missing', allow('authorization'), /does not name content-type$/],
    ['no allowed origin', {'access-control-allow-headers': '*'}, /no Access-Control-Allow-Origin/],
    ['another origin', {'access-control-allow-origin': 'https://a.example'}, /is https:\/\/a\.example$/],
    ['two origins', {'access-control-allow-origin': `${origin}, *`}, /is https:\/\/shop/],
    ['the origin with a slash', {'access-control-allow-origin': `${origin}/`}, /shop\.example\/$/],
  ] as const;
  for (const [title, headers, fault] of cases) {
    it(title, () => {
      const found = preflightFault(request, answered(headers));
      if (fault === undefined) assert.equal(found, undefined);
      else assert.match(found ?? '', fault);
    });
  }

  it('needs a status of success', () => {
    const good = allow('authorization, content-type');
    assert.equal(preflightFault(request, answered(good, 200)), undefined);
    assert.match(preflightFault(request, answered(good, 302)) ?? '', /302/);
    assert.match(preflightFault(request, answered(good, 403)) ?? '', /403/);
  });

  it('needs a name for a method that is not simple, spelled alike', () => {
    const remove = {...request, method: 'DELETE', headers: []};
    const methods = (value: string) => answered(allow('', {'access-control-allow-methods': value}));
    assert.match(preflightFault(remove, methods('GET, delete')) ?? '', /does not name DELETE/);
    assert.equal(preflightFault(remove, methods('GET, DELETE')), undefined);
    assert.equal(preflightFault(remove, methods('*')), undefined);
    assert.equal(preflightFault({...remove, method: 'POST'}, methods('')), undefined);
  });

  it('takes no wildcard for a request with cookies', () => {
    const withCookies = {...request, credentials: true};
    assert.match(preflightFault(withCookies, answered(allow('*'))) ?? '', /excludes cookies/);
    const own = {'access-control-allow-origin': origin};
    assert.match(corsFault(withCookies, answered(own)) ?? '', /Allow-Credentials is not true/);
    const full = {...own, 'access-control-allow-credentials': 'true', 'access-control-allow-headers': '*'};
    assert.match(preflightFault(withCookies, answered(full)) ?? '', /authorization, content-type/);
  });
});

describe('policies are read as Content Security Policy level 3 does', () => {
  const page = 'https://shop.example';
  const cases: readonly (readonly [sources: string, address: string, self: string, isAdmitted: boolean])[] = [
    ["'self'", 'https://shop.example/card-vault/frame', page, true],
    ["'self'", 'https://api.shop.example/', page, false],
    ["'self'", 'https://shop.example/', 'http://shop.example', true],
    ["'none'", 'https://shop.example/', page, false],
    ['*', 'https://any.example/', page, true],
    ['https:', 'http://any.example/', page, false],
    ['http:', 'https://any.example/', page, true],
    ['https://flex.example', 'https://flex.example/deep/script.js', page, true],
    ['https://flex.example/a/', 'https://flex.example/b/script.js', page, false],
    ['https://flex.example/a/', 'https://flex.example/a/script.js', page, true],
    ['https://flex.example/a.js', 'https://flex.example/a.js', page, true],
    ['https://*.example', 'https://flex.example/', page, true],
    ['https://*.flex.example', 'https://flex.example/', page, false],
    ['FLEX.example', 'https://flex.example/', page, true],
    ['flex.example', 'http://flex.example/', page, false],
    ['http://flex.example', 'https://flex.example/', page, true],
    ['http://localhost:*', 'http://localhost:4101/', page, true],
    ['http://localhost:4100', 'http://localhost:4101/', page, false],
    ['https://flex.example:443', 'https://flex.example/', page, true],
    ["'unsafe-inline' 'nonce-x'", 'https://flex.example/', page, false],
  ];
  for (const [sources, address, self, isAdmitted] of cases) {
    it(`${sources} ${isAdmitted ? 'admits' : 'excludes'} ${address} on ${self}`, () => {
      assert.equal(admits(sources.split(' '), address, self), isAdmitted);
    });
  }

  it('separates policies at commas, and keeps the first of two directives', () => {
    const [first, second, ...rest] = readPolicies(
      "frame-src a.example; FRAME-SRC b.example, default-src 'self'",
    );
    assert.deepEqual(rest, []);
    assert.deepEqual(directiveFor(first!, 'frame'), {name: 'frame-src', sources: ['a.example']});
    assert.equal(directiveFor(first!, 'connect'), undefined);
    assert.deepEqual(directiveFor(second!, 'connect'), {name: 'default-src', sources: ["'self'"]});
    assert.equal(directiveFor(second!, 'form'), undefined);
    assert.deepEqual(readPolicies(null), []);
  });
});

describe('tags of a page', () => {
  it('are found with attributes in any spelling, but not in comments', () => {
    const html = `<!-- <meta name="no"> --><META http-equiv='Content-Security-Policy'
      content="frame-src &quot;a>b&quot;"><meta name=viewport><script nonce="n" src=/a.js></script>`;
    const [policy, viewport, ...rest] = readTags(html, 'meta');
    assert.deepEqual(rest, []);
    assert.equal(policy?.get('http-equiv'), 'Content-Security-Policy');
    assert.equal(policy?.get('content'), 'frame-src "a>b"');
    assert.equal(viewport?.get('name'), 'viewport');
    assert.equal(readTags(html, 'script')[0]?.get('nonce'), 'n');
  });

  it('of scripts hold the text that a hash is made of', () => {
    assert.deepEqual(inlineScripts('<script src="a.js"></script><script>\nlet a;\n</script >'), [
      '\nlet a;\n',
    ]);
  });
});
