import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {it} from 'node:test';
import {typingDocument} from '../../tools/typing/document.js';

it('docs/typing.md says what the fields do with 200 inputs (npm run docs)', async () => {
  assert.equal(await readFile('docs/typing.md', 'utf8'), await typingDocument());
});
