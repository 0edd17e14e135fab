import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {it} from 'node:test';
import {typingDocuments} from '../../tools/docs/typing/document.js';

it('the fields do with 232 inputs what test/house/typing.txt says, and docs/typing.md of some (npm run docs)', async () => {
  const {page, all} = await typingDocuments();
  assert.equal(await readFile('test/house/typing.txt', 'utf8'), all);
  assert.equal(all.split('\n').filter((line) => line && !line.startsWith('# ')).length, 232);
  assert.equal(await readFile('docs/typing.md', 'utf8'), page);
});
