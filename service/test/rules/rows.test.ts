import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {suites} from '../support/on-postgres.js';
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

  it('are of sections that the specification has', () => {
    const text = readFileSync(new URL('../../../docs/specification.md', import.meta.url), 'utf8');
    const sections = new Set([...text.matchAll(/^#+ (\d+(?:\.\d+)?)\b/gm)].map(([, number]) => number));
    const numbers = Object.keys(rows).map((address) => address.split(' ')[0]!);
    assert.deepEqual(
      numbers.filter((number) => !sections.has(number)),
      [],
    );
  });

  it('are tested on PostgreSQL as well', () => {
    const files = readdirSync(folder).filter((file) => file.startsWith('section-'));
    assert.ok(files.length >= 5);
    for (const file of files) assert.ok(suites.includes(`rules/${file}`), file);
  });

  it('every test of a row names an existing one', () => {
    assert.deepEqual(
      [...testedRows].filter((address) => !Object.hasOwn(rows, address)),
      [],
    );
  });
});
