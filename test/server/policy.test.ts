import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {contentSecurityPolicy, createNonce} from '../../src/server/index.js';

const nonce = createNonce();
const base = {nonce, serviceUrl: 'http://localhost:4100/api', fieldsOrigin: 'http://127.0.0.1:4101/'};
const directives = (policy: string) =>
  new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

describe('contentSecurityPolicy()', () => {
  it('is the policy of guarantees 2.3', () => {
    assert.deepEqual(Object.fromEntries(directives(contentSecurityPolicy(base))), {
      'default-src': "'none'",
      'script-src': `'nonce-${nonce}' 'strict-dynamic'`,
      'style-src': `'nonce-${nonce}' 'self'`,
      'img-src': "'self'",
      'font-src': "'self'",
      'connect-src': "'self' http://localhost:4100",
      'frame-src': "'self' http://127.0.0.1:4101",
      'form-action': "'self'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'lit-html card-vault',
    });
  });

  it('never says unsafe-inline or unsafe-eval', () => {
    assert.doesNotMatch(contentSecurityPolicy({...base, shell: false}), /unsafe/);
  });

  it('opens frames and forms to any bank only where there is no shell', () => {
    const open = directives(
      contentSecurityPolicy({...base, serviceUrl: 'https://service.example', shell: false}),
    );
    assert.equal(open.get('form-action'), "'self' https:");
    assert.equal(open.get('frame-src'), "'self' http://127.0.0.1:4101 https:");
  });

  it('refuses sources that are no list, and directives that nothing can be added to', () => {
    const refusals: readonly (readonly [string, object])[] = [
      ['img-src', {extra: {'img-src': 'https://images.example'}}],
      ['img-src', {extra: {'img-src': ["https://images.example; script-src 'unsafe-inline'"]}}],
      ['frameAncestors', {frameAncestors: 'https://shop.example'}],
      ['trustedTypes', {trustedTypes: 'react'}],
      ['extra.script-src', {extra: {'script-src': ['https://cdn.example']}}],
    ];
    for (const [field, options] of refusals)
      assert.throws(
        () => contentSecurityPolicy({...base, ...options}),
        {code: 'configuration-missing', field},
        field,
      );
    assert.doesNotThrow(() => contentSecurityPolicy({...base, extra: {}, trustedTypes: []}));
  });

  it("takes the shop's own additions and report addresses", () => {
    const policy = directives(
      contentSecurityPolicy({
        ...base,
        extra: {'img-src': ['https://images.example']},
        trustedTypes: ['react'],
        frameAncestors: ["'self'"],
        reportTo: 'csp',
        reportUri: '/csp',
      }),
    );
    assert.equal(policy.get('img-src'), "'self' https://images.example");
    assert.equal(policy.get('trusted-types'), 'lit-html card-vault react');
    assert.equal(policy.get('frame-ancestors'), "'self'");
    assert.equal(policy.get('report-to'), 'csp');
    assert.equal(policy.get('report-uri'), '/csp');
  });

  it('refuses a nonce that is short or that could end the directive', () => {
    for (const bad of ['', 'abc', "x'; script-src *", `${nonce}; x`]) {
      assert.throws(() => contentSecurityPolicy({...base, nonce: bad}), /nonce/);
    }
  });

  it('gets a fresh nonce each time', () => {
    assert.notEqual(createNonce(), createNonce());
  });
});
