import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {rows} from './rows.js';

const folder = new URL('./', import.meta.url);

/** The rows that the tests name, read from their sources. */
const testedRows = new Set(
  readdirSync(folder)
    .filter((file) => /^section-.*\.test\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\brule\(\s*'([^']+)'/g)])
    .map(([, address]) => address!),
);

describe('the rows of the specification', () => {
  for (const [address, says] of Object.entries(rows)) {
    it(`spec ${address} has a test (${says})`, () => assert.ok(testedRows.has(address)));
  }

  it('every test of a row names an existing one', () => {
    assert.deepEqual(
      [...testedRows].filter((address) => !Object.hasOwn(rows, address)),
      [],
    );
  });
});
