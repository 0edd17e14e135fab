import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {it} from 'node:test';
import {typingDocument} from '../../tools/docs/typing/document.js';

it('the fields do with 232 inputs what test/house/typing.txt says (npm run docs)', async () => {
  const all = await typingDocument();
  assert.equal(await readFile('test/house/typing.txt', 'utf8'), all);
  assert.equal(all.split('\n').filter((line) => line && !line.startsWith('# ')).length, 232);
});
