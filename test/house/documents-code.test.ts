// Further: the compiler reads what the documents import, which is everything; that code parses: `test/house/readme.test.ts`.
import assert from 'node:assert/strict';
import {it} from 'node:test';
import {documentBlocks} from './support/markdown.js';
import {typeErrorsOf} from './support/snippets.js';

it('the documents have code that compiles in strict mode against the sources', () => {
  const code = documentBlocks().filter(({language}) => ['js', 'ts', 'tsx'].includes(language));
  assert.ok(code.length > 0);
  assert.deepEqual(typeErrorsOf(code), []);
});
