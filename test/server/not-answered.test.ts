import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {before, describe, it} from 'node:test';
import {format, resolveConfig} from 'prettier';
import {notAnsweredDocument} from '../../tools/docs/not-answered-document.js';
import {askUnanswered, type Refused} from './support/ask-unanswered.js';
import type {Json} from './support/outside.js';
import {refusedRequests, unansweredPaths} from './support/unanswered.js';

/** A way that works, named in a refusal. */
const way = /\/(user|order|client|checkout)\/|<card-vault>|merchant’s server/;

describe('what the service does not answer', () => {
  let refused: {readonly paths: readonly Refused[]; readonly requests: readonly Refused[]};
  const answerOf = (method: string, path: string, body?: object): Refused =>
    [...refused.paths, ...refused.requests].find(
      (one) => one.method === method && one.path === path && one.body === body,
    )!;
  before(async () => {
    refused = await askUnanswered();
  });

  it('stands in docs/not-answered.md, as the service answers today', async () => {
    const path = 'docs/not-answered.md';
    const options = {...(await resolveConfig(path)), filepath: path};
    const current = await format(notAnsweredDocument(refused), options);
    assert.equal(readFileSync(path, 'utf8'), current, 'run: npm run docs -- not-answered');
  });

  for (const {method, path} of unansweredPaths) {
    // shows: attack 14
    it(`${method} ${path} is refused with its own reason and the way that works`, () => {
      const {status, text, json} = answerOf(method, path).answer;
      // A page that a person can read.
      if (status === 410 || status === 403) return assert.match(text, /<h1/);
      assert.equal(status, 404, text);
      assert.equal(json['code'], 'not_found', text);
      assert.doesNotMatch(String(json['message']), /No route/);
      assert.match(String(json['message']), way);
    });
  }

  for (const row of refusedRequests) {
    const said = row.body === undefined ? '' : ` ${JSON.stringify(row.body)}`;
    it(`${row.method} ${row.path}${said} is refused by name`, () => {
      const {status, text, json} = answerOf(row.method, row.path, row.body).answer;
      assert.ok(status >= 400 && status < 500, text);
      assert.equal(json['data'], null);
      const errors = json['status']!['errors'] as unknown as readonly Json[];
      assert.ok(errors.length > 0 && errors.every((error) => typeof error === 'string'), text);
      assert.ok(String(json['message']).length > 20, text);
      if (String(json['code']) === 'request.invalid') assert.ok(namesTheField(row.body, json), text);
    });
  }
});

/** A wrong value is named by its pointer. */
function namesTheField(body: object | undefined, json: Json): boolean {
  const pointers = (json['fields'] as unknown as readonly Json[]).map(({pointer}) => String(pointer));
  return Object.keys(body ?? {}).every((name) => pointers.some((pointer) => pointer.startsWith(`/${name}`)));
}
