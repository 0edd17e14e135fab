import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {suites} from '../../service/test/support/on-postgres.js';
import {specRows, specTable} from '../../tools/spec-rows.js';

describe('the table of specification rows and tests', () => {
  const table = specRows();

  it('has every row of the specification, and no row without a test', () => {
    assert.ok(table.length >= 78, `${table.length} rows`);
    assert.deepEqual(
      table.filter(({tests}) => tests.length === 0).map(({address}) => address),
      [],
    );
    assert.match(specTable(), /, 0 rows without a test\.$/);
  });

  it('names only sections that the specification has', () => {
    const text = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');
    const sections = new Set([...text.matchAll(/^#+ (\d+(?:\.\d+)?)\b/gm)].map(([, number]) => number));
    for (const {address} of table) {
      const number = address.split(' ')[0]!;
      const isKnown = sections.has(number) || sections.has(number.split('.')[0]!);
      assert.ok(isKnown, address);
    }
  });

  it('counts no test that would not run on PostgreSQL as well', () => {
    const folder = new URL('../../service/test/rules/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file.startsWith('section-'));
    assert.ok(files.length >= 5);
    for (const file of files) assert.ok(suites.includes(`rules/${file}`), file);
  });
});
