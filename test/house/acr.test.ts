import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';

const report = readFileSync('docs/acr.md', 'utf8');
const [before, levelA, levelAA] = report.split(/^## /m);
/** Id, levels of element and hosted pages, remark, and what shows it. */
const rowsIn = (text: string) =>
  [...text.matchAll(/^\| (\d\.\d\.\d+) .*\|$/gm)].map(([row, id]) => [
    id!,
    ...row
      .split(' |')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  ]);
const rows = [...rowsIn(levelA!), ...rowsIn(levelAA!)];

describe('docs/acr.md', () => {
  // shows: peers 80
  it('has every criterion of WCAG 2.2, levels A and AA, once', () => {
    assert.match(levelA! + levelAA!, /^WCAG 2\.2, level A\n[^]*^WCAG 2\.2, level AA\n/m);
    assert.deepEqual([rowsIn(levelA!).length, rowsIn(levelAA!).length], [31, 24]);
    assert.equal(new Set(rows.map(([id]) => id)).size, 55);
  });

  it('says that something is met only where a test or a reading shows it', () => {
    for (const [id, ...cells] of rows) {
      assert.equal(cells.length, 4, id);
      const levels = cells.slice(0, 2);
      const applies = !levels.includes('Not applicable');
      assert.match(cells[3]!, applies ? /^(by reading|`[\w/-]+`(, `[\w/-]+`)*)$/ : /^not applicable$/, id);
      for (const level of levels)
        assert.match(level, applies ? /^(Supports|Partially supports)$/ : /^Not applicable$/, id);
    }
  });

  it('names what is missing wherever something is met in part, and nowhere else', () => {
    for (const [id, ...cells] of rows)
      assert.equal(cells.includes('Partially supports'), /Missing: \S/.test(cells[2]!), id);
  });

  it('is about this version', () => {
    const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {readonly version: string};
    assert.match(before!, new RegExp(`card-vault-service ${version.replaceAll('.', '\\.')}\\. _Element_`));
  });
});
