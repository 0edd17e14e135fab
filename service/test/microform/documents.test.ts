import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {asset} from '../../src/platform/pages/assets.js';
import {framedDocumentHeaders} from '../../src/platform/pages/headers.js';
import {dataBlock, escapeHtml} from '../../src/platform/pages/html.js';

const policyOf = (document: Parameters<typeof framedDocumentHeaders>[0]) =>
  framedDocumentHeaders(document)['content-security-policy']!;

describe('a document that another site frames', () => {
  it('may be framed by exactly its origins, and by none without a list', () => {
    const policy = policyOf({
      ancestors: ['https://shop.example', 'https://shop.example', 'http://localhost:5173'],
    });
    assert.match(policy, /frame-ancestors https:\/\/shop\.example http:\/\/localhost:5173;/);
    assert.match(policyOf({ancestors: []}), /frame-ancestors 'none'/);
  });

  it('puts only origins into its policy', () => {
    for (const wrong of [
      '*',
      "'self'",
      'https:',
      'data:',
      'https://a.example; script-src *',
      'https://*.example',
      'null',
      '',
    ]) {
      assert.match(
        policyOf({ancestors: [wrong], formTargets: [wrong]}),
        /form-action 'none'.*frame-ancestors 'none'/,
        wrong,
      );
    }
  });

  it('has no permission that it does not need', () => {
    const policy = policyOf({ancestors: []});
    assert.doesNotMatch(policy, /unsafe|connect-src|style-src|img-src|frame-src|\*/);
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    const headers = framedDocumentHeaders({ancestors: []});
    assert.match(headers['permissions-policy']!, /payment=\(\), publickey-credentials-get=\(\)/);
    assert.match(
      framedDocumentHeaders({ancestors: [], stepUp: true})['permissions-policy']!,
      /payment=\(self\)/,
    );
  });

  it('escapes the values it shows', () => {
    assert.equal(escapeHtml(`<b a="x" b='y'>&`), '&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;');
    const value = {text: '</script><script>alert(1)</script><!--'};
    const block = dataBlock('data', value);
    assert.equal(block.match(/<\/script>/g)?.length, 1);
    assert.deepEqual(JSON.parse(/>(.*)</.exec(block)![1]!), value);
  });
});

describe('the scripts of the pages', () => {
  it('are built and named by the hash of their content', () => {
    for (const name of ['library', 'field', 'device-data', 'step-up', 'finish'] as const) {
      const {integrity, version} = asset(name);
      const hash = Buffer.from(integrity.replace('sha256-', ''), 'base64').toString('hex');
      assert.equal(hash.slice(0, 12), version);
    }
  });

  it('contain no server code: no key, no sealing, no table name', () => {
    for (const name of ['library', 'field', 'device-data', 'step-up', 'finish'] as const) {
      assert.doesNotMatch(asset(name).body, /node:|sealed|SELECT |MERCHANT-SECRET|privateKey/);
    }
  });
});
