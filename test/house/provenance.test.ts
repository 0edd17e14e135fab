import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {marksOf, statementsOf} from './support/provenance.js';

const wire = readFileSync('docs/wire.md', 'utf8');
const unmarked = (document: string) =>
  statementsOf(document, 'Marks').flatMap(({line, text, marked}) => (marked ? [] : [`${line}: ${text}`]));

describe('where the statements of docs/wire.md come from', () => {
  it('is said by each of them', () => {
    assert.ok(statementsOf(wire, 'Marks').length > 240);
    assert.deepEqual(unmarked(wire), []);
  });

  it('uses every mark of the legend and no other', () => {
    const {explained, used} = marksOf(wire);
    assert.deepEqual([...used].sort(), [...explained].sort());
  });

  const document = (text: string) => `# Wire\n\n## Marks\n\n| mark |\n\n## 1 HTTP\n\n${text}\n`;
  const table = (head: string, row: string) =>
    document(`| what | ${head} |\n| --- | --- |\n| that | ${row} |`);

  for (const [what, text, lines] of [
    ['a paragraph', document('It is so.'), [9]],
    ['a paragraph with a mark in its middle', document('It is so. [R] And\nthis too.'), [9]],
    ['a list item', document('- one [R]\n- two\n  words\n- three [O]'), [10]],
    ['a row', table('from', ' '), [11]],
    ['a row with other words in the last column', table('from', 'see [R]'), [11]],
    ['a table without the column', table('how', '[R]'), [9]],
  ] as const) {
    it(`${what} without a mark is found`, () => {
      assert.deepEqual(
        unmarked(text).map((found) => Number(/^\d+/.exec(found)![0])),
        lines,
      );
    });
  }

  it('marked texts, rows and blocks of code pass', () => {
    const code = '```\nanything\n```';
    assert.deepEqual(unmarked(document(`It is\nso. [R] [O]\n\n${code}\n\n- one [V]`)), []);
    assert.deepEqual(unmarked(table('from', '[R] [O]')), []);
  });
});
