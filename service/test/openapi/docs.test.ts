import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {errorCodes} from '../../src/platform/openapi/error-codes.js';
import {examplesOf} from '../../src/edges/docs/examples.js';
import {describeService, templateOf} from '../../src/edges/openapi/document.js';
import type {JsonSchema} from '../../src/edges/openapi/json-schema.js';
import {codesOf, operationsOf} from '../../src/edges/openapi/operations.js';
import {escapeHtml} from '../../src/platform/pages/html.js';
import {resolve} from '../support/description.js';
import {misfits} from '../support/json-schema.js';
import {startTestService, type Reply, type TestService} from '../support/harness.js';

type Schemas = Readonly<Record<string, JsonSchema>>;
interface Described {
  readonly paths: Readonly<
    Record<
      string,
      Record<string, {readonly responses: Record<string, {content?: Record<string, {schema?: JsonSchema}>}>}>
    >
  >;
  readonly components: {readonly schemas: Schemas};
}

describe('reference pages at /docs', () => {
  let api: TestService;
  let page: Reply;
  before(async () => {
    api = await startTestService();
    page = await api.call('/docs', {secret: null});
  });
  after(() => api.service.close());

  it('have a policy that admits only their one style sheet and their one script', () => {
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type')!, /^text\/html/);
    const policy = page.headers.get('content-security-policy')!;
    for (const element of ['style', 'script']) {
      const texts = [...page.text.matchAll(new RegExp(`<${element}[^>]*>([^]*?)</${element}>`, 'g'))];
      assert.equal(texts.length, 1, element);
      const hash = createHash('sha256').update(texts[0]![1]!).digest('base64');
      assert.ok(policy.includes(`; ${element}-src 'sha256-${hash}';`), element);
    }
    assert.match(policy, /require-trusted-types-for 'script'; trusted-types 'none'/);
    assert.ok(!/unsafe|connect-src/.test(policy));
    assert.ok(!/\son\w+=|\sstyle=/.test(page.text));
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

  it('say the errors of many operations once, and name them at each', () => {
    const linksOf = (element: string, id: string) => {
      const [row] = new RegExp(`<${element} id="${id}"[^]*?</${element}>`).exec(page.text)!;
      return [...row.matchAll(/href="#(errors?-[^"]+)"/g)].map(([, target]) => target!);
    };
    for (const operation of operationsOf({sandbox: true})) {
      const links = linksOf('article', operation.id);
      assert.ok(links.includes('errors-any'), operation.id);
      const codes = links.flatMap((link) => (link.startsWith('errors-') ? linksOf('tr', link) : [link]));
      const expected = codesOf(operation).map((code) => `error-${code}`);
      assert.deepEqual([...new Set(codes)].sort(), expected.sort(), operation.id);
    }
  });

  it('show beside each request an answer that its schema allows', () => {
    const api = 'http://localhost:4100';
    const operations = operationsOf({sandbox: true});
    const {paths, components} = describeService(operations, api) as unknown as Described;
    let answers = 0;
    for (const operation of operations) {
      const {responses} = paths[templateOf(operation.path)]![operation.method]!;
      const answerSchema = responses[operation.answer.status]!.content?.['application/json']?.schema;
      for (const {title, answer} of examplesOf(operation, {api, answerSchema, schemas: components.schemas})) {
        if (answer === undefined) continue;
        answers++;
        const found = misfits(JSON.parse(answer), answerSchema!, {resolve, strict: true});
        assert.deepEqual(found, [], `${operation.id}, ${title}`);
        assert.ok(page.text.includes(escapeHtml(answer)), `${operation.id}, ${title}`);
      }
    }
    assert.ok(answers > operations.length, `${answers} answers`);
  });

  it('show in the answer what was sent, and what the action adds', () => {
    const shown = (id: string, word: string) => {
      const [article] = new RegExp(`<article id="${id}"[^]*?</article>`).exec(page.text)!;
      const answers = [...article.matchAll(/Example answer[^]*?<\/pre>/g)].map(([answer]) => answer);
      return answers.map((answer) => answer.includes(escapeHtml(word)));
    };
    assert.deepEqual(shown('createPlan', '"product": "Tea club"'), [true, true]);
    assert.deepEqual(shown('createPlan', '"time_zone": "Asia/Karachi"'), [false, true]);
    const setup = shown('performAction', '"payer_authentication_setup"');
    assert.deepEqual(setup, [false, true, true, false, true, true, false, false]);
    assert.deepEqual(shown('voidCapture', '"void"'), [true]);
    // First what the example is about, so that it is seen before the answer is scrolled.
    const first = shown('performAction', '"data": {\n    "action"');
    assert.deepEqual(first, [true, true, true, true, true, true, false, false]);
    const authorized = shown('performAction', '"tracker": {\n      "authorization"');
    assert.equal(authorized.indexOf(true), 6);
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
