import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {allShown, documents, rowsOf, shownIn, withFiles} from './support/shown.js';

const names = Object.keys(documents) as (keyof typeof documents)[];
const textOf = (document: keyof typeof documents) => readFileSync(documents[document], 'utf8');
const shown = allShown();
const rows = new Map(names.flatMap((name) => rowsOf(name, textOf(name)).map((row) => [row.name, row])));

describe('a row of a document that tests show', () => {
  it('has a test, or says why not, and never both', () => {
    const withTest = new Set(shown.map(({row}) => row));
    for (const {name, reason} of rows.values()) {
      assert.notEqual(withTest.has(name), /\w/.test(reason), `${name}: no comment above a test names it`);
    }
  });

  it('is there for each comment, which stands right above a test', () => {
    for (const {file, line, row, isAboveTest} of shown) {
      assert.ok(rows.has(row), `${file}:${line} names ${row}, which no document has`);
      assert.ok(isAboveTest, `${file}:${line} stands above no test`);
    }
  });

  for (const name of names) {
    it(`names the files of its tests in ${documents[name]}`, async () => {
      assert.equal(await withFiles(name, textOf(name), shown), textOf(name), 'npm run docs');
    });
  }

  it('is missed, and so is its test, where a comment names another', () => {
    const content = 'for (const one of all)\n// shows: peers 7, time 3 4\n// Why.\nit("is so", () => {});\n';
    const found = shownIn('test/a.test.ts', content);
    assert.deepEqual(
      found.map(({line, row}) => `${line} ${row}`),
      ['2 peers 7', '2 time 3', '2 time 4'],
    );
    assert.ok(found.every(({isAboveTest}) => isAboveTest));
    assert.equal(shownIn('a.ts', '// shows: peers 7\nconst a = 1;')[0]!.isAboveTest, false);
    assert.deepEqual(
      rowsOf('time', '| 3 | here |  |\n| 4 | here | `e2e/a`, `element/b` |\n| 5 | no | impossible |'),
      [
        {name: 'time 3', reason: ''},
        {name: 'time 4', reason: ''},
        {name: 'time 5', reason: 'impossible'},
      ],
    );
  });
});

describe('the rows', () => {
  const numbers = (name: keyof typeof documents) => rowsOf(name, textOf(name)).map((row) => row.name);
  const upTo = (name: string, length: number) => Array.from({length}, (_, index) => `${name} ${index + 1}`);

  it('are numbered without a gap', () => {
    for (const name of ['peers', 'attack', 'time'] as const) {
      assert.ok(numbers(name).length >= 21);
      assert.deepEqual(numbers(name), upTo(name, numbers(name).length), documents[name]);
    }
  });

  it('of docs/peers.md are 92, and the sum of those that tests show is in words', () => {
    const here = rowsOf('peers', textOf('peers'));
    assert.equal(here.length, 92);
    assert.equal(
      Number(/(\d+)\s+are\s+here/.exec(textOf('peers'))?.[1]),
      here.filter(({reason}) => reason === '').length,
    );
  });
});
