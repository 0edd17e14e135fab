import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {errorCodes} from '../../src/platform/openapi/error-codes.js';
import {operationsOf} from '../../src/edges/openapi/operations.js';
import {startTestService, type Reply, type TestService} from '../support/harness.js';

describe('reference pages at /docs', () => {
  let api: TestService;
  let page: Reply;
  before(async () => {
    api = await startTestService();
    page = await api.call('/docs', {secret: null});
  });
  after(() => api.service.close());

  it('have a policy that admits only their one style sheet', () => {
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type')!, /^text\/html/);
    const policy = page.headers.get('content-security-policy')!;
    const style = /<style>([^]*)<\/style>/.exec(page.text)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    assert.match(policy, /default-src 'none'/);
    assert.ok(policy.includes(`style-src 'sha256-${hash}'`));
    assert.ok(!/script-src|unsafe/.test(policy));
    assert.ok(!/<script|\son\w+=|\sstyle=/.test(page.text));
  });

  it('show every operation with a command to try it and every error code', () => {
    for (const {id, summary, method} of operationsOf({sandbox: true})) {
      const start = page.text.indexOf(`<article id="${id}">`);
      const article = page.text.slice(start, page.text.indexOf('</article>', start));
      assert.ok(start > 0, id);
      assert.ok(article.includes(summary) && article.includes(method.toUpperCase()), id);
      assert.match(article, /curl [^]*\$|curl /);
    }
    for (const code of Object.keys(errorCodes)) assert.ok(page.text.includes(`id="error-${code}"`), code);
  });

  it('every internal link has a target, and every id is unique', () => {
    const ids = [...page.text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
    assert.equal(new Set(ids).size, ids.length);
    for (const [, target] of page.text.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target!), target);
  });

  it('contain no key of this service', () => {
    assert.ok(!page.text.includes(api.service.keys.secretKey));
  });
});
