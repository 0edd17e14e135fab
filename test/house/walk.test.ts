import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {allFiles, arrowsOf} from './support/rooms.js';

const readme = 'service/README.md';

/** The files that the numbered steps name, in their order. */
const walk = [...readFileSync(readme, 'utf8').matchAll(/^\d+\. .*$/gm)]
  .flatMap(([step]) => [...step.matchAll(/`([\w/-]+\.ts)`/g)])
  .map(([, path]) => `service/src/${path}`);

describe('the walk of one enrollment', () => {
  it('has at most 12 files, and each is there', () => {
    assert.ok(walk.length > 0 && walk.length <= 12, `${walk.length} files`);
    assert.deepEqual(
      walk.filter((file) => !existsSync(file)),
      [],
    );
    assert.equal(new Set(walk).size, walk.length);
  });

  it('leads from file to file, and never back', () => {
    const arrows = arrowsOf(allFiles());
    const leads = (from: string, to: string, byValue = false) =>
      arrows.some((arrow) => arrow.from === from && arrow.to === to && !(byValue && arrow.isType));
    walk.forEach((file, index) => {
      const before = walk.slice(0, index);
      const isReached = before.some((earlier) => leads(earlier, file) || leads(file, earlier));
      assert.ok(index === 0 || isReached, `nothing before ${file} leads there`);
      const back = before.filter((earlier) => leads(file, earlier, true));
      assert.deepEqual(back, [], `${file} calls what comes before it`);
    });
  });

  it('stands in a README of at most 40 lines and 110 columns', () => {
    const lines = readFileSync(readme, 'utf8').trimEnd().split('\n');
    assert.ok(lines.length <= 40, `${lines.length} lines`);
    assert.deepEqual(
      lines.filter((line) => line.length > 110),
      [],
    );
  });
});
