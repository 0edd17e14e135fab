import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {rows} from './rows.js';

const folder = new URL('./', import.meta.url);

/** Addresses at the head of the titles of all tests of rules, read from their sources. */
const shown = new Set(
  readdirSync(folder)
    .filter((file) => /^section-.*\.test\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\brule\(\s*'([^']+)'/g)])
    .map(([, address]) => address!),
);

describe('the rows of the specification', () => {
  for (const [address, says] of Object.entries(rows)) {
    it(`spec ${address} has a test (${says})`, () => assert.ok(shown.has(address)));
  }

  it('every test of a row names an existing one', () => {
    assert.deepEqual(
      [...shown].filter((address) => !Object.hasOwn(rows, address)),
      [],
    );
  });
});
