import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {acrDocument, criteria} from '../../tools/docs/acr-document.js';

describe('docs/acr.md', () => {
  it('is what the table of criteria gives (npm run docs writes it)', () => {
    assert.equal(readFileSync('docs/acr.md', 'utf8'), acrDocument());
  });

  it('has every criterion of WCAG 2.2, levels A and AA, once', () => {
    const found = [...acrDocument().matchAll(/^\| (\d\.\d\.\d+) [^|]*\((A|AA)\)/gm)];
    assert.equal(new Set(found.map(([, id]) => id)).size, found.length);
    const count = (level: string) => found.filter(([, , one]) => one === level).length;
    assert.deepEqual({A: count('A'), AA: count('AA')}, {A: 31, AA: 24});
  });

  it('says that something is met only where a test or a reading shows it', () => {
    for (const {id, shownBy} of criteria())
      assert.match(shownBy, /^(not applicable|by reading|`[\w/-]+`(, `[\w/-]+`)*)$/, id);
  });

  it('names what is missing wherever something is met in part', () => {
    const rows = acrDocument().matchAll(/^\| \d\.\d\.\d+ [^|]*\(A{1,2}\) .*Partially supports.*$/gm);
    for (const [row] of rows) assert.match(row, /Missing: \S/);
  });
});
