import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {matrixDocument} from '../../tools/docs/engine-matrix.js';
import {roughPlaces} from '../journeys/rough/plan.js';

describe('docs/engine-matrix.md', () => {
  it('is what the suites run (npm run docs writes it)', () => {
    assert.equal(readFileSync('docs/engine-matrix.md', 'utf8'), matrixDocument());
  });

  it('has three engines or one row of all for each place, and a reason for each gap', () => {
    const text = matrixDocument();
    const rows = [...text.matchAll(/^\| (?!\d)([^|]*)\| (Chromium|Firefox|WebKit|all)\b/gm)];
    const places = rows.map(([, place]) => place!.trim()).filter(Boolean);
    assert.deepEqual(
      places,
      Object.values(roughPlaces).map(({title}) => title),
    );
    const single = rows.filter(([, , engine]) => engine === 'all').length;
    assert.equal(rows.length, single + 3 * (places.length - single));
    const marks = [...text.matchAll(/\(gap (\d+)\)/g)].map(([, number]) => number);
    const reasons = [...text.matchAll(/^\| (\d+) .*\| \S.*\.\s*\|$/gm)].map(([, number]) => number);
    assert.deepEqual(marks, reasons);
  });
});
