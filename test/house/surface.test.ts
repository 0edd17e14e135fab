import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {it} from 'node:test';
import {surface, surfaceFile} from '../../tools/surface.js';

it('what a shop can name is what is listed; `node --import tsx tools/surface.ts` lists it anew', async () => {
  const now = new Set((await surface()).split('\n'));
  const before = new Set(readFileSync(surfaceFile, 'utf8').split('\n'));
  const changed = (from: ReadonlySet<string>, to: ReadonlySet<string>) =>
    [...to].filter((line) => !from.has(line));
  assert.deepEqual({gone: changed(now, before), added: changed(before, now)}, {gone: [], added: []});
});
