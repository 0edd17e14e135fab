import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {matrixDocument} from '../../tools/engine-matrix.js';

describe('docs/engine-matrix.md', () => {
  it('is what the suites run (npm run docs writes it)', () => {
    assert.equal(readFileSync('docs/engine-matrix.md', 'utf8'), matrixDocument());
  });

  it('has three engines for each place, and a reason for each gap', () => {
    const text = matrixDocument();
    const engines = [...text.matchAll(/^\| (?!\d)[^|]*\| (Chromium|Firefox|WebKit)\b/gm)];
    assert.ok(engines.length >= 24 && engines.length % 3 === 0, `${engines.length} rows`);
    const marks = [...text.matchAll(/\(gap (\d+)\)/g)].map(([, number]) => number);
    const reasons = [...text.matchAll(/^\| (\d+) .*\| \S.*\.\s*\|$/gm)].map(([, number]) => number);
    assert.deepEqual(marks, reasons);
  });
});
